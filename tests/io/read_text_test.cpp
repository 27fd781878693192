// Text files: what is found out, what is refused, what can be overridden.
#include "tests/io/read_bytes.h"

#include <cmath>
#include <fstream>

namespace arete {
namespace {

TEST(ReadText, TakesThreeColumnsAndKeepsTheOthers) {
  const CloudFile file = readString("1 2 3 40\n4 5 6 50\n7 8 10 60\n", "a.xyz");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6, 7, 8, 10}));
  EXPECT_EQ(attributeOf(file, "column 4"), (Doubles{40, 50, 60}));
  EXPECT_TRUE(file.warnings.empty());
}

TEST(ReadText, ReadsTwoColumnsAsTwoDimensions) {
  const CloudFile file = readString("1,2\n3,4\n", "a.csv");
  EXPECT_EQ(file.cloud.dimension(), 2);
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4}));
}

TEST(ReadText, ReadsACloudWithOneHeightAsTwoDimensionalUnlessToldOtherwise) {
  EXPECT_EQ(readString("1 2 0\n3 4 0\n", "a.xyz").cloud.dimension(), 2);
  const CloudFile raised = readString("1 2 5\n3 4 5\n", "a.xyz");
  EXPECT_EQ(raised.cloud.dimension(), 2);
  EXPECT_TRUE(warnsOf(raised, "third coordinate 5"));
  ReadOptions three;
  three.dimension = 3;
  EXPECT_EQ(readString("1 2 5\n3 4 5\n", "a.xyz", three).cloud.dimension(), 3);
}

TEST(ReadText, PutsLongitudeBeforeLatitudeAndKeepsTheDepthAside) {
  const CloudFile file = readString("# lat lon depth_km mag\n-23.5 172.25 10 4.5\n11.5 143.75 20 5.25\n", "quakes.txt");
  EXPECT_EQ(file.cloud.dimension(), 2);
  EXPECT_EQ(rowsOf(file), (Doubles{172.25, -23.5, 143.75, 11.5}));
  EXPECT_EQ(attributeOf(file, "depth_km"), (Doubles{10, 20}));
  EXPECT_EQ(attributeOf(file, "mag"), (Doubles{4.5, 5.25}));
}

TEST(ReadText, AddsTheNextColumnsToNamedOnesWhenMoreDimensionsAreAskedFor) {
  ReadOptions options;
  options.dimension = 3;
  EXPECT_EQ(rowsOf(readString("lat lon depth\n1 2 3\n4 5 6\n", "a.txt", options)), (Doubles{2, 1, 3, 5, 4, 6}));
}

TEST(ReadText, KeepsRowsThatLackAttributesButNotAFloodOfThem) {
  const CloudFile few = readString("x y z a b\n1 2 3 4 5\n6 7 8 9\n1 1 1 1 1\n", "a.txt");
  EXPECT_EQ(few.pointsInFile, 3u);
  EXPECT_TRUE(std::isnan(attributeOf(few, "b")[1]));
  EXPECT_TRUE(warnsOf(few, "One row lacks attributes, first line 3"));
  std::string wide;
  for (int row = 0; row < 450; ++row) wide += "1 2 3 4 5 6 7 8 9\n";
  for (int row = 0; row < 20000; ++row) wide += "1 2 3\n";
  EXPECT_TRUE(contains(refusalOf(wide, "a.txt"), "it has 3 fields where 9 are expected"));
}

