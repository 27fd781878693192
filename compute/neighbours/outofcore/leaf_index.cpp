#include "compute/neighbours/outofcore/leaf_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include "compute/core/error.h"

namespace arete::outofcore {

namespace {

static_assert(std::endian::native == std::endian::little, "index files are little endian");

constexpr std::array<char, 8> kMagic = {'a', 'r', 'e', 't', 'e', 'k', 'n', 'n'};
constexpr uint32_t kVersion = 1;
constexpr uint64_t kAlignment = 4096;  // of the leaves' first byte
constexpr uint64_t kLeafAlignment = 64;
constexpr std::string_view kWhat = "cannot use this index";
constexpr std::string_view kHint = "build it again (--rebuild-index), or give another name";

struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t version = kVersion;
  uint32_t scalarBytes = 0, dimension = 0, points = 0, leafCapacity = 0, leaves = 0;
  uint64_t fileBytes = 0;
  PointCloud::Origin origin{};
  std::array<char, IndexInfo::kIdentityBytes + 1> identity{};
  uint64_t tablesChecksum = 0;
  uint64_t checksum = 0;  // of what is before
};

template <class V>
std::span<const std::byte> bytesOf(const V& value) {
  return std::as_bytes(std::span(&value, 1));
}
template <class V>
std::span<std::byte> writableBytesOf(std::vector<V>& values) {
  return std::as_writable_bytes(std::span(values));
}

uint64_t checksumOf(const Header& header) {
  Checksum sum;
  sum.add(bytesOf(header).first(offsetof(Header, checksum)));
  return sum.value();
}

uint64_t checksumOfTables(std::span<const Leaf> leaves, std::span<const std::byte> boxes) {
  Checksum sum;
  sum.add(std::as_bytes(leaves));
  sum.add(boxes);
  return sum.value();
}

uint64_t alignedTo(uint64_t alignment, uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

[[noreturn]] void refuse(const DiskFile& file, std::string_view reason, const std::string& place = {}) {
  throw Error(ErrorKind::badInput, kWhat, file.path().string() + (place.empty() ? "" : ", " + place), reason, kHint);
}

/// Refuses what no index can have, whatever its cloud.
void checkHeader(const DiskFile& file, const Header& header) {
  const auto check = [&](bool sound, size_t at, const std::string& reason) {
    if (!sound) refuse(file, reason, "byte " + std::to_string(at));
  };
  check(header.scalarBytes == sizeof(float) || header.scalarBytes == sizeof(double), offsetof(Header, scalarBytes),
        "its coordinates have " + std::to_string(header.scalarBytes) + " bytes");
  check(header.dimension >= 1 && header.dimension <= uint32_t(kMaxDimension), offsetof(Header, dimension),
        "its points have " + std::to_string(header.dimension) + " coordinates");
  check(header.points < UINT32_MAX, offsetof(Header, points), "it has too many points");
  check(header.leafCapacity >= 1, offsetof(Header, leafCapacity), "its leaves have room for no point");
  const uint64_t bytesOfLeaf = sizeof(Leaf) + 2 * uint64_t(header.dimension) * header.scalarBytes;
  check(header.leaves <= header.points && header.leaves <= file.size() / bytesOfLeaf, offsetof(Header, leaves),
        "it has " + std::to_string(header.leaves) + " leaves, more than it can");
  check(std::ranges::all_of(header.origin, [](double x) { return std::isfinite(x); }), offsetof(Header, origin), "its origin is not finite");
  check(header.identity.back() == 0, offsetof(Header, identity), "the name of its cloud does not end");
}

Header readHeader(const DiskFile& file) {
  Header header;
  const uint64_t size = file.size();
  if (size < sizeof header) refuse(file, "it is not an index of this program: it is too short");
  file.read(0, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != kMagic) refuse(file, "it is not an index of this program");
  if (header.version != kVersion)
    refuse(file, "its format is version " + std::to_string(header.version) + ", and this program reads version " + std::to_string(kVersion));
  if (header.checksum != checksumOf(header)) refuse(file, "its header was altered or damaged");
  checkHeader(file, header);
  if (header.fileBytes != size)
    refuse(file, "it has " + std::to_string(size) + " bytes instead of " + std::to_string(header.fileBytes) + ": it was cut off");
  return header;
}

IndexInfo infoOf(const Header& header) {
  return {.scalar = header.scalarBytes == sizeof(float) ? Scalar::float32 : Scalar::float64,
          .dimension = int(header.dimension),
          .points = header.points,
          .leafCapacity = header.leafCapacity,
          .origin = header.origin,
          .identity = header.identity.data()};
}

size_t pointBytes(const IndexInfo& info) {
  return (info.scalar == Scalar::float32 ? sizeof(float) : sizeof(double)) * size_t(info.dimension) + sizeof(uint32_t);
}

}  // namespace

bool beginsAsIndex(const DiskFile& file) {
  std::array<char, kMagic.size()> magic{};
  if (file.size() < magic.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(magic)));
  return magic == kMagic;
}

void beginIndex(DiskFile& file) { file.write(0, std::as_bytes(std::span(kMagic))); }

IndexInfo readIndexInfo(const DiskFile& file) { return infoOf(readHeader(file)); }

IndexLayout::IndexLayout(const IndexInfo& info, std::span<Leaf> leaves) {
  const uint64_t boxBytes = 2 * (pointBytes(info) - sizeof(uint32_t));
  leavesAt = alignedTo(kLeafAlignment, sizeof(Header));
  boxesAt = leavesAt + leaves.size_bytes();
  dataAt = alignedTo(kAlignment, boxesAt + leaves.size() * boxBytes);
  fileBytes = dataAt;
  for (Leaf& leaf : leaves) {
    leaf.offset = alignedTo(kLeafAlignment, fileBytes);
    fileBytes = leaf.offset + leaf.count * pointBytes(info);
  }
}

