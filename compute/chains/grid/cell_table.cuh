// A number for each of some cells, by key: open addressing with linear probing. Filled and read in different launches, or by one block.
#pragma once

#include <bit>
#include <cstdint>

#include "compute/gpu/buffer.h"

namespace arete::cuda {

inline constexpr uint32_t kNoEntry = UINT32_MAX;

/// The table as kernels see it. All bytes 0xff: empty.
struct CellTable {
  static constexpr unsigned long long kEmpty = ~0ull;

  unsigned long long* keys;
  uint32_t* values;
  uint32_t mask;

  __device__ static uint32_t hash(uint64_t key) {
    key = (key ^ key >> 31) * 0x9E3779B97F4A7C15u;
    return uint32_t(key >> 32);
  }
  __device__ uint32_t find(uint64_t key) const {
    for (uint32_t at = hash(key) & mask;; at = (at + 1) & mask) {
      const unsigned long long here = keys[at];
      if (here == key) return values[at];
      if (here == kEmpty) return kNoEntry;
    }
  }
  /// The place of the key's value, made if it is not there.
  __device__ uint32_t* at(uint64_t key) const {
    for (uint32_t at = hash(key) & mask;; at = (at + 1) & mask) {
      const unsigned long long here = atomicCAS(keys + at, kEmpty, static_cast<unsigned long long>(key));
      if (here == kEmpty || here == key) return values + at;
    }
  }
};

/// Its memory: room for `most` keys at half load.
class CellTableMemory {
 public:
  CellTableMemory() = default;
  CellTableMemory(size_t most, cudaStream_t stream) : keys_(std::bit_ceil(2 * most + 2), stream), values_(keys_.size(), stream), stream_(stream) {}
  CellTable table() const { return {keys_.data(), values_.data(), uint32_t(keys_.size() - 1)}; }
  size_t size() const { return keys_.size(); }
  void clear() const {
    CUDA_CHECK(cudaMemsetAsync(keys_.data(), 0xff, keys_.size() * sizeof(unsigned long long), stream_));
    CUDA_CHECK(cudaMemsetAsync(values_.data(), 0xff, values_.size() * sizeof(uint32_t), stream_));
  }

 private:
  Buffer<unsigned long long> keys_;
  Buffer<uint32_t> values_;
  cudaStream_t stream_ = nullptr;
};

}  // namespace arete::cuda
