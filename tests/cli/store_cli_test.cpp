// detect --max-memory --store: the next detection starts from the sorted points of the first, with the hash of memory.
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

class StoreCliTest : public CliTest {
 protected:
  std::string cloud(const std::string& name, int points, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> line = {"generate", "spiral", "--points", std::to_string(points), "--dim", "3", "-o", path(name)};
    line.insert(line.end(), more.begin(), more.end());
    EXPECT_EQ(runCli(line).code, 0);
    return path(name);
  }
  CliResult detect(std::vector<std::string> input, const std::vector<std::string>& more, int killAfter_ms = 0) const {
    input.insert(input.begin(), "detect");
    input.insert(input.end(), {"--backend", "cpu"});
    input.insert(input.end(), more.begin(), more.end());
    return runCli(input, killAfter_ms, SIGKILL);
  }
  std::vector<std::string> onDisk(const std::string& megabytes, std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--max-memory", megabytes, "--scratch", path(""), "--store", path("kept.sto"), "--report", path("run.json")});
    return more;
  }
  uint64_t inputReads() const { return nlohmann::json::parse(read("run.json"))["store"]["input_reads"]; }
};

TEST_F(StoreCliTest, TheNextDetectionDoesNotGoThroughTheFilesAndMayHaveOtherMemoryThreadsAndParameters) {
  const std::string big = cloud("big.npy", 400'000);
  const std::vector<std::string> input = {big, "--r1", kSpiralR1};
  const std::string hash = hashIn(detect(input, {}).out);
  const CliResult first = detect(input, onDisk("40"));
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(hashIn(first.out), hash);
  EXPECT_GT(inputReads(), 2U);
  const std::string store = read("kept.sto");
  for (const std::vector<std::string>& more : {onDisk("40"), onDisk("36", {"--threads", "1"}), onDisk("64", {"--threads", "2"})}) {
    const CliResult next = detect(input, more);
    ASSERT_EQ(next.code, 0) << next.err;
    EXPECT_EQ(hashIn(next.out), hash);
    EXPECT_EQ(inputReads(), 0U);
    EXPECT_NE(next.err.find("The points are in the store already"), std::string::npos) << next.err;
  }
  for (const std::vector<std::string>& other : {std::vector<std::string>{"--tolerance", "0.05"}, {"--r2", "20"}, {"--max-iterations", "9"}}) {
    const CliResult inMemory = detect(input, other), next = detect(input, onDisk("40", other));
    EXPECT_EQ(hashIn(next.out), hashIn(inMemory.out)) << other[0];
    EXPECT_EQ(inputReads(), 0U);
  }
  EXPECT_TRUE(read("kept.sto") == store) << "a detection has changed it";
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "kept.sto", "run.json"}));
}

TEST_F(StoreCliTest, AStoreOfFarMorePointsThanMemoryKeepsTheBound) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  const std::vector<std::string> input = {cloud("big.npy", 5'000'000), "--r1", kSpiralR1};
  const std::string hash = hashIn(detect(input, {}).out);
  for (const int megabytes : {64, 128}) {
    fs::remove(path("kept.sto"));
    for (const bool isFirst : {true, false}) {
      const CliResult result = detect(input, onDisk(std::to_string(megabytes)));
      ASSERT_EQ(result.code, 0) << result.err;
      EXPECT_EQ(hashIn(result.out), hash);
      EXPECT_EQ(inputReads() == 0, !isFirst);
      EXPECT_LE(result.peakMemory_kB, megabytes * 1024) << result.out;
    }
  }
}

