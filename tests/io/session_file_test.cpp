// The session file: what is saved comes back; what is wrong is refused by name.
#include "compute/io/session_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "compute/chains/evolve/contract.h"
#include "compute/core/error.h"
#include "compute/io/session_versions.h"

namespace arete {
namespace {

namespace fs = std::filesystem;

class SessionFileTest : public testing::Test {
 protected:
  SessionFileTest() {
    std::string name = (fs::temp_directory_path() / "arete-session-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    write("cloud.xyz", "0 0\n1 1\n");
    session_.cloud = folder_ / "cloud.xyz";
    session_.read = {.dimension = 2, .scalar = Scalar::float64, .separator = ';', .decimalComma = true, .skipLines = 3, .columns = {"x", "2"}};
    session_.read.trackColumn = "vehicle";
    session_.job.params.set(kR1Param, 0.1);
    session_.job.params.setText(kMoveRuleParam, kMoveRuleParam.choices.back());
    session_.job.versionIds[size_t(Stage::evolve)] = "evolve.cpu.brute_force";
    session_.view = R"({"camera":[1.5,2],"b":{"a":null}})";
    session_.step = 12;
    session_.resultHash = "abc";
  }
  ~SessionFileTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name, std::ios::binary) << text; }
  /// Saves, lets `change` edit the JSON, and reads again.
  template <class F>
  LoadedSession readChanged(F&& change) const {
    writeSession(file(), session_);
    std::ifstream in(file());
    auto json = nlohmann::ordered_json::parse(in);
    change(json);
    std::ofstream(file()) << json;
    return readSession(file());
  }
  template <class F>
  std::string refusal(F&& change) const {
    try {
      readChanged(change);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      return error.what();
    }
    return "nothing was refused";
  }
  std::string refusalOf(const std::string& text) const {
    write("work.arete", text);
    try {
      readSession(file());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      return error.what();
    }
    return "nothing was refused";
  }
  fs::path file() const { return folder_ / "work.arete"; }

