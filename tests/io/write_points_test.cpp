// Point files, byte for byte where the format says so, and by NumPy where it is there.
#include "compute/io/write_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>

#include "compute/io/read_cloud.h"
#include "tests/io/write_support.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct WritePoints : test::TemporaryFolder {
  const PointArray floats = PointArray::fromRows(std::vector<float>{0.1f, -2, 3e10f, 0.25f, 1, -0.0f}, 3);
  const std::vector<Attribute> attributes = {{"intensity", {7, kNaN}}, {"GPS time, \"s\"", {0.5, 1e9}}};

  template <class T>
  LargeVector<T> numbers(const test::fs::path& path, size_t offset) const {
    const std::string bytes = get(path).substr(offset);
    LargeVector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    EXPECT_EQ(bytes.size() % sizeof(T), 0u);
    return values;
  }
};

TEST_F(WritePoints, PlyKeepsFloatsAsTheyAre) {
  EXPECT_TRUE(writePoints(folder / "a.ply", {floats}).empty());
  const std::string header = "ply\nformat binary_little_endian 1.0\ncomment arete " ARETE_VERSION
                             ", points\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
  EXPECT_EQ(get(folder / "a.ply").substr(0, header.size()), header);
  EXPECT_EQ(numbers<float>(folder / "a.ply", header.size()), floats.elements<float>());
}

TEST_F(WritePoints, PlyHoldsAttributesUnderNamesOfOneWordEach) {
  const std::vector<Attribute> doubles = {attributes[0], attributes[1], {"GPS time, 's'", {1, 2}}, {"x", {3, 4}}};
  EXPECT_TRUE(writePoints(folder / "a.ply", {.points = floats, .origin = {1e6}, .attributes = doubles}).empty());
  const std::string text = get(folder / "a.ply"), end =
                                                      "property double intensity\nproperty double GPS_time___s_\nproperty double GPS_time___s__\n"
                                                      "property double x_\nend_header\n";
  const size_t header = text.find(end);
  ASSERT_NE(header, std::string::npos) << text;
  EXPECT_NE(text.find("property double x\nproperty double y\n"), std::string::npos) << "an origin needs doubles";
  const LargeVector<double> values = numbers<double>(folder / "a.ply", header + end.size());
  ASSERT_EQ(values.size(), 14u);
  EXPECT_EQ(values[0], double(0.1f) + 1e6);
  EXPECT_EQ(values[3], 7);
  EXPECT_TRUE(std::isnan(values[10]));
}

TEST_F(WritePoints, CsvAndXyzPrintTheShortestExactNumbers) {
  EXPECT_TRUE(writePoints(folder / "a.csv", {.points = floats, .attributes = attributes}).empty());
  EXPECT_EQ(get(folder / "a.csv"), "x,y,z,intensity,\"GPS time, \"\"s\"\"\"\n0.1,-2,30000001024,7,0.5\n0.25,1,-0,,1e+09\n");
  EXPECT_EQ(writePoints(folder / "a.xyz", {.points = floats, .origin = {0, 0, 0.5}, .attributes = attributes}),
            std::vector<std::string>{"left out: intensity, GPS time, \"s\" (PLY, LAS, NPY and CSV keep them)"});
  EXPECT_EQ(get(folder / "a.xyz"), "0.1 -2 30000001024.5\n0.25 1 0.5\n");
}

