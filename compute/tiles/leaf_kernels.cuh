// Kernels that put the points of buckets in the order of the leaves, ascending within each. The idea is in buckets.cu.
#pragma once

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>

#include "compute/gpu/warp.cuh"
#include "compute/tiles/bucket_kernels.cuh"
#include "compute/tiles/small_tiles.cuh"

namespace arete::cuda {

inline constexpr uint32_t kMostLeafPoints = 4096, kLeafBlock = 512;  // that a block sorts
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr int kLeafBlocksEach = 2;  // more threads do not fit on a multiprocessor
#else
inline constexpr int kLeafBlocksEach = 3;
#endif

/// Some points of a leaf: where they are, and the first place of the leaf that they go to, with how many there are in the lowest bits.
struct LeafPiece {
  static constexpr uint32_t kSizeBits = 8;
  uint32_t begin, toAndSize;

  __device__ uint32_t size() const { return toAndSize & ((1u << kSizeBits) - 1); }
  __device__ uint32_t to() const { return toAndSize >> kSizeBits; }
};
/// A leaf's pieces and points in one word: the number of pieces in the upper half, of points in the lower.
using LeafPieces = unsigned long long;
inline constexpr LeafPieces kOnePiece = 1ull << 32;

/// The pieces of each leaf, from the place of its first point on, and the extents of the leaves. `taken`: by node, 0.
template <int D>
__global__ void __launch_bounds__(kBucketBlock)
    leafKernel(TileState<float> s, BucketState<D> b, LeafExtents<float> extents, LeafPieces* taken, LeafPiece* pieces) {
  const uint32_t count = b.before(kMadeWords);
  for (size_t i = size_t(blockIdx.x) * kBucketBlock + threadIdx.x; i - threadIdx.x % kWarp < count; i += size_t(gridDim.x) * kBucketBlock) {
    const bool isHere = i < count;
    const uint32_t place = isHere ? b.places[i] : kDone, node = (place & kDone ? place : s.entries[place]) & ~kDone;
    const Bucket<D> bucket = isHere ? b.buckets[i] : Bucket<D>{};
    const Sharers sharers(node, isHere);
#pragma unroll
    for (int k = 0; k < D; ++k)
      sharers.widen(extents.lows + size_t(node) * D + k, extents.highs + size_t(node) * D + k, bucket.low[k], bucket.high[k]);
    if (!isHere) continue;
    const LeafPieces before = atomicAdd(taken + node, kOnePiece | bucket.size);
    pieces[s.nodes[node].begin + uint32_t(before / kOnePiece)] = {bucket.begin, uint32_t(before) << LeafPiece::kSizeBits | bucket.size};
    if (s.nodes[node].end - s.nodes[node].begin > kMostLeafPoints) s.control->crowded = 1;
  }
}

/// Sorts the indices within each leaf; one block per node. They are distributed to bins of equal width between the least and the largest, where few
/// meet if the cloud is unordered; each then counts the smaller ones in its bin. Leaves where many meet are put into `late`, and counted before it.
template <int D>
__global__ void __launch_bounds__(kLeafBlock, kLeafBlocksEach)
    indexKernel(TileState<float> s, const BucketPoint<D>* points, const LeafPieces* taken, const LeafPiece* pieces, uint32_t* order, uint32_t* late) {
  constexpr uint32_t kEach = kMostLeafPoints / kLeafBlock, kBins = kMostLeafPoints / 2, kBinsEach = kBins / kLeafBlock, kMostInBin = 24,
                     kRankBits = 16;
  constexpr uint32_t kTogether = 4;  // pieces that a warp fetches side by side
  using Scan = cub::BlockScan<uint32_t, kLeafBlock>;
  __shared__ uint32_t ordered[kMostLeafPoints], binned[kMostLeafPoints], bins[kBins], least, largest;
  __shared__ typename Scan::TempStorage memory;
  const DeviceTileNode node = s.nodes[blockIdx.x];
  const uint32_t size = node.end - node.begin, lane = threadIdx.x % kWarp;
  if (!isLeaf(s, node) || size > kMostLeafPoints) return;
  for (uint32_t i = 0; i < kBinsEach; ++i) bins[i * kLeafBlock + threadIdx.x] = 0;
  if (threadIdx.x == 0) least = ~0u, largest = 0;
  __syncthreads();
  uint32_t low = ~0u, high = 0;
  const auto count = uint32_t(taken[blockIdx.x] / kOnePiece);
  for (uint32_t first = threadIdx.x / kWarp * kTogether; first < count; first += kLeafBlock / kWarp * kTogether) {
    LeafPiece mine[kTogether];
    uint32_t indices[kTogether][kBucketPoints / kWarp];
#pragma unroll
    for (uint32_t i = 0; i < kTogether; ++i) mine[i] = first + i < count ? pieces[node.begin + first + i] : LeafPiece{};
#pragma unroll
    for (uint32_t i = 0; i < kTogether; ++i)
#pragma unroll
      for (uint32_t h = 0; h < kBucketPoints / kWarp; ++h)
        if (lane + h * kWarp < mine[i].size()) indices[i][h] = points[mine[i].begin + lane + h * kWarp].index;
#pragma unroll
    for (uint32_t i = 0; i < kTogether; ++i)
#pragma unroll
      for (uint32_t h = 0; h < kBucketPoints / kWarp; ++h) {
        if (lane + h * kWarp >= mine[i].size()) break;
        ordered[mine[i].to() + lane + h * kWarp] = indices[i][h];
        low = min(low, indices[i][h]), high = max(high, indices[i][h]);
      }
  }
  low = smallest(low), high = ~smallest(~high);
  if (lane == 0) atomicMin(&least, low), atomicMax(&largest, high);
  __syncthreads();
  low = least;
  const uint64_t binsEach = (uint64_t(kBins) << 32) / (uint64_t(largest - low) + 1);
  uint32_t indices[kEach], places[kEach];  // places: bin, and how many came before
  bool areMany = false;
#pragma unroll
  for (uint32_t i = 0; i < kEach; ++i) {
    if (i * kLeafBlock + threadIdx.x >= size) break;
    indices[i] = ordered[i * kLeafBlock + threadIdx.x];
    const auto bin = uint32_t((indices[i] - low) * binsEach >> 32);
    const uint32_t rank = atomicAdd(bins + bin, 1u);
    areMany |= rank >= kMostInBin;
    places[i] = bin << kRankBits | rank;
  }
  if (__syncthreads_or(areMany)) {
    for (uint32_t i = threadIdx.x; i < size; i += kLeafBlock) order[node.begin + i] = ordered[i];
    if (threadIdx.x == 0) late[atomicAdd(late - 1, 1u)] = blockIdx.x;
    return;
  }
  uint32_t starts[kBinsEach];
#pragma unroll
  for (uint32_t i = 0; i < kBinsEach; ++i) starts[i] = bins[threadIdx.x * kBinsEach + i];
  Scan(memory).ExclusiveSum(starts, starts);
#pragma unroll
  for (uint32_t i = 0; i < kBinsEach; ++i) bins[threadIdx.x * kBinsEach + i] = starts[i];
  __syncthreads();
#pragma unroll
  for (uint32_t i = 0; i < kEach; ++i) {
    if (i * kLeafBlock + threadIdx.x >= size) break;
    binned[bins[places[i] >> kRankBits] + (places[i] & ((1u << kRankBits) - 1))] = indices[i];
  }
  __syncthreads();
#pragma unroll
  for (uint32_t i = 0; i < kEach; ++i) {
    if (i * kLeafBlock + threadIdx.x >= size) break;
    const uint32_t bin = places[i] >> kRankBits, begin = bins[bin], end = bin + 1 < kBins ? bins[bin + 1] : size;
    uint32_t to = begin;
    for (uint32_t other = begin; other < end; ++other) to += binned[other] < indices[i];
    ordered[to] = indices[i];
  }
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < size; i += kLeafBlock) order[node.begin + i] = ordered[i];
}

}  // namespace arete::cuda