  fs::path folder_;
  SessionFile session_;
};

using Json = nlohmann::ordered_json;

TEST_F(SessionFileTest, WhatIsSavedComesBack) {
  EXPECT_TRUE(writeSession(file(), session_).empty());
  const auto [session, warnings] = readSession(file());
  EXPECT_TRUE(warnings.empty()) << testing::PrintToString(warnings);
  EXPECT_EQ(fs::weakly_canonical(session.cloud), fs::weakly_canonical(session_.cloud));
  EXPECT_EQ(session.read.dimension, session_.read.dimension);
  EXPECT_EQ(session.read.scalar, session_.read.scalar);
  EXPECT_EQ(session.read.rawScalar, std::nullopt);
  EXPECT_EQ(session.read.separator, ';');
  EXPECT_EQ(session.read.decimalComma, true);
  EXPECT_EQ(session.read.skipLines, 3);
  EXPECT_EQ(session.read.columns, session_.read.columns);
  EXPECT_EQ(session.read.crs, std::nullopt);
  EXPECT_EQ(session.job.versionIds, session_.job.versionIds);
  for (const ParamInfo* info : allParameters()) EXPECT_EQ(session.job.params.get(*info), session_.job.params.get(*info)) << info->id;
  EXPECT_EQ(session.view, session_.view);
  EXPECT_EQ(session.step, 12u);
  EXPECT_EQ(session.resultHash, "abc");
}

TEST_F(SessionFileTest, TheCoordinateSystemThatWasGivenIsKeptAlsoThatThereIsNone) {
  for (const Crs& crs : {Crs{"EPSG:28992"}, Crs{}}) {
    session_.read.crs = crs;
    writeSession(file(), session_);
    const LoadedSession loaded = readSession(file());
    EXPECT_TRUE(loaded.warnings.empty());
    EXPECT_EQ(loaded.session.read.crs, crs);
  }
}

TEST_F(SessionFileTest, SavingTwiceGivesTheSameBytes) {
  writeSession(file(), session_);
  const SessionFile again = readSession(file()).session;
  writeSession(folder_ / "again.arete", again);
  std::stringstream first, second;
  first << std::ifstream(file()).rdbuf();
  second << std::ifstream(folder_ / "again.arete").rdbuf();
  EXPECT_EQ(first.str(), second.str());
}

TEST_F(SessionFileTest, ThePathIsRelativeSoThatAFolderCanBeMoved) {
  writeSession(file(), session_);
  const fs::path moved = folder_.string() + "-moved";
  fs::rename(folder_, moved);
  const LoadedSession loaded = readSession(moved / "work.arete");
  fs::rename(moved, folder_);
  EXPECT_EQ(loaded.session.cloud, moved / "cloud.xyz");
  EXPECT_TRUE(loaded.warnings.empty());
}

TEST_F(SessionFileTest, AChangedOrMissingCloudIsAWarning) {
  writeSession(file(), session_);
  write("cloud.xyz", "0 0\n1 2\n");
  ASSERT_EQ(readSession(file()).warnings.size(), 1u);
  EXPECT_NE(readSession(file()).warnings[0].find("has changed"), std::string::npos);
  fs::remove(folder_ / "cloud.xyz");
  ASSERT_EQ(readSession(file()).warnings.size(), 1u);
  EXPECT_NE(readSession(file()).warnings[0].find("missing"), std::string::npos);
}

TEST_F(SessionFileTest, ALargeCloudsChangeIsNoticedByItsSizeOrSamples) {
  std::string large(size_t(9) << 20, 'x');
  write("cloud.xyz", large);
  writeSession(file(), session_);
  EXPECT_TRUE(readSession(file()).warnings.empty());
  large.back() = 'y';
  write("cloud.xyz", large);
  EXPECT_EQ(readSession(file()).warnings.size(), 1u);
}

TEST_F(SessionFileTest, UnknownKeysAreIgnoredWithAWarning) {
  const LoadedSession loaded = readChanged([](Json& json) {
    json["colour"] = 1;
    json["job"]["parameters"]["speed"] = "9";
  });
  ASSERT_EQ(loaded.warnings.size(), 2u);
  EXPECT_NE(loaded.warnings[0].find("job.parameters.speed"), std::string::npos) << loaded.warnings[0];
  EXPECT_NE(loaded.warnings[1].find("colour"), std::string::npos) << loaded.warnings[1];
}

TEST_F(SessionFileTest, VersionsOfStagesThatAreAPartOfAnotherAreThoseOfThatOne) {
  const LoadedSession loaded = readChanged([](Json& json) {
    Json& versions = json["job"]["versions"];
    versions["thin"] = "thin.cpu.sequential";
    versions["wire_shift"] = "wire_shift.cpu.rows", versions["wire_thin"] = "wire_thin.cpu.prefixes", versions["wire_polish"] = "";
  });
  EXPECT_TRUE(loaded.warnings.empty()) << testing::PrintToString(loaded.warnings);
  const auto& ids = loaded.session.job.versionIds;
  EXPECT_EQ(ids[size_t(Stage::ridge_shift)], "ridge_shift.cpu.rows");
  EXPECT_EQ(ids[size_t(Stage::thin)], "thin.cpu.sequential") << "the stage's own name comes first";
  EXPECT_EQ(ids[size_t(Stage::polish)], "");
  EXPECT_NE(refusal([](Json& json) { json["job"]["versions"]["wire_shift"] = "thin.cpu.prefixes"; }).find("another stage"), std::string::npos);
}

TEST_F(SessionFileTest, ValuesOutOfRangeOrOfAnotherTypeAreRefusedByName) {
  EXPECT_NE(refusal([](Json& json) { json["job"]["parameters"]["r1"] = "-1"; }).find("job.parameters.r1"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"]["parameters"]["r1"] = "nan"; }).find("job.parameters.r1"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"]["parameters"]["r1"] = Json::array(); }).find("job.parameters.r1"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"]["versions"]["evolve"] = "evolve.cpu.magic"; }).find("job.versions.evolve"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"]["versions"]["evolve"] = "choose.cpu.rounds"; }).find("another stage"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"]["backend"] = "abacus"; }).find("auto, cpu, cuda"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["job"] = 5; }).find("job"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json.erase("job"); }).find("missing"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["read"]["dimension"] = 17; }).find("read.dimension"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["read"]["columns"] = {1}; }).find("read.columns"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["step"] = -1; }).find("step"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["step"] = 18446744073709551615u; }).find("step"), std::string::npos);
  EXPECT_NE(refusal([](Json& json) { json["version"] = 3; }).find("newer"), std::string::npos);
}

