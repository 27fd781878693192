// A file read piece by piece gives the points, origin, type and warnings of the file read whole.
#include <cmath>

#include "compute/filter/columns.h"
#include "compute/filter/filter.h"
#include "compute/io/file_stream.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"
#include "tests/support/shared_folder.h"
#include "tests/support/stream_difference.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

void expectSame(const std::filesystem::path& path, const ReadOptions& options = {}) { EXPECT_EQ(test::streamDifference(path, options), "") << path; }

struct FileStreamTest : test::TemporaryFolder {
  /// PLY, LAS, LAZ and a table, which have columns in common and some of their own.
  std::vector<std::filesystem::path> survey() const {
    const PointArray cloud = test::moved(test::clusters(40'000, 3, 5), 5e5);
    LargeVector<double> classes, heights;
    for (uint32_t i = 0; i < cloud.size(); ++i) classes.push_back(double(i % 5)), heights.push_back(double(i % 1000) / 8);
    const std::vector<Attribute> columns = {{"classification", classes}, {"height", heights}};
    writePoints(folder / "a.ply", {.points = cloud, .attributes = columns});
    writePoints(folder / "b.las", {.points = cloud.subset(std::vector<uint32_t>{1, 5, 7, 8, 9}), .origin = {1}});
    put("c.laz", test::laz::compress(test::laz::lasCloud(0, 0, 20'000, 3), {.version = 2}));
    put("d.csv", "x,y,z,height,late\n500000,500000,500000,3,4\n500001,,500000,3,4\n500002,500000,500000,,9\n");
    return {folder / "a.ply", folder / "b.las", folder / "c.laz", folder / "d.csv", folder / "a.ply"};
  }
  std::filesystem::path points(const std::string& name, const PointArray& cloud) const {
    writePoints(folder / name, {cloud});
    return folder / name;
  }
};

TEST_F(FileStreamTest, EveryBinaryFormatGivesWhatReadingItWholeGives) {
  for (const double offset : {0.0, 5e5, 1e9}) {
    const PointArray cloud = test::moved(test::clusters(100'000, 3, 5), offset);
    for (const char* name : {"cloud.ply", "cloud.npy"}) {
      expectSame(points(name, cloud));
      expectSame(points(name, cloud.withScalar(Scalar::float32)));
      expectSame(points(name, cloud), {.scalar = Scalar::float32});
    }
  }
  for (int d = 1; d <= kMaxDimension; ++d) expectSame(points("cloud.npy", test::uniformBox(20'000, d, 1e5, uint64_t(d))), {.dimension = d});
  expectSame(put("cloud.las", las(50'000, 6, 30, 4).string()));
  expectSame(put("cloud.ply", binaryPly(std::endian::big)));
}

TEST_F(FileStreamTest, RowsInColumnsAndRawRowsAndFieldsAreFound) {
  std::vector<double> numbers;
  test::Random random(3);
  for (int i = 0; i < 60'000; ++i) numbers.push_back(random.uniform(-1e6, 1e6));
  expectSame(put("f.npy", npy("{'descr': '>f8', 'fortran_order': True, 'shape': (20000, 3), }\n", numbers, std::endian::big)));
  expectSame(put("t.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 20000), }\n", numbers)), {.dimension = 3});
  expectSame(put("r.xyz.f64", std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double))));
  expectSame(put("r.f64", std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double))), {.dimension = 2});
  const std::vector<float> floats(numbers.begin(), numbers.end());
  Bytes bytes(pcd("binary\n", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n", "WIDTH 20000\nHEIGHT 1\nPOINTS 20000\n"));
  for (const float x : floats) bytes.put(x);
  expectSame(put("c.pcd", bytes.string()));
  expectSame(put("c.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (15000, 4), }\n", floats)), {.columns = {"3", "1"}});
}

TEST_F(FileStreamTest, FilesWithoutPointsAreOfTheTypeThatWasAskedFor) {
  for (const auto scalar : {std::optional<Scalar>(), std::optional(Scalar::float32), std::optional(Scalar::float64)}) {
    expectSame(put("none.las", las(0, 1, 28, 1).string()), {.scalar = scalar});
    expectSame(put("none.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }\n", std::vector<double>{})), {.scalar = scalar});
  }
}

TEST_F(FileStreamTest, MissingCoordinatesAndFlatCloudsAreTreatedAlike) {
  std::vector<float> numbers;
  for (int i = 0; i < 60'000; ++i) numbers.push_back(i % 3 == 2 ? 0.1f : i % 1001 == 0 ? std::nanf("") : float(i));
  const auto path = put("flat.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (20000, 3), }\n", numbers));
  expectSame(path);
  expectSame(path, {.dimension = 3});
  EXPECT_NE(FileStream(path, {}, {}).about().warnings.at(0).find("two-dimensional"), std::string::npos);
  expectSame(put("small.csv", "x,y\n1,2\n3,4\n,5\n"));
}

TEST_F(FileStreamTest, LargeFilesThatMustBeReadWholeAreRefused) {
  std::string text = "x y z\n";
  while (text.size() < size_t(3) << 20) text += "1.5 2.25 3\n4 5 6\n";
  const Error error = test::errorOf([&] { FileStream(put("large.xyz", text), {}, {}); });
  EXPECT_EQ(error.kind(), ErrorKind::badInput);
  EXPECT_NE(error.hint().find("binary PLY"), std::string::npos);
}

TEST_F(FileStreamTest, CoordinatesThatCannotBeSquaredAndCutOffFilesAreRefusedAlike) {
  const auto refusal = [](const auto& read) { return std::string(test::errorOf(read).what()); };
  const auto huge = put("huge.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", std::vector<double>{1, 2, 3, 1e200, 1, 1}));
  EXPECT_EQ(refusal([&] { FileStream(huge, {}, {}); }), refusal([&] { readCloud(huge); }));
  const auto cut = put("cut.las", las(50'000).string().substr(0, 100'000));
  EXPECT_EQ(refusal([&] { FileStream(cut, {}, {}); }), refusal([&] { readCloud(cut); }));
  const auto none = folder / "none.ply";
  EXPECT_EQ(refusal([&] { FileStream(none, {}, {}); }), refusal([&] { readCloud(none); }));
}

/// Files of every format that is read piece by piece, with columns that are no coordinates.
std::vector<std::pair<std::string, std::string>> samplesWithAttributes() {
  const std::vector<float> rows = {1, 2, 3, 40, 5, 6, 7, 80, 9, 10, 11, 120};
  Bytes points(pcd("binary\n", "FIELDS x y z v\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\n", "WIDTH 3\nHEIGHT 1\nPOINTS 3\n"));
  Bytes mesh(
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float v\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n");
  for (const float x : rows) points.put(x), mesh.put(x);
  mesh.put<uint8_t>(3).put(0).put(1).put(2);
  return {{"a.pcd", points.string()},
          {"mesh.ply", mesh.string()},
          {"a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n", rows)},
          {"f.npy", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }\n", rows)},
          {"a.ply", binaryPly(std::endian::little)},
          {"b.ply", binaryPly(std::endian::big)},
          {"a.las", las(4, 3, 38, 4).string()},
          {"a.xyz.f32", std::string(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(float))},
          {"a.csv", "x,y,z,v\n1,2,3,40\n5,6,7,80\n9,10,11,120\n"}};
}

TEST_F(FileStreamTest, FilesThatAreCutOffAnywhereHaveOneVerdict) {
  for (const auto& [name, whole] : samplesWithAttributes())
    for (const int dimension : {0, 1, 2})
      for (size_t bytes = 0; bytes <= whole.size(); ++bytes) {
        ReadOptions options;
        if (dimension > 0) options.dimension = dimension;
        ASSERT_EQ(test::streamDifference(put(name, whole.substr(0, bytes)), options), "") << name << ", " << bytes << " bytes, --dim " << dimension;
      }
}

/// The filters under which files read piece by piece must be the cloud that they are in memory.
std::vector<Filter> surveyFilters() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Region triangle{{{{{{499'990, 499'990}, {500'020, 499'990}, {500'000, 500'030}}}}}, {}, true, "triangle"};
  std::vector<Filter> filters(9);
  filters[1].classes = {2, 4};
  filters[2].where = "height > 60 || source_file == 4 || late == 9";
  filters[3].where = "intensity >= 0 && !(classification == 2)";
  filters[4].box = FilterBox{{499'999, 0}, {500'003.5, 1e9}};
  filters[5].regions = {triangle};
  filters[6].ranges = {{"height", 3, kInfinity}};
  filters[7].every = 7;
  filters[8].every = 3, filters[8].classes = {1};
  return filters;
}

TEST_F(FileStreamTest, SeveralFilesWithAFilterGiveWhatReadingThemIntoMemoryGives) {
  const auto files = survey();
  for (const Filter& filter : surveyFilters()) {
    const CloudFile whole = readFiltered(files, filter);
    ASSERT_GT(whole.cloud.size(), 0u);
    EXPECT_EQ(test::cloudDifference(FileStream(files, {}, filter, {}), whole), "") << describe(filter);
    const FileStream withColumns(files, {}, filter, {}, {}, true);
    EXPECT_EQ(withColumns.columns(), whole.cloud.attributes().size());
    EXPECT_EQ(withColumns.columnBytes(), bytesOfEach(whole.cloud.attributes()));
    EXPECT_EQ(withColumns.classes({}), classCounts(whole.cloud)) << describe(filter);
    if (!filter.where.empty()) continue;
    EXPECT_EQ(test::cloudDifference(FileStream(std::span(files).first(1), {}, filter, {}), readFiltered(std::span(files).first(1), filter)), "");
    const ReadOptions asFloats{.scalar = Scalar::float32};
    EXPECT_EQ(test::cloudDifference(FileStream(files, asFloats, filter, {}), readFiltered(files, filter, asFloats)), "") << describe(filter);
  }
}

TEST_F(FileStreamTest, SeveralFilesAreRefusedForTheReasonsOfMemory) {
  auto files = survey();
  const auto expectRefused = [&](const Filter& filter, const std::string& reason) {
    const std::string refusal = test::errorOf([&] { FileStream(files, {}, filter, {}); }).what();
    EXPECT_EQ(refusal, test::errorOf([&] { readFiltered(files, filter); }).what());
    EXPECT_NE(refusal.find(reason), std::string::npos) << refusal;
  };
  expectRefused({.where = "colour > 3"}, "no attribute 'colour'");
  expectRefused({.where = "height > 1e9"}, "the filter keeps none of");
  files.push_back(put("flat.csv", "x,y\n1,2\n"));
  expectRefused({}, "its points have 2 coordinates");
  files.back() = folder / "none.ply";
  expectRefused({}, "none.ply");
}

TEST_F(FileStreamTest, AFileOfSeveralThatIsWrittenBetweenTwoPassesIsAnErrorThatNamesIt) {
  const std::vector<std::filesystem::path> files = {points("a.npy", test::clusters(100, 3, 5)), points("b.npy", test::clusters(100, 3, 6))};
  const FileStream stream(files, {}, {.every = 2}, {});
  std::filesystem::last_write_time(files[1], std::filesystem::last_write_time(files[1]) + std::chrono::seconds(1));
  const Error altered = test::errorOf([&] { stream.read(0, [](const PointArray&, auto) {}, {}); });
  EXPECT_EQ(altered.kind(), ErrorKind::io);
  EXPECT_EQ(altered.where(), files[1].string());
}

TEST_F(FileStreamTest, AFileThatIsCutOffOrWrittenBetweenTwoPassesIsAnError) {
  const auto pass = [](const FileStream& stream) { return [&stream] { stream.read(0, [](const PointArray&, uint64_t) {}, {}); }; };
  const auto path = points("a.npy", test::clusters(100'000, 3, 5));
  const FileStream cut(path, {}, {});
  pass(cut)();
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const Error ended = test::errorOf(pass(cut));
  EXPECT_EQ(ended.kind(), ErrorKind::io);
  EXPECT_NE(std::string(ended.reason()).find("bytes now, and had"), std::string::npos) << ended.what();

  const auto other = points("b.npy", test::clusters(100'000, 3, 5));
  const FileStream written(other, {}, {});
  pass(written)();
  std::filesystem::last_write_time(other, std::filesystem::last_write_time(other) + std::chrono::seconds(1));
  const Error altered = test::errorOf(pass(written));
  EXPECT_EQ(altered.kind(), ErrorKind::io);
  EXPECT_NE(std::string(altered.reason()).find("it was written since"), std::string::npos) << altered.what();
}

TEST_F(FileStreamTest, FilesWithOneByteAlteredHaveOneVerdict) {
  for (const auto& [name, whole] : samplesWithAttributes())
    for (size_t at = 0; at < whole.size(); ++at)
      for (const char bits : {char(1), char(0x40), char(-1)}) {
        std::string altered = whole;
        altered[at] = char(altered[at] ^ bits);
        ASSERT_EQ(test::streamDifference(put(name, altered)), "") << name << ", byte " << at << " ^ " << int(bits);
      }
}

/// `points` multiplied by a power of ten.
PointArray multiplied(PointArray points, double factor) {
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points.dimension(); ++k) points.setCoordinate(i, k, points.coordinate(i, k) * factor);
  return points;
}

TEST_F(FileStreamTest, TinyCloudsAreOfTheSameTypeOrRefusedAlike) {
  const auto refusal = [](const auto& read) { return std::string(test::errorOf(read).what()); };
  const PointArray cloud = test::spiral(40'000, 3, 1, 7);
  for (const double factor : {1e-9, 1e-12, 1e-21, 1e-100}) expectSame(points("tiny.npy", multiplied(cloud, factor)));
  const auto expectRefused = [&](const std::filesystem::path& path, const ReadOptions& options) {
    EXPECT_EQ(refusal([&] { FileStream(path, options, {}); }), refusal([&] { readCloud(path, options); }));
  };
  expectRefused(points("tiny.npy", multiplied(cloud, 1e-21)), {.scalar = Scalar::float32});
  expectRefused(points("tiniest.npy", multiplied(cloud, 1e-200)), {});
  PointArray two = cloud;
  for (const uint32_t i : {100U, 39'000U})
    for (int k = 0; k < 3; ++k) two.setCoordinate(i, k, 0);
  expectSame(points("equal.npy", two));
  EXPECT_EQ(FileStream(folder / "equal.npy", {}, {}).scalar(), Scalar::float32);
  two.setCoordinate(39'000, 1, 1e-21);
  expectSame(points("near.npy", two));
  EXPECT_EQ(FileStream(folder / "near.npy", {}, {}).scalar(), Scalar::float64);
  two.setCoordinate(39'000, 1, 1e-200);
  for (const std::optional<Scalar> scalar : {std::optional<Scalar>(), {Scalar::float64}}) {
    two.setCoordinate(7, 0, scalar ? 0.5 : 5e8 + 0.1);  // needs doubles without being told
    expectRefused(points("nearest.npy", two), {.scalar = scalar});
  }
}

TEST_F(FileStreamTest, ZeroHasOneSignHoweverFilesAreRead) {
  const auto signs = [](const PointCloud& cloud) {
    int count = 0;
    for (uint32_t i = 0; i < cloud.size(); ++i)
      for (int k = 0; k < cloud.dimension(); ++k) count += std::signbit(cloud.points().coordinate(i, k));
    return count;
  };
  const std::filesystem::path text = put("zero.csv", "x,y\n-0,1\n0,-0.0\n2,-1e-60\n"), more = put("more.csv", "x,y\n-0,3\n");
  const std::filesystem::path binary =
      put("zero.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }\n", std::vector<double>{-0.0, 1, 0, -0.0, 2, 3}));
  for (const std::filesystem::path& path : {text, binary}) {
    EXPECT_EQ(signs(readCloud(path, {.dimension = 2}).cloud), 0) << path;
    expectSame(path, {.dimension = 2});
  }
  const std::vector<std::filesystem::path> both = {text, more};
  EXPECT_EQ(signs(readClouds(both, {}, {}).cloud), 0);
  Filter filter;
  filter.where = "x < 1";
  EXPECT_EQ(signs(readFiltered(both, filter, {}, {}).cloud), 0);
  EXPECT_EQ(signs(readFiltered(std::vector{text}, filter, {}, {}).cloud), 0);
}

TEST_F(FileStreamTest, RealCloudsGiveWhatReadingThemWholeGives) {
  size_t found = 0;
  const std::filesystem::path corpus = sharedFolder() / "corpus";
  if (!std::filesystem::is_directory(corpus)) GTEST_SKIP() << corpus << " is not there";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
    const std::string extension = entry.path().extension();
    if (extension != ".las" && extension != ".laz" && extension != ".ply" && extension != ".npy") continue;
    try {
      readCloud(entry.path());
    } catch (const Error&) {
      continue;
    }
    try {
      expectSame(entry.path());
      ++found;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("read whole"), std::string::npos) << entry.path() << error.what();
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace arete
