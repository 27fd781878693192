// PLY, PCD, LAS and NPY from bytes written here: good, cut off, absurd.
#include "compute/io/read/lzf.h"
#include "tests/io/read_bytes.h"
#include "tests/support/samples.h"

#include <cmath>
#include <random>

namespace arete {
namespace {

const std::string kPlyHead = "ply\nformat binary_little_endian 1.0\ncomment by hand\n";
const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";

TEST(ReadPly, ReadsBothByteOrdersAndStepsOverLists) {
  for (std::endian order : {std::endian::little, std::endian::big}) {
    const CloudFile file = readString(binaryPly(order), "a.ply");
    EXPECT_EQ(rowsOf(file), (Doubles{1.5, 2.5, -3, 4.5, 5.5, 6}));
    EXPECT_EQ(attributeOf(file, "red"), (Doubles{200, 100}));
    EXPECT_TRUE(file.warnings.empty());
  }
}

TEST(ReadPly, ReadsAsciiAndLeavesOutWhatIsNotFinite) {
  const CloudFile file = readString(
      "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nproperty uchar "
      "class\r\nend_header\r\n"
      "1 2 3 7\r\nnan 1 1 8\r\n\r\n4 5 6 9\r\n",
      "a.ply");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(attributeOf(file, "class"), (Doubles{7, 9}));
  EXPECT_EQ(file.nonFinite, 1u);
}

TEST(ReadPly, RefusesACountThatTheFileCannotHold) {
  for (const char* count : {"4294967295", "1537228672809129302", "18446744073709551615", "3"}) {
    Bytes bytes(kPlyHead + "element vertex " + count + "\n" + kXyz + "end_header\n");
    for (float x : {1.f, 2.f, 3.f, 4.f, 5.f, 6.f}) bytes.put(x);
    EXPECT_TRUE(contains(refusalOf(bytes.string(), "a.ply"), "cannot hold them")) << count;
  }
}

// Found by fuzzing: as a double this length is 2^64, which no whole number of 64 bits is.
TEST(ReadPly, RefusesAListOfTheLargestLengthThatCanBeWritten) {
  Bytes bytes(kPlyHead + "element vertex 1\nproperty list uint64 uchar n\n" + kXyz + "end_header\n");
  bytes.put<uint64_t>(UINT64_MAX).put(1.F).put(2.F).put(3.F);
  EXPECT_TRUE(contains(refusalOf(bytes.string(), "a.ply"), "the list 'n' is longer than the file"));
}

TEST(ReadPly, RefusesEveryTruncation) {
  for (const std::string& whole : {binaryPly(std::endian::little), "ply\nformat ascii 1.0\nelement vertex 2\n" + kXyz + "end_header\n1 2 3\n4 5 6"})
    for (size_t length = 0; length + 1 < whole.size(); ++length) refusalOf(whole.substr(0, length), "a.ply");
}

TEST(ReadPly, RefusesDamagedHeadersByLine) {
  const auto header = [](const std::string& lines) { return "ply\n" + lines + "end_header\n1 2 3\n"; };
  EXPECT_TRUE(contains(refusalOf(header("format ascii 1.0\nelement vertex many\n"), "a.ply"), "line 3"));
  EXPECT_TRUE(contains(refusalOf(header("format\nelement vertex 1\n" + kXyz), "a.ply"), "line 2"));
  EXPECT_TRUE(contains(refusalOf(header("format ascii 1.0\nelement vertex 1\nproperty float x\nproperty float x\n"), "a.ply"), "declared twice"));
  EXPECT_TRUE(contains(refusalOf(header("format ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"), "a.ply"), "--dim 2"));
  EXPECT_TRUE(contains(refusalOf(header("format ascii 1.0\nproperty float x\n"), "a.ply"), "before the first element"));
  EXPECT_TRUE(contains(refusalOf(header("format ascii 1.0\nelement point 1\n" + kXyz), "a.ply"), "no element vertex"));
  ReadOptions two;
  two.dimension = 2;
  EXPECT_EQ(rowsOf(readString(header("format ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float v\n"), "a.ply", two)),
            (Doubles{1, 2}));
}

TEST(ReadPly, WarnsOfFacesThatNameNoVertex) {
  EXPECT_TRUE(warnsOf(readString("ply\nformat ascii 1.0\nelement vertex 1\n" + kXyz +
                                     "element face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 3\n3 0 0 7\n",
                                 "a.ply"),
                      "do not exist"));
}

TEST(ReadPly, AFaceMayNameTheLastVertexButNoneBehindIt) {
  const std::string start =
      "ply\nformat ascii 1.0\nelement vertex 2\n" + kXyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 3\n4 5 6\n";
  EXPECT_TRUE(readString(start + "3 0 1 1\n", "a.ply").warnings.empty());
  EXPECT_TRUE(warnsOf(readString(start + "3 0 1 2\n", "a.ply"), "do not exist"));
  EXPECT_TRUE(warnsOf(readString(start + "3 0 1 -1\n", "a.ply"), "do not exist"));
}

TEST(ReadPcd, ReadsColoursPackedInTheBitsOfFloats) {
  const std::string fields = "FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\n";
  const float packed = std::bit_cast<float>(0x00010203u);
  Bytes bytes(pcd("binary\n", fields));
  bytes.put(1.f).put(2.f).put(3.f).put(packed).put(4.f).put(5.f).put(6.f).put(std::bit_cast<float>(0x00FF0080u));
  for (const CloudFile& file :
       {readString(bytes.string(), "a.pcd"), readString(pcd("ascii\n1 2 3 9.25571649e-41\n4 5 6 2.3418230886e-38\n", fields), "a.pcd")}) {
    EXPECT_EQ(attributeOf(file, "red"), (Doubles{1, 255}));
    EXPECT_EQ(attributeOf(file, "green"), (Doubles{2, 0}));
    EXPECT_EQ(attributeOf(file, "blue"), (Doubles{3, 128}));
  }
}

TEST(ReadPcd, FieldsOfSeveralValuesAreSeveralAttributes) {
  const std::string fields = "FIELDS x y z n\nSIZE 4 4 4 2\nTYPE F F F I\nCOUNT 1 1 1 2\n";
  Bytes rows(pcd("binary\n", fields)), packed(pcd("binary_compressed\n", fields)), block;
  for (int16_t i = 0; i < 2; ++i) rows.put(1.f + i).put(2.f).put(3.f + i).put<int16_t>(10 + i).put<int16_t>(-20 - i);
  block.put(1.f).put(2.f).put(2.f).put(2.f).put(3.f).put(4.f).put<int16_t>(10).put<int16_t>(-20).put<int16_t>(11).put<int16_t>(-21);
  packed.put<uint32_t>(33).put<uint32_t>(32).put<uint8_t>(31).text(block.string());  // one run of 32 literal bytes
  for (const CloudFile& file : {readString(rows.string(), "a.pcd"), readString(packed.string(), "a.pcd"),
                                readString(pcd("ascii\n1 2 3 10 -20\n2 2 4 11 -21\n", fields), "a.pcd")}) {
    EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 2, 2, 4})) << file.format;
    EXPECT_EQ(attributeOf(file, "n[0]"), (Doubles{10, 11})) << file.format;
    EXPECT_EQ(attributeOf(file, "n[1]"), (Doubles{-20, -21})) << file.format;
  }
}

