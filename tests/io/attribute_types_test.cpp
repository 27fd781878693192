// What type the attributes of each format have in memory: that of the file, where doubles hold it.
#include <gtest/gtest.h>

#include <cmath>

#include "compute/io/file_stream.h"
#include "compute/io/read_clouds.h"
#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"

namespace arete {
namespace {

using Types = std::vector<std::pair<std::string, ScalarType>>;

Types typesOf(const CloudFile& file) {
  Types types;
  for (const Attribute& attribute : file.cloud.attributes()) types.emplace_back(attribute.name, attribute.values.type());
  return types;
}

TEST(AttributeTypes, OfLasAreThoseOfItsPointFormat) {
  constexpr auto kByte = ScalarType::uint8, kWord = ScalarType::uint16, kDouble = ScalarType::float64;
  const Types head = {{"intensity", kWord}, {"return_number", kByte}, {"number_of_returns", kByte}, {"classification", kByte}};
  Types old = head, infrared = head;
  for (const auto& each : Types{{"scan_angle", ScalarType::int8}, {"user_data", kByte}, {"point_source_id", kWord}, {"gps_time", kDouble}})
    old.push_back(each);
  for (const auto& each : Types{{"scan_angle", kDouble}, {"user_data", kByte}, {"point_source_id", kWord}, {"gps_time", kDouble}})
    infrared.push_back(each);
  for (const char* name : {"red", "green", "blue", "near_infrared"}) infrared.emplace_back(name, kWord);
  for (const char* flag : {"synthetic", "key_point", "withheld", "scan_direction_flag", "edge_of_flight_line"}) old.emplace_back(flag, kByte);
  for (const char* flag : {"synthetic", "key_point", "withheld", "overlap", "scanner_channel", "scan_direction_flag", "edge_of_flight_line"})
    infrared.emplace_back(flag, kByte);
  EXPECT_EQ(typesOf(readString(las(3, 1).string(), "a.las")), old);
  EXPECT_EQ(typesOf(readString(las(3, 8, 38, 4).string(), "a.las")), infrared);
}

TEST(AttributeTypes, OfNpyAndPcdAreThoseOfTheirFieldsAndABytePerChannel) {
  Bytes record;
  record.put(1.f).put(2.f).put<uint16_t>(513, std::endian::big).put<uint16_t>(0x3C00).put<int64_t>(int64_t(1) << 40).put<int8_t>(-7);
  const std::string npyFile = npy(
      "{'descr': [('x', '<f4'), ('y', '<f4'), ('a', '>u2'), ('b', '<f2'), ('c', '<i8'), ('d', '|i1')], 'fortran_order': False, 'shape': (1,), }\n",
      std::vector<char>(record.string().begin(), record.string().end()));
  const CloudFile file = readString(npyFile, "a.npy", {.dimension = 2});
  EXPECT_EQ(typesOf(file), (Types{{"a", ScalarType::uint16}, {"b", ScalarType::float32}, {"c", ScalarType::float64}, {"d", ScalarType::int8}}));
  EXPECT_EQ(attributeOf(file, "a"), Doubles{513});
  EXPECT_EQ(attributeOf(file, "b"), Doubles{1});
  EXPECT_EQ(attributeOf(file, "c"), Doubles{0x1p40});
  EXPECT_EQ(attributeOf(file, "d"), Doubles{-7});

  Bytes bytes(pcd("binary\n"));
  bytes.put(1.f).put(2.f).put(3.f).put(66051u).put(4.f).put(5.f).put(6.f).put(0u);
  const CloudFile packed = readString(bytes.string(), "a.pcd");
  EXPECT_EQ(typesOf(packed), (Types{{"red", ScalarType::uint8}, {"green", ScalarType::uint8}, {"blue", ScalarType::uint8}}));
}

/// Two vertices with a short and an unsigned number, and a list between these.
std::string plyOf(bool list) {
  Bytes ply("ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty short a\n" +
            std::string(list ? "property list uchar int l\n" : "") + "property uint b\nend_header\n");
  for (uint32_t i = 0; i < 2; ++i) {
    ply.put(float(i)).put(2.f).put(3.f + float(i)).put<int16_t>(int16_t(-5));
    if (list) ply.put<uint8_t>(1).put<int32_t>(9);
    ply.put(4'000'000'000u + i);
  }
  return ply.string();
}

TEST(AttributeTypes, OfPlyAreThoseOfBinaryPropertiesAlsoBesideLists) {
  for (const bool list : {false, true}) {
    const CloudFile file = readString(plyOf(list), "a.ply");
    EXPECT_EQ(typesOf(file), (Types{{"a", ScalarType::int16}, {"b", ScalarType::uint32}})) << list;
    EXPECT_EQ(attributeOf(file, "a"), (Doubles{-5, -5})) << list;
    EXPECT_EQ(attributeOf(file, "b"), (Doubles{4e9, 4e9 + 1})) << list;
  }
}

struct TypesOfFiles : test::TemporaryFolder {};

TEST_F(TypesOfFiles, ThatAreReadPieceByPieceAreCountedAsTheyAreInMemory) {
  for (const auto& path : {put("list.ply", plyOf(true)), put("plain.ply", plyOf(false)), put("a.las", las(3, 3, 34).string())}) {
    const std::vector<std::filesystem::path> files = {path};
    EXPECT_EQ(FileStream(files, {}, Filter(), {}, {}, true).columnBytes(), bytesOfEach(readCloud(path).cloud.attributes())) << path;
  }
}

TEST_F(TypesOfFiles, ThatAreJoinedHaveRoomForAllValuesAndForThoseThatAreMissing) {
  const std::string third =
      "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
      "property int intensity\nproperty uchar own\nend_header\n";
  const CloudFile file = readClouds({{put("a.las", las(2, 0, 20).string()), put("b.las", las(1, 0, 20).string()),
                                      put("c.ply", Bytes(third).put(1.f).put(2.f).put(3.f).put<int32_t>(-70'000).put<uint8_t>(255).string())}});
  const auto typeOf = [&](std::string_view name) { return std::ranges::find(file.cloud.attributes(), name, &Attribute::name)->values.type(); };
  EXPECT_EQ(typeOf("intensity"), ScalarType::int32);
  EXPECT_EQ(attributeOf(file, "intensity"), (Doubles{500, 501, 500, -70'000}));
  EXPECT_EQ(typeOf("classification"), ScalarType::float32);
  EXPECT_TRUE(std::isnan(attributeOf(file, "classification")[3]));
  EXPECT_EQ(typeOf("own"), ScalarType::float32);
  EXPECT_EQ(attributeOf(file, "own")[3], 255);
  EXPECT_EQ(typeOf(kSourceFile), ScalarType::uint32);
  EXPECT_EQ(attributeOf(file, kSourceFile), (Doubles{1, 1, 2, 3}));
}

TEST(AttributeTypes, OfManyBlocksOfLazAndTheirValuesAreThoseOfTheSameLas) {
  for (const int format : {0, 3, 7, 8}) {
    const std::string las = test::laz::lasCloud(format, 0, 70'000, 7, 16, format < 6 ? 1 : 3);
    const CloudFile unpacked = readString(test::laz::compress(las, {.version = format < 6 ? 2 : 3}), "a.laz"), plain = readString(las, "a.las");
    EXPECT_EQ(unpacked.cloud.points(), plain.cloud.points());
    EXPECT_EQ(typesOf(unpacked), typesOf(plain));
    for (size_t a = 0; a < plain.cloud.attributes().size(); ++a)
      EXPECT_TRUE(unpacked.cloud.attributes()[a].values == plain.cloud.attributes()[a].values) << plain.cloud.attributes()[a].name;
  }
}

}  // namespace
}  // namespace arete
