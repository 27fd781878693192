// arete-mpi gives the hash of arete-cli on any number of ranks, however the points lie in files.
#include <sstream>

#include "tests/mpi/clouds.h"
#include "tests/mpi/run_mpi.h"

namespace arete::test {
namespace {

class MpiAnswerTest : public CliTest {
 protected:
  using Words = std::vector<std::string>;

  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  static CliResult oneProcess(const Words& files, const Words& flags) {
    CliResult alone = runCli(with(with({"detect"}, files), with(flags, {"--backend", "cpu"})));
    EXPECT_EQ(alone.code, 0) << alone.err;
    EXPECT_EQ(hashIn(alone.out).size(), 64u) << alone.out;
    return alone;
  }
  static std::string warningsIn(const std::string& text) {
    std::istringstream lines(text);
    std::string warnings;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("warning: ")) warnings += line + '\n';
    return warnings;
  }
  static std::string hashOfOneProcess(const Words& files, const Words& flags) { return hashIn(oneProcess(files, flags).out); }
  static void checkRanks(const std::vector<int>& numbers, const Words& files, const Words& flags) {
    const CliResult alone = oneProcess(files, flags);
    const std::string hash = hashIn(alone.out);
    for (const int ranks : numbers) {
      const MpiResult outcome = runMpi(ranks, with(with({"detect"}, files), with(flags, {"--threads", "1", "--quiet"})));
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_EQ(hashIn(outcome.out), hash) << ranks << " ranks\n" << outcome.out << outcome.err;
      EXPECT_EQ(countOf("hash ", outcome.out), 1u) << "rank 0 alone tells";
      EXPECT_EQ(outcome.err, warningsIn(alone.err)) << "--quiet: warnings only";
    }
  }
  /// The survey as twelve LAS files, along the flight.
  Words lasFiles(size_t points) const {
    const std::vector<double> rows = surveyRows(points);
    constexpr size_t kFiles = 12;
    Words files;
    for (size_t i = 0; i < kFiles; ++i) {
      writeRows(path("piece.xyz"), rows, points * i / kFiles, points * (i + 1) / kFiles);
      files.push_back(path("piece-" + std::to_string(i + 1) + ".las"));
      EXPECT_EQ(runCli({"convert", path("piece.xyz"), "-o", files.back()}).code, 0);
    }
    return files;
  }
};

TEST_F(MpiAnswerTest, IsThatOfOneProcessOnAnyNumberOfRanksInBothOrders) {
  const Words cloud{spiral(4000)};
  checkRanks({1, 2, 3, 7}, cloud, {"--r1", kSpiralR1, "--point-order", "scattered"});
  checkRanks({1, 2, 3}, cloud, {"--r1", kSpiralR1});
}

TEST_F(MpiAnswerTest, IsThatOfOneProcessWhereRanksShareTheChosenPointsToo) {
  const Words cloud{spiral(4000)};
  checkRanks({1, 2, 3, 7}, cloud, {"--r1", "3", "--point-order", "scattered", "--whole-up-to", "0"});
  writeNpy(path("cube.npy"), cubeRows(4000, 20));
  checkRanks({3, 5}, {path("cube.npy")}, {"--r1", "1", "--whole-up-to", "0"});
  const Words flags{"detect", path("cube.npy"), "--r1", "1", "--threads", "2", "--quiet", "--report", path("report.json")};
  ASSERT_EQ(runMpi(3, with(flags, {"--whole-up-to", "0"})).code, 0);
  nlohmann::json parts = nlohmann::json::parse(read("report.json"))["parts"];
  EXPECT_GT(parts["decimate_rounds"], 2);
  EXPECT_GT(parts["order_rounds"], 1);
  ASSERT_EQ(runMpi(3, flags).code, 0);
  parts = nlohmann::json::parse(read("report.json"))["parts"];
  EXPECT_EQ(parts["decimate_rounds"], 0) << "there are few";
  EXPECT_EQ(parts["order_rounds"], 0);
}

TEST_F(MpiAnswerTest, IsThatOfSeveralLasFilesJoined) {
  Words files = lasFiles(12'000);
  const Words flags{"--r1", "1", "--point-order", "scattered"};
  checkRanks({3}, files, {"--r1", "1"});
  const std::string hash = hashOfOneProcess(files, flags);
  std::ranges::reverse(files);
  const MpiResult outcome = runMpi(7, with(with({"detect"}, files), with(flags, {"--threads", "1", "--partition", "dealt"})));
  EXPECT_EQ(hashIn(outcome.out), hash) << "in another order of files\n" << outcome.err;
  EXPECT_NE(outcome.out.find("7 ranks dealt"), std::string::npos) << outcome.out;
}

TEST_F(MpiAnswerTest, IsThatOfAFilterOfColumns) {
  const Words files = lasFiles(6000);
  checkRanks({3}, files, {"--r1", "0.5", "--point-order", "scattered", "--where", "z > 121 && source_file < 11"});
}

TEST_F(MpiAnswerTest, IsThatOfNpyAndOfText) {
  const std::vector<double> rows = surveyRows(6000);
  writeNpy(path("survey.npy"), rows);
  checkRanks({3}, {path("survey.npy")}, {"--r1", "1", "--point-order", "scattered"});
  writeRows(path("a.xyz"), rows, 0, 2000);
  writeRows(path("b.xyz"), rows, 2000, 3500);
  writeRows(path("c.csv"), rows, 3500, 6000);
  checkRanks({2}, {path("a.xyz"), path("b.xyz"), path("c.csv")}, {"--r1", "1", "--scalar", "double"});
}

TEST_F(MpiAnswerTest, IsThatOfFewerPointsThanRanksAndOfEqualPoints) {
  std::string equal;
  for (int i = 0; i < 500; ++i) equal += "3 4\n";
  write("equal.xyz", equal);
  write("one.xyz", "1 2\n");
  for (const char* const name : {"equal.xyz", "one.xyz"}) checkRanks({4}, {path(name)}, {"--r1", "1", "--point-order", "scattered"});
}

TEST_F(MpiAnswerTest, LeavesOutRowsThatAreNotFinite) {
  std::vector<double> rows = surveyRows(3000);
  for (size_t i = 0; i < rows.size(); i += 301) rows[i] = std::nan("");
  writeNpy(path("survey.npy"), rows);
  const MpiResult outcome = runMpi(2, {"detect", path("survey.npy"), "--r1", "1", "--threads", "1"});
  EXPECT_EQ(hashIn(outcome.out), hashOfOneProcess({path("survey.npy")}, {"--r1", "1"})) << outcome.err;
  EXPECT_EQ(countOf("warning: 30 of 3 000 points left out", outcome.err), 1u) << outcome.err;
}

TEST_F(MpiAnswerTest, IsWrittenByRankZeroWithABlockOfRanksInTheReport) {
  const std::string cloud = spiral(3000);
  const MpiResult outcome = runMpi(
      3, {"detect", cloud, "--r1", kSpiralR1, "--threads", "1", "-o", path("mpi.ply"), "--chosen", path("mpi.csv"), "--report", path("mpi.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu", "-o", path("cli.ply"), "--chosen", path("cli.csv")}).code, 0);
  EXPECT_EQ(read("mpi.ply"), read("cli.ply"));
  EXPECT_EQ(read("mpi.csv"), read("cli.csv"));
  const nlohmann::json report = nlohmann::json::parse(read("mpi.json"));
  EXPECT_EQ(report["cloud"]["points"], 3000);
  EXPECT_EQ(report["parts"]["of"], "ranks");
  ASSERT_EQ(report["parts"]["ranks"].size(), 3u);
  uint64_t points = 0;
  for (const auto& rank : report["parts"]["ranks"]) {
    points += rank["points"].get<uint64_t>();
    EXPECT_GT(rank["peak_memory"], 1 << 20);
    EXPECT_GE(rank["waited_s"], 0);
    EXPECT_NE(rank["host"], "");
  }
  EXPECT_EQ(points, 3000u);
  EXPECT_GT(report["parts"]["moves"], 0);
  EXPECT_GT(report["parts"]["choose_rounds"], 0);
  for (const char* const stage :
       {"reading 1 file on 3 ranks", "choosing from 3 000 points", " chosen points, found in ", "evolving", "decimating", "writing"})
    EXPECT_NE(outcome.err.find(stage), std::string::npos) << stage << '\n' << outcome.err;
}

TEST_F(MpiAnswerTest, SaysWhatARankWouldNeedAndComputesNothing) {
  const Words files = lasFiles(6000);
  const MpiResult outcome = runMpi(3, with(with({"detect"}, files), {"--r1", "1", "--dry-run", "-o", path("curve.ply")}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* const text : {"files       12", "points      6 000", "bounds      ", "some ", " points would be chosen first",
                                 "ranks       3, 3 of them on this machine: some ", "enough from 1 on", "Nothing was computed or written."})
    EXPECT_EQ(countOf(text, outcome.out) > 0, true) << text << '\n' << outcome.out;
  EXPECT_EQ(countOf("Nothing was computed", outcome.out), 1u) << "rank 0 alone tells";
  EXPECT_FALSE(exists("curve.ply"));
}

TEST_F(MpiAnswerTest, AssignsPointsAsOneProcessDoesInTheOrderOfTheFiles) {
  const Words files = lasFiles(6000);
  for (const Words& flags : {Words{"--r1", "1"}, Words{"--r1", "1", "--point-order", "scattered", "--where", "z > 121"}}) {
    const Words all = with(with({"detect"}, files), flags);
    ASSERT_EQ(runCli(with(all, {"--backend", "cpu", "--assignment", path("cli.npy")})).code, 0);
    for (const int ranks : {1, 3, 7}) {
      const MpiResult outcome = runMpi(ranks, with(all, {"--threads", "1", "--quiet", "--assignment", path("mpi.npy")}));
      ASSERT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_EQ(read("mpi.npy"), read("cli.npy")) << ranks << " ranks";
      EXPECT_GT(read("mpi.npy").size(), 1000u);
    }
  }
}

TEST_F(MpiAnswerTest, IsThatOfTheJobForSlurmWithAStandInForSrun) {
  const Words files = lasFiles(6000);
  std::filesystem::create_directory(path("tiles"));
  for (const std::string& file : files) std::filesystem::copy(file, path("tiles"));
  setenv("SLURM_NTASKS", "3", 1);
  const MpiResult outcome = runMpi({.ranks = 3,
                                    .arguments = {path("tiles"), "1", path("curve.ply")},
                                    .program = ARETE_SOURCE_DIR "/examples/cluster/detect.sbatch",
                                    .direct = true});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(read("curve.ply.report.json"))["hash"], hashOfOneProcess(files, {"--r1", "1", "--point-order", "scattered"}));
  EXPECT_TRUE(exists("curve.ply"));
}

TEST_F(MpiAnswerTest, PassesOnWhatDoesNotFitIntoOnePieceOfMpi) {
  for (const int ranks : {1, 3, 4}) {
    const MpiResult outcome = runMpi({.ranks = ranks, .arguments = {}, .program = ARETE_MPI_PASS_AROUND});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
}

}  // namespace
}  // namespace arete::test
