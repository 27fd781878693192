// COPC: a LAZ file whose chunks are the nodes of an octree. Its coarse levels come alone where that is asked for, and first while it is read.
#include "compute/ondisk/disk_detection.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/shared_folder.h"
#include "tests/support/stream_difference.h"

namespace arete {
namespace {

constexpr uint32_t kChunk = 500, kCopcPoints = 6000;  // level 0: one chunk, level 1: eight, level 2: three
constexpr uint32_t kLevel0 = kChunk, kLevel1 = 9 * kChunk;

/// Where the record `copc info` has its bytes: behind the header and the head of the first record.
constexpr size_t kInfoAt = 375 + 54;

std::array<int32_t, 4> keyOf(int chunk) {
  if (chunk == 0) return {0, 0, 0, 0};
  const int child = chunk <= 8 ? chunk - 1 : chunk - 9;
  return {chunk <= 8 ? 1 : 2, child & 1, child >> 1 & 1, child >> 2};
}

std::string copc() {
  constexpr uint32_t kRecord = 54 + 160, kLayers = 9, kPointBytes = 30;
  std::string las = test::laz::lasCloud(6, 0, kCopcPoints, 3);
  Bytes record;
  record.zeros(2).text("copc").zeros(12).put<uint16_t>(1).put<uint16_t>(160).zeros(32 + 160);
  las.insert(375, record.string());
  las = Bytes(las).at(96, 375U + kRecord).at(100, 1U).string();
  const std::string laz = test::laz::compress(las, {.version = 3, .chunkSize = kChunk});
  Bytes entries;
  size_t at = test::laz::field<uint32_t>(laz.data(), 96) + 8;
  for (int chunk = 0; chunk < int(kCopcPoints / kChunk); ++chunk) {
    size_t bytes = kPointBytes + 4 * (1 + kLayers);
    for (size_t layer = 0; layer < kLayers; ++layer) bytes += test::laz::field<uint32_t>(laz.data(), at + kPointBytes + 4 + 4 * layer);
    for (const int32_t part : keyOf(chunk)) entries.put(part);
    entries.put(uint64_t(at)).put(int32_t(bytes)).put(int32_t(kChunk));
    at += bytes;
  }
  Bytes file(laz);
  const uint64_t begin = laz.size(), bytes = entries.string().size();
  file.zeros(2).text("copc").zeros(12).put<uint16_t>(1000).put(bytes).zeros(32).text(entries.string());
  file.at(235, begin).at(243, 1U).at(kInfoAt + 40, begin + 60).at(kInfoAt + 48, bytes);
  return file.string();
}

TEST(ReadCopc, AllOfItIsReadLikeAnyLazFile) {
  const CloudFile file = readString(copc(), "a.copc.laz", kAlsoWithheld);
  EXPECT_EQ(file.cloud.size(), kCopcPoints);
  EXPECT_TRUE(file.warnings.empty()) << file.warnings.front();
}

TEST(ReadCopc, LevelsAreTakenWhileThereAreNoMorePointsThanAskedFor) {
  const std::string content = copc();
  const std::vector<double> all = rowsOf(readString(content, "a.laz", {.scalar = Scalar::float64, .withheld = true}));
  using Case = std::pair<uint32_t, uint32_t>;
  for (const auto& [most, expected] :
       {Case{5999, kLevel1}, Case{kLevel1, kLevel1}, Case{kLevel1 - 1, kLevel0}, Case{kLevel0, kLevel0}, Case{1, kLevel0}}) {
    const CloudFile file = readString(content, "a.laz", {.scalar = Scalar::float64, .maxPoints = most, .withheld = true});
    EXPECT_EQ(file.cloud.size(), expected) << most;
    const std::vector<double> rows = rowsOf(file);
    ASSERT_LE(rows.size(), all.size());
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], all[i], 1e-6);  // another origin
    EXPECT_TRUE(warnsOf(file, "levels 0 to " + std::string(expected == kLevel1 ? "1" : "0"))) << most;
    EXPECT_EQ(warnsOf(file, "the coarsest level alone has more"), most < expected);
  }
  EXPECT_TRUE(readString(content, "a.laz", {.maxPoints = kCopcPoints, .withheld = true}).warnings.empty());
}