TEST(ReadPcd, ReadsAsciiAndSplitsPackedColours) {
  const CloudFile file = readString(pcd("ascii\n1 2 3 66051\n4 5 6 16711680\n"), "a.pcd");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(attributeOf(file, "red"), (Doubles{1, 255}));
  EXPECT_EQ(attributeOf(file, "green"), (Doubles{2, 0}));
  EXPECT_EQ(attributeOf(file, "blue"), (Doubles{3, 0}));
}

TEST(ReadPcd, ReadsBinary) {
  Bytes bytes(pcd("binary\n"));
  bytes.put(1.f).put(2.f).put(3.f).put(66051u).put(4.f).put(std::nanf("")).put(6.f).put(0u);
  const CloudFile file = readString(bytes.string(), "a.pcd");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3}));
  EXPECT_EQ(file.nonFinite, 1u);
  EXPECT_EQ(attributeOf(file, "blue"), (Doubles{3}));
}

TEST(ReadPcd, UnpacksLzfAndRefusesDamage) {
  EXPECT_EQ(rowsOf(readString(compressed(3).string(), "a.pcd")), (Doubles{1, 1, 1, 1}));  // all heights equal: two dimensions
  EXPECT_TRUE(contains(refusalOf(compressed(4).string(), "a.pcd"), "damaged"));           // reaches before the start
  const std::string whole = compressed(3).string();
  for (size_t length = 0; length < whole.size(); ++length) refusalOf(whole.substr(0, length), "a.pcd");
  const size_t sizes = whole.size() - 16;
  for (uint32_t wrong : {0u, 23u, 25u, 0xFFFFFFFFu}) refusalOf(compressed(3).at(sizes + 4, wrong).string(), "a.pcd");
  refusalOf(compressed(3).at(sizes, 0xFFFFFFFFu).string(), "a.pcd");
}