TEST_F(WritePoints, TextGivesTheSameCloudWhenItIsReadAgain) {
  for (const double offset : {0.0, 432'100.0, 5'412'345.5, 1e9}) {
    const PointArray points = test::moved(test::clusters(3'000, 3, 4), offset);
    const PointCloud cloud = PointCloud::recentred(points.elements<double>(), 3);
    for (const char* name : {"a.csv", "a.xyz", "a.ply"}) {
      writePoints(folder / name, {.points = cloud.points(), .origin = cloud.origin()});
      const PointCloud again = readCloud(folder / name).cloud;
      EXPECT_EQ(again.points(), cloud.points()) << name << ' ' << offset;
      EXPECT_EQ(again.origin(), cloud.origin()) << name << ' ' << offset;
    }
  }
}

TEST_F(WritePoints, AFirstPointThatLooksLikeTheNumbersOfColumnsIsReadAgainAsAPoint) {
  for (const double first : {0.0, 1.0}) {
    const PointArray points = PointArray::fromRows(std::vector<double>{first, first + 1, 1.5, 0.25, 0.25, 0.25}, 2);
    for (const char* name : {"a.csv", "a.xyz"}) {
      writePoints(folder / name, {points});
      EXPECT_EQ(readCloud(folder / name, {.scalar = Scalar::float64}).cloud.points(), points) << name << ' ' << first;
    }
  }
}

TEST_F(WritePoints, AsManyAxesAsWereWrittenMayBeAskedFor) {
  const std::vector<Attribute> weight = {{"weight", {7, 8}}};
  for (const int dimension : {1, 2, 4})
    for (const char* name : {"a.ply", "a.csv", "a.xyz", "a.npy"}) {
      SCOPED_TRACE(std::string(name) + ' ' + std::to_string(dimension));
      const PointArray points = test::uniformBox(2, dimension, 1, 5);
      const std::span<const Attribute> none, attributes = std::string_view(name) == "a.xyz" ? none : weight;
      writePoints(folder / name, {.points = points, .attributes = attributes});
      const CloudFile again = readCloud(folder / name, {.dimension = dimension, .scalar = Scalar::float64});
      EXPECT_EQ(again.cloud.points(), points);
      EXPECT_EQ(again.cloud.attributes().size(), attributes.size());
    }
}

TEST_F(WritePoints, NpyIsReadByNumpy) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) GTEST_SKIP() << "python3-numpy is not installed";
  for (const PointCloud::Origin& origin : {PointCloud::Origin{}, PointCloud::Origin{1e6, 2, 3}}) {
    writePoints(folder / "a.npy", {.points = floats, .origin = origin});
    const std::string command = "/usr/bin/python3 -c \"import numpy; a = numpy.load('" + (folder / "a.npy").string() +
                                "'); print(a.dtype, a.shape); a.astype('<f8').tofile('" + (folder / "a.bin").string() + "')\" > " +
                                (folder / "out").string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(get(folder / "out"), origin[0] == 0 ? "float32 (2, 3)\n" : "float64 (2, 3)\n");
    const LargeVector<double> values = numbers<double>(folder / "a.bin", 0);
    ASSERT_EQ(values.size(), 6u);
    for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], floats.coordinate(i / 3, int(i % 3)) + origin[i % 3]);
  }
}

