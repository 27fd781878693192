// detect, from a cloud on disk to the files that it writes.
#include "tests/cli/run_cli.h"

#include <sys/wait.h>

#include <cstdlib>

#include "compute/catalog/version.h"

namespace arete::test {

class DetectTest : public CliTest {
 protected:
  std::string hashOf(std::vector<std::string> arguments) const {
    std::vector<std::string> all = {"detect"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const std::string report = path("report.json");
    all.insert(all.end(), {"--r1", kSpiralR1, "--report", report});
    const CliResult result = runCli(all);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.code == 0 ? nlohmann::json::parse(read("report.json"))["hash"].get<std::string>() : "";
  }
};

TEST_F(DetectTest, WritesCurveChosenPointsAndReport) {
  const std::string cloud = spiral();
  const CliResult result =
      runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.ply"), "--chosen", path("chosen.csv"), "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(exists("curve.ply") && exists("chosen.csv"));
  const auto report = nlohmann::json::parse(read("report.json"));
  for (const char* key : {"versions", "r1", "r2", "counts", "evolve_iterations", "sweeps", "components", "loops", "times_ms", "hash", "device"})
    EXPECT_TRUE(report.contains(key)) << key;
  EXPECT_EQ(report["r1"], 8.34);
  EXPECT_EQ(report["r2"], 16.68);
  EXPECT_NE(result.out.find(report["hash"].get<std::string>()), std::string::npos) << "the summary says the hash";
  std::string counts = "; chosen points " + std::to_string(report["counts"]["choose"].get<int>());
  for (const auto& each : report["counts"]["rounds"]) counts += " > " + std::to_string(each.get<int>());
  EXPECT_NE(result.out.find(counts + "\n"), std::string::npos) << result.out;
}

TEST_F(DetectTest, TakesRadiiUpToTheLargestOnesThatTheHelpNames) {
  const std::string cloud = spiral();
  for (const std::vector<std::string>& radii :
       {std::vector<std::string>{"--r1", "1e30"}, {"--r1", "8", "--r2", "2e30"}, {"--r1", "1e30", "--r2", "1"}}) {
    std::vector<std::string> all{"detect", cloud, "--report", path("report.json")};
    all.insert(all.end(), radii.begin(), radii.end());
    const CliResult result = runCli(all);
    ASSERT_EQ(result.code, 0) << result.err;
    if (radii[1] == "1e30") {
      EXPECT_EQ(nlohmann::json::parse(read("report.json"))["counts"]["choose"], 1);
    }
  }
  EXPECT_EQ(runCli({"detect", cloud, "--r1", "1e31", "--report", path("report.json")}).code, 2);
}

TEST_F(DetectTest, WritesEveryCurveFormatByExtensionAndByFlag) {
  const std::string cloud = spiral();
  for (const char* format : {"ply", "csv", "obj", "dxf", "geojson", "svg", "gpkg", "vtp", "graphml", "swc"}) {
    const std::string named = std::string("curve.") + format, flagged = std::string("flagged-") + format;
    const std::string curve = std::string(format) == "swc" ? "network" : "chains";  // these chains close a loop, which SWC cannot hold
    EXPECT_EQ(runCli({"detect", cloud, "--curve", curve, "--r1", kSpiralR1, "-o", path(named)}).code, 0) << format;
    EXPECT_EQ(runCli({"detect", cloud, "--curve", curve, "--r1", kSpiralR1, "-o", path(flagged), "--format", format}).code, 0) << format;
    EXPECT_EQ(read(named), read(flagged)) << format;
    EXPECT_FALSE(read(named).empty()) << format;
  }
}

TEST_F(DetectTest, GivesOneHashForEveryNumberOfThreads) {
  const std::string cloud = spiral();
  const std::string hash = hashOf({cloud, "--threads", "1"});
  EXPECT_EQ(hash.size(), 64u);
  EXPECT_EQ(hashOf({cloud, "--threads", "2"}), hash);
  EXPECT_EQ(hashOf({cloud, "--threads", "7"}), hash);
}

TEST_F(DetectTest, SaysHowFarADetectionInTilesIsFromTheExactAnswer) {
  const std::string cloud = spiral();
  const auto detect = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"detect", cloud, "--r1", kSpiralR1, "--report", path("report.json"), "--compare-exact"});
    const CliResult result = runCli(more);
    EXPECT_EQ(result.code, 0) << result.err;
    return std::pair(result.out, nlohmann::json::parse(read("report.json")));
  };
  const auto [text, report] = detect({"--tile-detection", "hybrid", "--tile-kind", "extended", "--tiles-per-axis", "3", "--tile-capacity", "500"});
  EXPECT_EQ(report["exact"], false);
  EXPECT_NE(text.find("extended tiles of"), text.npos) << text;
  EXPECT_NE(text.find("answer    inexact"), text.npos);
  EXPECT_NE(text.find(", " + std::to_string(report["tiles"]["levels"].get<int>()) + " levels,"), text.npos) << "one meaning of levels\n" << text;
  EXPECT_GE(report["tiles"]["leaves"], 6);
  EXPECT_LE(report["tiles"]["points_most"], 500);
  EXPECT_GT(report["difference"]["exact_chosen"], 0);
  EXPECT_GE(report["difference"]["hausdorff"], 0);
  const auto [plain, exact] = detect({});
  EXPECT_EQ(exact["exact"], true);
  EXPECT_FALSE(exact.contains("tiles"));
  EXPECT_EQ(exact["difference"]["hausdorff"], 0);
  EXPECT_EQ(exact["difference"]["identical"], exact["chosen"]);
  const auto [one, alone] = detect({"--tile-detection", "local", "--tiles-per-axis", "1"});
  EXPECT_EQ(alone["hash"], exact["hash"]) << "one tile is the whole cloud";
}

