// The layout of points in GPU memory for the CUDA rasteriser.
//
// The drawing order is cut into batches, each four times as large as all before it, up to kLargestBatch: so that the end of any batch is
// the end of a prefix, a fair sample. Within a batch points are sorted along a Morton curve and cut into blocks of kBlockPoints. A point
// is two words: `coarse` has 10 bits per axis of its place in the block's box, `fine` 10 bits more. What is on the screen rarely needs
// the second one, so a frame reads 4 bytes a point. `numbers` says which number of the drawing order a slot holds.
// Memory: 12 bytes and 1/16 a point. Source of the two words: Schütz, Kerbl, Wimmer 2022, Software rasterization of 2 billion points in real time.
#pragma once

#include <cstdint>
#include <vector>

namespace arete::cuda {

inline constexpr uint32_t kBlockPoints = 512;
inline constexpr uint32_t kSmallestBatch = 1 << 20, kLargestBatch = 1 << 26;  ///< points
inline constexpr int kDigitBits = 10;                                         ///< of a coarse or fine word, per axis

/// The box of a block's points.
struct alignas(16) PointBlock {
  float origin[3], unused0;
  float extent[3], unused1;
};

/// A stretch of the drawing order; its blocks lie at the same place in the order of blocks.
struct Batch {
  uint32_t begin, end;            ///< points
  uint32_t beginBlock, endBlock;  ///< the last block is filled up with its last point
};

/// The batches of a cloud.
inline std::vector<Batch> batchesOf(uint32_t points) {
  std::vector<Batch> batches;
  uint32_t size = kSmallestBatch;
  for (uint32_t at = 0, block = 0; at < points;) {
    const uint32_t count = points - at < size ? points - at : size;
    const uint32_t blocks = (count + kBlockPoints - 1) / kBlockPoints;
    batches.push_back({at, at + count, block, block + blocks});
    at += count;
    block += blocks;
    if (size < kLargestBatch) size *= 4;
  }
  return batches;
}

}  // namespace arete::cuda