TEST_F(SessionFileTest, EveryParameterIsHeldAgainstItsRange) {
  for (const ParamInfo* info : allParameters())
    for (const double wrong : {info->minimum - 1, info->maximum * 2 + 1}) {
      const auto asNumber = [&](Json& json) { json["job"]["parameters"][std::string(info->id)] = wrong; };
      const auto asText = [&](Json& json) { json["job"]["parameters"][std::string(info->id)] = Json(wrong).dump(); };
      for (const std::string& said : {refusal(asNumber), refusal(asText)})
        EXPECT_NE(said.find("job.parameters." + std::string(info->id)), std::string::npos) << wrong << ": " << said;
    }
}

TEST_F(SessionFileTest, OtherFilesAreRefused) {
  EXPECT_NE(refusalOf("").find("cannot read the session"), std::string::npos);
  EXPECT_NE(refusalOf("[]").find("object"), std::string::npos);
  EXPECT_NE(refusalOf("{}").find("not a session"), std::string::npos);
  EXPECT_NE(refusalOf("{\"format\": \"arete session\", \"version\": 1e999}").find("cannot read the session"), std::string::npos);
  EXPECT_NE(refusalOf(std::string(1000, '[')).find("64 deep"), std::string::npos);
  EXPECT_NE(refusalOf(std::string((size_t(64) << 20) + 1, ' ')).find("64 MB"), std::string::npos);
  try {
    readSession(folder_ / "nowhere.arete");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
  }
}

TEST_F(SessionFileTest, ACloudThatIsNoRegularFileIsRefusedByNameWithoutWaiting) {
  ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  fs::create_directory(folder_ / "folder");
  fs::create_symlink("fifo", folder_ / "link");
  for (const std::string name : {"fifo", "folder", "link", "/dev/null", "/dev/stdin"}) {
    EXPECT_NE(refusal([&](auto& json) { json["cloud"]["file"] = name; }).find(name + "' is not a regular file"), std::string::npos) << name;
    EXPECT_NE(refusal([&](auto& json) { json["more_clouds"][0] = {{"file", name}}; }).find("is not a regular file"), std::string::npos) << name;
  }
}

TEST_F(SessionFileTest, NamesWithNulAreRefusedAndControlCharactersShown) {
  const std::string name("cloud.xyz\0x", 11);
  EXPECT_NE(refusal([&](auto& json) { json["cloud"]["file"] = name; }).find("cloud.file: a name without NUL"), std::string::npos);
  EXPECT_NE(refusal([&](auto& json) { json["more_clouds"][0] = {{"file", name}}; }).find("more_clouds.file: a name without NUL"), std::string::npos);
  const LoadedSession missing = readChanged([](auto& json) { json["cloud"]["file"] = "\n\x1b[31mred.ply"; });
  ASSERT_EQ(missing.warnings.size(), 1u);
  EXPECT_NE(missing.warnings[0].find("\\x0a\\x1b[31mred.ply"), std::string::npos) << missing.warnings[0];
}

TEST_F(SessionFileTest, AResultHashIsAHashAsItGoesIntoScripts) {
  for (const std::string hash : {"abc\ntouch file", "$(touch file)", "\x1b[31m"})
    EXPECT_NE(refusal([&](auto& json) { json["result_hash"] = hash; }).find("result_hash: a hash"), std::string::npos) << hash;
}

TEST_F(SessionFileTest, AViewThatIsNotJsonIsNotWritten) {
  session_.view = "{camera";
  EXPECT_THROW(writeSession(file(), session_), Error);
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(SessionFileTest, ASessionWithoutACloudIsPossible) {
  session_.cloud.clear();
  writeSession(file(), session_);
  EXPECT_TRUE(readSession(file()).session.cloud.empty());
}

TEST_F(SessionFileTest, VersionsOfUsersAreLookedForInSessionsAndPresetsAlone) {
  const std::string named = R"("job":{"version_files":[{"version":"evolve.mine.mine","file":"mine.cpp","hash":"0"}]}})";
  write("named.arete", "{\n  \"format\": \"arete session\",\n" + named);
  write("cloud.geojson", R"({"type":"FeatureCollection",)" + named);
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const std::vector<NamedVersionFile> found = versionFilesOfSession(folder_ / "named.arete");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].id, "evolve.mine.mine");
  EXPECT_EQ(found[0].file, folder_ / "mine.cpp");
  EXPECT_TRUE(versionFilesOfSession(folder_ / "cloud.geojson").empty());
  EXPECT_TRUE(versionFilesOfSession(folder_ / "pipe").empty()) << "nor does it wait for a writer";
  EXPECT_TRUE(versionFilesOfSession(folder_ / "missing").empty());
}

}  // namespace
}  // namespace arete