TEST_F(DetectTest, GivesOneHashForAllCombinationsOfExactVersions) {
  const std::string cloud = spiral(600);
  const std::string hash = hashOf({cloud});
  for (const Version& choose : versions(Stage::choose))
    for (const Version& evolve : versions(Stage::evolve))
      for (const Version& decimate : versions(Stage::decimate))
        for (const Version& order : versions(Stage::order)) {
          bool usable = true;
          for (const Version* version : {&choose, &evolve, &decimate, &order}) usable = usable && version->exact && version->available();
          if (!usable) continue;
          EXPECT_EQ(hashOf({cloud, "--choose", std::string(choose.id), "--evolve", std::string(evolve.id), "--decimate", std::string(decimate.id),
                            "--order", std::string(order.id)}),
                    hash)
              << choose.id << ' ' << evolve.id << ' ' << decimate.id << ' ' << order.id;
        }
}

TEST_F(DetectTest, SuggestsARadiusAndSaysSo) {
  const CliResult result = runCli({"detect", spiral(), "-o", path("curve.csv")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("--r1"), std::string::npos) << result.err;
}

TEST_F(DetectTest, MeasuresAgainstAReference) {
  ASSERT_EQ(runCli({"generate", "spiral", "--points", "20000", "-o", path("cloud.ply"), "--truth", path("truth.csv")}).code, 0);
  const CliResult result = runCli(
      {"detect", path("cloud.ply"), "--r1", kSpiralR1, "--reference", path("truth.csv"), "--report", path("report.json"), "-o", path("curve.ply")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto quality = nlohmann::json::parse(read("report.json"))["quality"];
  ASSERT_TRUE(quality.contains("hausdorff")) << quality;
  EXPECT_GT(quality["hausdorff"].get<double>(), 0);
  EXPECT_FALSE(quality.contains("path_score"));
  const std::vector<std::string> paths = {"detect", path("cloud.ply"), "--r1", kSpiralR1, "--paths"};
  std::vector<std::string> measured = paths;
  measured.insert(measured.end(), {"--reference", path("truth.csv"), "--report", path("paths.json")});
  ASSERT_EQ(runCli(measured).code, 0);
  EXPECT_GT(nlohmann::json::parse(read("paths.json"))["quality"]["path_score"].get<double>(), 0.5);
  EXPECT_EQ(runCli(paths).code, 2) << "without a reference";
  const CliResult again = runCli({"quality", path("curve.ply"), "--reference", path("truth.csv"), "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_NEAR(again.json()["hausdorff"].get<double>(), quality["hausdorff"].get<double>(), 1e-3);
}

TEST_F(DetectTest, RefusesWrongUseWithCode2AndNothingOnStandardOutput) {
  const std::string cloud = spiral(100);
  const std::vector<std::vector<std::string>> wrong = {
      {"detect"},
      {"detect", cloud, "--r1", "-1"},
      {"detect", cloud, "--r1", "nan"},
      {"detect", cloud, "--r1", "many"},
      {"detect", cloud, "--r1", kSpiralR1, "--treads", "2"},
      {"detect", cloud, "--r1", kSpiralR1, "--evolve", "evolve.cpu.magic"},
      {"detect", cloud, "--r1", kSpiralR1, "--evolve", "choose.cpu.rounds"},
      {"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.xyzzy")},
      {"detect", cloud, "--r1", kSpiralR1, "--report", path("report.txt")},
      {"detect", cloud, "--r1", kSpiralR1, "--dim", "17"},
      {"detekt", cloud},
      {},
  };
  for (const auto& arguments : wrong) {
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 2) << testing::PrintToString(arguments) << result.err;
    EXPECT_TRUE(result.out.empty()) << result.out;
    EXPECT_FALSE(result.err.empty());
  }
}

TEST_F(DetectTest, SuggestsTheFlagAndTheVersionThatWereMeant) {
  const std::string cloud = spiral(100);
  EXPECT_NE(runCli({"detect", cloud, "--treads", "2"}).err.find("did you mean --threads?"), std::string::npos);
  EXPECT_NE(runCli({"detect", cloud, "--evolve", "evolve.cpu.acelerated"}).err.find("closest first: evolve.cpu.accelerated"), std::string::npos);
}

TEST_F(DetectTest, RefusesBadInputWithCode2AndAMissingFileWithCode1) {
  write("bad.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nend_header\n1\n");
  EXPECT_EQ(runCli({"detect", path("bad.ply"), "--r1", "1", "-o", path("curve.ply")}).code, 2);
  EXPECT_EQ(runCli({"detect", path("nowhere.ply"), "--r1", "1", "-o", path("curve.ply")}).code, 1);
  EXPECT_FALSE(exists("curve.ply"));
}

TEST_F(DetectTest, RefusesCudaWithTheReasonWhereItCannotRun) {
  for (const Version& version : catalog())
    if (version.backend == Backend::cuda && version.available()) GTEST_SKIP() << "a CUDA version can run here";
  const CliResult result = runCli({"detect", spiral(100), "--r1", kSpiralR1, "--backend", "cuda"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("CUDA"), std::string::npos) << result.err;
}

TEST_F(DetectTest, StopsAtMaxIterationsAndSaysSo) {
  const CliResult result = runCli({"detect", spiral(), "--r1", kSpiralR1, "--max-iterations", "2", "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_FALSE(nlohmann::json::parse(read("report.json"))["converged"].get<bool>());
  EXPECT_NE(result.out.find("not converged"), std::string::npos);
}

TEST_F(DetectTest, LeavesNoFileWhenInterrupted) {
  const std::string cloud = spiral(200000);
  const std::vector<std::string> before = files();
  const CliResult result = runCli({"detect", cloud, "--r1", "1", "--tolerance", "0", "--evolve", "evolve.cpu.sequential", "-o", path("curve.ply"),
                                   "--chosen", path("chosen.ply"), "--report", path("report.json")},
                                  1500);
  EXPECT_EQ(result.code, 130) << result.err;
  EXPECT_EQ(files(), before);
}

TEST_F(DetectTest, SaysWhatIsWrongWithAnOutputBeforeItReadsTheCloud) {
  for (const char* flag : {"-o", "--chosen", "--report"}) {
    const CliResult result = runCli({"detect", path("no such cloud.ply"), "--r1", "1", flag, path("no/such/folder/a.csv")});
    EXPECT_EQ(result.code, 1) << flag;
    EXPECT_NE(result.err.find("there is no folder"), std::string::npos) << flag << ": " << result.err;
  }
}

TEST_F(DetectTest, FailsWhenStandardOutputTakesNothing) {
  const std::string cloud = spiral(500);
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1}).code, 0);
  for (const std::string& arguments : {"info '" + cloud + "'", std::string("--help"), std::string("detect --help"), std::string("--version")}) {
    const std::string command = std::string("'") + ARETE_CLI + "' " + arguments + " >/dev/full 2>'" + path("err") + "'";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << arguments;
    EXPECT_NE(read("err").find("standard output"), std::string::npos) << arguments << read("err");
  }
}

TEST_F(DetectTest, LeavesNothingWhereItCannotWrite) {
  const std::string cloud = spiral();
  const std::vector<std::string> before = files();
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("no/such/folder/curve.ply")}).code, 1);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", "/dev/full", "--format", "ply"}).code, 1);
  EXPECT_EQ(files(), before);
}

