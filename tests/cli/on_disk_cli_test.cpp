// detect --max-memory: the hash of memory, within its bounds.
#include <sys/mount.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <random>

#include "tests/cli/run_cli.h"
#include "tests/support/sanitizers.h"

namespace arete::test {
namespace {

namespace fs = std::filesystem;

class OnDiskCliTest : public CliTest {
 protected:
  CliResult detect(const std::string& cloud, std::vector<std::string> more) const {
    std::vector<std::string> line = {"detect", cloud, "--r1", kSpiralR1, "--backend", "cpu"};
    line.insert(line.end(), more.begin(), more.end());
    return runCli(line);
  }
  std::string cloud(const std::string& name, int points, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> line = {"generate", "spiral", "--points", std::to_string(points), "--dim", "3", "-o", path(name)};
    line.insert(line.end(), more.begin(), more.end());
    EXPECT_EQ(runCli(line).code, 0);
    return path(name);
  }
};

TEST_F(OnDiskCliTest, GivesTheHashOfMemoryWithinItsBounds) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  const std::string big = cloud("big.npy", 5'000'000);
  const std::string hash = hashIn(detect(big, {}).out);
  ASSERT_EQ(hash.size(), 64u);
  for (const int megabytes : {64, 128, 256}) {
    const CliResult result = detect(big, {"--max-memory", std::to_string(megabytes), "--scratch", path(""), "--report", path("run.json")});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(hashIn(result.out), hash);
    EXPECT_LE(result.peakMemory_kB, megabytes * 1024) << result.out;
    const nlohmann::json report = nlohmann::json::parse(read("run.json"));
    EXPECT_EQ(report["cloud"]["points"], 5'000'000);
    EXPECT_EQ(report["store"]["memory_bytes"], megabytes << 20);
    EXPECT_EQ(report["store"]["passes"] > 1, megabytes < 256) << "all of it fits into 256 MB";
    EXPECT_LT(report["store"]["passes"], 120);
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "run.json"})) << "what was on disk is gone";
}

TEST_F(OnDiskCliTest, NetworksHaveTheHashOfMemoryWithinItsBounds) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  const std::string big = cloud("big.npy", 5'000'000);
  const std::string hash = hashIn(detect(big, {"--curve", "network"}).out);
  ASSERT_EQ(hash.size(), 64u);
  for (const auto& [megabytes, threads] : {std::pair(64, 2), std::pair(96, 1), std::pair(512, 2)}) {
    const CliResult result = detect(big, {"--curve", "network", "--max-memory", std::to_string(megabytes), "--threads", std::to_string(threads),
                                          "--scratch", path(""), "--report", path("run.json")});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(hashIn(result.out), hash);
    EXPECT_LE(result.peakMemory_kB, megabytes * 1024) << result.out;
    const nlohmann::json report = nlohmann::json::parse(read("run.json"));
    EXPECT_EQ(report["cloud"]["points"], 5'000'000);
    EXPECT_EQ(report["store"]["written_bytes"] > 0, megabytes < 512) << "all points stay in memory in 512 MB";
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "run.json"})) << "what was on disk is gone";
  const CliResult plan = detect(big, {"--curve", "network", "--max-memory", "32", "--dry-run"});
  EXPECT_NE(plan.out.find(" cells have points, "), std::string::npos) << plan.out << plan.err;
  EXPECT_NE(plan.out.find("not enough: give some "), std::string::npos) << plan.out;
  const CliResult refused = detect(big, {"--curve", "network", "--max-memory", "32", "--scratch", path("")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("cells have points, which take some"), std::string::npos) << refused.err;
}

