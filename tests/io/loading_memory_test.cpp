// Reading a file takes little more memory than the cloud and its attributes, whatever the format.
#include <malloc.h>

#include <charconv>
#include <fstream>

#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr uint32_t kPoints = 1'000'000;

/// In bytes, of this process: what it has now, or the most that it had since forgetPeak().
uint64_t resident(std::string_view field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::stoull(line.substr(field.size() + 1)) * 1024;
  return 0;
}

bool forgetPeak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5" << std::flush;
  return resident("VmHWM") > 0 && resident("VmHWM") <= resident("VmRSS") + (size_t(1) << 20);
}

struct LoadingMemory : test::TemporaryFolder {
  void SetUp() override {
    TemporaryFolder::SetUp();
    if (test::kSanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
    if (!forgetPeak()) GTEST_SKIP() << "this system does not let a process forget its peak of memory";
  }

  void expectLittle(const std::filesystem::path& path) const {
    SCOPED_TRACE(path.filename());
    for (const int threads : {1, 2, 7}) {
      ASSERT_TRUE(forgetPeak());
      const uint64_t before = resident("VmRSS");
      ReadOptions options;
      options.threads = threads, options.withheld = true;
      const CloudFile file = readCloud(path, options);
      const uint64_t taken = resident("VmHWM") - before;
      ASSERT_EQ(file.cloud.size(), kPoints);
      const uint64_t kept = file.cloud.points().bytes() + kPoints * bytesOfEach(file.cloud.attributes());
      constexpr double kShare = 1.1, kAhead = 16 << 20, kOfThread = 3 << 20;  // ahead: unpacked rows that wait, or the bytes of one large chunk
      EXPECT_LT(double(taken), kShare * double(kept) + kAhead + threads * kOfThread);
      std::printf("%-16s %d threads %6.1f MB for %6.1f MB\n", path.filename().c_str(), threads, double(taken) * 1e-6, double(kept) * 1e-6);
    }
  }

  /// x, y, z with three decimals around `origin`, and a small whole number where there is a fourth name.
  std::filesystem::path text(const std::string& name, const std::string& head, bool attribute, double x, double y) const {
    std::string content = head;
    test::Random random(7);
    const auto put = [&](double value, char end) {
      char digits[32];
      content.append(digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 3).ptr) += end;
    };
    for (uint32_t i = 0; i < kPoints; ++i) {
      put(x + random.uniform(-500, 500), ' ');
      put(y + random.uniform(-500, 500), ' ');
      put(random.uniform(0, 50), attribute ? ' ' : '\n');
      if (attribute) content += std::to_string(i % 256) + '\n';
    }
    return test::TemporaryFolder::put(name, content);
  }
};

TEST_F(LoadingMemory, BinaryFilesTakeLittleMoreThanTheirCloud) {
  const PointArray cloud = test::clusters(kPoints, 3, 5);
  for (const char* name : {"cloud.ply", "cloud.npy"}) {
    writePoints(folder / name, {cloud});
    expectLittle(folder / name);
    writePoints(folder / name, {test::moved(cloud.withScalar(Scalar::float64), 5e5)});
    expectLittle(folder / name);
  }
  expectLittle(put("cloud.las", las(kPoints, 6, 30, 4).string()));
  const std::string cloudOfLas = test::laz::lasCloud(0, 0, kPoints, 7);
  expectLittle(put("cloud.laz", test::laz::compress(cloudOfLas, {.version = 2})));
  expectLittle(put("one_chunk.laz", test::laz::compress(cloudOfLas, {.onePiece = true})));
  expectLittle(put("colours.laz", test::laz::compress(test::laz::lasCloud(7, 0, kPoints, 7), {.version = 3})));
}

TEST_F(LoadingMemory, BinaryVerticesWithListsTakeLittleMoreThanTheirCloud) {
  Bytes ply("ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(kPoints) +
            "\nproperty float x\nproperty float y\nproperty float z\nproperty list uchar int near\nend_header\n");
  for (uint32_t i = 0; i < kPoints; ++i) ply.put(float(i)).put(float(i % 1000)).put(float(i % 10)).put<uint8_t>(1).put<int32_t>(1);
  expectLittle(put("lists.ply", ply.string()));
}

TEST_F(LoadingMemory, WhatAFilterLeavesOutTakesNone) {
  const std::string las = test::laz::lasCloud(0, 0, kPoints, 7);
  Filter filter;
  filter.where = "intensity < 600";  // of 65 536 that are equally frequent
  for (const auto& path : {put("cloud.las", las), put("cloud.laz", test::laz::compress(las, {.version = 2}))}) {
    const bool packed = path.extension() == ".laz";
    ASSERT_TRUE(forgetPeak());
    const uint64_t before = resident("VmRSS");
    ReadOptions options;
    options.threads = 2;
    const CloudFile file = readFiltered({{path}}, filter, options);
    const uint64_t taken = resident("VmHWM") - before;
    EXPECT_GT(file.cloud.size(), 0u);
    EXPECT_LT(file.cloud.size(), kPoints / 20);
    constexpr double kAhead = 22 << 20, kPackedRow = 20;  // of all points: 68 bytes each
    EXPECT_LT(double(taken), kAhead + (packed ? kPackedRow * kPoints : 0));
    std::printf("%-16s %6.1f MB for %u of %u points\n", path.filename().c_str(), double(taken) * 1e-6, file.cloud.size(), kPoints);
  }
}

TEST_F(LoadingMemory, OfSeveralFilesOnlyOneAtATimeIsThereBeforeItsFilter) {
  constexpr uint32_t kEach = kPoints / 8;
  std::vector<std::filesystem::path> tiles;
  for (int i = 0; i < 8; ++i) tiles.push_back(put("tile" + std::to_string(i) + ".las", test::laz::lasCloud(0, 0, kEach, uint32_t(7 + i))));
  Filter filter;
  filter.where = "intensity < 600 && z > -1e9";
  ASSERT_TRUE(forgetPeak());
  const uint64_t before = resident("VmRSS");
  ReadOptions options;
  options.threads = 2;
  const CloudFile file = readFiltered(tiles, filter, options);
  const uint64_t taken = resident("VmHWM") - before;
  EXPECT_GT(file.cloud.size(), 0u);
  EXPECT_LT(file.cloud.size(), kPoints / 20);
  const auto each = double(3 * sizeof(double) + bytesOfEach(file.cloud.attributes()));
  const double tile = double(kEach) * each, kept = double(file.cloud.size()) * each;
  constexpr double kAhead = 22 << 20;
  EXPECT_LT(double(taken), kAhead + 1.2 * tile + 5 * kept);
  std::printf("8 tiles          %6.1f MB for %u of %u points\n", double(taken) * 1e-6, file.cloud.size(), 8 * kEach);
}

TEST_F(LoadingMemory, TextTakesLittleMoreThanItsCloud) {
  expectLittle(text("local.xyz", "", false, 0, 0));
  expectLittle(text("utm.xyz", "", false, 432'100, 5'412'345));
  expectLittle(text("attribute.xyz", "x y z intensity\n", true, 432'100, 5'412'345));
  expectLittle(text(
      "ascii.ply",
      "ply\nformat ascii 1.0\nelement vertex " + std::to_string(kPoints) + "\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
      false, 0, 0));
}

}  // namespace
}  // namespace arete
