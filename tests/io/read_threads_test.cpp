// Any number of threads reads the same: points, attributes, warnings, and which line or byte is to blame.
#include <atomic>
#include <functional>
#include <map>
#include <thread>

#include "compute/io/read/read_threads.h"
#include "tests/io/same_file.h"
#include "tests/io/text_table.h"
#include "tests/io/write_support.h"
#include "tests/support/e57.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr int kRows = test::kSanitized ? 60'000 : 250'000;  // over 14 blocks of columns and 14 pieces of text: work for seven threads

struct ReadThreadsTest : test::TemporaryFolder {
  void expectSame(const std::string& name, const std::string& content, ReadOptions options = {}) const {
    SCOPED_TRACE(name);
    const auto path = put(name, content);
    options.threads = 1;
    const test::Outcome alone = test::outcomeOf([&] { return readCloud(path, options); });
    for (const int threads : {2, 7}) {
      SCOPED_TRACE(threads);
      options.threads = threads;
      test::expectSame(test::outcomeOf([&] { return readCloud(path, options); }), alone);
      test::expectSame(test::outcomeOf([&] { return readCloud(std::as_bytes(std::span(content)), path.string(), options); }), alone);
    }
  }
};

std::string table(std::string_view end, const std::function<std::string(int)>& odd = {}) { return test::textTable(kRows, end, odd); }

std::vector<float> numbers(size_t rows, bool holes) {
  std::vector<float> all;
  test::Random random(3);
  for (size_t i = 0; i < 3 * rows; ++i) all.push_back(holes && i % 1001 == 7 ? std::nanf("") : float(random.uniform(-500, 500)));
  return all;
}

TEST_F(ReadThreadsTest, BinaryColumnsAreTheSame) {
  const std::string shape = "(" + std::to_string(kRows) + ", 3)", across = "(3, " + std::to_string(kRows) + ")";
  for (const bool holes : {false, true}) {
    const std::vector<float> all = numbers(kRows, holes);
    expectSame("rows.npy", npy(plain("<f4", shape), all));
    expectSame("columns.npy", npy(plain("<f4", shape, true), all), {.columns = {"3", "1"}});
    expectSame("across.npy", npy(plain(">f4", across), all, std::endian::big), {.dimension = 3});
    Bytes raw;
    for (const float x : all) raw.put(double(x) + 432'100.123);
    expectSame("metres.f64", raw.string(), {.dimension = 3});
    expectSame("cut.f64", raw.string().substr(0, raw.string().size() - 1), {.dimension = 3});
  }
  expectSame("cloud.las", las(kRows, 6, 30, 4).string());
  expectSame("cut.las", las(kRows, 6, 30, 4).string().substr(0, 2'000'000));
}

TEST_F(ReadThreadsTest, CoordinatesThatNeedAnotherLookAreTheSame) {
  const std::string shape = "(" + std::to_string(kRows) + ", 3)";
  std::vector<double> metres, tiny, stray, flat;
  test::Random random(5);
  for (int i = 0; i < 3 * kRows; ++i) {
    metres.push_back(4e5 + random.uniform(0, 1) / 3);               // in float these lose what matters
    tiny.push_back(i % 1000 == 0 ? 6e-17 : random.uniform(-1, 1));  // the second step of whether floats hold them
    stray.push_back(i == 2 * kRows ? 1e200 : 1.0 + i);              // refused by its number
    flat.push_back(i % 3 == 2 ? 7.25 : random.uniform(-1, 1));      // two dimensions
  }
  for (const auto& [name, rows] : std::map<std::string, std::vector<double>>{{"metres", metres}, {"tiny", tiny}, {"stray", stray}, {"flat", flat}})
    expectSame(name + ".npy", npy(plain("<f8", shape), rows));
  expectSame("stray.npy", npy(plain("<f8", shape), stray), {.scalar = Scalar::float32});
}

TEST_F(ReadThreadsTest, TextIsTheSameWhateverEndsItsLines) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) expectSame("a.csv", table(end));
  expectSame("bom.csv", "\xEF\xBB\xBF" + table("\n"));
  const std::string text = table("\n");
  expectSame("without_end.csv", text.substr(0, text.size() - 1));
  expectSame("skipped.csv", text, {.skipLines = kRows / 2});
  expectSame("too_many_skipped.csv", text, {.skipLines = 2 * kRows});
  std::string wide = "\xFF\xFE";
  for (const char c : text) wide += {c, '\0'};
  expectSame("utf16.csv", wide);
}

