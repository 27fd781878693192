// E57: every kind of number, poses, several scans, marks of invalid points, and damage.
#include <cmath>

#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/e57.h"
#include "tests/support/stream_difference.h"

namespace arete {
namespace {

using namespace test;

class ReadE57 : public testing::Test {
 protected:
  void SetUp() override {
    try {
      readString(e57Sample(), "a.e57");
    } catch (const Error& error) {
      if (contains(error.reason(), "built without pugixml")) GTEST_SKIP() << "built without pugixml";
    }
  }
};

std::vector<E57Field> square() {
  return {e57Double("cartesianX", {0, 1, 1, 0}), e57Double("cartesianY", {0, 0, 1, 1}), e57Double("cartesianZ", {2, 2, 3, 3})};
}

TEST_F(ReadE57, GivesThePointsOfAScanInDoubles) {
  const CloudFile file = readString(e57({{square(), {}, 3, {}}}), "a.e57");
  EXPECT_EQ(file.format, "E57, 1 scan");
  EXPECT_EQ(rowsOf(file), (Doubles{0, 0, 2, 1, 0, 2, 1, 1, 3, 0, 1, 3}));
}

TEST_F(ReadE57, UnpacksNumbersOfEveryWidthAcrossPackets) {
  for (const int bits : {1, 3, 8, 13, 31, 32, 33, 47, 62}) {
    const int64_t most = (int64_t(1) << bits) - 1;
    std::vector<int64_t> stored;
    for (uint64_t i = 0; i < 500; ++i) stored.push_back(-5 + int64_t(i * 0x9E3779B97F4A7C15 & uint64_t(most)));
    std::vector<double> zero(stored.size(), 0), expected(stored.begin(), stored.end());
    const E57Scan scan{
        {e57Double("cartesianX", zero), e57Double("cartesianY", zero), e57Double("cartesianZ", zero), e57Integer("intensity", stored, -5, most - 5)},
        {},
        11,
        {}};
    EXPECT_EQ(attributeOf(readString(e57({scan}), "a.e57"), "intensity"), expected) << bits;
  }
}

TEST_F(ReadE57, ScalesAndMovesIntegersAndTakesNoBitsForWhatNeverChanges) {
  std::vector<E57Field> fields = square();
  fields[0] = e57Integer("cartesianX", {-3, 0, 7, 100}, -10, 1000, "scale=\"0.25\" offset=\"10\"");
  fields[2] = e57Integer("cartesianZ", {4, 4, 4, 4}, 4, 4, "scale=\"0.5\"");
  ReadOptions options;
  options.dimension = 3;
  EXPECT_EQ(rowsOf(readString(e57({{fields, {}, 3, {}}}), "a.e57", options)), (Doubles{9.25, 0, 2, 10, 0, 2, 11.75, 1, 2, 35, 1, 2}));
}

TEST_F(ReadE57, TurnsAndMovesPointsByThePoseOfTheirScan) {
  // A quarter turn about z would need √½; this turn by 120° about (1, 1, 1) takes x to y, y to z and z to x exactly.
  const std::string turn = "<rotation type=\"Structure\"><w>0.5</w><x>0.5</x><y>0.5</y><z>0.5</z></rotation>";
  const std::string move = "<translation type=\"Structure\"><x>10</x><y>20</y><z>30</z></translation>";
  const CloudFile file = readString(e57({{square(), turn + move, 3, {}}}), "a.e57");
  EXPECT_EQ(rowsOf(file), (Doubles{12, 20, 30, 12, 21, 30, 13, 21, 31, 13, 20, 31}));
}

TEST_F(ReadE57, TurnsRangesAndAnglesIntoCoordinates) {
  const E57Scan scan{
      {e57Double("sphericalRange", {2, 2, 3}), e57Double("sphericalAzimuth", {0, M_PI / 2, 0}), e57Double("sphericalElevation", {0, 0, M_PI / 2})},
      {},
      3,
      {}};
  const Doubles rows = rowsOf(readString(e57({scan}), "a.e57")), expected = {2, 0, 0, 0, 2, 0, 0, 0, 3};
  ASSERT_EQ(rows.size(), expected.size());
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], expected[i], 1e-15) << i;
}