TEST_F(OnDiskCliTest, NetworksOfSeveralFilesWithFiltersAndProfilesHaveTheHashOfMemory) {
  const std::string a = cloud("a.npy", 30'000, {"--seed", "1"}), b = cloud("b.ply", 20'000, {"--seed", "2"});
  ASSERT_EQ(runCli({"convert", a, "--where", "x > 0", "-o", path("c.las")}).code, 0);
  const std::vector<std::vector<std::string>> flags = {
      {}, {"--where", "z < 50", "--point-order", "scattered"}, {"--every", "3"}, {"--profile", "wires"}};
  for (const std::vector<std::string>& more : flags) {
    std::vector<std::string> line = {b, path("c.las"), "--curve", "network"};
    line.insert(line.end(), more.begin(), more.end());
    const CliResult inMemory = detect(a, line);
    ASSERT_EQ(inMemory.code, 0) << inMemory.err;
    line.insert(line.end(), {"--max-memory", "80", "--scratch", path("")});
    const CliResult onDisk = detect(a, line);
    ASSERT_EQ(onDisk.code, 0) << onDisk.err;
    EXPECT_EQ(hashIn(onDisk.out), hashIn(inMemory.out)) << onDisk.out;
  }
  ASSERT_EQ(runCli({"generate", "spiral", "--points", "60000", "--dim", "2", "-o", path("flat.npy")}).code, 0);
  for (const std::string widths : {"off", "on"}) {
    const std::vector<std::string> line = {"--curve", "network", "--follow-widths", widths};
    std::vector<std::string> disk = line;
    disk.insert(disk.end(), {"--max-memory", "80", "--scratch", path("")});
    EXPECT_EQ(hashIn(detect(path("flat.npy"), disk).out), hashIn(detect(path("flat.npy"), line).out)) << widths;
  }
}

TEST_F(OnDiskCliTest, ANetworkThatNeedsPointsInMemoryIsRefusedWithTheReason) {
  const std::string small = cloud("a.npy", 2000);
  for (const auto& [flag, value] : {std::pair("--bootstrap", "10"), std::pair("--store", "s.store"), std::pair("--thin", "2")}) {
    const std::string given = std::string(flag) == "--store" ? path(value) : value;
    const CliResult result = detect(small, {"--curve", "network", "--max-memory", "64", flag, given});
    EXPECT_EQ(result.code, 2) << flag;
    EXPECT_NE(result.err.find(std::string(flag) == "--store" ? given : flag), std::string::npos) << result.err;
  }
  const CliResult noRadius = runCli({"detect", small, "--curve", "network", "--max-memory", "64"});
  EXPECT_EQ(noRadius.code, 2);
  EXPECT_NE(noRadius.err.find("give --r1"), std::string::npos) << noRadius.err;
}

