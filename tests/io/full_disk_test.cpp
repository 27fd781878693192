// A disk that is full: every writer gives one error and leaves nothing of its own, and a file that was there before stays.
#include <sys/mount.h>

#include <cerrno>
#include <cstring>

#include "compute/engine/detector.h"
#include "compute/io/report.h"
#include "compute/io/session_file.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

/// `folder` on a disk of its own of 64 KiB, with an old file in it and no byte left.
struct FullDisk : test::TemporaryFolder {
  static constexpr size_t kDiskBytes = 65536;
  bool mounted = false;

  void SetUp() override {
    test::TemporaryFolder::SetUp();
    mounted = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") == 0;
    if (!mounted) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
    put("old", "old");
    fill();
  }
  void TearDown() override {
    if (mounted) ::umount(folder.c_str());
    test::TemporaryFolder::TearDown();
  }

  void fill() const {
    std::ofstream filler(folder / "filler", std::ios::binary);
    for (size_t i = 0; i <= kDiskBytes / 1024 && filler; ++i) filler << std::string(1024, 'x') << std::flush;
    ASSERT_FALSE(filler) << "the disk took more than it has";
  }

  template <class F>
  void expectRefusal(std::string_view what, F&& write) const {
    const Error error = test::errorOf(write);
    EXPECT_EQ(error.kind(), ErrorKind::io) << what << ": " << error.what();
    EXPECT_EQ(error.reason(), "No space left on device") << what;
    EXPECT_EQ(error.hint(), "free some space, or write to another disk") << what;
    EXPECT_EQ(filesInFolder(), 2u) << what << ": something was left behind";
    EXPECT_EQ(get(folder / "old"), "old") << what;
  }
};

TEST_F(FullDisk, EveryCurveFormatLeavesTheOldFileAndNothingElse) {
  const Curve graph = test::awkwardCurve(Scalar::float64, 3), tree = test::awkwardTree(Scalar::float64, 3);
  for (const CurveFormat& format : curveFormats())
    expectRefusal(format.id, [&] { writeCurve(folder / "old", format.loops ? graph : tree, {}, format.id); });
}

TEST_F(FullDisk, EveryPointFormatLeavesTheOldFileAndNothingElse) {
  const PointArray few(Scalar::float32, 3, 5), many(Scalar::float32, 3, 200'000);
  for (const PointFormat& format : pointFormats())
    for (const PointArray* points : {&few, &many}) expectRefusal(format.id, [&] { writePoints(folder / "old", {*points}, format.id); });
}

TEST_F(FullDisk, ReportsAndSessionsLeaveTheOldFileAndNothingElse) {
  const auto device = makeCpuDevice(1);
  Job job;
  job.params.set(kR1Param, 1);
  Detector detector(PointCloud(PointArray(Scalar::float32, 2, 4)), job, *device, {});
  const auto frame = detector.frame(true, false, {});
  test::fs::rename(folder / "filler", folder / "b.json");  // also as the old file of a report
  expectRefusal("report", [&] { writeReport(folder / "b.json", *frame); });
  expectRefusal("session", [&] { writeSession(folder / "old", {}); });
}

}  // namespace
}  // namespace arete