TEST_F(StoreCliTest, FilesFiltersOrderAndWhatTheReaderSaidAreThoseOfTheFirst) {
  const std::string a = cloud("a.npy", 30'000, {"--seed", "1"}), b = cloud("b.ply", 20'000, {"--seed", "2"});
  ASSERT_EQ(runCli({"convert", a, "--where", "x > 0", "-o", path("c.las")}).code, 0);
  const std::vector<std::vector<std::string>> inputs = {{a, b, path("c.las"), "--r1", "9"},
                                                        {b, path("c.las"), "--r1", "9", "--point-order", "scattered"},
                                                        {path("c.las"), "--r1", "9", "--where", "x > 100", "--every", "2", "--crs", "EPSG:28992"},
                                                        {a, "--where", "z < 50"}};
  for (const std::vector<std::string>& input : inputs) {
    fs::remove(path("kept.sto"));
    const CliResult inMemory = detect(input, {"-o", path("a.geojson"), "--geojson-crs", "keep"});
    for (const bool isFirst : {true, false}) {
      const CliResult result = detect(input, onDisk("40", {"-o", path("b.geojson"), "--geojson-crs", "keep"}));
      ASSERT_EQ(result.code, 0) << result.err;
      EXPECT_EQ(hashIn(result.out), hashIn(inMemory.out));
      EXPECT_EQ(result.err, inMemory.err + (isFirst ? "" : "The points are in the store already\n"));
      EXPECT_EQ(read("a.geojson"), read("b.geojson"));
      EXPECT_EQ(inputReads() == 0, !isFirst);
    }
  }
  const CliResult given = detect({a, "--where", "z < 50", "--r1", "9"}, onDisk("40"));
  EXPECT_EQ(given.code, 2) << "the radius was another";
}