void writeIndexTables(DiskFile& file, const IndexInfo& info, const IndexLayout& layout, std::span<const Leaf> leaves,
                      std::span<const std::byte> boxes) {
  Header header;
  header.scalarBytes = info.scalar == Scalar::float32 ? sizeof(float) : sizeof(double);
  header.dimension = uint32_t(info.dimension);
  header.points = info.points;
  header.leafCapacity = info.leafCapacity;
  header.leaves = uint32_t(leaves.size());
  header.fileBytes = layout.fileBytes;
  header.origin = info.origin;
  std::copy_n(info.identity.begin(), std::min(info.identity.size(), IndexInfo::kIdentityBytes), header.identity.begin());
  header.tablesChecksum = checksumOfTables(leaves, boxes);
  header.checksum = checksumOf(header);
  file.write(0, bytesOf(header));
  file.write(layout.leavesAt, std::as_bytes(leaves));
  file.write(layout.boxesAt, boxes);
}

template <class T>
LeafIndex<T>::LeafIndex(DiskFile file) : file_(std::move(file)) {
  const Header header = readHeader(file_);
  info_ = infoOf(header);
  if (header.scalarBytes != sizeof(T)) refuse(file_, "its coordinates are of another type than those of the cloud");
  leaves_.resize(header.leaves);
  boxes_.resize(size_t(header.leaves) * 2 * size_t(info_.dimension));
  const IndexLayout layout(info_, leaves_);
  file_.read(layout.leavesAt, writableBytesOf(leaves_));
  file_.read(layout.boxesAt, writableBytesOf(boxes_));
  if (header.tablesChecksum != checksumOfTables(leaves_, std::as_bytes(std::span(boxes_))))
    refuse(file_, "its list of leaves was altered or damaged");
  checkTables();
}

/// Checks that the leaves hold all points, each leaf in its own place and with a valid box.
template <class T>
void LeafIndex<T>::checkTables() const {
  std::vector<Leaf> expected = leaves_;
  const IndexLayout layout(info_, expected);
  const size_t dimension = size_t(info_.dimension);
  uint64_t points = 0;
  for (size_t i = 0; i < leaves_.size(); ++i) {
    const Leaf& leaf = leaves_[i];
    const auto fail = [&](std::string_view reason) { refuse(file_, reason, "leaf " + std::to_string(i)); };
    if (leaf.count < 1 || leaf.count > info_.leafCapacity) fail("it has " + std::to_string(leaf.count) + " points, which no leaf here has");
    if (leaf.leastIndex >= info_.points) fail("it names point " + std::to_string(leaf.leastIndex) + " of " + std::to_string(info_.points));
    if (leaf.offset != expected[i].offset) fail("its points are said to be at byte " + std::to_string(leaf.offset) + ", where they cannot be");
    const T *const low = &boxes_[i * 2 * dimension], *const high = low + dimension;
    for (size_t k = 0; k < dimension; ++k)
      if (!(std::isfinite(low[k]) && std::isfinite(high[k]) && low[k] <= high[k])) fail("its box is none, along axis " + std::to_string(k));
    points += leaf.count;
  }
  if (points != info_.points)
    refuse(file_, "its leaves hold " + std::to_string(points) + " points instead of " + std::to_string(info_.points), "list of leaves");
  if (layout.fileBytes != file_.size()) refuse(file_, "its leaves do not fill it", "list of leaves");
}

/// Checks that the points are of the cloud, each once, and within the leaf's box.
template <class T>
void LeafIndex<T>::checkPoints(uint32_t number, const LeafPoints<T>& points) const {
  const size_t dimension = size_t(info_.dimension);
  const auto fail = [&](std::string_view reason) {
    refuse(file_, reason, "leaf " + std::to_string(number) + " at byte " + std::to_string(leaves_[number].offset));
  };
  const std::vector<uint32_t>& indices = points.indices;
  if (indices.front() != leaves_[number].leastIndex) fail("its first point is another than the list of leaves says");
  if (std::ranges::adjacent_find(indices, std::greater_equal()) != indices.end()) fail("its points are not in the order of their indices");
  if (indices.back() >= info_.points) fail("it names point " + std::to_string(indices.back()) + " of " + std::to_string(info_.points));
  const T *const low = &boxes_[number * 2 * dimension], *const high = low + dimension;
  bool within = true;
  for (size_t i = 0; i < points.coordinates.size(); i += dimension)
    for (size_t k = 0; k < dimension; ++k) within &= points.coordinates[i + k] >= low[k] && points.coordinates[i + k] <= high[k];
  if (!within) fail("a point of it is outside its box");
}

template <class T>
LeafPoints<T> LeafIndex<T>::load(uint32_t number) const {
  const Leaf& leaf = leaves_[number];
  LeafPoints<T> points{std::vector<T>(leaf.count * size_t(info_.dimension)), std::vector<uint32_t>(leaf.count), info_.dimension};
  file_.read(leaf.offset, writableBytesOf(points.coordinates));
  file_.read(leaf.offset + points.coordinates.size() * sizeof(T), writableBytesOf(points.indices));
  Checksum coordinates, indices;
  coordinates.add(std::as_bytes(std::span(points.coordinates)));
  indices.add(std::as_bytes(std::span(points.indices)));
  if (leafChecksum(coordinates, indices) != leaf.checksum)
    refuse(file_, "its leaf " + std::to_string(number) + " at byte " + std::to_string(leaf.offset) + " was altered or damaged");
  checkPoints(number, points);
  return points;
}

template class LeafIndex<float>;
template class LeafIndex<double>;

}  // namespace arete::outofcore
