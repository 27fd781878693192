// Edits in files: every operation comes back as it was, and what is wrong is refused by its key.
#include "compute/io/edit_json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/io/session_file.h"

namespace arete {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

EditList oneOfEach() {
  std::vector<Edit> edits;
  for (const EditInfo& info : editKinds()) {
    Edit edit{.kind = info.kind};
    if (!info.length) {
      const uint32_t nodes = std::max(info.fewest, info.most == EditInfo::kAnyNumber ? 3u : info.fewest);
      edit.dimension = 3;
      for (uint32_t i = 0; i < 3 * nodes; ++i) edit.places.push_back(0.1 * i + 1e6);
      for (uint32_t i = 0; i < nodes; ++i) edit.numbers.push_back(7 * i);
      if (info.edges) edit.edges = {{0, 1}};
    }
    if (info.to) edit.to = {1.0 / 3, -2, 1e-9};
    if (info.length) edit.length = 2.5;
    if (info.reach) edit.reach = 0.7;
    edit.way = info.kind == EditKind::join ? JoinWay::density : JoinWay::straight;
    edit.pinned = info.kind == EditKind::move;
    edit.inForce = info.kind == EditKind::noise;
    edits.push_back(edit);
  }
  return EditList(edits);
}

class EditJsonTest : public testing::Test {
 protected:
  EditJsonTest() {
    std::string name = (fs::temp_directory_path() / "arete-edits-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~EditJsonTest() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text) const {
    std::ofstream(folder_ / "edits.json") << text;
    return folder_ / "edits.json";
  }
  std::string refusal(const std::string& edits) const {
    try {
      readEdits(write(R"({"format": "arete edits", "version": 1, "edits": )" + edits + "}"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      const std::string where = error.where();
      return where.substr(where.find("edits.json") + 10) + " " + error.reason();
    }
    return "nothing was refused";
  }
  fs::path folder_;
};

TEST_F(EditJsonTest, EveryOperationComesBackToTheBit) {
  EXPECT_TRUE(writeEdits(folder_ / "all.json", oneOfEach()).empty());
  const EditFile read = readEdits(folder_ / "all.json");
  EXPECT_TRUE(read.warnings.empty());
  EXPECT_EQ(read.edits, oneOfEach());
}

TEST_F(EditJsonTest, IsShortToWriteByHand) {
  const EditFile read = readEdits(write(R"({"format": "arete edits", "version": 1, "edits": [
    {"do": "shorter_than", "length": 5}, {"do": "join", "nodes": [[0, 0], [1, 2]]}, {"do": "split", "nodes": [[3, 4]], "why": "a crossing"}]})"));
  ASSERT_EQ(read.edits.size(), 3u);
  EXPECT_EQ(read.edits.all()[0].length, 5);
  EXPECT_EQ(read.edits.all()[1].places, (std::vector<double>{0, 0, 1, 2}));
  EXPECT_EQ(read.edits.all()[1].way, JoinWay::straight);
  EXPECT_EQ(read.warnings, (std::vector<std::string>{"ignored 'edits[2].why', which this program does not know"}));
}

TEST_F(EditJsonTest, WhatIsWrongIsRefusedByItsKey) {
  EXPECT_EQ(refusal(R"([{"do": "dance"}])").substr(0, 26), ": edits[0].do one of delet");
  EXPECT_EQ(refusal(R"([{"nodes": [[0, 0]]}])"), ": edits[0].do the operation is expected here");
  EXPECT_EQ(refusal(R"([{"do": "split", "nodes": [[0, "a"]]}])"), ": edits[0].nodes a finite number is expected here");
  EXPECT_EQ(refusal(R"([{"do": "split", "nodes": [[0, 1]]}, {"do": "join", "nodes": [[0, 1], [2]]}])").substr(0, 16), ": edits[1].nodes");
  EXPECT_EQ(refusal(R"([{"do": "delete_edges", "nodes": [[0, 1], [1, 1]], "edges": [[0, 2]]}])").substr(0, 16), ": edits[0].edges");
  EXPECT_EQ(refusal(R"([{"do": "delete_edges", "nodes": [[0, 1], [1, 1]], "edges": [[0, -1]]}])").substr(0, 16), ": edits[0].edges");
  EXPECT_EQ(refusal(R"([{"do": "longer_than", "length": 0}])"), ": edits[0].length a length above 0 is expected here");
  EXPECT_EQ(refusal(R"({"a": 1})").substr(0, 7), ": edits");
  EXPECT_THROW(readEdits(write("[]")), Error);
  EXPECT_THROW(readEdits(write("{")), Error);
  EXPECT_THROW(readEdits(write(R"({"format": "arete edits", "version": 2, "edits": []})")), Error);
  EXPECT_THROW(readEdits(folder_ / "none.json"), Error);
}

TEST_F(EditJsonTest, ASessionKeepsThemAndOnlyThenIsOfVersion2) {
  SessionFile session;
  const auto versionOf = [&] {
    writeSession(folder_ / "work.arete", session);
    std::ifstream in(folder_ / "work.arete");
    return Json::parse(in)["version"].get<int>();
  };
  EXPECT_EQ(versionOf(), 1) << "what older programs open";
  session.job.edits = oneOfEach();
  EXPECT_EQ(versionOf(), 2) << "what older programs would lose";
  const LoadedSession loaded = readSession(folder_ / "work.arete");
  EXPECT_TRUE(loaded.warnings.empty());
  EXPECT_EQ(loaded.session.job.edits, oneOfEach());
  EXPECT_EQ(loaded.session.job.inputFilter().tubes.size(), 1u);
}

TEST_F(EditJsonTest, ASessionWithAWrongEditIsRefusedByItsKey) {
  SessionFile session;
  session.job.edits = EditList({Edit{.kind = EditKind::longerThan, .length = 3}});
  writeSession(folder_ / "work.arete", session);
  std::ifstream in(folder_ / "work.arete");
  Json json = Json::parse(in);
  json["job"]["edits"][0]["length"] = "far";
  try {
    readSession(folder_ / "work.arete", json.dump());
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_NE(error.where().find("job.edits[0].length"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace arete