/// As the format says it, a byte at a time.
std::vector<std::byte> unpackedByByte(std::span<const std::byte> in) {
  std::vector<std::byte> out;
  for (size_t i = 0; i < in.size();) {
    const auto control = size_t(in[i++]);
    if (control < 32) {
      for (size_t n = 0; n <= control; ++n) out.push_back(in[i++]);
      continue;
    }
    size_t length = control >> 5;
    if (length == 7) length += size_t(in[i++]);
    const size_t distance = ((control & 31) << 8 | size_t(in[i++])) + 1;
    for (size_t n = 0; n < length + 2; ++n) out.push_back(out[out.size() - distance]);
  }
  return out;
}

TEST(ReadPcd, LzfIsUnpackedAsByteByByteToTheLastOne) {
  std::mt19937 random(5);
  for (int tries = 0; tries < 3000; ++tries) {
    std::vector<std::byte> packed;
    size_t size = 0;
    for (int runs = 1 + int(random() % 12); runs > 0; --runs) {
      const size_t length = random() % 3 == 0 ? 1 + random() % 32 : 3 + random() % 261;
      if (size == 0 || random() % 2 == 0) {
        const size_t literals = std::min<size_t>(length, 32);
        packed.push_back(std::byte(literals - 1));
        for (size_t n = 0; n < literals; ++n) packed.push_back(std::byte(random() % 256));
        size += literals;
        continue;
      }
      const size_t distance = (random() % 2 ? random() % std::min<size_t>(size, 20) : random() % std::min<size_t>(size, 8192));
      const size_t copied = std::max<size_t>(length, 3), code = copied - 2;
      packed.push_back(std::byte(std::min<size_t>(code, 7) << 5 | distance >> 8));
      if (code >= 7) packed.push_back(std::byte(code - 7));
      packed.push_back(std::byte(distance & 255));
      size += copied;
    }
    const std::vector<std::byte> expected = unpackedByByte(packed);
    ASSERT_EQ(expected.size(), size);
    std::vector<std::byte> unpacked(size, std::byte(0xAA));
    ASSERT_TRUE(lzfDecompress(packed, unpacked));
    ASSERT_EQ(unpacked, expected);
    unpacked.push_back({});
    ASSERT_FALSE(lzfDecompress(packed, unpacked));
    unpacked.resize(size - 1);
    ASSERT_FALSE(lzfDecompress(packed, unpacked));
  }
}

