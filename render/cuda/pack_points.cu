// From coordinates in drawing order to sorted, quantised blocks: Morton keys, a radix sort (CUB), one thread block per block of points.
#include <cub/device/device_radix_sort.cuh>

#include "compute/gpu/check.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "render/cuda/kernels.h"

namespace arete::cuda {

namespace {

constexpr int kSampleThreads = 256, kGrid = 2048;
constexpr int kKeyBits = 3 * kDigitBits;
constexpr int kPackThreads = 128, kPerThread = kBlockPoints / kPackThreads, kPackWarps = kPackThreads / int(kWarp);
constexpr uint32_t kDigits = 1 << kDigitBits, kLastDigit = kDigits - 1;
static_assert(kPerThread == 4, "words are written four at a time");

/// Puts two zero bits between the 10 bits of v.
__device__ uint32_t spread(uint32_t v) {
  v = (v | v << 16) & 0x030000FFu;
  v = (v | v << 8) & 0x0300F00Fu;
  v = (v | v << 4) & 0x030C30C3u;
  return (v | v << 2) & 0x09249249u;
}

__global__ void mortonKeys(BatchInput batch) {
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < batch.count; i += gridDim.x * blockDim.x) {
    const auto digit = [&](float value, int axis) {
      return uint32_t(fminf(fmaxf((value - batch.low[axis]) * batch.scale[axis] * float(kDigits), 0.0f), float(kLastDigit)));
    };
    batch.keys[i] = spread(digit(batch.x[i], 0)) | spread(digit(batch.y[i], 1)) << 1 | spread(digit(batch.z[i], 2)) << 2;
    batch.places[i] = i;
  }
}

/// Lowest and highest of a value over the thread block.
struct Range {
  float low, high;
  __device__ void join(float otherLow, float otherHigh) {
    low = fminf(low, otherLow);
    high = fmaxf(high, otherHigh);
  }
};

__device__ Range joinedOverBlock(Range range, Range* perWarp) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    range.join(__shfl_xor_sync(kAllLanes, range.low, offset), __shfl_xor_sync(kAllLanes, range.high, offset));
  if (threadIdx.x % kWarp == 0) perWarp[threadIdx.x / kWarp] = range;
  __syncthreads();
  for (int warp = 0; warp < kPackWarps; ++warp) range.join(perWarp[warp].low, perWarp[warp].high);
  return range;
}

__global__ void __launch_bounds__(kPackThreads) packBlocks(BatchInput batch, PointStore store, uint32_t firstBlock) {
  __shared__ Range perWarp[3][kPackWarps];
  const float* const columns[3] = {batch.x, batch.y, batch.z};
  const uint32_t first = blockIdx.x * kBlockPoints + threadIdx.x * kPerThread;
  uint32_t places[kPerThread], coarse[kPerThread] = {}, fine[kPerThread] = {};
  for (int j = 0; j < kPerThread; ++j) places[j] = batch.sortedPlaces[min(first + j, batch.count - 1)];
  const uint32_t block = firstBlock + blockIdx.x;
  for (int axis = 0; axis < 3; ++axis) {
    float values[kPerThread];
    Range range{INFINITY, -INFINITY};
    for (int j = 0; j < kPerThread; ++j) {
      values[j] = columns[axis][places[j]];
      range.join(values[j], values[j]);
    }
    range = joinedOverBlock(range, perWarp[axis]);
    const float extent = range.high - range.low;
    for (int j = 0; j < kPerThread; ++j) {
      const float share = extent > 0 ? (values[j] - range.low) / extent : 0.0f;
      const uint32_t digits = min(uint32_t(share * float(kDigits * kDigits)), kDigits * kDigits - 1);
      coarse[j] |= digits >> kDigitBits << kDigitBits * axis;
      fine[j] |= (digits & kLastDigit) << kDigitBits * axis;
    }
    if (threadIdx.x == 0) {
      store.blocks[block].origin[axis] = range.low;
      store.blocks[block].extent[axis] = extent;
    }
  }
  const size_t four = (size_t(block) * kBlockPoints) / kPerThread + threadIdx.x;
  const uint32_t n = batch.firstNumber;
  reinterpret_cast<uint4*>(store.coarse)[four] = {coarse[0], coarse[1], coarse[2], coarse[3]};
  reinterpret_cast<uint4*>(store.fine)[four] = {fine[0], fine[1], fine[2], fine[3]};
  reinterpret_cast<uint4*>(store.numbers)[four] = {n + places[0], n + places[1], n + places[2], n + places[3]};
}

}  // namespace

size_t sortBytes(uint32_t count) {
  size_t bytes = 0;
  const auto* in = static_cast<const uint32_t*>(nullptr);
  auto* out = static_cast<uint32_t*>(nullptr);
  CUDA_CHECK(cub::DeviceRadixSort::SortPairs(nullptr, bytes, in, out, in, out, count, 0, kKeyBits));
  return bytes;
}

void packBatch(const BatchInput& batch, const PointStore& store, uint32_t firstBlock, cudaStream_t stream) {
  mortonKeys<<<kGrid, kSampleThreads, 0, stream>>>(batch);
  CUDA_CHECK_LAUNCH("mortonKeys");
  size_t bytes = batch.scratchBytes;
  CUDA_CHECK(cub::DeviceRadixSort::SortPairs(batch.scratch, bytes, static_cast<const uint32_t*>(batch.keys), batch.sortedKeys,
                                             static_cast<const uint32_t*>(batch.places), batch.sortedPlaces, batch.count, 0, kKeyBits, stream));
  packBlocks<<<blocksFor(batch.count, kBlockPoints), kPackThreads, 0, stream>>>(batch, store, firstBlock);
  CUDA_CHECK_LAUNCH("packBlocks");
}

}  // namespace arete::cuda