TEST_F(DetectTest, SaysWithCode130ThatItWasInterruptedAlsoOnATerminal) {
  const std::string cloud = spiral(200000);
  const std::vector<std::string> before = files();
  const CliResult result =
      runCliOnTerminal({"detect", cloud, "--r1", "1", "--tolerance", "0", "--evolve", "evolve.cpu.sequential", "-o", path("curve.ply")}, 1500);
  EXPECT_EQ(result.code, 130) << result.err;
  EXPECT_EQ(files(), before);
  EXPECT_NE(result.err.find("choosing"), std::string::npos) << "there was no progress bar to clear";
  const size_t message = result.err.find("arete-cli: interrupted");
  ASSERT_NE(message, std::string::npos) << result.err;
  EXPECT_EQ(result.err.substr(message - 4, 4), "\r\x1b[K") << "the progress bar is still before the message";
}

TEST_F(DetectTest, ShowsProgressOnATerminalAndClearsIt) {
  const CliResult result = runCliOnTerminal({"detect", spiral(20000), "--r1", kSpiralR1, "--evolve", "evolve.cpu.sequential"});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("[#"), std::string::npos) << result.err;
  EXPECT_TRUE(result.err.ends_with("\r\x1b[K")) << result.err;
  EXPECT_EQ(result.out.find_first_of("\r\x1b"), std::string::npos);
}

