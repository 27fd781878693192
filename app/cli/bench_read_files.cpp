#include "app/cli/bench_read_files.h"

#include <stdlib.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <system_error>

#include "compute/core/error.h"
#include "compute/files/text_file.h"
#include "compute/io/write_points.h"

namespace arete::cli {

namespace fs = std::filesystem;

BenchFolder::BenchFolder() {
  std::string name = (fs::temp_directory_path() / "arete-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw Error(ErrorKind::io, "cannot make a folder for the files", name, std::system_category().message(errno), "set TMPDIR to a folder with room");
  path_ = name;
}

BenchFolder::~BenchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

namespace {

/// Little-endian bytes, some thousand rows at a time.
class FileBytes {
 public:
  template <class T>
  FileBytes& put(T value) {
    const auto at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
    return *this;
  }
  FileBytes& text(std::string_view text) {
    bytes_.append(text);
    return *this;
  }
  FileBytes& zerosUpTo(size_t size) {
    bytes_.resize(size);
    return *this;
  }
  void flushTo(TextFile& file, size_t least) {
    if (bytes_.size() < least) return;
    file.write(std::string_view(bytes_));
    bytes_.clear();
  }

 private:
  std::string bytes_;
};

constexpr size_t kPieceBytes = 1 << 20;

void writeRows(const fs::path& path, const PointCloud& cloud, FileBytes& head, const std::function<void(uint32_t, FileBytes&)>& row) {
  TextFile file(path);
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    row(i, head);
    head.flushTo(file, kPieceBytes);
  }
  head.flushTo(file, 0);
  (void)file.commit();  // whether it outlives a power cut does not matter
}

double coordinate(const PointCloud& cloud, uint32_t i, int k) {
  return k < cloud.dimension() ? cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)] : 0;
}

/// LAS 1.2, point format 0, to a thousandth of a unit.
void writeLas(const fs::path& path, const PointCloud& cloud) {
  constexpr uint16_t kHeaderBytes = 227, kRecordBytes = 20;
  constexpr double kScale = 0.001;
  FileBytes bytes;
  bytes.text("LASF").zerosUpTo(24).put<uint8_t>(1).put<uint8_t>(2).zerosUpTo(94).put(kHeaderBytes).put<uint32_t>(kHeaderBytes).put<uint32_t>(0);
  bytes.put<uint8_t>(0).put(kRecordBytes).put(cloud.size()).zerosUpTo(131);
  for (int k = 0; k < 3; ++k) bytes.put(kScale);
  for (size_t k = 0; k < 3; ++k) bytes.put(cloud.origin()[k]);
  bytes.zerosUpTo(kHeaderBytes);
  writeRows(path, cloud, bytes, [&](uint32_t i, FileBytes& row) {
    for (int k = 0; k < 3; ++k) row.put(int32_t(std::lround((coordinate(cloud, i, k) - cloud.origin()[size_t(k)]) / kScale)));
    row.put(uint16_t(i % 4096)).put(uint8_t(9)).put(uint8_t(i % 7)).put(int8_t(i % 31)).put<uint8_t>(0).put(uint16_t(i >> 20));
  });
}

void writePcd(const fs::path& path, const PointCloud& cloud) {
  const std::string count = std::to_string(cloud.size());
  FileBytes bytes;
  bytes.text("VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH " + count + "\nHEIGHT 1\nPOINTS " + count + "\nDATA binary\n");
  writeRows(path, cloud, bytes, [&](uint32_t i, FileBytes& row) {
    for (int k = 0; k < 3; ++k) row.put(float(coordinate(cloud, i, k)));
  });
}

void writeText(const fs::path& path, const PointCloud& cloud) {
  constexpr int kDecimals = 3;
  FileBytes bytes;
  writeRows(path, cloud, bytes, [&](uint32_t i, FileBytes& row) {
    for (int k = 0; k < cloud.dimension(); ++k) {
      std::array<char, 400> digits;  // as long as 1e308 is
      const auto end = std::to_chars(digits.begin(), digits.end(), coordinate(cloud, i, k), std::chars_format::fixed, kDecimals).ptr;
      row.text({digits.data(), size_t(end - digits.data())}).put(k + 1 == cloud.dimension() ? '\n' : ' ');
    }
  });
}

}  // namespace

std::vector<BenchFile> writeBenchFiles(const PointCloud& cloud, const fs::path& folder) {
  std::vector<BenchFile> files;
  const auto add = [&](std::string what, const char* name) -> const fs::path& {
    return files.emplace_back(BenchFile{std::move(what), folder / name}).path;
  };
  const PointsInput input{cloud.points(), cloud.origin()};
  writePoints(add("PLY, float", "a.ply"), input);
  writePoints(add("raw rows, float", "a.f32"), input);
  writePoints(add("NPY, double", "a.npy"), {cloud.points().withScalar(Scalar::float64), cloud.origin()});
  if (cloud.dimension() == 2 || cloud.dimension() == 3) {
    writePcd(add("PCD, float", "a.pcd"), cloud);
    writeLas(add("LAS, 7 attributes", "a.las"), cloud);
  }
  writeText(add("text, 3 decimals", "a.xyz"), cloud);
  return files;
}

}  // namespace arete::cli
