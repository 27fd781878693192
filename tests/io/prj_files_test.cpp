// The file beside another one that says its coordinate system: it belongs to what it stands beside.
#include "compute/crs/about_crs.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "compute/io/write_table.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"

namespace arete {
namespace {

const Crs kDutch = {"EPSG:28992"};

struct PrjFiles : test::TemporaryFolder {
  void SetUp() override {
    test::TemporaryFolder::SetUp();
    if (!projMissing().empty()) GTEST_SKIP() << projMissing();
  }
  static Curve line() { return makeCurve(PointArray::fromRows(std::vector<double>{155'000, 463'000, 155'001, 463'002}, 2), {{0, 1}}); }
};

TEST_F(PrjFiles, GoWithTheFileThatIsReplaced) {
  const PointArray points = PointArray::fromRows(std::vector<double>{155'000, 463'000, 155'001, 463'002}, 2);
  const auto write = [&](const char* name, const Crs& crs) { return writePoints(folder / name, {.points = points, .crs = crs}); };
  write("a.csv", kDutch);
  write("a.csv", {"EPSG:32631"});
  EXPECT_EQ(readCloud(folder / "a.csv").crs, Crs{"EPSG:32631"});
  EXPECT_FALSE(write("a.csv", {}).empty()) << "it is said that it was removed";
  EXPECT_FALSE(test::fs::exists(folder / "a.prj"));
  EXPECT_FALSE(readCloud(folder / "a.csv").crs.known());
  write("b.csv", kDutch);
  test::fs::remove(folder / "b.csv");
  write("b.csv", {"EPSG:32631"});
  EXPECT_EQ(readCloud(folder / "b.csv").crs, Crs{"EPSG:32631"}) << "of one that is gone";
  write("b.xyz", {"EPSG:32631"});
  EXPECT_EQ(test::errorOf([&] { write("b.xyz", kDutch); }).kind(), ErrorKind::wrongUse) << "b.csv needs it too";
  EXPECT_EQ(readCloud(folder / "b.csv").crs, Crs{"EPSG:32631"});
}

TEST_F(PrjFiles, GoWhereACurveOrATableReplacesTheCloudThatHadThem) {
  const PointArray points = PointArray::fromRows(std::vector<double>{155'000, 463'000, 155'001, 463'002}, 2);
  const auto cloud = [&](const char* name) { return writePoints(folder / name, {.points = points, .crs = Crs{"EPSG:32631"}}); };
  const std::vector<uint32_t> neighbours = {1, 0};
  for (const char* name : {"a.ply", "b.csv"}) {
    cloud(name);
    EXPECT_FALSE(writeCurve(folder / name, line(), {}, {}, {}, {.crs = kDutch}).empty()) << name;
    EXPECT_FALSE(test::fs::exists((folder / name).replace_extension(".prj"))) << name;
  }
  cloud("d.csv");
  EXPECT_FALSE(writeTable(folder / "d.csv", {.values = std::span<const uint32_t>(neighbours), .columns = 1, .columnName = "neighbour"}).empty());
  EXPECT_FALSE(test::fs::exists(folder / "d.prj"));
  cloud("e.csv");
  writeCurve(folder / "e.ply", line(), {}, {}, {}, {.crs = kDutch});
  EXPECT_TRUE(test::fs::exists(folder / "e.prj")) << "it belongs to e.csv";
}

}  // namespace
}  // namespace arete