TEST_F(DetectTest, WritesNoProgressIntoAPipe) {
  const CliResult result = runCli({"detect", spiral(20000), "--r1", kSpiralR1});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.find_first_of("\r\x1b"), std::string::npos);
}

TEST_F(DetectTest, PutsTheCurveOnStandardOutputWhenAsked) {
  const std::string cloud = spiral();
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.csv")}).code, 0);
  const CliResult result = runCli({"detect", cloud, "--r1", kSpiralR1, "-o", "-", "--format", "csv"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, read("curve.csv"));
}

TEST_F(DetectTest, RefusesToOverwriteItsInputAndToWriteTwoResultsToOneFile) {
  const std::string cloud = spiral();
  const std::string before = read(std::filesystem::path(cloud).filename().string());
  std::filesystem::create_symlink(cloud, path("link.ply"));
  for (const std::string& output : {cloud, path("./link.ply")}) {
    const CliResult result = runCli({"detect", cloud, "--r1", kSpiralR1, "-o", output});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.err.find("input file"), std::string::npos) << result.err;
  }
  EXPECT_EQ(read(std::filesystem::path(cloud).filename().string()), before);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", path("a.csv"), "--chosen", path("./a.csv")}).code, 2);
  EXPECT_FALSE(exists("a.csv"));
  EXPECT_EQ(runCli({"generate", "circle", "-o", path("b.csv"), "--truth", path("b.csv")}).code, 2);
  EXPECT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", "/dev/null", "--format", "ply"}).code, 0);
}

}  // namespace arete::test