TEST_F(ReadE57, LeavesOutPointsAndValuesThatAreMarkedInvalid) {
  std::vector<E57Field> fields = square();
  fields.push_back(e57Integer("cartesianInvalidState", {0, 2, 0, 1}, 0, 2));
  fields.push_back(e57Single("intensity", {0.5F, 1, 2, 3}));
  fields.push_back(e57Integer("isIntensityInvalid", {1, 0, 0, 0}, 0, 1));
  const CloudFile file = readString(e57({{fields, {}, 3, {}}}), "a.e57");
  EXPECT_EQ(rowsOf(file), (Doubles{0, 0, 2, 1, 1, 3}));
  EXPECT_EQ(file.pointsInFile, 4U);
  EXPECT_EQ(file.nonFinite, 2U);
  EXPECT_TRUE(std::isnan(attributeOf(file, "intensity")[0]));
  EXPECT_EQ(attributeOf(file, "intensity")[1], 2);
}

TEST_F(ReadE57, PutsScansOneAfterTheOtherAndNumbersThem) {
  const CloudFile file = readString(e57Sample(), "a.e57");
  EXPECT_EQ(file.format, "E57, 2 scans");
  EXPECT_EQ(file.pointsInFile, 42U);
  EXPECT_EQ(file.cloud.size(), 37U);
  const Doubles scan = attributeOf(file, "scan"), red = attributeOf(file, "red");
  EXPECT_EQ(scan.front(), 1);
  EXPECT_EQ(scan.back(), 2);
  EXPECT_EQ(red[3], 9);
  EXPECT_TRUE(std::isnan(red.back()));
  EXPECT_EQ(rowsOf(file)[0], 100);
  EXPECT_EQ(rowsOf(file)[2], -5);  // stored as -20, times 0.5, plus 10, moved by -5
}

TEST_F(ReadE57, KeepsTheCoordinateSystemThatItNames) {
  const CloudFile file = readString(e57({{square(), {}, 3, {}}}, "<coordinateMetadata type=\"String\">EPSG:28992</coordinateMetadata>"), "a.e57");
  EXPECT_EQ(file.crs.definition, "EPSG:28992");
}

struct E57Stream : test::TemporaryFolder {};

TEST_F(E57Stream, AStreamGivesThePointsOfTheWholeFile) {
  EXPECT_EQ(test::streamDifference(put("a.e57", e57Sample())), "");
  EXPECT_EQ(test::streamDifference(put("cut.e57", e57Sample().substr(0, 3 * kE57Page))), "");
}

TEST_F(ReadE57, TakesTheColumnsThatAreAskedFor) {
  ReadOptions options;
  options.columns = {"z", "x"};
  EXPECT_EQ(rowsOf(readString(e57({{square(), {}, 3, {}}}), "a.e57", options)), (Doubles{2, 0, 2, 1, 3, 1, 3, 0}));
}

TEST_F(ReadE57, RefusesEveryChangedByteOfAPage) {
  const std::string good = e57({{square(), {}, 3, {}}});
  for (size_t at = 48; at < good.size(); at += 37) {
    std::string bad = good;
    bad[at] = char(bad[at] ^ 0x10);
    EXPECT_TRUE(contains(refusalOf(bad, "a.e57"), "checksum")) << at;
  }
}

TEST_F(ReadE57, RefusesWhatIsCutOffAnywhere) {
  const std::string good = e57({{square(), {}, 3, {}}});
  for (size_t size = 8; size < good.size(); size += 61) EXPECT_FALSE(refusalOf(good.substr(0, size), "a.e57").empty()) << size;
}

TEST_F(ReadE57, RefusesCountsThatTheFileCannotHold) {
  const std::string few = refusalOf(e57({{square(), {}, 3, "5"}}), "a.e57");
  EXPECT_TRUE(contains(few, "1 of 5 are missing")) << few;
  EXPECT_FALSE(refusalOf(e57({{square(), {}, 3, "1152921504606846976"}}), "a.e57").empty());
  std::vector<E57Field> constant = square();
  for (E57Field& field : constant) field = e57Integer(field.name, {3}, 3, 3);
  EXPECT_TRUE(contains(refusalOf(e57({{constant, {}, 3, "4000000000"}}), "a.e57"), "more than the file has bits"));
}

TEST_F(ReadE57, RefusesScansWithoutCoordinatesAndXmlThatIsNotSound) {
  EXPECT_TRUE(contains(refusalOf(e57({{{e57Single("intensity", {1})}, {}, 3, {}}}), "a.e57"), "neither Cartesian nor spherical"));
  EXPECT_TRUE(contains(refusalOf(e57({{square(), {}, 3, {}}}, "<open>"), "a.e57"), "XML is not sound"));
  EXPECT_TRUE(contains(refusalOf(e57({}), "a.e57"), "no points"));
  EXPECT_TRUE(contains(refusalOf(e57({{square(), "<rotation><w>9</w></rotation>", 3, {}}}), "a.e57"), "quaternion"));
}

}  // namespace
}  // namespace arete
