// Several files as one cloud, and files of every kind that become another kind and come back.
#include "compute/io/read_clouds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "compute/core/error.h"
#include "compute/filter/filter.h"
#include "compute/io/file_stream.h"
#include "compute/io/write_points.h"
#include "tests/io/read_bytes.h"
#include "tests/io/same_file.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
namespace fs = std::filesystem;
using Paths = std::vector<std::filesystem::path>;

class ReadClouds : public TemporaryFolder {};

/// Rows of a survey at a scale of a millimetre, in Dutch metres: each as CSV would have it.
std::vector<std::string> surveyRows(size_t count) {
  std::vector<std::string> rows;
  for (size_t i = 0; i < count; ++i) {
    const auto part = [&](int whole, size_t thousandths) {
      std::string digits = std::to_string(thousandths % 1000);
      return std::to_string(whole) + '.' + std::string(3 - digits.size(), '0') + digits;
    };
    rows.push_back(part(122000 + int(i * 7 % 900), i * 379) + ',' + part(487000 + int(i * 13 % 900), i * 127) + ',' + part(int(i % 40), i * 11) +
                   ',' + std::to_string(i % 15) + ',' + std::to_string(i * 31 % 4096) + ',' + part(300000 + int(i), i));
  }
  return rows;
}

constexpr const char* kHeader = "x,y,z,classification,intensity,gps_time\n";

std::string joined(const std::vector<std::string>& rows, size_t begin, size_t end) {
  std::string text = kHeader;
  for (size_t i = begin; i < end; ++i) text += rows[i] + '\n';
  return text;
}

TEST_F(ReadClouds, SeveralFilesAreTheCloudOfOneFileWithAllRows) {
  const std::vector<std::string> rows = surveyRows(3000);
  put("all.csv", joined(rows, 0, rows.size()));
  const Paths parts = {put("1.csv", joined(rows, 0, 1000)), put("2.csv", joined(rows, 1000, 1001)), put("3.csv", joined(rows, 1001, rows.size()))};
  const CloudFile whole = readCloud(folder / "all.csv"), tiles = readClouds(parts);
  EXPECT_EQ(tiles.cloud.points(), whole.cloud.points());
  EXPECT_EQ(tiles.cloud.origin(), whole.cloud.origin());
  EXPECT_EQ(tiles.pointsInFile, whole.pointsInFile);
  ASSERT_EQ(tiles.cloud.attributes().size(), whole.cloud.attributes().size() + 1);
  for (size_t a = 0, b = 0; a < tiles.cloud.attributes().size(); ++a) {
    if (tiles.cloud.attributes()[a].name == kSourceFile) continue;
    EXPECT_EQ(tiles.cloud.attributes()[a].name, whole.cloud.attributes()[b].name);
    EXPECT_TRUE(tiles.cloud.attributes()[a].values == whole.cloud.attributes()[b++].values);
  }
  const auto& source = tiles.cloud.attributes().back();
  EXPECT_EQ(source.name, kSourceFile);
  EXPECT_EQ(source.values[999], 1);
  EXPECT_EQ(source.values[1000], 2);
  EXPECT_EQ(source.values[2999], 3);
  EXPECT_EQ(nameOf(parts), "1.csv and 2 more");
}

