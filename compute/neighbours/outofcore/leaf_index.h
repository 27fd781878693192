// A cloud on disk, divided into the leaves of a coarse tree: the file that out-of-core searches read.
// The file (little endian): a header; per leaf its place, number of points, lowest index and a checksum; the leaves' boxes; then leaf
// after leaf the coordinates point after point and the points' indices in the cloud, ascending. A leaf has at most leafCapacity points.
#pragma once

#include <bit>
#include <span>
#include <string>
#include <vector>

#include "compute/core/checksum.h"
#include "compute/core/point_cloud.h"
#include "compute/files/disk_file.h"

namespace arete::outofcore {

/// What an index was made from.
struct IndexInfo {
  Scalar scalar = Scalar::float32;
  int dimension = 1;
  uint32_t points = 0;
  uint32_t leafCapacity = 0;
  PointCloud::Origin origin{};
  std::string identity;  ///< of the PointStream that it was made from; cut off after kIdentityBytes
  friend bool operator==(const IndexInfo&, const IndexInfo&) = default;

  static constexpr size_t kIdentityBytes = 255;
};

struct Leaf {
  uint64_t offset = 0;  ///< of its first coordinate, in bytes
  uint32_t count = 0;
  uint32_t leastIndex = 0;
  uint64_t checksum = 0;
};

/// The checksum of a leaf, from those of its coordinates and of its indices.
inline uint64_t leafChecksum(const Checksum& coordinates, const Checksum& indices) { return coordinates.value() ^ std::rotl(indices.value(), 1); }

/// The points of a leaf, in the order of their indices.
template <class T>
struct LeafPoints {
  std::vector<T> coordinates;  ///< point after point
  std::vector<uint32_t> indices;
  int dimension = 1;

  PointsView<T> view() const { return {coordinates.data(), uint32_t(indices.size()), dimension, size_t(dimension), 1}; }
  size_t bytes() const { return coordinates.capacity() * sizeof(T) + indices.capacity() * sizeof(uint32_t); }
  void clear() { *this = {{}, {}, dimension}; }
};

/// Throws Error(badInput) with the place and the reason when the file is not a complete index of this program.
IndexInfo readIndexInfo(const DiskFile& file);

/// Whether it begins like an index, complete or not.
bool beginsAsIndex(const DiskFile& file);
/// Writes that beginning.
void beginIndex(DiskFile& file);

/// The first bytes of an index file, and where its parts are.
struct IndexLayout {
  uint64_t leavesAt = 0, boxesAt = 0, dataAt = 0, fileBytes = 0;

  /// Also gives the leaves their offsets.
  IndexLayout(const IndexInfo& info, std::span<Leaf> leaves);
};
void writeIndexTables(DiskFile& file, const IndexInfo& info, const IndexLayout& layout, std::span<const Leaf> leaves,
                      std::span<const std::byte> boxes);

template <class T>
class LeafIndex {
 public:
  /// Throws like readIndexInfo. Nothing in the file is trusted: its numbers are checked against each other, even if its checksums are right.
  explicit LeafIndex(DiskFile file);

  const IndexInfo& info() const { return info_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }
  /// d low ends, d high ends, leaf after leaf.
  const std::vector<T>& boxes() const { return boxes_; }
  size_t leafBytes(uint32_t leaf) const { return leaves_[leaf].count * (size_t(info_.dimension) * sizeof(T) + sizeof(uint32_t)); }
  uint64_t fileBytes() const { return file_.size(); }
  size_t tableBytes() const { return leaves_.size() * sizeof(Leaf) + boxes_.size() * sizeof(T); }
  /// Throws Error(badInput) when the leaf is not as it was written. Any thread.
  LeafPoints<T> load(uint32_t leaf) const;

 private:
  void checkTables() const;
  void checkPoints(uint32_t leaf, const LeafPoints<T>& points) const;

  DiskFile file_;
  IndexInfo info_;
  std::vector<Leaf> leaves_;
  std::vector<T> boxes_;
};

}  // namespace arete::outofcore