TEST_F(ReadThreadsTest, FaultsAreCountedAndNamedTheSame) {
  const auto faulty = [&](const std::string& name, const std::function<std::string(int)>& odd) { expectSame(name, table("\n", odd)); };
  faulty("broken.csv", [](int i) { return i % 9'000 == 8'999 ? "1,2,three,4" : i % 7'000 == 6'999 ? "1,2,nan,4" : ""; });
  faulty("short.csv", [](int i) { return i % 11 == 5 ? "1,2,3" : i % 13 == 0 ? "# " + std::string(50, 'a') : ""; });
  faulty("flood.csv", [](int i) { return i > kRows / 3 ? "1,2,3" : ""; });      // at some row short ones are no longer believed
  faulty("most_broken.csv", [](int i) { return i > kRows / 3 ? "1,2" : ""; });  // refused, with the first line
  for (const int row : {kRows / 2, kRows - 5}) {
    faulty("large.csv", [&](int i) { return i == row || i == kRows - 2 ? "1,2,1e999,4" : ""; });
    faulty("line.csv", [&](int i) { return i == row ? std::string(200'000, '1') : ""; });
    faulty("long_comment.csv", [&](int i) { return i == row ? "# " + std::string(1'500'000, '1') : ""; });
  }
  faulty("squared.csv", [](int i) { return i == kRows - 5 ? "1,2,-1e200,4" : ""; });
  std::string nul = table("\n");
  nul[nul.size() - 100] = '\0';
  expectSame("nul.csv", nul);
  nul[nul.size() / 2] = '\0';
  expectSame("nuls.csv", nul);
  expectSame("both.csv", nul.insert(2'000, "1,1e999,1,1\n"));
  expectSame("count.pts", std::to_string(kRows + 1) + table("\n").substr(11));
}

TEST_F(ReadThreadsTest, LinesAsLongAsTheyMayBeAreTheSame) {
  constexpr size_t kLongest = 64 * 1024;
  for (const size_t length : {kLongest, kLongest + 1})
    expectSame("long.csv", table("\n", [&](int i) { return i % (kRows / 8) == 100 ? "1,2,3,4" + std::string(length - 7, ' ') : ""; }));
}

std::string asciiPly(const std::string& rest, const std::function<std::string(int)>& odd = {}) {
  std::string text = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(kRows) +
                     "\nproperty float x\nproperty float y\nproperty list uchar int near\nproperty uchar red\nelement face 2\n"
                     "property list uchar int vertex_indices\nend_header\n";
  for (int i = 0; i < kRows; ++i) {
    const std::string other = odd ? odd(i) : "";
    text += other.empty() ? std::to_string(i) + " " + std::to_string(i % 10) + ".25" + (i % 3 ? " 1 7 " : " 0 ") + std::to_string(i % 256) : other;
    text += i % 1000 == 0 ? "\n\n" : "\n";
  }
  return text + rest;
}

TEST_F(ReadThreadsTest, VerticesOfTextAndWhatFollowsThemAreTheSame) {
  const std::string faces = "3 1 2 3\n3 1 2 -4\n";
  expectSame("mesh.ply", asciiPly(faces));
  expectSame("more.ply", asciiPly(faces + "one more line\n"));
  expectSame("cut.ply", asciiPly("").substr(0, 3'000'000));
  expectSame("few_faces.ply", asciiPly("3 1 2 3\n"));
  expectSame("extra.ply", asciiPly(faces, [](int i) { return i % 90'000 == 50'000 ? "1 2 0 3 4" : ""; }));
  for (const char* wrong : {"1 2 0", "1 x 0 3", "1 2 1e999 3", "1 2 9 3"})
    expectSame("wrong.ply", asciiPly(faces, [&](int i) { return i == kRows - 20'000 ? wrong : ""; }));
}

/// Vertices with a list between their numbers, as bytes; `count` may say something else than how long a row's list is.
std::string binaryPly(std::endian order, const std::function<int(int)>& count = {}) {
  Bytes file("ply\nformat binary_" + std::string(order == std::endian::big ? "big" : "little") + "_endian 1.0\nelement vertex " +
             std::to_string(kRows) +
             "\nproperty float x\nproperty list uchar short near\nproperty float y\nproperty double z\nproperty uchar red\n"
             "element face 2\nproperty list uchar int vertex_indices\nend_header\n");
  const auto put = [&]<class T>(T value) { order == std::endian::native ? file.put(value) : file.put(value, std::endian::big); };
  for (int i = 0; i < kRows; ++i) {
    put(i % 1000 == 7 ? std::nanf("") : float(i));
    put(uint8_t(count ? count(i) : i % 4));
    for (int n = 0; n < i % 4; ++n) put(int16_t(n));
    put(float(i % 10));
    put(i * 0.25);
    put(uint8_t(i % 256));
  }
  for (const int last : {3, kRows}) {
    put(uint8_t(3));
    for (const int index : {1, 2, last}) put(index);
  }
  return file.string();
}

TEST_F(ReadThreadsTest, BinaryVerticesWithListsAreTheSame) {
  const std::string good = binaryPly(std::endian::little);
  expectSame("lists.ply", good);
  expectSame("lists_big.ply", binaryPly(std::endian::big));
  expectSame("cut_in_faces.ply", good.substr(0, good.size() - 10));
  for (const size_t share : {3, 7}) expectSame("cut.ply", good.substr(0, good.size() * share / 8));
  for (const int row : {kRows / 2, kRows - 3})
    expectSame("long_list.ply", binaryPly(std::endian::little, [&](int i) { return i >= row ? 255 : i % 4; }));
}

TEST_F(ReadThreadsTest, ScansOfE57AreTheSame) {
  std::vector<float> x, y, z;
  std::vector<int64_t> invalid, intensity;
  test::Random random(9);
  for (int i = 0; i < kRows; ++i) {
    for (auto* axis : {&x, &y, &z}) axis->push_back(float(random.uniform(-50, 50)));
    invalid.push_back(i % 777 == 5);
    intensity.push_back(int64_t(random.below(5000)));
  }
  const std::vector<test::E57Field> fields = {test::e57Single("cartesianX", x), test::e57Single("cartesianY", y), test::e57Single("cartesianZ", z),
                                              test::e57Integer("cartesianInvalidState", invalid, 0, 2),
                                              test::e57Integer("intensity", intensity, 0, 4999)};
  const auto file = [&](const std::string& count) { return test::e57({{fields, "", 3001, count}, {fields, "", 11, ""}}); };
  const std::string good = file("");
  expectSame("scans.e57", good);
  expectSame("more.e57", file(std::to_string(kRows + 5)));
  for (const size_t share : {3, 6}) {
    std::string damaged = good;
    damaged[damaged.size() * share / 8] = char(damaged[damaged.size() * share / 8] ^ 0x10);
    expectSame("damaged.e57", damaged);
  }
}

TEST_F(ReadThreadsTest, PcdIsTheSameInAllItsForms) {
  const std::string size = "WIDTH " + std::to_string(kRows) + "\nHEIGHT 1\nPOINTS " + std::to_string(kRows) + "\n";
  std::string text = pcd("ascii\n", "FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\n", size);
  for (int i = 0; i < kRows; ++i)
    text += std::to_string(i) + (i % 5 ? ".5 1.25 " : ".5 nan ") + std::to_string(i % 9) + " 16711680" + (i % 3 ? "\n" : "\n\n");
  expectSame("nan.pcd", text);
  expectSame("cut.pcd", text.substr(0, text.size() - 40));
  expectSame("more.pcd", text + "1 2 3 4\n");
  expectSame("wrong.pcd", text.replace(text.find("\n" + std::to_string(kRows * 2 / 3)) + 1, 1, "x"));
  const std::vector<float> all = numbers(kRows, true);
  Bytes binary(pcd("binary\n", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n", size));
  for (const float x : all) binary.put(x);
  expectSame("binary.pcd", binary.string());
}

/// Vertices and faces; `odd` may say something else in place of a vertex.
std::string obj(bool coloured, const std::function<std::string(int)>& odd = {}) {
  std::string text = "# a mesh\no mesh\n";
  for (int i = 0; i < kRows; ++i) {
    const std::string other = odd ? odd(i) : "";
    text += other.empty() ? "v " + std::to_string(i) + ".5 " + std::to_string(i % 10) + ".25 -1" : other;
    text += other.empty() && coloured && i % 3 == 0 ? " 0.5 1 0\n" : "\n";
    if (i % 500 == 499) text += "vn 0 0 1\nf 1 -2 " + std::to_string(-i) + "\n";
  }
  return text;
}

TEST_F(ReadThreadsTest, VerticesOfObjAreTheSame) {
  for (const bool coloured : {false, true}) expectSame("mesh.obj", obj(coloured));
  expectSame("strange.obj", obj(false, [](int i) { return i > kRows / 2 && i % 9'999 == 0 ? "what 1 2" : ""; }));
  for (const char* face : {"f -3 -2 -999999", "f 0 1 2", "f 1 2", "f 1 2 999999", "f 1 x 3"})
    expectSame("faces.obj", obj(true, [&](int i) { return i == kRows / 3 || i == kRows - 5 ? face : ""; }));
  for (const char* vertex : {"v 1 2", "v 1 2 x", "v 1 2 1e999", "v 1 2 3 4 5 6 7 8"})
    expectSame("vertex.obj", obj(true, [&](int i) { return i == kRows - 20'000 ? vertex : ""; }));
}

TEST_F(ReadThreadsTest, ChunksOfLazAreTheSame) {
  for (const int format : {1, 7}) {
    const std::string cloud = test::laz::lasCloud(format, 1, kRows, 7);
    const int version = format < 6 ? 2 : 4;
    const std::string good = test::laz::compress(cloud, {.version = version, .chunkSize = 9'000});
    expectSame("cloud.laz", good);
    expectSame("one_by_one.laz", test::laz::compress(cloud, {.version = version, .chunkSize = 9'000, .table = test::laz::Wish::missing}));
    std::string damaged = good;
    for (const size_t share : {3, 5}) damaged[damaged.size() * share / 8] = char(damaged[damaged.size() * share / 8] ^ 0x55);
    expectSame("damaged.laz", damaged);
  }
}

TEST(ReadThreads, TheFirstErrorOfTheFileComesOut) {
  ReadThreads threads(7);
  for (int turn = 0; turn < 20; ++turn) {
    std::string told;
    try {
      threads.forEach(
          100,
          [](size_t block, int) {
            if (block >= 30) throw std::to_string(block);
          },
          [] {});
    } catch (const std::string& block) {
      told = block;
    }
    EXPECT_EQ(told, "30");
  }
}

TEST(ReadThreads, PiecesAreTakenInOrderUntilThereAreEnough) {
  ReadThreads threads(5);
  std::vector<size_t> taken;
  const auto caller = std::this_thread::get_id();
  threads.forEachInOrder(
      200, [](size_t piece, int) { return 3 * piece; },
      [&](size_t piece, size_t made) {
        EXPECT_EQ(made, 3 * piece);
        EXPECT_EQ(std::this_thread::get_id(), caller);
        taken.push_back(piece);
        return piece < 99;
      },
      [] {});
  ASSERT_EQ(taken.size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(taken));
}

TEST(ReadThreads, PiecesAreCutOneAfterTheOtherAndTheFirstErrorComesOut) {
  ReadThreads threads(7);
  for (int turn = 0; turn < 20; ++turn) {
    size_t cut = 0, taken = 0;
    const auto cutNext = [&](size_t piece) {
      EXPECT_EQ(piece, cut++);
      if (turn % 4 == 1 && piece == 40) throw std::string("cut 40");
      return 3 * piece;
    };
    const auto make = [&](size_t raw, int) {
      if (turn % 4 == 2 && raw >= 90) throw "made " + std::to_string(raw / 3);
      return raw + 1;
    };
    const auto take = [&](size_t piece, size_t made) {
      EXPECT_EQ(made, 3 * piece + 1);
      ++taken;
      return piece < (turn % 4 == 3 ? 50u : 99u);
    };
    std::string told;
    try {
      threads.forEachCutInOrder(200, cutNext, make, take, [] {});
    } catch (const std::string& error) {
      told = error;
    }
    const std::string errors[] = {"", "cut 40", "made 30", ""};
    EXPECT_EQ(told, errors[turn % 4]);
    if (told.empty()) {
      EXPECT_EQ(taken, turn % 4 == 3 ? 51u : 100u);
    }
  }
}

TEST(ReadThreads, WhoeverWaitsForAPieceEndsWhenNobodyCutsIt) {
  ReadThreads threads(7);
  for (int turn = 0; turn < 50; ++turn) {
    std::atomic<int> cuts = 0;
    const auto cut = [&](size_t piece) { return ++cuts, piece; };
    const auto cancel = [&] {
      if (cuts > 7 * turn) throw Cancelled{};
    };
    EXPECT_THROW(threads.forEachCutInOrder(
                     400, cut, [](size_t raw, int) { return raw; }, [](size_t, size_t) { return true; }, cancel),
                 Cancelled);
  }
}

TEST_F(ReadThreadsTest, ReadingStopsSoonWhateverTheThreads) {
  const auto path = put("a.csv", table("\n"));
  const auto raw = put("a.f32", std::string(size_t(kRows) * 12 * 8, '\0'));
  for (const auto& file : {path, raw})
    for (const int threads : {1, 7}) {
      std::stop_source stop;
      uint64_t most = 0;
      ReadOptions options;
      options.threads = threads;
      options.dimension = 3;
      const auto stopAtOnce = [&](const ReadProgress& progress) {
        most = std::max(most, progress.bytesDone);
        stop.request_stop();
      };
      EXPECT_THROW(readCloud(file, options, stop.get_token(), stopAtOnce), Cancelled);
      EXPECT_LT(most, std::filesystem::file_size(file) / 2);
    }
}

}  // namespace
}  // namespace arete
