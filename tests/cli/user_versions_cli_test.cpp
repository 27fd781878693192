// Users' versions: compiled, run in a process of their own, compared, raced and graded.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <regex>
#include <thread>

#include "tests/cli/run_cli.h"
#include "tests/cli/user_versions_support.h"

namespace arete::test {
namespace {

namespace fs = std::filesystem;

const fs::path kExamples = fs::path(ARETE_SOURCE_DIR) / "examples/versions";

class UserVersionsCliTest : public CliTest {
 protected:
  CliResult tryIt(const std::string& source, std::vector<std::string> more = {}) {
    write("mine.cpp", source);
    more.insert(more.begin(), {"try", path("mine.cpp")});
    return runCli(more);
  }
  /// What compiling left among the temporary files, which are this test's own.
  size_t filesLeft() const { return size_t(std::distance(fs::directory_iterator(path("temporary")), fs::directory_iterator())); }

  void SetUp() override {
    fs::create_directory(path("temporary"));
    setenv("TMPDIR", path("temporary").c_str(), 1);
  }
  void TearDown() override { unsetenv("TMPDIR"); }
};

TEST_F(UserVersionsCliTest, ARightVersionOfEachStageHasTheBitsOfTheReference) {
  const std::string cloud = spiral(1500);
  for (const std::string& source : {evolveSource(), kChooseSource, kDecimateSource, knnSource()}) {
    const CliResult result = tryIt(source, {cloud, "--r1", kSpiralR1, "--repeat", "1", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = result.json();
    EXPECT_EQ(json["bits"], "same");
    EXPECT_GT(json["tasks"], 35);
    ASSERT_GE(json["times"].size(), 2u);
    for (const auto& row : json["times"]) EXPECT_GT(row["median_ms"], 0) << row;
  }
  EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(UserVersionsCliTest, TheFirstDifferenceIsToldInWords) {
  const auto expect = [&](const std::string& source, const std::string& words) {
    const CliResult result = tryIt(source);
    EXPECT_EQ(result.code, 2);
    EXPECT_TRUE(std::regex_search(result.out, std::regex(words))) << result.out;
    EXPECT_NE(result.err.find("differs from the reference"), std::string::npos) << result.err;
  };
  expect(evolveSource("sum <= best"), "point 0 at distance 0 belongs to chosen point 0, yours says 1; a tie goes to the lower number");
  expect(evolveSource("sum < best"), "belongs to chosen point \\d+, yours says none; a distance of R1 itself counts as within");
  expect(evolveSource("sum < best || index == ARETE_NONE"), "belongs to none, yours says \\d+, which is at distance .+ more than R1");
  expect(knnSource("std::greater<>()"), "neighbour 1 of query 0 is point 0 at distance 0, yours says \\d+ at distance");
  expect(std::regex_replace(kChooseSource, std::regex("sum <= "), "sum < "), "is not chosen, as point \\d+, which is, is within R1 at distance");
  expect(std::regex_replace(kDecimateSource, std::regex("within >= 4"), "within >= 5"), "chosen point \\d+ goes, with 4 points within R2");
}

TEST_F(UserVersionsCliTest, WhateverAVersionDoesEndsItsProcessAloneAndIsToldAsWhatItIs) {
  const std::vector<std::pair<std::string, std::string>> deeds = {
      {"*static_cast<volatile int*>(nullptr) = 1;", "through a null pointer"},
      {"for (;;) asm volatile(\"\");", "did not end within 500 ms"},
      {"task.nearest[task.n] = 1;", "wrote outside of its arrays: right behind the end of 'nearest'"},
      {"for (int i = 0; i < 5000; ++i) task.nearest[task.n + i] = 1;", "behind the end of 'nearest'"},
      {"(&task.nearest[0])[-1] = 1;", "before 'nearest'"},
      {"const_cast<T*>(task.points)[0] = 1;", "wrote into 'points', an input"},
      {"exit(3);", "ended its process with exit(3)"},
      {"while (fork() >= 0) {}", "it called fork()"},
      {"std::vector<char> all(size_t(10) << 30); memset(all.data(), 1, all.size());", "more memory than there is for it"},
      {"if (system(\"true\") == 0) return;", "started a program"},
      {"socket(AF_INET, SOCK_STREAM, 0);", "it called socket()"},
      {"FILE* file = fopen(\"" + path("left") + "\", \"w\"); fputs(\"x\", file); fclose(file);", "wrote a file"},
      {"remove(\"" + path("mine.cpp") + "\");", "it called unlink()"},
      {"throw std::runtime_error(\"no such luck\");", "threw an exception: no such luck"},
      {"printf(\"so far\\n\"); fflush(stdout); abort();", "it gave up (abort)"},
      {"volatile uint32_t zero = 0; task.nearest[0] = task.n / zero;", "divided an integer by zero"},
      {"task.nearest[0] = 4711;", "nearest[0] is 4711"},
      {"memset(task.nearest, 0xAA, 4);", "did not write nearest[0]"},
  };
  for (const auto& [deed, words] : deeds) {
    const auto start = std::chrono::steady_clock::now();
    const CliResult result = tryIt(evilSource(deed), {"--time-limit", "0.5"});
    EXPECT_EQ(result.code, 2) << deed;
    EXPECT_NE(result.err.find("your version failed: " + path("mine.cpp")), std::string::npos) << deed << '\n' << result.err;
    EXPECT_NE(result.err.find(words), std::string::npos) << deed << '\n' << result.err;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30)) << deed;
  }
  EXPECT_TRUE(exists("mine.cpp"));
  EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(UserVersionsCliTest, MessagesOfTheCompilerHaveFileAndLine) {
  const CliResult result = tryIt("int one = 1;\nint two = ;\n");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("cannot compile the version: " + path("mine.cpp") + ":2:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("expected primary-expression"), std::string::npos) << result.err;
  EXPECT_NE(tryIt("int one = 1;\n").err.find("it declares no version"), std::string::npos);
  EXPECT_NE(tryIt("#include <arete/missing.h>\n").err.find("arete/missing.h"), std::string::npos);
}

TEST_F(UserVersionsCliTest, AnIsolatedVersionDoesNotSeeFilesOutside) {
  write("secret", "x");
  const std::string source = evilSource("if (fopen(\"" + path("secret") + "\", \"r\") != nullptr) throw std::runtime_error(\"seen\");");
  EXPECT_NE(tryIt(source).err.find("seen"), std::string::npos);
  const CliResult isolated = tryIt(source, {"--isolate"});
  if (isolated.err.find("cannot isolate") != std::string::npos) GTEST_SKIP() << isolated.err;
  EXPECT_EQ(isolated.err.find("seen"), std::string::npos) << isolated.err;
  EXPECT_NE(isolated.out.find("differs in"), std::string::npos) << isolated.out;
}

TEST_F(UserVersionsCliTest, AVersionFromAFileRacesWithOursAndItsSourceIsOnThePage) {
  write("my tiles.cpp", evolveSource());
  write("loose.cpp", evolveSource("sum <= best"));
  const CliResult result = runCli({"race", spiral(), "--r1", kSpiralR1, "--version-file", path("my tiles.cpp"), "--version-file", path("loose.cpp"),
                                   "--versions", "evolve=cpu.sequential", "--repeat", "1", "-o", path("race.json"), "--page", path("race.html")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto racers = nlohmann::json::parse(read("race.json"))["racers"];
  ASSERT_EQ(racers.size(), 3u);
  EXPECT_EQ(racers[1]["version"], "evolve.mine.my_tiles");
  EXPECT_EQ(racers[1]["hash"], racers[0]["hash"]);
  EXPECT_TRUE(racers[1]["equal"]);
  EXPECT_GT(racers[1]["milliseconds"], 0);
  const std::string page = read("race.html");
  for (const char* wanted : {"Source of evolve.mine.my_tiles", "AreteEvolve&lt;T&gt;", "Every point looks at every chosen point."})
    EXPECT_NE(page.find(wanted), page.npos) << wanted;
}

TEST_F(UserVersionsCliTest, AParameterOfItsIsRacedLikeOneOfOurs) {
  write("mine.cpp", evolveSource());
  const CliResult result = runCli({"race", spiral(), "--r1", kSpiralR1, "--version-file", path("mine.cpp"), "--evolve", "evolve.mine.mine", "--vary",
                                   "mine_block=8,64", "--repeat", "1", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["racers"][1]["version"], "mine block 64");
}

TEST_F(UserVersionsCliTest, AParameterOfItsIsSetWhenItIsTriedOrGraded) {
  const CliResult usual = tryIt(tunableSource(), {"--json"}), loose = tryIt(tunableSource(), {"--set", "loose=1", "--json"});
  EXPECT_EQ(usual.json()["parameters"], nlohmann::json({{"rounds", 4}, {"loose", 0}})) << usual.err;
  EXPECT_EQ(usual.json()["bits"], "same");
  EXPECT_EQ(loose.json()["parameters"]["loose"], 1);
  EXPECT_NE(loose.json()["reason"].get<std::string>().find("a tie goes to the lower number"), std::string::npos) << loose.out;
  EXPECT_NE(tryIt(tunableSource(), {"--set", "rounds=9"}).err.find("1 to 8"), std::string::npos);
  EXPECT_NE(tryIt(tunableSource(), {"--set", "block=9"}).err.find("declares no parameter of this name"), std::string::npos);
  fs::create_directory(path("class"));
  write("class/with.cpp", tunableSource());
  write("class/without.cpp", evolveSource());
  const CliResult graded = runCli({"grade", path("class"), "--trusted", "--set", "loose=1", "--repeat", "1", "--json"});
  ASSERT_EQ(graded.code, 0) << graded.err;
  for (const auto& row : graded.json()) EXPECT_EQ(row["same"], row["file"].get<std::string>().ends_with("without.cpp")) << row;
}

TEST_F(UserVersionsCliTest, TuneTriesEveryValueAndTheFastestHasTheBitsOfTheReference) {
  write("mine.cpp", tunableSource());
  const CliResult result =
      runCli({"bench", "tune", "--version-file", path("mine.cpp"), "--points", "3000", "--threads", "1", "--repeat", "3", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rows = result.json()["rows"];
  ASSERT_EQ(rows.size(), 8u);  // 1, 2, 4, 8 rounds, by loose or not
  EXPECT_EQ(rows[0]["values"], nlohmann::json({{"rounds", 4}, {"loose", 0}}));
  for (const auto& row : rows) {
    EXPECT_EQ(row["bits"], row["values"]["loose"] == 0 ? "same" : "differ") << row;
    EXPECT_GT(row["ms"], 0);
    EXPECT_EQ(row["fastest"], row["values"] == nlohmann::json({{"rounds", 1}, {"loose", 0}})) << row;
  }
  const CliResult some = runCli({"bench", "tune", "--version-file", path("mine.cpp"), "--points", "500", "--axis", "rounds=3", "--axis", "loose=0"});
  ASSERT_EQ(some.code, 0) << some.err;
  EXPECT_TRUE(std::regex_search(some.out, std::regex("Fastest: --mine-rounds [34] --mine-loose 0"))) << some.out;
  EXPECT_NE(runCli({"bench", "tune", "--version-file", path("mine.cpp"), "--axis", "rounds=9"}).err.find("1 to 8"), std::string::npos);
}

TEST_F(UserVersionsCliTest, ItsProcessHasThePriorityOfOursSoThatTimesCanBeCompared) {
  const std::string source = std::regex_replace(evilSource("task.nearest[0] = 4000 + uint32_t(getpriority(PRIO_PROCESS, 0));"),
                                                std::regex("#include <unistd.h>"), "#include <sys/resource.h>");
  constexpr int kLower = 3;
  std::thread([&] {  // the program inherits the priority of the thread that starts it
    const int lower = std::min(getpriority(PRIO_PROCESS, 0) + kLower, 19);
    ASSERT_EQ(setpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)), lower), 0);
    const CliResult result = tryIt(source);
    EXPECT_NE(result.err.find("nearest[0] is " + std::to_string(4000 + lower)), std::string::npos) << result.err;
  })
      .join();
}

TEST_F(UserVersionsCliTest, ThePageOfARaceTellsWhereAVersionDiffersAndWhatBoundsIt) {
  write("loose.cpp", evolveSource("sum <= best"));
  write("chosen.cpp", kChooseSource);
  write("stays.cpp", kDecimateSource);
  const std::string cloud = spiral(1500);
  const auto pageOf = [&](const std::string& file, const std::string& with) {
    const CliResult result = runCli({"race", cloud, "--r1", kSpiralR1, "--version-file", path(file), "--versions", with, "--threads", "1", "--repeat",
                                     "1", "--page", path("race.html")});
    EXPECT_EQ(result.code, 0) << result.err;
    return read("race.html");
  };
  const std::string loose = pageOf("loose.cpp", "evolve=cpu.brute_force");
  for (const char* wanted : {"The answer of evolve.mine.loose beside the reference", "a tie goes to the lower number", "Source of evolve.mine.loose"})
    EXPECT_NE(loose.find(wanted), loose.npos) << wanted;
  for (const auto& [file, with] : {std::pair("chosen.cpp", "choose=cpu.sequential"), std::pair("stays.cpp", "decimate=cpu.sequential")}) {
    const std::string page = pageOf(file, with);
    EXPECT_NE(page.find("It has the same bits in all "), page.npos) << file;
    EXPECT_NE(page.find("How near each comes to the most"), page.npos) << file;
  }
}

TEST_F(UserVersionsCliTest, AVersionFromAFileIsARowThatIsNoDefaultAndThatNothingLoadsUnasked) {
  write("mine.cpp", evolveSource());
  const auto rows = runCli({"versions", "--version-file", path("mine.cpp"), "--json"}).json();
  const auto row = std::find_if(rows.begin(), rows.end(), [](const auto& each) { return each["id"] == "evolve.mine.mine"; });
  ASSERT_NE(row, rows.end());
  EXPECT_TRUE((*row)["user"] && !(*row)["default"] && !(*row)["exact"]);
  EXPECT_EQ((*row)["parameters"].back()["flag"], "--mine-block");
  const std::string cloud = spiral(1000);
  const CliResult with = runCli({"detect", cloud, "--r1", kSpiralR1, "--version-file", path("mine.cpp"), "--evolve", "evolve.mine.mine",
                                 "--mine-block", "16", "-o", path("a.csv"), "--session", path("a.arete")});
  ASSERT_EQ(with.code, 0) << with.err;
  EXPECT_EQ(hashIn(with.out), hashIn(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("b.csv")}).out));
  const CliResult replayed = runCli({"replay", path("a.arete")});
  EXPECT_EQ(replayed.code, 2);
  EXPECT_NE(replayed.err.find("give the file with --version-file"), std::string::npos) << replayed.err;
  EXPECT_EQ(runCli({"replay", path("a.arete"), "--version-file", path("mine.cpp")}).code, 0);
}

TEST_F(UserVersionsCliTest, AClassOfThirtyIsRankedWithWhatIsWrongWithEach) {
  fs::create_directory(path("class"));
  const std::vector<std::string> sources = {evolveSource(), evolveSource("sum <= best"), evilSource("exit(0);"), "int x = ;", kChooseSource};
  for (int i = 0; i < 30; ++i) write("class/student" + std::to_string(i) + ".cpp", sources[size_t(i) % sources.size()]);
  std::vector<std::string> arguments = {"grade",  path("class"),  "--stage", "evolve",   "-o", path("page.html"), "--csv", path("marks.csv"),
                                        "--json", "--time-limit", "5",       "--repeat", "1"};
  CliResult result = runCli(arguments);
  if (result.err.find("cannot isolate") != std::string::npos) {
    EXPECT_EQ(result.code, 2);
    arguments.emplace_back("--trusted");
    result = runCli(arguments);
  }
  ASSERT_EQ(result.code, 0) << result.err;
  std::map<std::string, int> bits;
  int ranked = 0;
  for (const auto& row : result.json()) {
    const std::string words = row["bits"];
    ++bits[words.substr(0, words.find(' '))];
    ranked += row["rank"].is_number();
  }
  EXPECT_EQ(bits, (std::map<std::string, int>{{"same", 6}, {"differs", 6}, {"failed", 6}, {"not", 12}}));
  EXPECT_EQ(ranked, 6);
  const std::string marks = read("marks.csv"), page = read("page.html");
  EXPECT_EQ(std::count(marks.begin(), marks.end(), '\n'), 31);
  for (const char* wanted : {"a tie goes to the lower number", "exit(0)", "it is a version of choose", "expected primary-expression"}) {
    EXPECT_NE(marks.find(wanted), marks.npos) << wanted;
    EXPECT_NE(page.find(wanted), page.npos) << wanted;
  }
}

TEST_F(UserVersionsCliTest, TheExampleOfTheCpuHasTheBitsOfTheReference) {
  const CliResult result = runCli({"try", (kExamples / "evolve_simd.cpp").string(), spiral(), "--r1", kSpiralR1, "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["bits"], "same");
  EXPECT_EQ(result.err.find("warning"), std::string::npos) << result.err;
  EXPECT_NE(std::string(result.json()["head"]).find("eight points"), std::string::npos);
}

TEST_F(UserVersionsCliTest, TheFilesOfTheLessonDoWhatItSays) {
  std::ifstream page(fs::path(ARETE_SOURCE_DIR) / "docs/teaching.md");
  std::string text(std::istreambuf_iterator<char>(page), {});
  text = text.substr(text.find("## Your first kernel in 30 minutes"));
  std::vector<std::string> sources;
  for (size_t at = 0, end = 0; (at = text.find("```cpp\n", end)) != text.npos;) {
    end = text.find("```", at + 7);
    sources.push_back(text.substr(at + 7, end - at - 7));
    end += 3;
  }
  ASSERT_EQ(sources.size(), 3u);
  const CliResult nothing = tryIt(sources[0], {spiral(), "--r1", kSpiralR1});
  EXPECT_NE(nothing.out.find("point 0 at distance 0 belongs to chosen point 0, yours says none"), std::string::npos) << nothing.out;
  for (size_t i = 1; i < 3; ++i) {
    const CliResult result = tryIt(sources[i], {spiral(), "--r1", kSpiralR1, "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.json()["bits"], "same");
    EXPECT_EQ(result.err, "");  // no warning, which would frighten
  }
}

/// Where there is a GPU they are compared too.
TEST_F(UserVersionsCliTest, TheExamplesOfCudaAreCompiled) {
  const bool hasCompiler = runCli({"try", (kExamples / "evolve_thread.cu").string()}).err.find("there is no nvcc") == std::string::npos;
  if (!hasCompiler) GTEST_SKIP() << "there is no nvcc";
  for (const char* name : {"evolve_thread", "evolve_shared", "evolve_registers", "knn_block", "knn_list"}) {
    const CliResult result = runCli({"try", (kExamples / (std::string(name) + ".cu")).string()});
    EXPECT_TRUE(result.code == 0 || result.err.find("it was compiled; run it on a machine with a GPU") != std::string::npos) << result.err;
  }
  write("wrong.cu", "#include <arete/version.h>\n__global__ void kernel() { int x = y; }\n");
  EXPECT_NE(runCli({"try", path("wrong.cu")}).err.find("wrong.cu:2: identifier \"y\" is undefined"), std::string::npos);
}

TEST_F(UserVersionsCliTest, TheExamplesOfCudaAreCompiledWithoutNvcc) {
  for (const char* name : {"evolve_thread", "evolve_shared", "evolve_registers", "knn_block", "knn_list"}) {
    const CliResult result = runCli({"try", (kExamples / (std::string(name) + ".cu")).string(), "--nvrtc"});
    if (result.err.find("there is neither nvcc nor NVRTC") != std::string::npos) GTEST_SKIP() << result.err;
    EXPECT_TRUE(result.code == 0 || result.err.find("it was compiled; run it on a machine with a GPU") != std::string::npos) << result.err;
  }
  write("wrong.cu",
        "#include <arete/version.h>\n__global__ void kernel() { int x = y; }\ntemplate <class T>\nvoid nearest(const AreteEvolve<T>&) {\n"
        "  kernel<<<1, 1>>>();\n}\nARETE_DECLARE_VERSION(evolve, cuda, nearest, ARETE_ROWS)\n");
  EXPECT_NE(runCli({"try", path("wrong.cu"), "--nvrtc"}).err.find("wrong.cu:2: identifier \"y\" is undefined"), std::string::npos);
  write("host.cu", "#include <arete/version.h>\n__global__ void kernel() {}\nvoid run() {\n  kernel<<<1, 1>>>();\n  int x = z;\n}\n");
  EXPECT_NE(runCli({"try", path("host.cu"), "--nvrtc"}).err.find("host.cu:5:"), std::string::npos);
  EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(UserVersionsCliTest, AnExampleHasAtMostSixtyLines) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(kExamples)) {
    const std::string text = [&] {
      std::ifstream file(entry.path());
      return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60) << entry.path();
    ++count;
  }
  EXPECT_EQ(count, 6);
}

}  // namespace
}  // namespace arete::test