TEST_F(ReadClouds, AllBadFilesAreNamedAtOnceAndMayBeLeftOut) {
  const fs::path good = put("good.csv", "x,y,z,class\n0,0,0,1\n1,1,1,2\n"), other = put("other.csv", "x,y,z,class\n2,2,2,1\n");
  Paths files = {good};
  for (int i = 0; i < 21; ++i) files.push_back(put("bad-" + std::to_string(i) + ".ply", "ply\nformat binary_little_endian 1.0\nelement vertex 9\n"));
  writePoints(folder / "plane.npy", {.points = test::clusters(50, 2, 1)});
  writePoints(folder / "space.npy", {.points = test::clusters(50, 3, 1)});
  files.insert(files.end(), {other, folder / "missing.las", folder / "space.npy", folder / "plane.npy"});
  const Error all = test::errorOf([&] { readClouds(files); });
  EXPECT_EQ(all.failed(), "cannot read 23 files");
  EXPECT_NE(all.reason().find("bad-18.ply"), std::string::npos) << all.what();
  EXPECT_NE(all.reason().find("and 3 more"), std::string::npos) << all.what();
  EXPECT_EQ(test::errorOf([&] { FileStream(files, {}, {}, {}); }).what(), std::string(all.what()));

  const Filter rule{.where = "class == 1"};
  const ReadOptions skipping{.skipBadFiles = true};
  const CloudFile read = readFiltered(files, rule, skipping);
  const Paths sound = {good, other, folder / "space.npy"};
  EXPECT_EQ(read.cloud.points(), readFiltered(sound, rule).cloud.points());
  ASSERT_EQ(read.leftOut.size(), 23u);
  EXPECT_EQ(read.leftOut[21].path, folder / "missing.las");
  EXPECT_NE(read.leftOut[22].reason.find("its points have 2 coordinates"), std::string::npos);
  EXPECT_EQ(read.warnings.at(0).substr(0, 26), "23 of 26 files left out:\n ");
  const FileStream stream(files, skipping, rule, {});
  EXPECT_EQ(stream.size(), read.cloud.size());
  EXPECT_EQ(stream.about().leftOut, read.leftOut);
  EXPECT_EQ(test::errorOf([&] { readClouds(std::span(files).subspan(1, 3), skipping); }).failed(), "cannot read 3 files") << "none is left";
}

TEST_F(ReadClouds, OfOneBadFileAmongSeveralItsOwnErrorIsTold) {
  const Paths files = {put("good.csv", "x,y\n1,2\n"), folder / "missing.las"};
  const auto refusal = [](const auto& read) { return std::string(test::errorOf(read).what()); };
  EXPECT_EQ(refusal([&] { readClouds(files); }), refusal([&] { readCloud(files[1]); }));
}

TEST_F(ReadClouds, APointOfAFileWithoutAColumnHasNoValueInIt) {
  const Paths parts = {put("1.csv", "x,y,z,a\n0,0,0,1\n1,1,1,2\n"), put("2.csv", "x,y,z,b\n2,2,2,3\n")};
  const CloudFile file = readClouds(parts);
  ASSERT_EQ(file.cloud.attributes().size(), 3u);
  const auto column = [&](std::string_view name) { return std::ranges::find(file.cloud.attributes(), name, &Attribute::name)->values; };
  EXPECT_EQ(column("a")[1], 2);
  EXPECT_TRUE(std::isnan(column("a")[2]));
  EXPECT_TRUE(std::isnan(column("b")[0]));
  EXPECT_EQ(column("b")[2], 3);
}

TEST_F(ReadClouds, TilesThatAreFlatAtDifferentHeightsKeepThem) {
  const Paths parts = {put("1.csv", "x,y,z\n0,0,5\n1,1,5\n"), put("2.csv", "x,y,z\n2,2,7\n3,3,7\n")};
  EXPECT_EQ(readClouds(parts).cloud.dimension(), 3);
  const Paths same = {parts[0], put("3.csv", "x,y,z\n2,2,5\n3,3,5\n")};
  const CloudFile flat = readClouds(same);
  EXPECT_EQ(flat.cloud.dimension(), 2);
  EXPECT_EQ(flat.warnings.size(), 1u);
}

