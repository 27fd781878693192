// LAZ: the points, attributes, origin and warnings of the LAS file that it was made of, whatever compressor, version, chunks and table it has.
#include <cstring>

#include "tests/io/read_bytes.h"
#include "tests/io/write_support.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/shared_folder.h"
#include "tests/support/stream_difference.h"

namespace arete {
namespace {

using test::laz::compress;
using test::laz::lasCloud;
using test::laz::Wish;

void expectSame(const CloudFile& laz, const CloudFile& las) {
  EXPECT_EQ(laz.format, "LAZ, " + las.format);
  EXPECT_EQ(laz.cloud.points(), las.cloud.points());
  EXPECT_EQ(laz.cloud.origin(), las.cloud.origin());
  EXPECT_EQ(laz.warnings, las.warnings);
  EXPECT_EQ(laz.pointsInFile, las.pointsInFile);
  ASSERT_EQ(laz.cloud.attributes().size(), las.cloud.attributes().size());
  for (size_t a = 0; a < las.cloud.attributes().size(); ++a) {
    const Attribute &one = laz.cloud.attributes()[a], &other = las.cloud.attributes()[a];
    EXPECT_EQ(one.name, other.name);
    EXPECT_TRUE(one.values == other.values) << one.name;
  }
}

/// With a description of the extra bytes, so that they come out as attributes.
std::string describingExtraBytes(const std::string& las, size_t extra) {
  const auto begin = test::laz::field<uint32_t>(las.data(), 96);
  Bytes record;
  record.zeros(2).text("LASF_Spec").zeros(7).put<uint16_t>(4).put(uint16_t(192 * extra)).zeros(32);
  for (size_t i = 0; i < extra; ++i) record.zeros(2).put<uint8_t>(1).zeros(1).text("e").put(char('a' + i)).zeros(192 - 6);
  Bytes file(las.substr(0, begin) + record.string() + las.substr(begin));
  return file.at(96, uint32_t(begin + record.string().size())).at(100, 1U).string();
}

/// A file of `points` points of one format, compressed as wished, and as LAS.
void expectSameAsLas(int format, size_t extra, uint32_t points, const Wish& wish, uint32_t wild = 16) {
  SCOPED_TRACE("format " + std::to_string(format) + ", version " + std::to_string(wish.version) + ", " + std::to_string(extra) +
               " extra bytes, chunks of " + std::to_string(wish.chunkSize) + (wish.onePiece ? ", one piece" : ""));
  std::string las = lasCloud(format, extra, points, uint64_t(format) + 100 * uint64_t(wish.version), wild, 4);
  if (extra > 0) las = describingExtraBytes(las, extra);
  expectSame(readString(compress(las, wish), "a.laz", kAlsoWithheld), readString(las, "a.las", kAlsoWithheld));
}

TEST(ReadLaz, EveryPointFormatAndVersionGivesWhatItsLasFileGives) {
  for (int format = 0; format <= 10; ++format)
    for (const int version : {format >= 6 ? 3 : 1, format >= 6 ? 4 : 2})
      for (const size_t extra : {0U, 3U}) {
        expectSameAsLas(format, extra, 3000, {.version = version, .chunkSize = 1000});
        expectSameAsLas(format, extra, 3000, {.version = version, .chunkSize = 0}, 3);
        if (format < 6) expectSameAsLas(format, extra, 1500, {.version = version, .onePiece = true});
      }
}

TEST(ReadLaz, ChunksOfAllSizesAreRead) {
  for (const int format : {3, 7})
    for (const uint32_t chunk : {1U, 2U, 999U, 1000U, 1001U}) expectSameAsLas(format, 2, 1000, {.version = format == 3 ? 2 : 3, .chunkSize = chunk});
}

TEST(ReadLaz, ThreadsGiveTheSameAsOne) {
  expectSameAsLas(1, 0, 150'000, {.version = 2, .chunkSize = 5000});
  expectSameAsLas(6, 0, 150'000, {.version = 3, .chunkSize = 17'000});
}

TEST(ReadLaz, ATableThatIsMissingIsDoneWithoutWhereThatCanBe) {
  for (const int format : {1, 7}) {
    const std::string las = lasCloud(format, 0, 2500, 5);
    const CloudFile expected = readString(las, "a.las", kAlsoWithheld);
    for (const auto table : {Wish::atTheEnd, Wish::missing, Wish::zeroed}) {
      const CloudFile file = readString(compress(las, {.version = format == 1 ? 2 : 3, .chunkSize = 700, .table = table}), "a.laz", kAlsoWithheld);
      EXPECT_EQ(file.cloud.points(), expected.cloud.points());
      EXPECT_EQ(warnsOf(file, "table of chunks"), table != Wish::atTheEnd);
    }
  }
  const std::string las = lasCloud(1, 0, 2500, 5), layered = lasCloud(6, 0, 2500, 5);
  EXPECT_EQ(readString(compress(layered, {.version = 4, .chunkSize = 0, .table = Wish::missing}), "a.laz", kAlsoWithheld).cloud.size(), 2500u);
  EXPECT_TRUE(contains(refusalOf(compress(las, {.version = 2, .chunkSize = 0, .table = Wish::missing}), "a.laz"), "table of its chunks"));
}

TEST(ReadLaz, AFileWithoutPointsNeedsNoChunks) {
  for (const int format : {0, 6}) {
    const CloudFile file = readString(compress(lasCloud(format, 0, 0, 1), {.version = format == 0 ? 2 : 3}), "a.laz");
    EXPECT_EQ(file.pointsInFile, 0u);
    EXPECT_TRUE(warnsOf(file, "no points"));
  }
}

TEST(ReadLaz, MillionsOfEqualPointsInAFewBytesAreRead) {
  std::string las = lasCloud(0, 0, 1, 3);
  constexpr uint32_t kPoints = 300'000;
  const std::string record = las.substr(las.size() - 20);
  for (uint32_t i = 1; i < kPoints; ++i) las += record;
  las = Bytes(las).at(107, kPoints).string();
  const std::string laz = compress(las, {.onePiece = true});
  EXPECT_LT(laz.size(), 2000u);
  EXPECT_EQ(readString(laz, "a.laz", {.dimension = 3, .withheld = true}).cloud.size(), kPoints);
}

TEST(ReadLaz, WhatIsWrongWithTheCompressionIsNamed) {
  const std::string good = compress(lasCloud(3, 0, 50, 2), {.version = 2});
  const size_t record = 227 + 54;
  const auto with = [&]<class T>(size_t at, T value) { return Bytes(good).at(at, value).string(); };
  EXPECT_TRUE(contains(refusalOf(with(record, uint16_t(7)), "a.laz"), "compressor 7"));
  EXPECT_TRUE(contains(refusalOf(with(record + 2, uint16_t(1)), "a.laz"), "coder 1"));
  EXPECT_TRUE(contains(refusalOf(with(record + 32, uint16_t(65535)), "a.laz"), "65535 items"));
  EXPECT_TRUE(contains(refusalOf(with(record + 34, uint16_t(5)), "a.laz"), "type 5"));
  EXPECT_TRUE(contains(refusalOf(with(record + 36, uint16_t(21)), "a.laz"), "21 bytes"));
  EXPECT_TRUE(contains(refusalOf(with(record + 38, uint16_t(3)), "a.laz"), "version 3"));
  EXPECT_TRUE(contains(refusalOf(with(record, uint16_t(3)), "a.laz"), "compressor 3"));
  EXPECT_TRUE(contains(refusalOf(with(227 + 2, uint8_t('L')), "a.laz"), "is missing"));
  EXPECT_TRUE(contains(refusalOf(with(104, uint8_t(0xC3)), "a.laz"), "195"));
  EXPECT_TRUE(contains(refusalOf(with(record + 12, 20U), "a.laz"), "cannot hold the 50 points"));
  EXPECT_EQ(readString(with(104, uint8_t(3)), "a.las", kAlsoWithheld).cloud.size(), 50u) << "the record decides, not the bit";
}

TEST(ReadLaz, AStreamThatBeginsOutsideItsIntervalIsRefused) {
  std::string laz = compress(lasCloud(0, 0, 50, 1), Wish{.version = 1, .onePiece = true});
  constexpr size_t kTablePosition = 8, kFirstPoint = 20;
  const size_t stream = test::laz::field<uint32_t>(laz.data(), 96) + kTablePosition + kFirstPoint;
  EXPECT_EQ(readString(laz, "a.laz").pointsInFile, 50U);
  laz.replace(stream, 4, 4, '\xFF');
  EXPECT_TRUE(contains(refusalOf(laz, "a.laz"), "damaged"));
}

TEST(ReadLaz, ChunksWithBytesLeftOverOrMissingAreRefused) {
  for (const int format : {1, 6}) {
    const std::string las = lasCloud(format, 0, 40, 2);
    const Wish wish{.version = format == 1 ? 2 : 3, .table = Wish::missing};
    const std::string good = compress(las, wish);
    EXPECT_EQ(readString(good, "a.laz", kAlsoWithheld).cloud.size(), 40u);
    refusalOf(good.substr(0, good.size() - 1), "a.laz");
  }
  std::string onePiece = compress(lasCloud(1, 0, 40, 2), {.onePiece = true});
  EXPECT_TRUE(contains(refusalOf(onePiece + "xxxx", "a.laz"), "end before its compressed bytes do"));
}

TEST(ReadLaz, PlainPointsUnderANameOfLazAreRead) { EXPECT_EQ(readString(lasCloud(3, 0, 5, 1), "a.laz").format, "LAS 1.2, point format 3"); }

struct LazStream : test::TemporaryFolder {};

TEST_F(LazStream, AStreamGivesThePointsOfTheWholeFile) {
  for (const int format : {0, 3, 6, 10}) {
    const auto path = put("a.laz", compress(lasCloud(format, 2, 150'000, 9), {.version = format < 6 ? 2 : 4, .chunkSize = 20'000}));
    EXPECT_EQ(test::streamDifference(path), "") << format;
    EXPECT_EQ(test::streamDifference(path, {.columns = {"intensity", "x"}}), "") << format;
  }
  const auto path = put("a.laz", compress(lasCloud(1, 0, 60'000, 9), {.version = 2, .chunkSize = 7000, .table = Wish::missing}));
  EXPECT_EQ(test::streamDifference(path), "");
}

TEST_F(LazStream, FilesWithOneByteAlteredHaveOneVerdict) {
  for (const int format : {1, 7}) {
    const std::string whole = compress(lasCloud(format, 1, 60, 4), {.version = format == 1 ? 2 : 4, .chunkSize = 25});
    for (size_t at = 0; at < whole.size(); ++at)
      for (const char bits : {char(1), char(0x40), char(-1)}) {
        std::string altered = whole;
        altered[at] = char(altered[at] ^ bits);
        ASSERT_EQ(test::streamDifference(put("a.laz", altered)), "") << "format " << format << ", byte " << at << " ^ " << int(bits);
      }
  }
}

/// The points of a good file of the corpus, as the table of its LAS twin has them.
TEST(ReadLaz, FilesOfOtherProgramsGiveWhatTheirLasTwinsGive) {
  const std::filesystem::path corpus = sharedFolder() / "corpus";
  if (!std::filesystem::is_directory(corpus / "laz")) GTEST_SKIP() << "the corpus is not there: " << corpus;
  size_t twins = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / "laz" / "good")) {
    std::filesystem::path twin = corpus / "las" / "good" / entry.path().filename();
    if (!std::filesystem::exists(twin.replace_extension(".las"))) continue;
    SCOPED_TRACE(entry.path());
    expectSame(readCloud(entry.path()), readCloud(twin));
    ++twins;
  }
  EXPECT_GE(twins, 6u);
}

}  // namespace
}  // namespace arete