TEST(ReadPcd, RefusesAbsurdHeaders) {
  const auto refused = [](const std::string& fields, const std::string& size) {
    return refusalOf(pcd("binary\n", fields, size) + std::string(64, 'a'), "a.pcd");
  };
  const std::string size = "WIDTH 2\nHEIGHT 1\nPOINTS 2\n", fields = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n";
  EXPECT_TRUE(contains(refused("FIELDS x y z\nSIZE 3 4 4\nTYPE F F F\n", size), "size 3"));
  EXPECT_TRUE(contains(refused("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 2147483647 1 1\n", size), "COUNT"));
  EXPECT_TRUE(contains(refused("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT -5 1 1\n", size), "COUNT"));
  EXPECT_TRUE(contains(refused("FIELDS x y z\nSIZE 4 4\nTYPE F F F\n", size), "one value for each"));
  EXPECT_TRUE(contains(refused("FIELDS rgba\nSIZE 4\nTYPE U\n", size), "no coordinates x, y, z"));
  EXPECT_TRUE(contains(refused(fields, "WIDTH 4294967295\nHEIGHT 4294967295\nPOINTS 1\n"), "POINTS is not WIDTH times HEIGHT"));
  EXPECT_TRUE(contains(refused(fields, "WIDTH 4294967296\nHEIGHT 4294967296\n"), "no number of points"));
  EXPECT_TRUE(contains(refused(fields, "WIDTH 4294967295\nHEIGHT 1\n"), "cannot hold them"));
  EXPECT_TRUE(contains(refusalOf(pcd("ascii\n1 2 3 4\n"), "a.pcd"), "cannot hold them"));
  EXPECT_TRUE(contains(refusalOf(pcd("ascii\n1.00000 2.0000 3.00000 4\n"), "a.pcd"), "after 1 of 2 points"));
  EXPECT_TRUE(contains(refusalOf(pcd("ascii\n1 2 3 4\n1 2 x 4\n"), "a.pcd"), "line 13"));
}

TEST(ReadLas, ReadsEveryPointFormat) {
  constexpr std::array<uint16_t, 11> lengths = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};
  for (uint8_t format = 0; format < lengths.size(); ++format) {
    const CloudFile file = readString(las(3, format, lengths[format], format >= 6 ? 4 : 2).string(), "a.las");
    const Doubles rows = rowsOf(file), expected = {1001, 2, 0, 1001.01, 2, -0.01, 1001.02, 2, -0.02};
    ASSERT_EQ(rows.size(), expected.size());
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], expected[i], 1e-4);
    EXPECT_EQ(attributeOf(file, "intensity"), (Doubles{500, 501, 502}));
    EXPECT_EQ(attributeOf(file, "classification"), (Doubles{2, 2, 2}));
  }
}