TEST_F(WritePoints, NpyHasTheHeaderOfItsVersion) {
  writePoints(folder / "a.npy", {floats.withScalar(Scalar::float64)});
  const std::string text = get(folder / "a.npy");
  ASSERT_GE(text.size(), 128u);
  EXPECT_EQ(text.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const size_t length = uint8_t(text[8]) + 256u * uint8_t(text[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  EXPECT_EQ(text[10 + length - 1], '\n');
  EXPECT_EQ(text.substr(10, 61), "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  ");
  EXPECT_EQ(numbers<double>(folder / "a.npy", 10 + length), floats.withScalar(Scalar::float64).elements<double>());
}

TEST_F(WritePoints, RawFilesAreRowsAndSayWhatRoundingTheyDid) {
  EXPECT_TRUE(writePoints(folder / "a.f32", {floats}).empty());
  EXPECT_EQ(numbers<float>(folder / "a.f32", 0), floats.elements<float>());
  EXPECT_TRUE(writePoints(folder / "a.f64", {floats}).empty());
  EXPECT_EQ(numbers<double>(folder / "a.f64", 0)[0], double(0.1f));
  const PointArray metres = PointArray::fromRows(std::vector<double>{0.0, 0.25}, 1);
  EXPECT_EQ(writePoints(folder / "b.f32", {metres, {4194304}}),
            std::vector<std::string>{"coordinates are rounded to 32 bits, by up to 0.25 units (the other formats keep them)"});
}

TEST_F(WritePoints, ColumnLayoutGivesTheSameFile) {
  for (const PointFormat& format : pointFormats()) {
    writePoints(folder / "rows", {floats}, format.id);
    writePoints(folder / "columns", {floats.withLayout(Layout::column)}, format.id);
    EXPECT_EQ(get(folder / "rows"), get(folder / "columns")) << format.id;
  }
}

TEST_F(WritePoints, LargeCloudsGoOutWholeAndReportProgress) {
  std::vector<float> rows(200'001);
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = float(i) / 7;
  const PointArray points = PointArray::fromRows(rows, 3);
  double last = 0;
  size_t reports = 0;
  const auto progress = [&](double fraction) {
    EXPECT_GT(fraction, last);
    last = fraction;
    ++reports;
  };
  writePoints(folder / "a.f32", {.points = points, .progress = progress});
  EXPECT_TRUE(std::ranges::equal(numbers<float>(folder / "a.f32", 0), rows));
  EXPECT_EQ(last, 1);
  EXPECT_GT(reports, 3u);
  writePoints(folder / "a.xyz", {points});
  std::istringstream text(get(folder / "a.xyz"));
  size_t i = 0;
  for (std::string number; text >> number; ++i) ASSERT_EQ(std::strtof(number.c_str(), nullptr), rows[i]);
  EXPECT_EQ(i, rows.size());
}

TEST_F(WritePoints, CancellingLeavesTheOldFile) {
  const PointArray points(Scalar::float32, 3, 100'000);
  for (const PointFormat& format : pointFormats()) {
    const test::fs::path path = put("old", "old");
    std::stop_source source;
    const auto stopSoon = [&](double) { source.request_stop(); };
    EXPECT_THROW(writePoints(path, {.points = points, .stop = source.get_token(), .progress = stopSoon}, format.id), Cancelled) << format.id;
    EXPECT_EQ(get(path), "old");
    EXPECT_EQ(filesInFolder(), 1u);
  }
}

TEST_F(WritePoints, NoPointsAreAFileToo) {
  for (const PointFormat& format : pointFormats()) {
    EXPECT_TRUE(writePoints(folder / "a", {PointArray(Scalar::float32, 2, 0)}, format.id).empty());
    EXPECT_TRUE(test::fs::exists(folder / "a"));
  }
  EXPECT_EQ(get(folder / "a"), "");
}

TEST_F(WritePoints, NoFormatIsGivenAPlaceThatIsNotFinite) {
  for (const PointFormat& format : pointFormats())
    for (const Layout layout : {Layout::row, Layout::column}) {
      const test::fs::path path = put("old", "old");
      PointArray points = PointArray(Scalar::float32, 3, 4).withLayout(layout);
      points.setCoordinate(2, 1, kNaN);
      const Error error = test::errorOf([&] { writePoints(path, {points}, format.id); });
      EXPECT_EQ(error.kind(), ErrorKind::badInput) << format.id;
      EXPECT_EQ(error.reason(), "point 2 has a coordinate that is not finite") << format.id;
      EXPECT_EQ(get(path), "old") << format.id;
      EXPECT_EQ(filesInFolder(), 1u) << format.id;
    }
}

TEST_F(WritePoints, RawFloatsRefuseWhatTheyCannotHold) {
  const PointArray far = PointArray::fromRows(std::vector<double>{1, 2, 3, -1e300}, 2);
  EXPECT_NE(test::errorOf([&] { writePoints(folder / "a.f32", {far}); }).reason().find("point 1"), std::string::npos);
  EXPECT_EQ(filesInFolder(), 0u);
  writePoints(folder / "a.f64", {far});
}

}  // namespace
}  // namespace arete