TEST(ReadCopc, AFileWithoutLevelsSaysSo) {
  const ReadOptions few{.maxPoints = 2, .withheld = true};
  const auto refusal = [&](const std::string& content, std::string_view name) { return refusalOf(content, name, few); };
  EXPECT_TRUE(contains(refusal("1 2 3\n4 5 7\n7 8 9\n", "a.xyz"), "no COPC file"));
  EXPECT_TRUE(contains(refusal(test::laz::lasCloud(6, 0, 50, 3), "a.las"), "no COPC file"));
  EXPECT_TRUE(contains(refusal(test::laz::compress(test::laz::lasCloud(6, 0, 50, 3), {.version = 3}), "a.laz"), "no COPC file"));
}

TEST(ReadCopc, AHierarchyThatContradictsItselfIsPassedOver) {
  const Bytes good(copc());
  const size_t entries = test::laz::field<uint64_t>(good.string().data(), kInfoAt + 40);
  const auto damaged = [&]<class T>(size_t at, T value) { return Bytes(good).at(at, value).string(); };
  for (const std::string& file :
       {damaged(kInfoAt + 40, uint64_t(1) << 60), damaged(kInfoAt + 48, uint64_t(33)), damaged(entries + 28, 499), damaged(entries + 32, int32_t(32)),
        damaged(entries + 36, -1), damaged(entries + 28, -2), damaged(entries + 16, uint64_t(1) << 62), damaged(entries + 24, -5)}) {
    EXPECT_EQ(readString(file, "a.laz", kAlsoWithheld).cloud.size(), kCopcPoints);
    EXPECT_TRUE(contains(refusalOf(file, "a.laz", {.maxPoints = 1000}), "no COPC file"));
  }
}

TEST(ReadCopc, CoarseLevelsAreThePictureWhileItIsRead) {
  const std::string content = copc();
  std::vector<PointCloud> samples;
  const auto keep = [&](PointCloud sample) { samples.push_back(std::move(sample)); };
  readCloud(std::as_bytes(std::span(content)), "a.laz", kAlsoWithheld, {}, {}, keep);
  ASSERT_EQ(samples.size(), 1u) << "at once, and nothing else";
  EXPECT_EQ(samples.front().size(), kCopcPoints) << "all levels make a picture of a cloud as small as that";
}

struct CopcStream : test::TemporaryFolder {};

TEST_F(CopcStream, AStreamGivesTheSameLevels) {
  const auto path = put("a.copc.laz", copc());
  for (const uint64_t most : {uint64_t(100), uint64_t(5000), uint64_t(6000)})
    EXPECT_EQ(test::streamDifference(path, {.maxPoints = most}), "") << most;
}

TEST_F(CopcStream, OfAFileWhosePointsStayOnTheDiskTheCoarseLevelsAreSeen) {
  const auto path = put("a.copc.laz", copc());
  const PointCloud whole = readCloud(path, kAlsoWithheld).cloud;
  const FilesOnDisk disk({path}, kAlsoWithheld, {}, {}, {});
  EXPECT_EQ(disk.size(), kCopcPoints);
  const FilesOnDisk::Sample sample = disk.sample(5000, {});
  const PointCloud& levels = sample.file.cloud;
  ASSERT_EQ(levels.size(), kLevel1);
  EXPECT_EQ(levels.origin(), whole.origin());
  EXPECT_EQ(levels.bounds().maximum, whole.bounds().maximum);
  EXPECT_EQ(levels.attributes().size(), whole.attributes().size());
  for (uint32_t i = 0; i < kLevel1; i += 7)
    for (int k = 0; k < 3; ++k) ASSERT_EQ(levels.points().coordinate(i, k), whole.points().coordinate(i, k)) << i;
  EXPECT_EQ(disk.sample(100, {}).file.cloud.size(), 100U) << "the coarsest level alone has more";
  EXPECT_EQ(sample.suggested.r1, explainRadius(whole).r1);
}

TEST(ReadCopc, FilesOfOtherProgramsHaveLevels) {
  const std::filesystem::path corpus = sharedFolder() / "corpus" / "laz" / "good";
  if (!std::filesystem::is_directory(corpus)) GTEST_SKIP() << "the corpus is not there: " << corpus;
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (!contains(entry.path().string(), ".copc.")) continue;
    const uint32_t all = readCloud(entry.path()).cloud.size();
    ReadOptions few;
    few.maxPoints = all - 1;
    const CloudFile file = readCloud(entry.path(), few);
    EXPECT_TRUE(warnsOf(file, "levels 0 to")) << entry.path();
    EXPECT_GT(file.cloud.size(), 0u) << entry.path();
    EXPECT_LE(file.cloud.size(), all) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 3u);
}

}  // namespace
}  // namespace arete