// Offsets from the tables of the ASPRS specification 1.4 R15, section 2.6; 0: the format has no such field.
TEST(ReadLas, FindsTheFieldsOfEveryPointFormat) {
  struct Places {
    uint16_t length;
    size_t time, colour, infrared;
  };
  constexpr Places kPlaces[] = {{20, 0, 0, 0},  {28, 20, 0, 0},  {26, 0, 20, 0},   {34, 20, 28, 0}, {57, 20, 0, 0},  {63, 20, 28, 0},
                                {30, 22, 0, 0}, {36, 22, 30, 0}, {38, 22, 30, 36}, {59, 22, 0, 0},  {67, 22, 30, 36}};
  for (uint8_t format = 0; format < std::size(kPlaces); ++format) {
    SCOPED_TRACE("format " + std::to_string(format));
    const Places& at = kPlaces[format];
    const bool isNew = format >= 6;
    Bytes bytes = las(2, format, at.length, isNew ? 4 : 2);
    const size_t record = bytes.string().size() - at.length;      // the second
    bytes.at<uint8_t>(record + 14, isNew ? 0xB7 : 0b11'101'010);  // return 7 of 11; return 2 of 5, and two flags
    if (isNew) bytes.at<int16_t>(record + 18, -5000);
    else bytes.at<int8_t>(record + 16, -30);
    bytes.at<uint8_t>(record + 17, 99).at<uint16_t>(record + (isNew ? 20 : 18), 4321);
    if (at.time) bytes.at<double>(record + at.time, 1234.5);
    for (size_t c = 0; c < 3 && at.colour; ++c) bytes.at<uint16_t>(record + at.colour + 2 * c, uint16_t(1000 + c));
    if (at.infrared) bytes.at<uint16_t>(record + at.infrared, 777);
    const CloudFile file = readString(bytes.string(), "a.las");
    const auto second = [&](std::string_view name) { return attributeOf(file, name).back(); };
    EXPECT_EQ(second("return_number"), isNew ? 7 : 2);
    EXPECT_EQ(second("number_of_returns"), isNew ? 11 : 5);
    EXPECT_DOUBLE_EQ(second("scan_angle"), -30);  // degrees
    EXPECT_EQ(second("user_data"), 99);
    EXPECT_EQ(second("point_source_id"), 4321);
    if (at.time) {
      EXPECT_EQ(second("gps_time"), 1234.5);
    }
    if (at.colour) {
      EXPECT_EQ((Doubles{second("red"), second("green"), second("blue")}), (Doubles{1000, 1001, 1002}));
    }
    if (at.infrared) {
      EXPECT_EQ(second("near_infrared"), 777);
    }
    const size_t flags = isNew ? 7 : 5;
    EXPECT_EQ(file.cloud.attributes().size(), 7u + flags + (at.time ? 1 : 0) + (at.colour ? 3 : 0) + (at.infrared ? 1 : 0));
  }
}

TEST(ReadLas, TakesTheCountOfLas14AndWarnsWhenTheOldOneDiffers) {
  Bytes bytes = las(3, 6, 30, 4);
  bytes.at<uint32_t>(107, 2);
  EXPECT_EQ(readString(bytes.string(), "a.las").pointsInFile, 3u);
  EXPECT_TRUE(warnsOf(readString(bytes.string(), "a.las"), "two numbers of points, 2 and 3"));
  bytes.at<uint32_t>(107, 0);  // as a new format has it
  EXPECT_TRUE(readString(bytes.string(), "a.las").warnings.empty());
}

TEST(ReadLas, ReadsExtraBytesWithTheirScaleAndOffset) {
  constexpr uint16_t kVlr = 54 + 192, kHeader = 227, kRecord = 20 + 2 + 4;
  Bytes bytes(las(0, 0, kRecord).string());
  bytes.at<uint32_t>(96, kHeader + kVlr).at<uint32_t>(100, 1).at<uint32_t>(107, 2);
  std::string vlr(kVlr, '\0');
  vlr.replace(2, 9, "LASF_Spec");
  Bytes description(vlr);
  description.at<uint16_t>(18, 4).at<uint16_t>(20, 192).at<uint8_t>(54 + 2, 4).at<uint8_t>(54 + 3, 8 | 16);  // int16, scale and offset
  description.at<char>(54 + 4, 'h').at<double>(54 + 112, 0.25).at<double>(54 + 136, 100.0);
  bytes.text(description.string());
  for (int16_t i = 0; i < 2; ++i) {
    const size_t begin = bytes.string().size();
    bytes.zeros(kRecord).at<int32_t>(begin, i).at<int32_t>(begin + 8, i).at<int16_t>(begin + 20, int16_t(-8 * i));
  }
  EXPECT_EQ(attributeOf(readString(bytes.string(), "a.las"), "h"), (Doubles{100, 98}));
}