TEST_F(OnDiskCliTest, TellsOnATerminalHowManyAreAtRestWithoutWatchingIterations) {
  const std::string big = cloud("big.npy", 1'000'000);
  const CliResult result = runCliOnTerminal(
      {"detect", big, "--r1", kSpiralR1, "--backend", "cpu", "--max-memory", "48", "--scratch", path(""), "--report", path("run.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  for (const std::string told : {"choosing", "round 1: ", "chosen points"}) EXPECT_NE(result.err.find(told), std::string::npos) << result.err;
  EXPECT_TRUE(result.err.ends_with("\r\x1b[K")) << result.err;
  EXPECT_GT(nlohmann::json::parse(read("run.json"))["store"]["passes"], 0) << "all fits into memory: this tests nothing";
}

TEST_F(OnDiskCliTest, WritesTheSameCurveAndChosenPoints) {
  const std::string utm = cloud("a.ply", 20'000, {"--scalar", "double"});
  for (const std::string order : {"file", "scattered"}) {
    ASSERT_EQ(detect(utm, {"--point-order", order, "-o", path("a.dxf"), "--chosen", path("a.csv")}).code, 0);
    const CliResult result = detect(utm, {"--point-order", order, "--max-memory", "40", "-o", path("b.dxf"), "--chosen", path("b.csv")});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(read("a.dxf"), read("b.dxf"));
    EXPECT_EQ(read("a.csv"), read("b.csv"));
    EXPECT_NE(result.out.find("store     in 40 MB"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("cloud     20 000 points, 3D"), std::string::npos) << result.out;
  }
}

TEST_F(OnDiskCliTest, SeveralFilesWithAFilterHaveTheHashOfMemory) {
  const std::string a = cloud("a.npy", 30'000, {"--seed", "1"}), b = cloud("b.ply", 20'000, {"--seed", "2"});
  ASSERT_EQ(runCli({"convert", a, "--where", "x > 0", "-o", path("c.las")}).code, 0);
  const std::vector<std::vector<std::string>> filters = {{},
                                                         {"--point-order", "scattered"},
                                                         {"--every", "3"},
                                                         {"--where", "x > 100 || source_file == 2", "--box", "-1000,-1000,300,300"},
                                                         {"--where", "z < 50", "--point-order", "scattered"}};
  for (const std::vector<std::string>& filter : filters) {
    std::vector<std::string> line = {b, path("c.las")};
    line.insert(line.end(), filter.begin(), filter.end());
    const CliResult inMemory = detect(a, line);
    ASSERT_EQ(inMemory.code, 0) << inMemory.err;
    line.insert(line.end(), {"--max-memory", "40", "--scratch", path("")});
    const CliResult onDisk = detect(a, line);
    ASSERT_EQ(onDisk.code, 0) << onDisk.err;
    EXPECT_EQ(hashIn(onDisk.out), hashIn(inMemory.out)) << onDisk.out;
    EXPECT_EQ(onDisk.err, inMemory.err) << "both say how many points the filter keeps";
  }
}

TEST_F(OnDiskCliTest, BadFilesAreNamedTogetherOrLeftOutAndReported) {
  const std::string a = cloud("a.npy", 20'000), b = cloud("b.npy", 5000, {"--seed", "2"});
  write("cut.npy", read("a.npy").substr(0, 5000));
  const std::string cut = path("cut.npy"), missing = path("missing.las"), hash = hashIn(detect(a, {b}).out);
  for (const std::vector<std::string>& where : {std::vector<std::string>{}, {"--max-memory", "40", "--scratch", path("")}}) {
    std::vector<std::string> line = {cut, b, missing};
    line.insert(line.end(), where.begin(), where.end());
    const CliResult refused = detect(a, line);
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("cannot read 2 files"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("cut.npy"), std::string::npos) << refused.err;
    line.insert(line.end(), {"--skip-bad-files", "--report", path("run.json"), "--checkpoint", path("kept")});
    fs::create_directory(path("kept"));
    const CliResult result = detect(a, line);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(hashIn(result.out), hash);
    EXPECT_NE(result.err.find("warning: 2 of 4 files left out:"), std::string::npos) << result.err;
    const nlohmann::json report = nlohmann::json::parse(read("run.json"));
    ASSERT_EQ(report["left_out"].size(), 2u);
    EXPECT_EQ(report["left_out"][0]["file"], cut);
    EXPECT_NE(report["left_out"][1]["reason"].get<std::string>().find("missing.las"), std::string::npos);
    fs::remove_all(path("kept"));
  }
}

TEST_F(OnDiskCliTest, TheRadiusThatMemorySuggestsIsSuggested) {
  const std::string big = cloud("a.npy", 150'000), small = cloud("b.npy", 2000);
  for (const std::vector<std::string>& input : {std::vector<std::string>{big}, {small}, {big, small, "--where", "x < 200"}}) {
    std::vector<std::string> line = {"detect", "--backend", "cpu"};
    line.insert(line.end(), input.begin(), input.end());
    const CliResult inMemory = runCli(line);
    line.insert(line.end(), {"--max-memory", "48", "--scratch", path("")});
    const CliResult onDisk = runCli(line);
    ASSERT_EQ(onDisk.code, 0) << onDisk.err;
    EXPECT_NE(onDisk.err.find("R1 is not given: taking "), std::string::npos) << onDisk.err;
    EXPECT_EQ(onDisk.err, inMemory.err);
    EXPECT_EQ(hashIn(onDisk.out), hashIn(inMemory.out));
  }
  write("same.csv", "x,y\n1,2\n1,2\n");
  EXPECT_EQ(runCli({"detect", path("same.csv"), "--max-memory", "48"}).code, 2) << "nothing suggests a radius";
}

TEST_F(OnDiskCliTest, APlanSaysWhatADetectionTakesAndComputesNothing) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  const std::string big = cloud("big.npy", 1'000'000);
  ASSERT_EQ(runCli({"convert", big, "-o", path("big.las")}).code, 0);
  for (const std::string& file : {big, path("big.las")}) {
    const nlohmann::json plan = runCli({"info", file, "--r1", kSpiralR1, "--max-memory", "40", "--json"}).json()["plan"];
    const CliResult inMemory = detect(file, {"--report", path("run.json")});
    const nlohmann::json run = nlohmann::json::parse(read("run.json"));
    EXPECT_NEAR(plan["chosen"].get<double>(), run["counts"]["choose"].get<double>(), 0.5 * run["counts"]["choose"].get<double>());
    const double peak = double(inMemory.peakMemory_kB) * 1024;
    EXPECT_NEAR(plan["memory_bytes"].get<double>(), peak, 0.35 * peak);
    const CliResult onDisk = detect(file, {"--max-memory", "40", "--scratch", path(""), "--report", path("run.json")});
    const nlohmann::json store = nlohmann::json::parse(read("run.json"))["store"];
    EXPECT_NEAR(plan["store_bytes"].get<double>(), store["store_bytes"].get<double>(), 0.05 * store["store_bytes"].get<double>());
    EXPECT_NEAR(plan["resident_bytes"].get<double>(), store["resident_bytes"].get<double>(), 0.2 * store["store_bytes"].get<double>());
    EXPECT_GE(store["passes"].get<double>(), plan["passes"][0].get<double>());
    EXPECT_LE(store["passes"].get<double>(), plan["passes"][1].get<double>());
  }
  fs::remove(path("run.json"));
  const CliResult plan =
      detect(big, {path("big.las"), "--dry-run", "--where", "x > 0 && !(classification > 2)", "-o", path("curve.dxf"), "--max-memory", "40"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  for (const std::string part :
       {"files       2, several formats", "points      2 000 000", "classes     never-classified (0)", "in 40 MB: ", "Nothing was computed"})
    EXPECT_NE(plan.out.find(part), std::string::npos) << plan.out;
  EXPECT_EQ(files(), (std::vector<std::string>{"big.las", "big.npy"}));
}

TEST_F(OnDiskCliTest, APlanIsMadeOfTextAndOfASuggestedRadiusToo) {
  ASSERT_EQ(runCli({"convert", cloud("a.npy", 3000), "-o", path("a.csv")}).code, 0);
  const CliResult plan = runCli({"detect", path("a.csv"), "--dry-run"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_NE(plan.out.find("R1 is suggested from the cloud"), std::string::npos) << plan.out;
  const CliResult refused = runCli({"detect", path("a.csv"), "--dry-run", "--curve", "network"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("cannot say what this detection would take"), std::string::npos) << refused.err;
}

TEST_F(OnDiskCliTest, TheLeastMemoryThatAPlanNamesIsEnough) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  const std::string noise = path("noise.npy");  // many cells and chosen points
  ASSERT_EQ(runCli({"generate", "spiral", "--points", "300000", "--dim", "3", "--background", "0.9", "-o", noise}).code, 0);
  const nlohmann::json plan = runCli({"info", noise, "--r1", "6", "--json"}).json()["plan"];
  const auto least = int(plan["least_bytes"].get<uint64_t>() >> 20) + 1;
  ASSERT_GT(least, 40);
  const auto inMemoryOf = [&](int megabytes) {
    return runCli({"detect", noise, "--r1", "6", "--backend", "cpu", "--max-memory", std::to_string(megabytes), "--scratch", path("")});
  };
  const CliResult enough = inMemoryOf(least * 11 / 10);
  EXPECT_EQ(enough.code, 0) << enough.err;
  EXPECT_LE(enough.peakMemory_kB, least * 11 / 10 * 1024);
  EXPECT_EQ(inMemoryOf(least * 7 / 10).code, 2);
}

TEST_F(OnDiskCliTest, KilledAtAnyMomentItGoesOnToTheSameHashAndLeavesNothing) {
  const std::string big = cloud("big.npy", 400'000);
  const auto start = std::chrono::steady_clock::now();
  const std::string hash = hashIn(detect(big, {"--max-memory", "40", "--scratch", path("")}).out);
  const auto whole_ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(hash, hashIn(detect(big, {}).out));
  fs::create_directory(path("kept"));
  std::mt19937 random(3);  // NOLINT: the same moments in every run
  std::string flag = "--checkpoint";
  constexpr int kMostKills = 30;
  int kills = 0;
  for (int attempt = 0;; ++attempt) {
    const std::vector<std::string> line = {"detect",       big,     "--r1", kSpiralR1,    "--backend",          "cpu",
                                           "--max-memory", "40",    flag,   path("kept"), "--checkpoint-every", "0",
                                           "--scratch",    path("")};
    const CliResult result = runCli(line, attempt < kMostKills ? int(1 + random() % uint64_t(whole_ms)) : 0, SIGKILL);
    if (result.code == 0) {
      EXPECT_EQ(hashIn(result.out), hash);
      EXPECT_TRUE(fs::is_empty(path("kept")));
      if (kills > 2 || attempt > kMostKills) break;
      flag = "--checkpoint";  // it was quicker than the kills: from the beginning
      continue;
    }
    ASSERT_EQ(result.code, 128 + SIGKILL) << result.err;
    ++kills;
    flag = "--resume";
  }
  EXPECT_GT(kills, 2);
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "kept"}));
  EXPECT_TRUE(fs::is_empty(path("kept")));
}

TEST_F(OnDiskCliTest, AFullScratchDiskIsAnErrorThatNamesItAndLeavesNothing) {
  const std::string big = cloud("big.npy", 400'000), scratch = path("small");
  fs::create_directory(scratch);
  if (::mount("tmpfs", scratch.c_str(), "tmpfs", 0, "size=1m") != 0) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
  const CliResult result = detect(big, {"--max-memory", "40", "--scratch", scratch, "-o", path("curve.ply"), "--report", path("run.json")});
  const bool isEmpty = fs::is_empty(scratch);
  ::umount(scratch.c_str());
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_NE(result.err.find(scratch), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("No space left on device: 5 MB are wanted, and 1 MB are free"), std::string::npos) << result.err;
  EXPECT_TRUE(isEmpty);
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "small"}));
}

TEST_F(OnDiskCliTest, RefusesWhatNeedsThePointsInMemory) {
  const std::string small = cloud("a.npy", 2000);
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {{{"--curve", "network", "--bootstrap", "4"}, "--bootstrap"},
                                                                                 {{"--tile-detection", "local"}, "tiles"},
                                                                                 {{"--thin", "3"}, "--thin"},
                                                                                 {{"--every", "2", "--point-order", "scattered"}, "--every 2"},
                                                                                 {{"--parts", "4"}, "cpu.parts"},
                                                                                 {{"--evolve", "evolve.cpu.sequential"}, "evolve.cpu.sequential"},
                                                                                 {{"--compare-exact"}, "--compare-exact"}};
  for (const auto& [more, reason] : refused) {
    std::vector<std::string> line = {"--max-memory", "64"};
    line.insert(line.end(), more.begin(), more.end());
    const CliResult result = detect(small, line);
    EXPECT_EQ(result.code, 2) << reason;
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
  }
  const CliResult scattered = runCli({"detect", small, "--max-memory", "64", "--point-order", "scattered"});
  EXPECT_EQ(scattered.code, 2);
  EXPECT_NE(scattered.err.find("give --r1, or leave --point-order out"), std::string::npos) << scattered.err;
}

}  // namespace
}  // namespace arete::test
