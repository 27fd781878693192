// What holds for every format: refusal by name, options, cancelling, progress, files that are not there.
#include "tests/io/read_bytes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <thread>

namespace arete {
namespace {

TEST(ReadCloud, RefusesByNameWhatItKnowsButCannotRead) {
  EXPECT_TRUE(contains(refusalOf("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "a.las"), "Git LFS"));
  EXPECT_TRUE(contains(refusalOf("\x1f\x8b\x08 packed", "a.xyz"), "gzip"));
  EXPECT_TRUE(contains(refusalOf("PK\x03\x04 packed", "a.npz"), "ZIP"));
}

TEST(ReadCloud, BelievesTheContentMoreThanTheExtension) {
  EXPECT_EQ(readString("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n", "a.xyz")
                .format,
            "PLY, ASCII");
}

TEST(ReadCloud, RefusesFilesThatAreNotThereOrNoFiles) {
  for (const char* path : {"/nowhere/at/all.ply", "/", "/dev/null"}) {
    try {
      readCloud(std::filesystem::path(path));
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io) << path;
      EXPECT_FALSE(error.hint().empty());
    }
  }
}

TEST(ReadCloud, RefusesOptionsOutOfRangeInEveryFormat) {
  ReadOptions options;
  options.dimension = 17;
  EXPECT_TRUE(contains(refusalOf("1 2 3\n", "a.xyz", options), "dimension 17"));
  options.dimension = 0;
  EXPECT_TRUE(contains(refusalOf("1 2 3\n", "a.f32", options), "dimension 0"));
}

TEST(ReadCloud, StopsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  const std::string content = "1 2 3\n4 5 6\n";
  EXPECT_THROW(readCloud(std::as_bytes(std::span(content)), "a.xyz", {}, stop.get_token()), Cancelled);
}

TEST(ReadCloud, StopsWhileTheFileIsLoaded) {
  const auto path = std::filesystem::temp_directory_path() / "arete_stop_test.f32";
  std::filesystem::remove(path);
  std::ofstream(path) << "";
  std::filesystem::resize_file(path, size_t(64) << 20);  // takes no room on the disk
  std::stop_source stop;
  uint64_t most = 0;
  ReadOptions options;
  options.dimension = 2;
  EXPECT_THROW(readCloud(path, options, stop.get_token(), [&](const ReadProgress& progress) { most = progress.bytesDone, stop.request_stop(); }),
               Cancelled);
  std::filesystem::remove(path);
  EXPECT_LT(most, uint64_t(16) << 20) << "it went on to the end of the file";
}

TEST(ReadCloud, ReportsProgressThatGrowsToTheWholeFile) {
  const auto path = std::filesystem::temp_directory_path() / "arete_progress_test.xyz";
  {
    std::ofstream file(path);
    for (int i = 0; i < 100000; ++i) file << i << ' ' << i % 7 << ' ' << i % 11 << '\n';
  }
  std::vector<ReadProgress> reports;
  const CloudFile file = readCloud(path, {}, {}, [&](const ReadProgress& progress) { reports.push_back(progress); });
  std::filesystem::remove(path);
  EXPECT_EQ(file.pointsInFile, 100000u);
  ASSERT_GT(reports.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(reports, {}, &ReadProgress::bytesDone));
  EXPECT_LE(reports.back().bytesTotal - reports.back().bytesDone, 1u);
  EXPECT_EQ(reports.back().points, 100000u);
}

TEST(ReadCloud, TakesTheScalarAskedFor) {
  ReadOptions options;
  options.scalar = Scalar::float64;
  EXPECT_EQ(readString("1 2 3\n", "a.xyz", options).cloud.scalar(), Scalar::float64);
  EXPECT_EQ(readString("1 2 3\n", "a.xyz").cloud.scalar(), Scalar::float32);
}

TEST(ReadCloud, EveryExtensionBelongsToOneFormat) {
  std::set<std::string_view> seen;
  for (const FormatInfo& format : readableFormats()) {
    EXPECT_FALSE(format.label.empty() || format.help.empty()) << format.id;
    for (std::string_view extension : format.extensions) EXPECT_TRUE(seen.insert(extension).second) << extension;
  }
}

TEST(ReadRaw, NeedsADimensionAndAWholeNumberOfRows) {
  Bytes bytes;
  for (float x : {1.f, 2.f, 3.f, 4.f, 5.f, 6.f}) bytes.put(x);
  EXPECT_TRUE(contains(refusalOf(bytes.string(), "a.f32"), "--dim"));
  ReadOptions options;
  options.dimension = 2;
  EXPECT_EQ(rowsOf(readString(bytes.string(), "a.f32", options)), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(readString(bytes.string(), "a.raw", options).pointsInFile, 3u);
  EXPECT_EQ(rowsOf(readString(bytes.string(), "a.xyz.f32")).size(), 6u);
  options.dimension = 5;
  EXPECT_TRUE(contains(refusalOf(bytes.string(), "a.f32", options), "24 bytes are not a whole number of rows of 20 bytes"));
  Bytes doubles;
  doubles.put(1.5).put(2.5);
  options.dimension = 1;
  EXPECT_EQ(rowsOf(readString(doubles.string(), "a.f64", options)), (Doubles{1.5, 2.5}));
  options.rawScalar = Scalar::float64;
  EXPECT_EQ(rowsOf(readString(doubles.string(), "a.bin", options)), (Doubles{1.5, 2.5}));
}

/// Every reader, told to be slow, shows points on the way: some of them, from all that is read so far.
TEST(ReadCloud, GivesSamplesOfThePointsWhileTheyCome) {
  constexpr int kRows = 300'000;
  std::string text, vertices, raw(size_t(kRows) * 8, '\0');
  for (int i = 0; i < kRows; ++i) {
    const std::string row = std::to_string(i) + " " + std::to_string(i % 7) + "\n";
    text += row;
    vertices += "v " + std::to_string(i) + " " + std::to_string(i % 7) + " 1\n";
    const float x = float(i);
    std::memcpy(raw.data() + size_t(i) * 8, &x, sizeof x);
  }
  for (const auto& [content, name] : {std::pair{text, "a.xyz"}, std::pair{vertices, "a.obj"}, std::pair{raw, "a.xy.f32"}}) {
    int calls = 0;  // the first few take longer than the time between two samples, so each of them is followed by one
    const auto slow = [&](const ReadProgress&) {
      if (calls++ < 4) std::this_thread::sleep_for(std::chrono::milliseconds(130));
    };
    std::vector<PointCloud> samples;
    const auto keep = [&](PointCloud sample) { samples.push_back(std::move(sample)); };
    ReadOptions alone;  // others would read all of it while this thread is slow
    alone.threads = 1;
    const CloudFile file = readCloud(std::as_bytes(std::span(content)), name, alone, {}, slow, keep);
    ASSERT_GE(samples.size(), 2u) << name;
    for (const PointCloud& sample : samples) {
      EXPECT_GT(sample.size(), 0u);
      EXPECT_LE(sample.size(), kSamplePoints);
      EXPECT_LE(sample.bounds().maximum[0] + sample.origin()[0], kRows - 1.0);
    }
    EXPECT_GT(samples.back().bounds().extent(0), samples.front().bounds().extent(0)) << name;
    EXPECT_EQ(file.cloud.size(), uint32_t(kRows));
  }
}

TEST(ReadCloud, GivesSamplesWhateverTheThreads) {
  constexpr size_t kRows = 1'000'000;
  std::string text, raw(kRows * 8, '\0');
  for (size_t i = 0; i < kRows; ++i) {
    const auto x = float(i);
    std::memcpy(raw.data() + i * 8, &x, sizeof x);
    text += std::to_string(i) + " 1\n";
  }
  for (const auto& [content, name] : {std::pair{raw, "a.xy.f32"}, std::pair{text, "a.xyz"}}) {
    const auto slow = [](const ReadProgress&) { std::this_thread::sleep_for(std::chrono::milliseconds(130)); };
    std::vector<PointCloud> samples;
    ReadOptions options;
    options.threads = 7;
    readCloud(std::as_bytes(std::span(content)), name, options, {}, slow, [&](PointCloud sample) { samples.push_back(std::move(sample)); });
    ASSERT_FALSE(samples.empty()) << name;
    for (const PointCloud& sample : samples) {
      EXPECT_LE(sample.size(), kSamplePoints);
      EXPECT_GT(sample.bounds().extent(0), 0) << name;
    }
  }
}

TEST(ReadObj, ReadsVerticesAndTheirColours) {
  const CloudFile file = readString("# cube\nmtllib ../../etc/passwd\nv 1 2 3 0.5 0.25 1\nv 4 5 6\nvn 0 0 1\nf 1 2 1\n", "a.obj");
  EXPECT_EQ(rowsOf(file), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(attributeOf(file, "green")[0], 0.25);
  EXPECT_TRUE(std::isnan(attributeOf(file, "green")[1]));
  EXPECT_TRUE(file.warnings.empty());
}

TEST(ReadObj, NegativeIndicesCountFromTheLastVertex) {
  const std::string vertices = "v 1 2 3\nv 1 2 4\nv 4 5 6\n";
  EXPECT_TRUE(readString(vertices + "f -3 -2 -1\n", "a.obj").warnings.empty());
  EXPECT_TRUE(warnsOf(readString(vertices + "f -4 -2 -1\n", "a.obj"), "first in line 4"));
  EXPECT_TRUE(warnsOf(readString(vertices + "f 0 1 2\n", "a.obj"), "first in line 4"));
}

TEST(ReadObj, ReadsUtf16) {
  std::string wide = "\xFE\xFF";
  for (char c : std::string("v 1 2 3\nv 4 5 7\n")) wide += {'\0', c};
  EXPECT_EQ(rowsOf(readString(wide, "a.obj")), (Doubles{1, 2, 3, 4, 5, 7}));
}

TEST(ReadObj, RefusesBrokenVerticesAndWarnsOfBrokenFaces) {
  EXPECT_TRUE(contains(refusalOf("v 1\nv 1 2 3\n", "a.obj"), "line 1: a vertex has 1 coordinates"));
  EXPECT_TRUE(contains(refusalOf("v 1 2 x\n", "a.obj"), "not a number"));
  EXPECT_TRUE(contains(refusalOf("f -4 -3 -2", "a.obj"), "no vertices"));
  EXPECT_TRUE(warnsOf(readString("v 1 2 3\nv 1 2 4\nv 4 5 6\nf 1 2 9\n", "a.obj"), "first in line 4"));
}

}  // namespace
}  // namespace arete