TEST(ReadLas, RefusesLazThatDoesNotSayHowItIsPacked) {
  EXPECT_TRUE(contains(refusalOf(las(3, 0x80 | 3, 34).string(), "a.las"), "laszip encoded"));
  EXPECT_TRUE(contains(refusalOf("no LAS", "a.laz"), "signature"));
}

TEST(ReadLas, RefusesDamagedHeadersByByte) {
  EXPECT_TRUE(contains(refusalOf(las(3).at<uint32_t>(96, 0xFFFFFFFF).string(), "a.las"), "byte 96"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<double>(131, 0).string(), "a.las"), "byte 131"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<double>(155, INFINITY).string(), "a.las"), "not finite"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<uint8_t>(24, 9).string(), "a.las"), "version 9.2"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<uint16_t>(105, 27).string(), "a.las"), "too short"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<uint32_t>(107, 4).string(), "a.las"), "cannot hold them"));
  EXPECT_TRUE(contains(refusalOf(las(3).at<uint8_t>(104, 11).string(), "a.las"), "point format 11"));
  const std::string whole = las(2).string();
  for (size_t length = 0; length < whole.size(); ++length) refusalOf(whole.substr(0, length), "a.las");
  EXPECT_TRUE(warnsOf(readString(las(3, 6, 30, 4).at<uint32_t>(243, 4000000000u).string(), "a.las"), "extended records"));
}

TEST(ReadNpy, ReadsTypesOrdersAndVersions) {
  const Doubles expected = {1, 2, 3, 4, 5, 6};
  for (uint8_t version : {1, 2, 3})
    EXPECT_EQ(rowsOf(readString(npy(plain("<f8", "(2, 3)"), Doubles{1, 2, 3, 4, 5, 6}, std::endian::little, version), "a.npy")), expected);
  EXPECT_EQ(rowsOf(readString(npy(plain(">f4", "(2, 3)"), std::vector<float>{1, 2, 3, 4, 5, 6}, std::endian::big), "a.npy")), expected);
  EXPECT_EQ(rowsOf(readString(npy(plain("<f8", "(2, 3)", true), Doubles{1, 4, 2, 5, 3, 6}), "a.npy")), expected);
  EXPECT_EQ(rowsOf(readString(npy(plain("|u1", "(2, 3)"), std::vector<uint8_t>{1, 2, 3, 4, 5, 6}), "a.npy")), expected);
  EXPECT_EQ(rowsOf(readString(npy(plain(">i2", "(2, 3)"), std::vector<int16_t>{1, 2, 3, 4, 5, 6}, std::endian::big), "a.npy")), expected);
  EXPECT_EQ(rowsOf(readString(npy(plain("<f2", "(2, 3)"), std::vector<uint16_t>{0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}), "a.npy")),
            expected);
}

// The other numbers of IEEE 754 binary16: signs, the least, the largest, thirds, and what is not finite.
TEST(ReadNpy, ReadsEveryKindOfHalf) {
  const auto read = [](std::vector<uint16_t> halves, std::endian order) {
    return readString(npy(plain(order == std::endian::big ? ">f2" : "<f2", "(4, 2)"), std::move(halves), order), "a.npy");
  };
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const CloudFile file = read({0xBC00, 0x0001, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x3555, 0x8000}, order);
    EXPECT_EQ(rowsOf(file), (Doubles{-1, 0x1p-24, -1023 * 0x1p-24, 0x1p-14, 65504, -65504, 1365 * 0x1p-12, 0}));
    EXPECT_EQ(read({0x7C00, 1, 1, 0xFC00, 0x7E00, 1, 1, 1}, order).nonFinite, 3u);
  }
}

TEST(ReadNpy, ReadsFortranOrderTransposed) {
  ReadOptions options;
  options.dimension = 3;
  // Three rows of two points each, stored column after column: point after point.
  EXPECT_EQ(rowsOf(readString(npy(plain("<f8", "(3, 2)", true), Doubles{1, 2, 3, 4, 5, 6}), "a.npy", options)), (Doubles{1, 2, 3, 4, 5, 6}));
}

