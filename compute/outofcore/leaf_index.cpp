#include "compute/outofcore/leaf_index.h"

#include <algorithm>
#include <array>
#include <bit>

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
std::span<const std::byte> bytesOf(const V& value) { return std::as_bytes(std::span(&value, 1)); }
template <class V>
std::span<std::byte> writableBytesOf(std::vector<V>& values) { return std::as_writable_bytes(std::span(values)); }

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

[[noreturn]] void refuse(const DiskFile& file, std::string_view reason) {
  throw Error(ErrorKind::badInput, kWhat, file.path().string(), reason, kHint);
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
  return points;
}

template class LeafIndex<float>;
template class LeafIndex<double>;

}  // namespace arete::outofcore
