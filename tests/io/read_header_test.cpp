// Text files whose names say what their columns are: the names are followed, or the file is refused.
#include "tests/io/read_bytes.h"

#include <algorithm>
#include <cmath>

#include "compute/crs/about_crs.h"

namespace arete {
namespace {

/// With the digits of the text.
CloudFile readDoubles(const std::string& content, std::string_view name, ReadOptions options = {}) {
  options.scalar = Scalar::float64;
  return readString(content, name, options);
}

TEST(ReadHeader, NamedCoordinatesAreNeverReplacedByOtherColumns) {
  EXPECT_TRUE(contains(refusalOf("lon,lat,depth\n4d30E,52.1,10\n4d36E,52.2,20\n", "a.csv"), "line 2: lon is '4d30E', which is no number"));
  EXPECT_TRUE(contains(refusalOf("X;Y;Z\n1.234,5;2;3\n1.235,5;3;4\n", "a.csv"), "line 2: X is '1.234,5', which is no number"));
  EXPECT_TRUE(contains(refusalOf("x;y;z\n1.5;2.5;3,5\n1.6;2.6;3,6\n", "a.csv"), "line 2: z is '3,5', which is no number"));
  EXPECT_TRUE(contains(refusalOf("lon,lat\n4d30E,52d6N\n4d36E,52d12N\n", "a.csv"), "line 2: lon is '4d30E', which is no number"));
  EXPECT_TRUE(contains(refusalOf("a,b,x,y\n1,2,,3\n4,5,,6\n", "a.csv"), "column 'x' has no numbers"));
}

TEST(ReadHeader, BlanksBeforeThousandsDoNotSeparate) {
  EXPECT_TRUE(contains(refusalOf("X;Y\n1 234 567,5;2 345 678,25\n1 234 568,5;2 345 679,25\n", "a.csv"), "line 2: X is '1 234 567,5'"));
  EXPECT_TRUE(contains(refusalOf("x\ty\n1 234\t5 678\n1 235\t5 679\n", "a.tsv"), "line 2: x is '1 234', which is no number"));
  EXPECT_EQ(rowsOf(readDoubles("x;y\n1,5 2,5\n3,5 4,5\n", "a.csv")), (std::vector<double>{1.5, 2.5, 3.5, 4.5}));
}

TEST(ReadHeader, NamesInLatin1AreFollowedToo) {
  const CloudFile file = readDoubles("Nr;Breitengrad;L\xe4ngengrad;H\xf6he\n7;51,5;7,25;3\n5;51,25;7,5;4\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (std::vector<double>{7.25, 51.5, 7.5, 51.25}));
  EXPECT_TRUE(std::ranges::any_of(file.cloud.attributes(), [](const Attribute& attribute) { return attribute.name == "Höhe"; }));
}

TEST(ReadHeader, AHeightWithoutAnyValueIsLeftOut) {
  const CloudFile file = readDoubles("x,y,z\n1,2,\n3,4,\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_TRUE(warnsOf(file, "Column 'z' has no values"));
}

TEST(ReadHeader, WordsOfLongerNamesAreFollowedInAnyOrder) {
  EXPECT_EQ(rowsOf(readDoubles("event-id,timestamp,location-long,location-lat\n101,2020-01-01 00:00,4.5,52.1\n102,2020-01-01 00:10,4.6,52.2\n"
                               "103,2020-01-01 00:20,4.7,52.2\n",
                               "a.csv")),
            (std::vector<double>{4.5, 52.1, 4.6, 52.2, 4.7, 52.2}));
  EXPECT_EQ(rowsOf(readDoubles("gps_latitude,gps_longitude\n52.1,4.5\n52.2,4.6\n", "a.csv")), (std::vector<double>{4.5, 52.1, 4.6, 52.2}));
  const CloudFile two = readDoubles("start_lat,start_lon,end_lat,end_lon\n1,2,3,4\n5,6,7,9\n", "a.csv");
  EXPECT_EQ(rowsOf(two), (std::vector<double>{2, 1, 6, 5}));
  EXPECT_TRUE(warnsOf(two, "start_lon, start_lat were taken, and not end_lon, end_lat"));
}

TEST(ReadHeader, WhatNumbersTheRowsIsNoCoordinateUnlessAskedFor) {
  EXPECT_EQ(rowsOf(readDoubles("id,a,b\n7,1,2\n3,4,6\n", "a.csv")), (std::vector<double>{1, 2, 4, 6}));
  EXPECT_EQ(rowsOf(readDoubles("frame,a,b\n1,10,2\n2,40,6\n3,50,7\n", "a.csv")), (std::vector<double>{10, 2, 40, 6, 50, 7}));
  const CloudFile unnamed = readDoubles("1 0.5 7.5\n2 0.6 7.4\n3 0.8 7.1\n", "a.txt");
  EXPECT_EQ(rowsOf(unnamed), (std::vector<double>{0.5, 7.5, 0.6, 7.4, 0.8, 7.1}));
  EXPECT_TRUE(warnsOf(unnamed, "counts the rows was not taken"));
  ReadOptions asked;
  asked.columns = {"1", "2", "3"};
  EXPECT_EQ(readDoubles("1 0.5 7.5\n2 0.6 7.4\n3 0.8 7.1\n", "a.txt", asked).cloud.dimension(), 3);
  EXPECT_TRUE(contains(refusalOf("id,value\n1,10\n2,20\n3,30\n", "a.csv"), "fewer than two of its columns can be coordinates"));
}

TEST(ReadHeader, OneFieldMoreThanNamesIsTheNameOfTheRow) {
  const std::vector<double> rows = {0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.9, 1, 1.1};
  EXPECT_EQ(rowsOf(readDoubles("x y z\n1 0.1 0.2 0.3\n2 0.5 0.6 0.7\n3 0.9 1 1.1\n", "r.txt")), rows);
  EXPECT_EQ(rowsOf(readDoubles("x y z\nfirst 0.1 0.2 0.3\nsecond 0.5 0.6 0.7\nthird 0.9 1 1.1\n", "r.txt")), rows);
  EXPECT_EQ(rowsOf(readDoubles(",x,y,z\n0,0.1,0.2,0.3\n1,0.5,0.6,0.7\n2,0.9,1,1.1\n", "pandas.csv")), rows);
  EXPECT_EQ(rowsOf(readDoubles(",a,b,c\n0,0.1,0.2,0.3\n1,0.5,0.6,0.7\n2,0.9,1,1.1\n", "pandas.csv")), rows);
}

TEST(ReadHeader, HeadersOfNumbersAreNoPoints) {
  const std::vector<double> rows = {0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.9, 1.5, 1.1};
  const CloudFile plain = readDoubles("0,1,2\n0.1,0.2,0.3\n0.5,0.6,0.7\n0.9,1.5,1.1\n", "a.csv");
  EXPECT_EQ(rowsOf(plain), rows);
  EXPECT_TRUE(warnsOf(plain, "Line 1 was taken for the numbers of the columns"));
  EXPECT_EQ(rowsOf(readDoubles(",0,1,2\n0,0.1,0.2,0.3\n1,0.5,0.6,0.7\n2,0.9,1.5,1.1\n", "a.csv")), rows);
  EXPECT_EQ(readDoubles("0,1,2\n3,4,5\n6,7,9\n", "a.csv").pointsInFile, 3u) << "whole numbers may be points";
}

TEST(ReadHeader, AHeaderOfOtherLengthIsToldOrRefused) {
  const std::string commas = refusalOf("lat,lon\n52,123456,4,512345\n52,223456,4,612345\n", "a.csv");
  EXPECT_TRUE(contains(commas, "line 1 names 2 columns and line 2 has 4 fields")) << commas;
  EXPECT_TRUE(contains(commas, "commas separate the fields and stand in the numbers, too")) << commas;
  EXPECT_TRUE(contains(refusalOf("x,y,z\n1,234.5,2.5,3.5\n1,235.5,2.6,3.4\n1,240.5,2.1,3.3\n", "a.csv"), "names 3 columns")) << "thousands";
  EXPECT_TRUE(contains(refusalOf("x,y,z\n1,2,3,4,5\n2,2,3,4,6\n", "a.csv"), "line 1 names 3 columns and line 2 has 5 fields"));
  const CloudFile longer = readDoubles("id,x,y,label\n1,2,3\n4,5,7\n", "a.csv");
  EXPECT_EQ(rowsOf(longer), (std::vector<double>{2, 3, 5, 7}));
  EXPECT_TRUE(warnsOf(longer, "Line 1 names 4 columns and line 2 has 3 fields"));
}

TEST(ReadHeader, QuotesTellDecimalCommasFromSeparators) {
  const CloudFile file = readDoubles("id,x,y\n1,\"0,7777\",\"1,25\"\n2,\"1001,3\",\"0,4\"\n3,5,6\n", "a.csv");
  EXPECT_EQ(rowsOf(file), (std::vector<double>{0.7777, 1.25, 1001.3, 0.4, 5, 6}));
  EXPECT_TRUE(file.warnings.empty());
  EXPECT_TRUE(warnsOf(readDoubles("x,y\n\"1,234\",\"5,678\"\n\"2,345\",\"6,789\"\n", "a.csv"), "before thousands"));
  ReadOptions comma;
  comma.decimalComma = true;
  EXPECT_EQ(rowsOf(readDoubles("x,y\n\"0,5\",\"1,5\"\n\"2,5\",\"3,5\"\n", "a.csv", comma)), (std::vector<double>{0.5, 1.5, 2.5, 3.5}));
}

TEST(ReadHeader, AsManyColumnsAsALineHoldsAreRead) {
  for (const int columns : {512, 513, 5000}) {
    std::string text = "x,y,z";
    for (int i = 3; i < columns; ++i) text += ",c" + std::to_string(i);
    for (int row = 0; row < 4; ++row) {
      text += '\n' + std::to_string(row * 1000);
      for (int i = 1; i < columns; ++i) text += ',' + std::to_string(row * 7 + i);
    }
    const CloudFile file = readDoubles(text + '\n', "wide.csv");
    EXPECT_EQ(file.pointsInFile, 4u) << columns;
    EXPECT_TRUE(warnsOf(file, "attributes the first 64 are kept")) << columns;
  }
}

TEST(ReadHeader, NamesThatSayDegreesAreLongitudeAndLatitudeOfWgs84) {
  for (const char* text : {"lat,lon\n65,25\n65.1,25.2\n", "decimalLongitude;decimalLatitude\n25;65\n25.2;65.1\n"}) {
    const CloudFile file = readDoubles(text, "a.csv");
    EXPECT_EQ(file.crs, kWgs84) << text;
    EXPECT_TRUE(warnsOf(file, "are taken as longitude and latitude in the system WGS 84")) << text;
    EXPECT_TRUE(warnsOf(file, "--to-crs utm")) << text;
  }
  ReadOptions given;
  given.crs = Crs();
  EXPECT_FALSE(readDoubles("lat,lon\n65,25\n65.1,25.2\n", "a.csv", given).crs.known());
  const CloudFile metres = readDoubles("lon,lat\n500000,7200000\n500100,7200100\n", "a.csv");
  EXPECT_FALSE(metres.crs.known());
  EXPECT_TRUE(warnsOf(metres, "which is none"));
  const CloudFile sky = readDoubles("RA,DEC\n250,65\n251,65.1\n", "a.csv");
  EXPECT_FALSE(sky.crs.known());
  EXPECT_TRUE(warnsOf(sky, "degrees on the sky"));
  EXPECT_FALSE(readDoubles("x,y\n65,25\n65.1,25.2\n", "a.csv").crs.known());
}

TEST(ReadHeader, AStrayDoesNotDecideWhetherNamedColumnsAreDegrees) {
  std::string rows = "lat,lon\n-999,-999\n";
  for (int i = 0; i < 50; ++i) rows += std::to_string(48 + i * 1e-3) + ',' + std::to_string(11 + i * 1e-3) + '\n';
  EXPECT_EQ(readDoubles(rows, "a.csv").crs, kWgs84);
  EXPECT_FALSE(readDoubles("lat,lon\n500000,48\n500010,49\n", "a.csv").crs.known());
}

TEST(ReadHeader, CurvesThatBreakOffAtLongitude180AreTold) {
  const std::string text = "both sides of longitude 180";
  EXPECT_TRUE(warnsOf(readDoubles("lon,lat\n179.9,-17\n-179.9,-17\n", "a.csv"), text));
  EXPECT_FALSE(warnsOf(readDoubles("lon,lat\n179.9,-17\n180.1,-17\n", "a.csv"), text));
  EXPECT_FALSE(warnsOf(readDoubles("lon,lat\n-170,5\n-80,6\n0,7\n90,5\n170,9\n", "a.csv"), text)) << "all around the earth";
}

TEST(ReadHeader, RowsThatAreLeftOutKeepTheirNumbers) {
  const CloudFile file = readDoubles("x,y\n1,2\nnan,2\nword,3\n4,5\n,\n6,7\n", "a.csv");
  EXPECT_EQ(file.rowsInFile, 6u);
  EXPECT_EQ(file.rowsLeftOut, (std::vector<uint64_t>{1, 2, 4}));
}

}  // namespace
}  // namespace arete