TEST(ReadNpy, ReadsIntegersOfEverySize) {
  const auto expectRow = [](const std::string& type, auto small, auto large) {
    const CloudFile file = readString(npy(plain(type, "(1, 2)"), std::vector<decltype(small)>{small, large}), "a.npy");
    EXPECT_EQ(rowsOf(file), (Doubles{double(small), double(large)})) << type;
  };
  expectRow("|i1", int8_t(-128), int8_t(127));
  expectRow("|u1", uint8_t(0), uint8_t(255));
  expectRow("<u2", uint16_t(1), uint16_t(65535));
  expectRow("<i4", int32_t(-2147483647), int32_t(7));
  expectRow("<u4", uint32_t(0), uint32_t(4294967295u));
  expectRow("<i8", int64_t(-1) << 40, int64_t(3));
  expectRow("<u8", uint64_t(1) << 40, uint64_t(3));
}

TEST(ReadNpy, ReadsStructuredArrays) {
  const std::string dictionary =
      "{'descr': [('x', '<f4'), ('', '|V4'), ('y', '>f8'), ('z', '<i2'), ('name', '<U2'), ('rgb', '|u1', (3,))], 'fortran_order': False, 'shape': "
      "(1,)}";
  Bytes bytes(npy(dictionary, std::vector<float>{}));
  bytes.put(1.f).zeros(4).put(2.0, std::endian::big).put<int16_t>(3).zeros(8).put<uint8_t>(7).put<uint8_t>(8).put<uint8_t>(9);
  const CloudFile file = readString(bytes.string(), "a.npy");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3}));
  EXPECT_EQ(attributeOf(file, "rgb[2]"), (Doubles{9}));
}

TEST(ReadNpy, NeverGuessesWhetherAnArrayIsTransposed) {
  const std::string small = npy(plain("<f8", "(3, 2)"), Doubles{1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(contains(refusalOf(small, "a.npy"), "in rows or in columns"));
  ReadOptions options;
  options.dimension = 2;
  EXPECT_EQ(rowsOf(readString(small, "a.npy", options)), (Doubles{1, 2, 3, 4, 5, 6}));
  options.dimension = 3;
  EXPECT_EQ(rowsOf(readString(small, "a.npy", options)), (Doubles{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(readString(npy(plain("<f8", "(4, 2)"), Doubles{1, 2, 3, 4, 5, 6, 7, 8}), "a.npy").cloud.dimension(), 2);
}

TEST(ReadNpy, RefusesWhatHasNoPointsInItsRows) {
  const Doubles six = {1, 2, 3, 4, 5, 6};
  EXPECT_TRUE(contains(refusalOf(npy(plain("<f8", "(6,)"), six), "a.npy"), "(6,)"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("<f8", "()"), six), "a.npy"), "()"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("<f8", "(1, 2, 3)"), six), "a.npy"), "(1, 2, 3)"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("<f8", "(1000000000000, 3)"), six), "a.npy"), "more bytes"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("<f8", "(6148914691236517206, 3)"), six), "a.npy"), "more bytes"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("|O", "(2, 3)"), six), "a.npy"), "Python objects"));
  EXPECT_TRUE(contains(refusalOf(npy(plain("<c16", "(1, 3)"), six), "a.npy"), "plain numbers"));
  EXPECT_TRUE(contains(refusalOf(npy("{'descr': __import__('os')}", six), "a.npy"), "damaged"));
  const std::string whole = npy(plain("<f8", "(2, 3)"), six);
  for (size_t length = 0; length < whole.size(); ++length) refusalOf(whole.substr(0, length), "a.npy");
  EXPECT_EQ(readString(npy(plain("<f8", "(0, 3)"), Doubles{}), "a.npy").pointsInFile, 0u);
}

}  // namespace
}  // namespace arete