TEST_F(StoreCliTest, OfAnotherInputOrRadiusItIsRefusedWithWhatDiffers) {
  const std::string a = cloud("a.npy", 3000), b = cloud("b.npy", 3000, {"--seed", "2"});
  ASSERT_EQ(detect({a, "--r1", "9"}, onDisk("40")).code, 0);
  const std::string store = read("kept.sto");
  const std::vector<std::pair<std::vector<std::string>, std::string>> others = {
      {{a, "--r1", "8"}, "kept.sto: it was made with R1 = 9, and now it is 8\n  hint: give --r1 9, or another name for the store"},
      {{b, "--r1", "9"}, "was made with another file in this place, or with this one before it changed"},
      {{a, b, "--r1", "9"}, "was made with another number of files"},
      {{a, "--r1", "9", "--where", "x > 0"}, "its files were read in another way (read, now read, {\"where\":\"x > 0\"})"},
      {{a, "--r1", "9", "--point-order", "scattered"}, "its files were read in another way"},
      {{a, "--r1", "9", "--scalar", "double"}, "its files were read in another way"},
      {{a}, "it was made with R1 = 9, and now it is "}};
  for (const auto& [input, reason] : others) {
    const CliResult refused = detect(input, onDisk("40"));
    EXPECT_EQ(refused.code, 2) << reason;
    EXPECT_NE(refused.err.find("cannot use this store: "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find(reason), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("or another name for the store"), std::string::npos) << refused.err;
  }
  EXPECT_EQ(read("kept.sto"), store);
}

TEST_F(StoreCliTest, WhatIsNoSoundStoreIsRefusedAndNotWrittenOver) {
  const std::string a = cloud("a.npy", 3000);
  const std::vector<std::string> input = {a, "--r1", "9"};
  ASSERT_EQ(detect(input, onDisk("40")).code, 0);
  const std::string sound = read("kept.sto");
  std::string version = sound, point = sound;
  version[8] = 7;
  point[6000] = char(point[6000] ^ 1);
  const std::vector<std::pair<std::string, std::string>> damaged = {{"notes of mine", "it is not a store of this program"},
                                                                    {"", "it is not a store of this program"},
                                                                    {version, "its format is version 7, and this program reads version 1"},
                                                                    {sound.substr(0, 20'000), "it was cut off"},
                                                                    {point, "byte 4096: its checksum differs: it is damaged"}};
  for (const auto& [bytes, reason] : damaged) {
    write("kept.sto", bytes);
    const CliResult refused = detect(input, onDisk("40"));
    EXPECT_EQ(refused.code, 2) << reason;
    EXPECT_NE(refused.err.find("cannot use this store: " + path("kept.sto")), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find(reason), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("remove it, and it is made anew, or give another name"), std::string::npos) << refused.err;
    EXPECT_EQ(read("kept.sto"), bytes);
  }
  fs::remove(path("kept.sto"));
  fs::create_directory(path("kept.sto"));
  EXPECT_NE(detect(input, onDisk("40")).err.find("kept.sto"), std::string::npos);
  fs::remove(path("kept.sto"));
  const CliResult without = detect(input, {"--store", path("kept.sto")});
  EXPECT_EQ(without.code, 2);
  EXPECT_NE(without.err.find("cannot keep a store: --store: "), std::string::npos) << without.err;
  EXPECT_NE(without.err.find("add --max-memory"), std::string::npos) << without.err;
  const CliResult missing = detect({path("nowhere.npy"), "--r1", "9"}, onDisk("40"));
  EXPECT_NE(missing.err.find("nowhere.npy: no such file"), std::string::npos) << missing.err;
  const CliResult twice = detect(input, {"--max-memory", "40", "--store", a});
  EXPECT_EQ(twice.code, 2) << "the cloud itself";
  EXPECT_EQ(files(), (std::vector<std::string>{"a.npy", "run.json"}));
}

TEST_F(StoreCliTest, APlanSaysWhatWouldBecomeOfIt) {
  const std::vector<std::string> input = {cloud("a.npy", 3000), "--r1", "9"};
  const auto plan = [&](const std::vector<std::string>& of) { return detect(of, onDisk("40", {"--dry-run"})).out; };
  EXPECT_NE(plan(input).find("store       " + path("kept.sto") + " would be made, some 1 MB"), std::string::npos) << plan(input);
  EXPECT_FALSE(exists("kept.sto"));
  ASSERT_EQ(detect(input, onDisk("40")).code, 0);
  EXPECT_NE(plan(input).find("has these points and this R1: the files would not be gone through"), std::string::npos) << plan(input);
  EXPECT_NE(plan({input[0], "--r1", "8"}).find("would be refused: cannot use this store"), std::string::npos);
}

TEST_F(StoreCliTest, KilledAtAnyMomentItIsWholeOrNotThereAndTheNextHasTheSameHash) {
  const std::string big = cloud("big.npy", 400'000);
  const std::vector<std::string> input = {big, "--r1", kSpiralR1};
  const std::string hash = hashIn(detect(input, {}).out);
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(hashIn(detect(input, onDisk("40")).out), hash);
  const auto whole_ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
  const std::string sound = read("kept.sto");
  fs::remove(path("kept.sto"));
  fs::create_directory(path("kept"));
  std::mt19937 random(5);  // NOLINT: the same moments in every run
  constexpr int kTries = 40;
  int kills = 0, killedWithout = 0;
  std::string flag = "--checkpoint";
  for (int i = 0; i < kTries; ++i) {
    if (i % 4 == 0) fs::remove(path("kept.sto"));
    const auto line = onDisk("40", {flag, path("kept"), "--checkpoint-every", "0"});
    const CliResult result = detect(input, line, i + 2 < kTries ? int(1 + random() % uint64_t(whole_ms)) : 0);
    if (result.code == 0) {
      EXPECT_EQ(hashIn(result.out), hash);
      flag = "--checkpoint";
    } else {
      ASSERT_EQ(result.code, 128 + SIGKILL) << result.err;
      ++kills, killedWithout += !exists("kept.sto");
      flag = "--resume";
    }
    if (exists("kept.sto")) EXPECT_TRUE(read("kept.sto") == sound) << "after " << i;
  }
  EXPECT_GT(kills, 5);
  EXPECT_GT(killedWithout, 1);
  EXPECT_TRUE(exists("kept.sto")) << "the last was not killed";
  EXPECT_EQ(files(), (std::vector<std::string>{"big.npy", "kept", "kept.sto", "run.json"}));
}

TEST_F(StoreCliTest, AFullDiskIsAnErrorThatNamesItAndLeavesNothing) {
  const std::vector<std::string> input = {cloud("big.npy", 400'000), "--r1", kSpiralR1};
  const std::string small = path("small");
  fs::create_directory(small);
  if (::mount("tmpfs", small.c_str(), "tmpfs", 0, "size=1m") != 0) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
  const CliResult result = detect(input, {"--max-memory", "40", "--scratch", path(""), "--store", small + "/kept.sto"});
  const bool isEmpty = fs::is_empty(small);
  ::umount(small.c_str());
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_NE(result.err.find(small + "/kept.sto"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("No space left on device: 5 MB are wanted, and 1 MB are free"), std::string::npos) << result.err;
  EXPECT_TRUE(isEmpty);
}

}  // namespace
}  // namespace arete::test
