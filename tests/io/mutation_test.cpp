// Sound files, damaged at random: whatever comes, it must be points or one Error, soon, and never a crash. Run it under ASan and UBSan too.
#include <chrono>
#include <fstream>
#include <map>
#include <random>

#include "tests/support/samples.h"
#include "tests/support/shared_folder.h"

namespace arete {
namespace {

constexpr size_t kMutationsPerFormat = 3000;
constexpr uint64_t kSeed = 20161107;
constexpr uintmax_t kLargestSample = 20000;  // bytes
constexpr double kMaxSeconds = 5;

struct Sample {
  std::string name, content;
};
using Samples = std::map<std::string, std::vector<Sample>>;

Samples builtIn() {
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int "
      "vertex_indices\nend_header\n1 2 3\n4 5 6\n3 0 1 1\n";
  const std::string fields = "{'descr': [('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('rgb', '|u1', (3,))], 'fortran_order': False, 'shape': (1,)}";
  Bytes rows;
  for (float x : {1.f, 2.f, 3.f, 4.f, 5.f, 6.f}) rows.put(x);
  return {
      {"ply", {{"a.ply", ply}, {"b.ply", binaryPly(std::endian::little)}, {"c.ply", binaryPly(std::endian::big)}}},
      {"pcd", {{"a.pcd", pcd("ascii\n1 2 3 66051\n4 5 6 16711680\n")}, {"b.pcd", compressed(3).string()}}},
      {"las", {{"a.las", las(3).string()}, {"b.las", las(5, 7, 36, 4).string()}, {"c.las", las(2, 3, 40).string()}}},
      {"npy", {{"a.npy", npy(plain("<f8", "(2, 3)"), Doubles{1, 2, 3, 4, 5, 6})}, {"b.npy", npy(fields, std::vector<float>{1, 2, 3}) + "abc"}}},
      {"obj", {{"a.obj", "v 1 2 3 0.5 0.25 1\nv 4 5 6\nv 7 8 9\nf 1 2 3\nf -1 -2/1/1 -3//2\n"}}},
      {"text",
       {{"a.csv", "\"x\";\"y\";\"z\"\n1,5;2;3\n4;5;NA\n7;8;9\n"},
        {"b.xyz", "# x y z i\n3\n1 2 3 4\n5 6 7 8\n\n9 10 -1e5 inf\n"},
        {"c.txt",
         "\xEF\xBB\xBF"
         "1\t2\r\n3\t4\r\n"}}},
      {"raw", {{"a.f32", rows.string()}, {"b.xyz.f32", rows.string()}}},
  };
}

void addCorpus(Samples& samples) {
  const std::map<std::string, std::string> folders = {{"ply", "ply"}, {"pcd", "pcd"}, {"las", "las"},
                                                      {"npy", "npy"}, {"obj", "obj"}, {"xyz", "text"}};
  for (const auto& [folder, format] : folders) {
    const auto path = sharedFolder() / "corpus" / folder / "good";
    if (!std::filesystem::exists(path)) continue;
    std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(path), {});
    std::ranges::sort(files);  // the same order on every machine
    for (const auto& file : files) {
      if (std::filesystem::file_size(file) > kLargestSample) continue;
      std::ifstream stream(file, std::ios::binary);
      samples[format].push_back({file.filename().string(), std::string(std::istreambuf_iterator<char>(stream), {})});
    }
  }
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}
  size_t below(size_t limit) { return limit ? size_t(random_() % limit) : 0; }

  std::string damage(const Sample& sample, const Sample& other) {
    std::string bytes = sample.content;
    for (size_t times = 1 + below(4); times > 0 && !bytes.empty(); --times) damageOnce(bytes, other.content);
    return bytes;
  }

 private:
  void damageOnce(std::string& bytes, const std::string& other) {
    static const std::array<std::string, 12> kNasty = {
        "-1",   "4294967295",        "18446744073709551615", "1e999", "nan", "\n", std::string(1, '\0'), ",", "\"", "\xff\xff\xff\xff",
        "\x80", "list uchar int a\n"};
    const size_t at = headHeavy(bytes.size());
    switch (below(7)) {
      case 0:
        bytes[at] = char(bytes[at] ^ 1 << below(8));
        break;
      case 1:
        bytes[at] = char(random_());
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.erase(at, 1 + below(8));
        break;
      case 4:
        bytes.insert(at, kNasty[below(kNasty.size())]);
        break;
      case 5:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(64)));
        break;
      default:
        bytes = bytes.substr(0, at) + other.substr(below(other.size()));
        break;
    }
  }
  /// Half of the damage goes to the first 400 bytes, where headers are.
  size_t headHeavy(size_t size) { return below(below(2) ? size : std::min<size_t>(size, 400)); }

  std::mt19937_64 random_;
};

/// Reads; says whether points came of it. Anything but points or Error fails the test by leaving this function.
bool survives(const std::string& content, const std::string& name, const ReadOptions& options) {
  try {
    const CloudFile file = readString(content, name, options);
    EXPECT_EQ(file.pointsInFile - file.nonFinite, file.cloud.size());
    for (const Attribute& attribute : file.cloud.attributes()) EXPECT_EQ(attribute.values.size(), file.cloud.size());
    return true;
  } catch (const Error& error) {
    EXPECT_FALSE(error.reason().empty());
    EXPECT_TRUE(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse) << error.what();
    return false;
  }
}

TEST(Mutation, DamagedFilesGivePointsOrOneError) {
  Samples samples = builtIn();
  addCorpus(samples);
  for (const auto& [format, files] : samples) {
    Mutator mutator(kSeed);
    size_t read = 0;
    double slowest = 0;
    for (size_t i = 0; i < kMutationsPerFormat; ++i) {
      const Sample& sample = files[mutator.below(files.size())];
      ReadOptions options;
      if (mutator.below(4) == 0) options.dimension = int(1 + mutator.below(5));
      if (mutator.below(16) == 0) options.columns = {"y", "1"};
      const std::string content = mutator.damage(sample, files[mutator.below(files.size())]);
      const auto begin = std::chrono::steady_clock::now();
      read += survives(content, sample.name, options);
      slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      if (HasFailure()) FAIL() << format << ", mutation " << i << " of " << sample.name;
    }
    EXPECT_LT(slowest, kMaxSeconds) << format;
    EXPECT_GT(read, 0u) << format << ": every mutation was refused, so none reached the points";
    EXPECT_LT(read, kMutationsPerFormat) << format << ": no mutation was refused";
    std::printf("%s: %zu samples, %zu of %zu mutations still read, slowest %.1f ms\n", format.c_str(), files.size(), read, kMutationsPerFormat,
                slowest * 1e3);
  }
}

}  // namespace
}  // namespace arete
