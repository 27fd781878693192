// What a LAS record says of a point besides its place: flags, extra bytes of all types, and numbers that stand for none.
#include "tests/io/read_bytes.h"

#include <cmath>
#include <cstring>

#include "compute/io/write_points.h"
#include "tests/io/write_support.h"
#include "tests/support/samples.h"

namespace arete {
namespace {

/// The description of one dimension of extra bytes.
struct Extra {
  std::string name;
  uint8_t type, options = 0;
  double scale = 1, add = 0;
  uint64_t noData = 0;
};

std::string described(const std::vector<Extra>& extras) {
  Bytes bytes;
  for (const Extra& extra : extras) {
    const size_t begin = bytes.string().size();
    bytes.zeros(192).at<uint8_t>(begin + 2, extra.type).at<uint8_t>(begin + 3, extra.options);
    for (size_t i = 0; i < extra.name.size(); ++i) bytes.at<char>(begin + 4 + i, extra.name[i]);
    for (size_t i = 0; i < 3; ++i)
      bytes.at<uint64_t>(begin + 40 + 8 * i, extra.noData).at<double>(begin + 112 + 8 * i, extra.scale).at<double>(begin + 136 + 8 * i, extra.add);
  }
  return bytes.string();
}

/// Points of format 0 with extra bytes: `values` of each point, one after the other.
std::string lasWithExtra(const std::vector<Extra>& extras, const std::vector<std::string>& values) {
  const uint16_t length = uint16_t(20 + values.front().size());
  Bytes plain = las(uint32_t(values.size()), 0, length);
  std::string points = plain.string().substr(227);
  for (size_t i = 0; i < values.size(); ++i) points.replace(i * length + 20, values[i].size(), values[i]);
  Bytes head(plain.string().substr(0, 227));
  const std::string record = described(extras);
  head.zeros(2).text("LASF_Spec").zeros(7).put<uint16_t>(4).put(uint16_t(record.size())).zeros(32).text(record);
  head.at(96, uint32_t(head.string().size())).at(100, uint32_t(1));
  return head.string() + points;
}

template <class T>
std::string bytesOf(std::initializer_list<T> values) {
  Bytes bytes;
  for (const T value : values) bytes.put(value);
  return bytes.string();
}

TEST(LasValues, WithheldPointsAreLeftOutUnlessAskedForAndCount) {
  for (const uint8_t format : {0, 1, 6}) {
    const bool isNew = format >= 6;
    const uint16_t length = format == 0 ? 20 : format == 1 ? 28 : 30;
    Bytes bytes = las(6, format, length, isNew ? 4 : 2);
    const size_t begin = isNew ? 375 : 227;
    for (const size_t i : {1, 4}) bytes.at<uint8_t>(begin + i * length + 15, isNew ? 0x04 : 0x82);
    const CloudFile file = readString(bytes.string(), "a.las");
    EXPECT_EQ(file.cloud.size(), 4u) << int(format);
    EXPECT_EQ(file.pointsInFile, 6u);
    EXPECT_EQ(file.withheld, 2u);
    EXPECT_EQ(file.nonFinite, 0u);
    EXPECT_EQ(file.rowsLeftOut, (std::vector<uint64_t>{1, 4}));
    EXPECT_EQ(attributeOf(file, "intensity"), (std::vector<double>{500, 502, 503, 505}));
    EXPECT_TRUE(warnsOf(file, "2 points are marked as withheld"));
    ReadOptions all;
    all.withheld = true;
    const CloudFile whole = readString(bytes.string(), "a.las", all);
    EXPECT_EQ(whole.cloud.size(), 6u);
    EXPECT_EQ(attributeOf(whole, "withheld"), (std::vector<double>{0, 1, 0, 0, 1, 0}));
    EXPECT_TRUE(whole.warnings.empty());
  }
}

TEST(LasValues, EveryFlagIsAnAttribute) {
  Bytes old = las(2, 0, 20);
  old.at<uint8_t>(227 + 14, 0x40).at<uint8_t>(227 + 15, 0x62).at<uint8_t>(227 + 20 + 14, 0x80);
  const CloudFile first = readString(old.string(), "a.las");
  EXPECT_EQ(attributeOf(first, "synthetic"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(first, "key_point"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(first, "scan_direction_flag"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(first, "edge_of_flight_line"), (std::vector<double>{0, 1}));
  Bytes modern = las(2, 6, 30, 4);
  modern.at<uint8_t>(375 + 15, 0x01 | 0x08 | 0x20 | 0x40).at<uint8_t>(375 + 30 + 15, 0x02 | 0x80);
  const CloudFile second = readString(modern.string(), "a.las");
  EXPECT_EQ(attributeOf(second, "synthetic"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(second, "key_point"), (std::vector<double>{0, 1}));
  EXPECT_EQ(attributeOf(second, "overlap"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(second, "scanner_channel"), (std::vector<double>{2, 0}));
  EXPECT_EQ(attributeOf(second, "scan_direction_flag"), (std::vector<double>{1, 0}));
  EXPECT_EQ(attributeOf(second, "edge_of_flight_line"), (std::vector<double>{0, 1}));
}

struct LasFolder : test::TemporaryFolder {};

TEST_F(LasFolder, FlagsAreWrittenWhereTheyWereRead) {
  for (const uint8_t format : {0, 6}) {
    const bool isNew = format >= 6;
    const uint16_t length = isNew ? 30 : 20;
    Bytes bytes = las(3, format, length, isNew ? 4 : 2);
    const size_t begin = isNew ? 375 : 227;
    bytes.at<uint8_t>(begin + 15, isNew ? 0xFB : 0x62).at<uint8_t>(begin + length + 15, isNew ? 0x40 : 0x22);
    const CloudFile file = readString(bytes.string(), "a.las");
    writePoints(folder / "b.las", {.points = file.cloud.points(), .origin = file.cloud.origin(), .attributes = file.cloud.attributes()});
    const CloudFile again = readCloud(folder / "b.las");
    EXPECT_EQ(again.format, isNew ? "LAS 1.4, point format 6" : "LAS 1.2, point format 0");
    for (const Attribute& attribute : file.cloud.attributes())
      EXPECT_EQ(attributeOf(again, attribute.name), attributeOf(file, attribute.name)) << attribute.name;
    EXPECT_EQ(again.cloud.attributes().size(), file.cloud.attributes().size());
  }
}

TEST(LasValues, ANumberThatStandsForNoneIsNoValue) {
  constexpr uint8_t kNoData = 1, kScaled = 8;
  const CloudFile file =
      readString(lasWithExtra({{"height", 3, kNoData | kScaled, 0.01, 0, 0},
                               {"index", 4, kNoData, 1, 0, uint64_t(-9999)},
                               {"ratio", 9, kNoData, 1, 0, std::bit_cast<uint64_t>(-1.0)},
                               {"plain", 3, 0, 1, 0, 7}},
                              {bytesOf<uint16_t>({0}) + bytesOf<int16_t>({5}) + bytesOf<float>({-1}) + bytesOf<uint16_t>({7}),
                               bytesOf<uint16_t>({512}) + bytesOf<int16_t>({-9999}) + bytesOf<float>({0.5}) + bytesOf<uint16_t>({8})}),
                 "a.las");
  const auto height = attributeOf(file, "height"), index = attributeOf(file, "index"), ratio = attributeOf(file, "ratio");
  EXPECT_TRUE(std::isnan(height[0]));
  EXPECT_EQ(height[1], 5.12);
  EXPECT_EQ(index[0], 5);
  EXPECT_TRUE(std::isnan(index[1]));
  EXPECT_TRUE(std::isnan(ratio[0]));
  EXPECT_EQ(ratio[1], 0.5);
  EXPECT_EQ(attributeOf(file, "plain"), (std::vector<double>{7, 8})) << "the bit decides";
}

TEST(LasValues, VectorsAreSeveralValuesAndHideNothing) {
  const CloudFile file =
      readString(lasWithExtra({{"Amplitude", 3}, {"Normal", 29}, {"Pair", 11}, {"Width", 1}},
                              {bytesOf<uint16_t>({9}) + bytesOf<float>({1, 2, 3}) + bytesOf<uint8_t>({4, 5}) + bytesOf<uint8_t>({6}),
                               bytesOf<uint16_t>({8}) + bytesOf<float>({7, 8, 9}) + bytesOf<uint8_t>({1, 2}) + bytesOf<uint8_t>({3})}),
                 "a.las");
  EXPECT_EQ(attributeOf(file, "Amplitude"), (std::vector<double>{9, 8}));
  EXPECT_EQ(attributeOf(file, "Normal_0"), (std::vector<double>{1, 7}));
  EXPECT_EQ(attributeOf(file, "Normal_2"), (std::vector<double>{3, 9}));
  EXPECT_EQ(attributeOf(file, "Pair_1"), (std::vector<double>{5, 2}));
  EXPECT_EQ(attributeOf(file, "Width"), (std::vector<double>{6, 3}));
  EXPECT_TRUE(file.warnings.empty());
}

TEST(LasValues, WhatIsLeftOutOfExtraBytesIsTold) {
  EXPECT_TRUE(warnsOf(readString(lasWithExtra({{"odd", 77}, {"Width", 1}}, {"ab", "cd"}), "a.las"), "'odd' on are left out: their type 77"));
  EXPECT_TRUE(warnsOf(readString(lasWithExtra({{"Width", 10}}, {"ab", "cd"}), "a.las"), "'Width' on are left out: records are too short"));
  const CloudFile opaque = readString(lasWithExtra({{"", 0, 1}, {"Width", 1}}, {"ab", "cd"}), "a.las");
  EXPECT_EQ(attributeOf(opaque, "Width"), (std::vector<double>{'b', 'd'}));
}

}  // namespace
}  // namespace arete
