// Each place of a stream once, whatever has more than one point: what distinctPoints() gives of a cloud in memory, in no order. Points are dealt to
// parts by a hash of their coordinates, so equal ones meet in one part, and no part is much larger than another. Chunks of parts stay in memory as
// far as there is room; the others go to a file without a name. A part is rid of its repeated points when it is gone through for the first time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_stream.h"
#include "compute/files/disk_file.h"

namespace arete::cpu {

class DistinctStore {
 public:
  struct Room {
    size_t memory_bytes = 0;             ///< for all of it, the parts that threads look at included
    std::filesystem::path scratch = {};  ///< where the file lies
  };

  /// Goes through the stream once. Throws what it throws, Error(wrongUse) for less memory than leastMemory(), Error(io) where the disk is full,
  /// Cancelled.
  DistinctStore(const PointStream& points, Room room, const StageContext& context);

  /// What a Room for `points` must have, in bytes: it grows as the root of their number.
  static uint64_t leastMemory(uint64_t points, int dimension, Scalar scalar, int threads);

  /// Calls take(points, thread) for all of them, block by block on all threads: rows of coordinates. Throws Error(io), Cancelled.
  template <class T>
  void forEachBlock(const StageContext& context, const std::function<void(const PointsView<T>& points, int thread)>& take) {
    forEach(context, [&](std::span<const std::byte> bytes, int thread) {
      take({reinterpret_cast<const T*>(bytes.data()), uint32_t(bytes.size() / pointBytes_), dimension_, size_t(dimension_), 1}, thread);
    });
  }

  Scalar scalar() const { return scalar_; }
  int dimension() const { return dimension_; }
  /// How many there are; before they were gone through, with repeated ones.
  uint64_t size() const { return size_; }
  uint64_t storedBytes() const { return size_ * pointBytes_; }
  uint64_t residentBytes() const { return resident_; }
  uint64_t readBytes() const { return read_; }
  uint64_t writtenBytes() const { return written_; }

 private:
  using Bytes = std::unique_ptr<std::byte[]>;
  struct Chunk {
    Bytes memory;      // null: in the file
    uint64_t at = 0;   // there
    size_t bytes = 0;  // that are filled
  };
  struct Part {
    std::vector<Chunk> chunks;
    bool isDistinct = false;
  };
  using TakeBytes = std::function<void(std::span<const std::byte> points, int thread)>;

  void checkMemory(int threads) const;
  void deal(const PointStream& points, const StageContext& context);
  void keep(Part& part, Bytes& memory, size_t bytes);
  void forEach(const StageContext& context, const TakeBytes& take);
  std::span<const std::byte> bytesOf(const Chunk& chunk, Bytes& spare);
  std::vector<std::byte> distinctOf(Part& part, const StageContext& context);
  void writeAgain(Part& part, std::span<const std::byte> points);

  const Room room_;
  const Scalar scalar_;
  const int dimension_;
  const size_t pointBytes_;
  uint64_t expected_ = 0;  // points
  size_t chunkBytes_ = 0;
  std::vector<Part> parts_;
  std::optional<DiskFile> file_;
  uint64_t fileEnd_ = 0, size_ = 0, resident_ = 0;
  std::atomic<uint64_t> read_ = 0, written_ = 0;
};

}  // namespace arete::cpu
