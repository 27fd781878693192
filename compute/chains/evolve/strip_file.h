// The coordinates of a sorted cloud in a file: strip after strip, coordinate after coordinate within a strip. They never change once they are there.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "compute/chains/evolve/sorted_cloud.h"
#include "compute/core/checksum.h"
#include "compute/files/disk_file.h"

namespace arete::cpu {

struct StripFile {
  DiskFile file;
  uint64_t begin = 0;  ///< of the first coordinate, in bytes
};

/// What strips are written by: so many whole strips that they have this many bytes, or the last ones.
inline constexpr size_t kBlockBytes = 1 << 20;

inline uint64_t blockSum(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

/// Writes strips one after the other, from a place of a file on.
template <class T>
class StripWriter {
 public:
  /// `summed`: checksums of the blocks are wanted.
  StripWriter(DiskFile& file, uint64_t at, bool summed = false) : file_(file), at_(at), summed_(summed) {}

  void put(const SortedCloud<T>& from, const Strip& strip) {
    if (waiting_.capacity() == 0) waiting_.reserve(kBlockBytes / sizeof(T) + size_t(kStripPoints) * size_t(from.dimension()));
    for (size_t k = 0; k < size_t(from.dimension()); ++k) {
      const T* const first = from.coordinates() + k * from.stride() + strip.first;
      waiting_.insert(waiting_.end(), first, first + strip.count);
    }
    if (waiting_.size() * sizeof(T) >= kBlockBytes) writeOut();
  }
  /// All strips are there. Gives the checksums.
  std::vector<uint64_t> finish() {
    if (!waiting_.empty()) writeOut();
    waiting_ = {};
    return std::move(sums_);
  }

 private:
  void writeOut() {
    const auto bytes = std::as_bytes(std::span<const T>(waiting_));
    if (summed_) sums_.push_back(blockSum(bytes));
    file_.write(at_, bytes);
    at_ += bytes.size();
    waiting_.clear();
  }

  DiskFile& file_;
  uint64_t at_;
  const bool summed_;
  std::vector<T> waiting_;
  std::vector<uint64_t> sums_;  // by block
};

}  // namespace arete::cpu