TEST(ReadText, FindsCoordinatesByNameWhereverTheyAre) {
  const CloudFile file = readString("id;Z [m];Label;X [m];Y [m]\n7;3;tree;1;2\n8;6;rock;4;5\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(attributeOf(file, "id"), (Doubles{7, 8}));
  EXPECT_EQ(file.cloud.attributes().size(), 1u);
}

TEST(ReadText, ReadsNumberedNamesAsManyDimensions) {
  const CloudFile file = readString("x1,x2,x3,x4,x5\n1,2,3,4,5\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5}));
  EXPECT_EQ(readString("x y z x4 w\n1 2 3 4 5\n", "a.txt").cloud.dimension(), 4);
}

TEST(ReadText, TellsDecimalCommasFromSeparators) {
  EXPECT_EQ(rowsOf(readString("\"X\";\"Y\"\n-9,5;6,25\n2,5;1\n", "r.csv")), (Doubles{-9.5, 6.25, 2.5, 1}));
  const CloudFile blanks = readString("1,5 2,5 3,5\n4,5 5,5 6,5\n", "a.txt");
  EXPECT_EQ(rowsOf(blanks), (Doubles{1.5, 2.5, 3.5, 4.5, 5.5, 6.5}));
  EXPECT_TRUE(warnsOf(blanks, "decimal points"));
  ReadOptions given;
  given.decimalComma = true;
  EXPECT_TRUE(readString("1,5 2,5 3,5\n4,5 5,5 6,5\n", "a.txt", given).warnings.empty());
  EXPECT_EQ(rowsOf(readString("1, 2, 3\n4, 5, 6\n", "a.txt")), (Doubles{1, 2, 3, 4, 5, 6}));
}

TEST(ReadText, AcceptsQuotesTabsBlankLinesCommentsAndAnyLineEnd) {
  EXPECT_EQ(rowsOf(readString("\"x\",\"y\",\"name\"\n\"1\",\"2\",\"a, b\"\n\"3\",\"4\",\"c\"\n", "a.csv")), (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(rowsOf(readString("1\t2\t3\r\n\r\n% remark\r\n4\t5\t6", "a.tsv")), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(rowsOf(readString("1 2 3\r4 5 6\r", "mac.txt")), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(rowsOf(readString("\xEF\xBB\xBFx y z\n1 2 3 # why\n4 5 6\n", "bom.txt")), (Doubles{1, 2, 3, 4, 5, 6}));
}

TEST(ReadText, AcceptsSignsExponentsAndFortranNumbers) {
  EXPECT_EQ(rowsOf(readString("+1 -2.5e1 .5\n1.0D+02 1e-400 3.\n", "a.xyz")), (Doubles{1, -25, 0.5, 100, 0, 3}));
}

TEST(ReadText, LeavesOutAndCountsWhatIsNotFinite) {
  const CloudFile file = readString("x,y,v\n1,2,3\nnan,2,3\n,,\n4,inf,1\nNA,1,1\n5,6,NA\n", "a.csv");
  EXPECT_EQ(file.pointsInFile, 6u);
  EXPECT_EQ(file.nonFinite, 4u);
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 5, 6}));
  EXPECT_EQ(attributeOf(file, "v")[0], 3);
  EXPECT_TRUE(std::isnan(attributeOf(file, "v")[1]));
}

TEST(ReadText, CountsRowsOfTabsAloneAsLeftOut) {
  std::string table = "x\ty\tz\n1\t2\t3\n\n";
  for (int row = 0; row < 20; ++row) table += "\t\t\n";
  const CloudFile file = readString(table + "4\t5\t6\n", "a.tsv");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(file.pointsInFile, 22u);
  EXPECT_EQ(file.nonFinite, 20u);
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_EQ(readString("1 2 3\n\t\t\n4 5 6\n", "a.xyz").pointsInFile, 2u);  // blank where tabs do not separate
}

TEST(ReadText, LeavesOutBrokenRowsAndNamesTheFirst) {
  const CloudFile file = readString("1 2 3\n4 5\n6 7 8\n9 x 10\n11 12 14\n", "a.xyz");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 6, 7, 8, 11, 12, 14}));
  EXPECT_TRUE(warnsOf(file, "2 rows were left out, first line 2: it has 2 fields where 3 are expected"));
}

TEST(ReadText, NeverTakesAMissingCoordinateForZeroOrSwapsColumns) {
  const CloudFile file = readString("x,y,z\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n", "ragged.csv");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 10, 11, 12}));
  EXPECT_FALSE(file.warnings.empty());
}

TEST(ReadText, ComparesADeclaredCountWithTheRows) {
  EXPECT_TRUE(readString("2\n1 2 3\n4 5 6\n", "a.pts").warnings.empty());
  EXPECT_TRUE(warnsOf(readString("3\n1 2 3\n4 5 6\n", "a.pts"), "declares 3 points"));
}