TEST_F(ReadClouds, FilesOfDifferentDimensionsAreNotJoined) {
  const Paths parts = {put("1.csv", "x,y,z\n0,0,5\n1,1,6\n"), put("2.csv", "x,y\n2,2\n3,3\n")};
  try {
    readClouds(parts);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    EXPECT_EQ(error.where(), parts[1].string());
    EXPECT_EQ(error.reason(), "its points have 2 coordinates, those of the files before 3");
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST_F(ReadClouds, AFilterThatLeavesNothingSaysSo) {
  CloudFile file = readCloud(put("1.csv", "x,y,z\n0,0,5\n1,1,6\n"));
  Filter filter;
  filter.where = "z > 100";
  try {
    applyFilter(filter, file);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "where z > 100");
    EXPECT_EQ(error.reason(), "the filter keeps none of 2 points");
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST_F(ReadClouds, AFilterWhileReadingKeepsWhatItKeepsOfTheWholeCloud) {
  constexpr uint32_t kPoints = 100'000;
  const std::string las = test::laz::lasCloud(1, 0, kPoints, 3), laz = test::laz::compress(las, {.version = 2, .chunkSize = 9000});
  std::string holes = joined(surveyRows(kPoints), 0, kPoints);
  for (size_t at = 200; at < holes.size(); at += 50'000) holes.replace(holes.find('\n', at) + 1, 6, "nan   ");
  std::vector<Filter> filters(6);
  filters[0].classes = {2, 5, 14};
  filters[1].where = "classification < 9 && z > 2 || x < 122100";
  filters[2].ranges = {{"z", 3, 17}, {"intensity", 100}};
  filters[2].every = 3;
  filters[3].box = FilterBox{{122100, 487100}, {122500, 487700}};
  filters[3].thin = 30;
  filters[4].classes = {2};
  filters[4].order = PointOrder::scattered;
  filters[5].every = 7;  // nothing that could be done while reading
  for (const fs::path& path : {put("a.las", las), put("a.laz", laz), put("a.csv", holes)})
    for (size_t f = 0; f < filters.size(); ++f)
      for (const int threads : {1, 2, 7}) {
        SCOPED_TRACE(path.string() + ", filter " + std::to_string(f) + ", " + std::to_string(threads) + " threads");
        ReadOptions options;
        options.threads = threads;
        const auto afterwards = test::outcomeOf([&] {
          CloudFile file = readCloud(path, options);
          applyFilter(filters[f], file);
          return file;
        });
        const auto meanwhile = test::outcomeOf([&] { return readFiltered({{path}}, filters[f], options); });
        test::expectSame(meanwhile, afterwards);
        EXPECT_FALSE(meanwhile.error.empty() && meanwhile.file.cloud.empty());
      }
}

TEST_F(ReadClouds, AFilterWhileSeveralFilesAreReadGivesWhatItGivesAfterwards) {
  constexpr size_t kRows = 6000;
  const std::vector<std::string> rows = surveyRows(kRows);
  std::string small = "x,y,z\n", wide = "x,y,z,classification,intensity,gps_time\n", other = "x,y,z,Class,INTENSITY\n",
              flat = "x,y,z,classification\n";
  for (int i = 0; i < 500; ++i) {
    const std::string x = std::to_string(i * 0.37), y = std::to_string(i % 7 * 1.1);
    small += x + ',' + y + ',' + std::to_string(i % 9) + '\n';
    wide += std::to_string(i * 7e4) + ',' + y + ',' + std::to_string(i % 9) + ',' + std::to_string(i % 15) + ",7,1\n";
    other += x + ',' + y + ',' + std::to_string(i % 9) + ',' + std::to_string(i % 15) + ',' + std::to_string(i) + '\n';
    flat += x + ',' + y + ",7.25," + std::to_string(i % 15) + '\n';
  }
  const fs::path a = put("a.csv", joined(rows, 0, 2000)), b = put("b.csv", joined(rows, 2000, 2100)), c = put("c.csv", joined(rows, 2100, kRows)),
                 las = put("d.las", test::laz::lasCloud(2, 1, 3000, 1)), none = put("none.csv", "x,y,z\n"), nowhere = put("small.csv", small),
                 far = put("wide.csv", wide), names = put("other.csv", other), sheet = put("flat1.csv", flat), sheet2 = put("flat2.csv", flat);
  const std::vector<Paths> all = {{a, b, c},         {c, none, a}, {las, las},      {nowhere, a},       {a, far},
                                  {names, a, names}, {a, names},   {sheet, sheet2}, {nowhere, nowhere}, {names, nowhere}};
  std::vector<Filter> filters(13);
  filters[0].classes = {2, 14};
  filters[1].where = "classification < 9 && z > 2 || x < 122100";
  filters[2].where = "!(z <= 3.011 || intensity != 100) || x == 122007.379";
  filters[3].ranges = {{"z", 3, 17.033}, {"intensity", 100}};
  filters[4].box = FilterBox{{122100.379, 487000}, {122500, 487700.127}};
  filters[5].regions = {{.polygons = {{{{{0, 0}, {122300, 0}, {122300, 488000}}}}}, .source = "triangle"}};
  filters[6].regions = filters[5].regions, filters[6].regions[0].keep = false;
  filters[7].classes = {3}, filters[7].where = "intensity < 3000 && source_file == 1", filters[7].every = 3;
  filters[8].where = "class != 2 && (z < 4 || intensity > 50)";
  filters[9].where = "z >= 0 && source_file >= 2", filters[9].thin = 3;
  filters[10].classes = {5}, filters[10].order = PointOrder::scattered;
  filters[11].where = "height > 3";
  filters[12].where = "z > 1e6";
  size_t kept = 0;
  for (size_t p = 0; p < all.size(); ++p)
    for (size_t f = 0; f < filters.size(); ++f)
      for (const auto scalar : {std::optional<Scalar>(), std::optional(Scalar::float32)}) {
        SCOPED_TRACE("files " + std::to_string(p) + ", filter " + std::to_string(f));
        ReadOptions options;
        options.scalar = scalar;
        const auto afterwards = test::outcomeOf([&] {
          CloudFile file = readClouds(all[p], options);
          applyFilter(filters[f], file);
          return file;
        });
        const auto meanwhile = test::outcomeOf([&] { return readFiltered(all[p], filters[f], options); });
        test::expectSame(meanwhile, afterwards);
        kept += meanwhile.error.empty();
      }
  EXPECT_GT(kept, 60u);
}

TEST_F(ReadClouds, AFilterWhileReadingSaysWhatIsWrongWithIt) {
  const Paths files = {put("1.csv", "x,y,z\n0,0,5\n1,1,6\n")};
  Filter none, unknown;
  none.where = "z > 100";
  unknown.where = "height > 3";
  EXPECT_EQ(test::errorOf([&] { readFiltered(files, none); }).reason(), "the filter keeps none of 2 points");
  EXPECT_EQ(test::errorOf([&] { readFiltered(files, unknown); }).reason(), "character 1 of 'height > 3': the cloud has no attribute 'height'");
}

TEST_F(ReadClouds, AFilterThatKeepsNothingDoesNotHideWhatIsWrongWithTheFiles) {
  const Paths one = {put("1.csv", "x,y,z\n0,0,5\nnan,1,6\n2,2\n1,1,6\n")};
  const Paths two = {one.front(), put("2.csv", "x,y,z\n0,0,5\n")};
  Filter none;
  none.where = "z > 100";
  for (const Paths& files : {one, two}) {
    std::vector<std::string> warnings = readClouds(files).warnings;
    ASSERT_FALSE(warnings.empty());
    try {
      readFiltered(files, none);
      ADD_FAILURE() << "a point above 100?";
    } catch (const NoPointLeft& nothing) {
      EXPECT_EQ(nothing.file().warnings, warnings);
      EXPECT_EQ(nothing.file().nonFinite, 1u);
    }
  }
}

// Round trips

ReadOptions asInFile() {
  ReadOptions options;
  options.asInFile = true;
  options.scalar = Scalar::float64;
  return options;
}

std::vector<std::string> convert(const fs::path& from, const fs::path& to) {
  const CloudFile file = readCloud(from, asInFile());
  return writePoints(to, {.points = file.cloud.points(), .attributes = file.cloud.attributes(), .grid = lasGridOf(from)});
}

/// Same bits, but any NaN is like any other.
bool same(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

void expectSame(const CloudFile& a, const CloudFile& b, const std::string& what) {
  EXPECT_EQ(a.cloud.points(), b.cloud.points()) << what;
  for (const Attribute& attribute : a.cloud.attributes()) {
    const auto found = std::ranges::find(b.cloud.attributes(), attribute.name, &Attribute::name);
    ASSERT_NE(found, b.cloud.attributes().end()) << what << ' ' << attribute.name;
    EXPECT_TRUE(std::ranges::equal(attribute.values, found->values, same)) << what << ' ' << attribute.name;
  }
}

/// Of LAS whose scale is no longer known coordinates may be the neighbours of those that were.
void expectNear(const CloudFile& a, const CloudFile& b, const std::string& what) {
  ASSERT_EQ(a.cloud.size(), b.cloud.size()) << what;
  double largest = 0;
  for (uint32_t i = 0; i < a.cloud.size(); ++i)
    for (int k = 0; k < 3; ++k) largest = std::max(largest, std::abs(a.cloud.points().coordinate(i, k) - b.cloud.points().coordinate(i, k)));
  EXPECT_LT(largest, 1e-9) << what;
}

TEST_F(ReadClouds, EveryFormatBecomesEveryOtherAndComesBackWithAllBits) {
  const std::vector<std::string> rows = surveyRows(2000);
  put("text.csv", joined(rows, 0, rows.size()));
  EXPECT_TRUE(convert(folder / "text.csv", folder / "0.las").empty());
  const CloudFile truth = readCloud(folder / "0.las", asInFile());
  expectNear(readCloud(folder / "text.csv", asInFile()), truth, "csv to las");
  for (const std::string from : {"ply", "las", "npy", "csv"}) {
    const fs::path first = folder / ("1." + from);
    EXPECT_TRUE(convert(folder / "0.las", first).empty()) << from;
    expectSame(truth, readCloud(first, asInFile()), "las to " + from);
    for (const std::string to : {"ply", "las", "npy", "csv"}) {
      const fs::path second = folder / ("2-" + from + "." + to);
      EXPECT_TRUE(convert(first, second).empty()) << from << " to " << to;
      const CloudFile back = readCloud(second, asInFile());
      if (to == "las" && from != "las") expectNear(truth, back, from + " to las");
      else expectSame(truth, back, from + " to " + to);
    }
  }
}

TEST_F(ReadClouds, EveryTextOfCoordinatesKeepsAllDigitsInPlyNpyAndCsv) {
  put("0.csv", "x,y,z,a b\n0.1,1e-9,122000.12345678901\n1e10,-3.3333333333333335,1e-30,7\n-1e-7,2,3,0.30000000000000004\n");
  const CloudFile truth = readCloud(folder / "0.csv", asInFile());
  for (const std::string to : {"ply", "npy", "csv"}) {
    EXPECT_TRUE(convert(folder / "0.csv", folder / ("1." + to)).empty());
    EXPECT_EQ(readCloud(folder / ("1." + to), asInFile()).cloud.points(), truth.cloud.points()) << to;
  }
  const auto warnings = convert(folder / "0.csv", folder / "1.las");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with("coordinates are rounded by up to ")) << warnings[0];
}

TEST_F(ReadClouds, LasTakesTheFormatThatHoldsItsValuesAndExtraBytesForTheRest) {
  put("0.csv", "x,y,z,classification,return_number,reflectance,red,intensity\n1,2,3,64,9,-1.5,65535,0.5\n4,5,6,2,1,,0,7\n");
  const CloudFile truth = readCloud(folder / "0.csv", asInFile());
  const auto warnings = convert(folder / "0.csv", folder / "1.las");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "'intensity' has values that its LAS field cannot hold: it is kept as 'intensity_'");
  const CloudFile las = readCloud(folder / "1.las", asInFile());
  EXPECT_EQ(las.format, "LAS 1.4, point format 7");
  EXPECT_EQ(las.cloud.points(), truth.cloud.points());
  const auto column = [&](std::string_view name) { return attributeOf(las, name); };
  EXPECT_EQ(column("classification"), (std::vector<double>{64, 2}));
  EXPECT_EQ(column("return_number"), (std::vector<double>{9, 1}));
  EXPECT_EQ(column("red"), (std::vector<double>{65535, 0}));
  EXPECT_EQ(column("intensity_"), (std::vector<double>{0.5, 7}));
  EXPECT_EQ(column("reflectance")[0], -1.5);
  EXPECT_TRUE(std::isnan(column("reflectance")[1]));
}

TEST_F(ReadClouds, LasKeepsItsScaleAndOffset) {
  put("0.csv", "x,y,z\n122000.25,487000.5,3\n122001,487001.75,4\n");
  const CloudFile file = readCloud(folder / "0.csv", asInFile());
  const LasGrid grid{{0.25, 0.25, 0.5}, {122000, 487000, -1}, true};
  EXPECT_TRUE(writePoints(folder / "1.las", {.points = file.cloud.points(), .grid = grid}).empty());
  EXPECT_TRUE(convert(folder / "1.las", folder / "2.las").empty());
  const auto kept = lasGridOf(folder / "2.las");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->scale, grid.scale);
  EXPECT_EQ(kept->offset, grid.offset);
  EXPECT_TRUE(kept->adjustedTime);
  EXPECT_EQ(get(folder / "1.las").substr(179), get(folder / "2.las").substr(179));
  EXPECT_FALSE(lasGridOf(folder / "0.csv"));
}

TEST_F(ReadClouds, LasRefusesPointsOfMoreCoordinatesThanThree) {
  const PointArray points(Scalar::float64, 4, 2);
  try {
    writePoints(folder / "1.las", {.points = points});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.reason(), "a point of it has x, y and z, and these have 4 coordinates");
  }
  EXPECT_FALSE(fs::exists(folder / "1.las"));
}

}  // namespace
}  // namespace arete
