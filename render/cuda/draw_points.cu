// Draws blocks of points: per pixel one 64-bit word, depth in the high half and the point's slot in the low half, kept at the least by
// atomicMin, as render/rasteriser/point_rasteriser.h does on the CPU.
//
// A warp takes a block at a time. It moves the block's corners into the window: a block outside is left out, one inside needs no further
// test of its points, one that is small there is drawn from its coarse words alone. What makes it fast (docs/measured/rendering.md): sorted points,
// so that a warp's pixels share cache lines, and a plain load before the atomic, which most points do not pass. Merging equal pixels within
// a thread costs more than it saves.
// The matrix goes into the block's box first, so a point takes 6 integer operations and 9 multiply-adds. Nothing here decides anything
// but pixels, so contraction and quick division are allowed.
#include "compute/gpu/check.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "render/cuda/kernels.h"

namespace arete::cuda {

namespace {

constexpr int kDrawThreads = 256, kDrawWarps = kDrawThreads / int(kWarp);
constexpr int kBlocksPerMultiprocessor = 64;             // thread blocks; the grid strides over the rest
constexpr int kFours = kBlockPoints / (4 * int(kWarp));  // loads of 16 bytes by each lane
constexpr int kSmallestDisc = 4;                         // as PointRasteriser's
constexpr float kCoarsePixels = 128;  // a block so large on the screen is still drawn from coarse words: they are off by 1/16 pixel
// Digits go into the mantissa of a float from 1 to 2: the coarse ones are bits 13 to 22, the fine ones 3 to 12, then half a step.
constexpr uint32_t kOne = 0x3F800000u, kHalfCoarse = 1u << 12, kHalfFine = 1u << 2, kMantissaDigits = 0x3FFu << 13, kDigitMask = 0x3FFu;

/// A coordinate of the window as a function of the place in the block's box, each axis from 1 to 2.
struct Affine {
  float constant, a, b, c;
  __device__ Affine(const float (&row)[4], const PointBlock& block)
      : a(row[0] * block.extent[0]), b(row[1] * block.extent[1]), c(row[2] * block.extent[2]) {
    constant = fmaf(row[0], block.origin[0], fmaf(row[1], block.origin[1], fmaf(row[2], block.origin[2], row[3]))) - (a + b + c);
  }
  __device__ float at(float x, float y, float z) const { return fmaf(x, a, fmaf(y, b, fmaf(z, c, constant))); }
};

template <bool kPerspective>
struct BlockToWindow {
  Affine x, y, z, w;
  __device__ BlockToWindow(const ToWindow& m, const PointBlock& block) : x(m.x, block), y(m.y, block), z(m.z, block), w(m.w, block) {}
};

/// What a block's corners tell about it.
struct Sight {
  bool outside, inside, fine;
};

template <bool kPerspective>
__device__ Sight look(const BlockToWindow<kPerspective>& to, const ToWindow& m, float border, uint32_t lane) {
  const float a = lane & 1 ? 2.0f : 1.0f, b = lane & 2 ? 2.0f : 1.0f, c = lane & 4 ? 2.0f : 1.0f;
  const float x = to.x.at(a, b, c), y = to.y.at(a, b, c), z = to.z.at(a, b, c), w = kPerspective ? to.w.at(a, b, c) : 1.0f;
  const uint32_t beyond[6] = {__ballot_sync(kAllLanes, x < -border * w), __ballot_sync(kAllLanes, x >= (float(m.width) + border) * w),
                              __ballot_sync(kAllLanes, y < -border * w), __ballot_sync(kAllLanes, y >= (float(m.height) + border) * w),
                              __ballot_sync(kAllLanes, z < 0.0f),        __ballot_sync(kAllLanes, z > w)};
  Sight sight{false, true, false};
  for (const uint32_t corners : beyond) {
    sight.outside = sight.outside || corners == kAllLanes;
    sight.inside = sight.inside && corners == 0;
  }
  const float inverse = kPerspective ? __fdividef(1.0f, w) : 1.0f;
  float left = x * inverse, right = left, bottom = y * inverse, top = bottom;
  for (int other = 1; other < 8; other *= 2) {
    left = fminf(left, __shfl_xor_sync(kAllLanes, left, other));
    right = fmaxf(right, __shfl_xor_sync(kAllLanes, right, other));
    bottom = fminf(bottom, __shfl_xor_sync(kAllLanes, bottom, other));
    top = fmaxf(top, __shfl_xor_sync(kAllLanes, top, other));
  }
  const bool behindEye = kPerspective && __ballot_sync(kAllLanes, w <= 0.0f) != 0;
  sight.inside = sight.inside && !behindEye;
  sight.fine = behindEye || !(right - left < kCoarsePixels && top - bottom < kCoarsePixels);
  return sight;
}

__device__ void lower(uint64_t* word, uint64_t value) {
  // A stale value from the first-level cache is only too large: words never grow.
  if (value < *word) atomicMin(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}

/// The pixels of a point wider than one.
__device__ void coverPixels(float x, float y, uint64_t value, const ToWindow& m, uint64_t* words) {
  const int size = m.pointSize, left = int(floorf(x - 0.5f * float(size) + 0.5f)), bottom = int(floorf(y - 0.5f * float(size) + 0.5f));
  for (int row = max(0, -bottom); row < min(size, m.height - bottom); ++row)
    for (int column = max(0, -left); column < min(size, m.width - left); ++column) {
      const int dx = 2 * column + 1 - size, dy = 2 * row + 1 - size;
      if (size < kSmallestDisc || dx * dx + dy * dy <= size * size)
        lower(words + size_t(bottom + row) * size_t(m.width) + size_t(left + column), value);
    }
}

template <bool kPerspective, bool kWide>
__device__ void drawPoint(float a, float b, float c, uint32_t slot, const BlockToWindow<kPerspective>& to, bool inside, float border,
                          const ToWindow& m, uint64_t* words) {
  float x = to.x.at(a, b, c), y = to.y.at(a, b, c), z = to.z.at(a, b, c);
  if constexpr (kPerspective) {
    const float w = to.w.at(a, b, c), inverse = __fdividef(1.0f, w);
    x *= inverse;
    y *= inverse;
    z = w > 0.0f ? z * inverse : -1.0f;  // behind the eye: out of the depth range
  }
  const bool seen = inside || (x >= -border && x < float(m.width) + border && y >= -border && y < float(m.height) + border && z >= 0.0f && z <= 1.0f);
  if (!seen) return;
  const uint64_t value = uint64_t(__float_as_uint(fmaxf(z, 0.0f))) << 32 | slot;
  if constexpr (kWide) coverPixels(x, y, value, m, words);
  else lower(words + size_t(min(int(y), m.height - 1)) * size_t(m.width) + size_t(min(int(x), m.width - 1)), value);
}

__device__ float digits(uint32_t coarse, uint32_t fine, int axis) {
  return __uint_as_float(kOne | kHalfFine | (coarse >> 10 * axis & kDigitMask) << 13 | (fine >> 10 * axis & kDigitMask) << 3);
}

/// Of a coarse cell whose digits were moved to where the mantissa has them.
__device__ float middleOf(uint32_t moved) { return __uint_as_float(kOne | kHalfCoarse | (moved & kMantissaDigits)); }

template <bool kPerspective, bool kWide>
__global__ void __launch_bounds__(kDrawThreads) draw(PointStore store, uint32_t beginBlock, uint32_t endBlock, ToWindow m, uint64_t* words) {
  const uint32_t lane = threadIdx.x % kWarp, stride = gridDim.x * kDrawWarps;
  const float border = kWide ? float(m.pointSize) : 0.0f;
  for (uint32_t block = beginBlock + blockIdx.x * kDrawWarps + threadIdx.x / kWarp; block < endBlock; block += stride) {
    const size_t first = size_t(block) * kBlockPoints / 4 + lane;
    uint4 coarse[kFours];  // asked for before they are needed
#pragma unroll
    for (int j = 0; j < kFours; ++j) coarse[j] = reinterpret_cast<const uint4*>(store.coarse)[first + j * kWarp];
    const BlockToWindow<kPerspective> to(m, store.blocks[block]);
    const Sight sight = look<kPerspective>(to, m, border, lane);
    if (sight.outside) continue;
#pragma unroll
    for (int j = 0; j < kFours; ++j) {
      const uint32_t c[4] = {coarse[j].x, coarse[j].y, coarse[j].z, coarse[j].w};
      const uint32_t slot = block * kBlockPoints + (j * kWarp + lane) * 4;
      if (sight.fine) {
        const uint4 four = reinterpret_cast<const uint4*>(store.fine)[first + j * kWarp];
        const uint32_t f[4] = {four.x, four.y, four.z, four.w};
        for (int i = 0; i < 4; ++i)
          drawPoint<kPerspective, kWide>(digits(c[i], f[i], 0), digits(c[i], f[i], 1), digits(c[i], f[i], 2), slot + i, to, sight.inside, border, m,
                                         words);
      } else {
        for (int i = 0; i < 4; ++i) {
          const float x = middleOf(c[i] << 13), y = middleOf(c[i] << 3), z = middleOf(c[i] >> 7);
          drawPoint<kPerspective, kWide>(x, y, z, slot + i, to, sight.inside, border, m, words);
        }
      }
    }
  }
}

__global__ void name(const uint64_t* words, const uint32_t* numbers, size_t count, uint64_t* named) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const uint64_t word = words[i];
  named[i] = word == ~uint64_t(0) ? word : (word >> 32 << 32 | numbers[uint32_t(word)]);
}

}  // namespace

void drawBlocks(const PointStore& store, uint32_t beginBlock, uint32_t endBlock, const ToWindow& toWindow, uint64_t* words, int multiprocessors,
                cudaStream_t stream) {
  const uint32_t needed = blocksFor(endBlock - beginBlock, kDrawWarps), most = uint32_t(multiprocessors * kBlocksPerMultiprocessor);
  const uint32_t grid = needed < most ? needed : most;
  const auto kernel = toWindow.perspective ? (toWindow.pointSize > 1 ? draw<true, true> : draw<true, false>)
                                           : (toWindow.pointSize > 1 ? draw<false, true> : draw<false, false>);
  kernel<<<grid, kDrawThreads, 0, stream>>>(store, beginBlock, endBlock, toWindow, words);
  CUDA_CHECK_LAUNCH("draw");
}

void nameNumbers(const uint64_t* words, const uint32_t* numbers, size_t count, uint64_t* named, cudaStream_t stream) {
  if (count == 0) return;
  name<<<blocksFor(count, kDrawThreads), kDrawThreads, 0, stream>>>(words, numbers, count, named);
  CUDA_CHECK_LAUNCH("name");
}

}  // namespace arete::cuda