TEST(ReadText, PassesOverTheRowLabelsOfR) { EXPECT_EQ(rowsOf(readString("\"x\" \"y\"\n\"1\" 5 6\n\"2\" 7 8\n", "r.txt")), (Doubles{5, 6, 7, 8})); }

TEST(ReadText, RefusesWithLineAndReason) {
  EXPECT_TRUE(contains(refusalOf("1 2 3\n4 1e999 6\n", "a.xyz"), "a.xyz, line 2: a number is too large"));
  EXPECT_TRUE(contains(refusalOf(std::string("1 2 3\n\0\0\n4 5 6\n", 15), "a.xyz"), "byte 6: there is a NUL byte"));
  EXPECT_TRUE(contains(refusalOf("the quick brown fox\njumps\n", "a.txt"), "no rows with two or more numbers"));
  EXPECT_TRUE(contains(refusalOf("1 2 3\n" + std::string(70000, '9') + "\n", "a.xyz"), "line 2: the line is longer"));
  EXPECT_TRUE(contains(refusalOf("1e200 1 2\n3 4 5\n", "a.xyz"), "1e+200 is too large"));
  EXPECT_TRUE(contains(refusalOf("", "a.xyz"), "empty"));
}

TEST(ReadText, DoesAsTheOptionsSay) {
  ReadOptions options;
  options.columns = {"c", "1"};
  EXPECT_EQ(rowsOf(readString("a b c\n1 2 3\n4 5 6\n", "a.txt", options)), (Doubles{3, 1, 6, 4}));
  options = {};
  options.skipLines = 2;
  EXPECT_EQ(rowsOf(readString("9 9 9\n8 8 8\n1 2 3\n4 5 6\n", "a.txt", options)), (Doubles{1, 2, 3, 4, 5, 6}));
  options = {};
  options.separator = ',';
  options.decimalComma = false;
  EXPECT_EQ(rowsOf(readString("1,5;7\n2,6;8\n1,2\n3,4\n5,6\n7,8\n9,8\n5,4\n3,3\n", "a.txt", options)).size(), 14u);  // "5;7" is no number
  options = {};
  options.dimension = 1;
  EXPECT_EQ(rowsOf(readString("3\n1\n2\n", "a.txt", options)), (Doubles{3, 1, 2}));
  options.dimension = 5;
  EXPECT_EQ(rowsOf(readString("1 2 3 4 5 6\n", "a.txt", options)), (Doubles{1, 2, 3, 4, 5}));
  options.dimension = 7;
  EXPECT_TRUE(contains(refusalOf("1 2 3 4 5 6\n", "a.txt", options), "fewer than the dimension"));
  options = {};
  options.columns = {"x", "height"};
  EXPECT_TRUE(contains(refusalOf("x y\n1 2\n", "a.txt", options), "no column 'height'"));
}

TEST(ReadText, KeepsTheMillimetresOfLargeCoordinates) {
  const CloudFile file = readString("500000.1234 4000000.5678 10.001\n500001.1234 4000002.5678 11.002\n", "utm.xyz");
  const Doubles rows = rowsOf(file), expected = {500000.1234, 4000000.5678, 10.001, 500001.1234, 4000002.5678, 11.002};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(rows[i], expected[i], 0.0005);
}

TEST(ReadText, PreviewShowsColumnsAndFirstRows) {
  const auto path = std::filesystem::temp_directory_path() / "arete_preview_test.csv";
  std::ofstream(path) << "name;lat;lon\na;1,5;2,5\nb;3,5;4,5\n";
  const TextPreview preview = previewText(path);
  std::filesystem::remove(path);
  EXPECT_EQ(preview.separator, ';');
  EXPECT_TRUE(preview.decimalComma);
  EXPECT_EQ(preview.firstLine, 2u);
  EXPECT_EQ(preview.names, (std::vector<std::string>{"name", "lat", "lon"}));
  EXPECT_EQ(preview.coordinates, (std::vector<size_t>{2, 1}));
  EXPECT_EQ(preview.rows, (std::vector<std::vector<std::string>>{{"a", "1,5", "2,5"}, {"b", "3,5", "4,5"}}));
}

}  // namespace
}  // namespace arete
