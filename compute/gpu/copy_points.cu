// Copying points between layouts, for experiment 6.2.
//
// Idea. Where the layout stays, points are runs of numbers (one, or one per coordinate), copied 4, 8 or 16 bytes a thread at a time. Where it
// changes, a block takes a chunk of points through shared memory, where they lie by coordinate: both sides access consecutive device memory in
// such pieces, and the pieces of columns stay whole in shared memory too; only numbers of rows are put there one by one. Columns in shared memory
// are shifted against each other by four banks. A block has 16 KiB in flight and requests all of them before it waits.
// Memory: 16 KiB of shared memory a block. Cost: bytes read and written over the bandwidth of memory. Loses to the driver's own copy where
// pieces are small. Source: thesis, 6.3 and fig. 6.2, where CUB and Trove do what vector types do here.
#include <algorithm>

#include "compute/core/error.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/kernel_time.h"
#include "compute/gpu/measured_kernels.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kCopyBlock = 256, kOnTheWay = 16, kCopyChunk = kCopyBlock * kOnTheWay;  // threads; numbers a thread, a block
constexpr uint32_t kShift = 4;                                                             // between columns in shared memory

/// Points in their layout: coordinate k of point i at data[i · d + k] when columnStride is 0, else at data[k · columnStride + i].
template <class Pointer>
struct Lying {
  Pointer data;
  size_t columnStride;
};

template <class Vector>
union CopyPiece {
  static constexpr uint32_t kWidth = sizeof(Vector) / sizeof(float);
  Vector vector;
  float each[kWidth];
};

/// The numbers of [first, first + kCopyChunk) of a run, up to its end, in pieces: reads a thread's share of them, then visits each with its place.
template <class Vector, class Visit>
__device__ void forPieces(const float* run, uint32_t length, const Visit& visit) {
  constexpr uint32_t kWidth = CopyPiece<Vector>::kWidth, kPieces = kOnTheWay / kWidth;
  CopyPiece<Vector> pieces[kPieces];
#pragma unroll
  for (uint32_t p = 0; p < kPieces; ++p) {
    const uint32_t at = (p * kCopyBlock + threadIdx.x) * kWidth;
    if (at + kWidth <= length) pieces[p].vector = *reinterpret_cast<const Vector*>(run + at);
    else
      for (uint32_t i = 0; i < kWidth; ++i) pieces[p].each[i] = at + i < length ? run[at + i] : 0;
  }
#pragma unroll
  for (uint32_t p = 0; p < kPieces; ++p) {
    const uint32_t at = (p * kCopyBlock + threadIdx.x) * kWidth;
    if (at < length) visit(at, min(kWidth, length - at), pieces[p]);
  }
}

template <class Vector>
__device__ void write(float* to, uint32_t width, const CopyPiece<Vector>& piece) {
  if (width == CopyPiece<Vector>::kWidth) *reinterpret_cast<Vector*>(to) = piece.vector;
  else
    for (uint32_t i = 0; i < CopyPiece<Vector>::kWidth; ++i)
      if (i < width) to[i] = piece.each[i];
}

/// The layout stays: blockIdx.y is the number of the run.
template <class Vector>
__global__ void __launch_bounds__(kCopyBlock) copyRunsKernel(Lying<const float*> from, Lying<float*> to, uint32_t length) {
  const uint32_t first = blockIdx.x * kCopyChunk;
  const float* const source = from.data + blockIdx.y * from.columnStride + first;
  float* const target = to.data + blockIdx.y * to.columnStride + first;
  forPieces<Vector>(source, min(kCopyChunk, length - first),
                    [&](uint32_t at, uint32_t width, const CopyPiece<Vector>& piece) { write(target + at, width, piece); });
}

/// A chunk of points in shared memory, by coordinate.
struct Chunk {
  uint32_t d, points;  // points: room for these in a column, a multiple of every width

  __device__ uint32_t stride() const { return points + kShift; }
  /// Calls visit(i, place) for the i-th of `width` consecutive numbers of rows, from number `element` of the chunk on.
  template <uint32_t kWidth, class Visit>
  __device__ void forRow(float* chunk, uint32_t element, uint32_t width, const Visit& visit) const {
    uint32_t point = element / d, k = element - point * d;
#pragma unroll
    for (uint32_t i = 0; i < kWidth; ++i) {
      if (i < width) visit(i, chunk[k * stride() + point]);
      if (++k == d) k = 0, ++point;
    }
  }
  /// Calls visit(number, coordinate, place in the column, width) for a thread's pieces of all columns, as far as there are `size` points.
  template <uint32_t kWidth, class Visit>
  __device__ void forColumns(uint32_t size, const Visit& visit) const {
    const uint32_t perColumn = (size + kWidth - 1) / kWidth;
    uint32_t k = threadIdx.x / perColumn, at = threadIdx.x - k * perColumn;
#pragma unroll
    for (uint32_t p = 0; p < kOnTheWay / kWidth; ++p) {
      if (k < d) visit(p, k, at * kWidth, min(kWidth, size - at * kWidth));
      for (at += kCopyBlock; at >= perColumn; at -= perColumn) ++k;
    }
  }
};
constexpr uint32_t kChunkRoom = kCopyChunk + kShift * kMostCopiedDimension;

template <class Vector>
__global__ void __launch_bounds__(kCopyBlock) rowsToColumnsKernel(Lying<const float*> from, Lying<float*> to, uint32_t count, Chunk shape) {
  constexpr uint32_t kWidth = CopyPiece<Vector>::kWidth;
  __shared__ __align__(16) float chunk[kChunkRoom];
  const uint32_t first = blockIdx.x * shape.points, size = min(shape.points, count - first);
  forPieces<Vector>(from.data + size_t(first) * shape.d, size * shape.d, [&](uint32_t at, uint32_t width, const CopyPiece<Vector>& piece) {
    shape.forRow<kWidth>(chunk, at, width, [&](uint32_t i, float& place) { place = piece.each[i]; });
  });
  __syncthreads();
  shape.forColumns<kWidth>(size, [&](uint32_t, uint32_t k, uint32_t at, uint32_t width) {
    write(to.data + k * to.columnStride + first + at, width, *reinterpret_cast<const CopyPiece<Vector>*>(chunk + k * shape.stride() + at));
  });
}

template <class Vector>
__global__ void __launch_bounds__(kCopyBlock) columnsToRowsKernel(Lying<const float*> from, Lying<float*> to, uint32_t count, Chunk shape) {
  constexpr uint32_t kWidth = CopyPiece<Vector>::kWidth;
  __shared__ __align__(16) float chunk[kChunkRoom];
  const uint32_t first = blockIdx.x * shape.points, size = min(shape.points, count - first);
  CopyPiece<Vector> pieces[kOnTheWay / kWidth];
  shape.forColumns<kWidth>(size, [&](uint32_t p, uint32_t k, uint32_t at, uint32_t width) {
    const float* const source = from.data + k * from.columnStride + first + at;
    if (width == kWidth) pieces[p].vector = *reinterpret_cast<const Vector*>(source);
    else
      for (uint32_t i = 0; i < kWidth; ++i) pieces[p].each[i] = i < width ? source[i] : 0;
  });
  shape.forColumns<kWidth>(size, [&](uint32_t p, uint32_t k, uint32_t at, uint32_t) { write(chunk + k * shape.stride() + at, kWidth, pieces[p]); });
  __syncthreads();
  for (uint32_t at = threadIdx.x * kWidth; at < size * shape.d; at += kCopyBlock * kWidth) {
    CopyPiece<Vector> piece;
    const uint32_t width = min(kWidth, size * shape.d - at);
    shape.forRow<kWidth>(chunk, at, width, [&](uint32_t i, float& place) { piece.each[i] = place; });
    write(to.data + size_t(first) * shape.d + at, width, piece);
  }
}

template <class Vector>
void launchCopy(const Lying<const float*>& from, const Lying<float*>& to, uint32_t count, uint32_t d, cudaStream_t stream) {
  const auto blocks = [](uint32_t number, uint32_t each) { return (number + each - 1) / each; };
  const bool fromRows = from.columnStride == 0 || d == 1, toRows = to.columnStride == 0 || d == 1;
  constexpr uint32_t kWholePieces = 32;  // columns of a chunk start where pieces of every width do
  const Chunk shape{d, kCopyChunk / d / kWholePieces * kWholePieces};
  if (fromRows == toRows) {
    const uint32_t length = fromRows ? count * d : count;
    copyRunsKernel<Vector><<<dim3(blocks(length, kCopyChunk), fromRows ? 1 : d), kCopyBlock, 0, stream>>>(from, to, length);
  } else if (fromRows) {
    rowsToColumnsKernel<Vector><<<blocks(count, shape.points), kCopyBlock, 0, stream>>>(from, to, count, shape);
  } else {
    columnsToRowsKernel<Vector><<<blocks(count, shape.points), kCopyBlock, 0, stream>>>(from, to, count, shape);
  }
  CUDA_CHECK_LAUNCH("copying points");
}

}  // namespace

}  // namespace arete::cuda

namespace arete {

double cudaCopyTime(const PointArray& points, const CudaCopy& copy, Device& gpu) {
  auto* const device = dynamic_cast<cuda::CudaDevice*>(&gpu);
  if (device == nullptr || points.scalar() != Scalar::float32 || points.dimension() > kMostCopiedDimension || points.empty() || copy.repeat < 1)
    throw Error(ErrorKind::wrongUse, "cannot copy these points", "", "the experiment takes float coordinates of few dimensions and a GPU");
  const PointArray expected = points.withLayout(copy.to);
  const auto d = uint32_t(points.dimension());
  const cudaStream_t stream = device->stream();
  const cuda::Buffer<float> source(points.elements<float>().size(), stream), target(expected.elements<float>().size(), stream);
  source.upload(points.elements<float>());
  target.clear();  // also what pads the columns
  const auto columns = [](const PointArray& each) { return each.layout() == Layout::row ? 0 : each.view<float>().coordinateStride; };
  const cuda::Lying<const float*> from{source.data(), columns(points)};
  const cuda::Lying<float*> to{target.data(), columns(expected)};
  const auto run = [&] {
    if (copy.loadBytes == 16) return cuda::launchCopy<float4>(from, to, points.size(), d, stream);
    if (copy.loadBytes == 8) return cuda::launchCopy<float2>(from, to, points.size(), d, stream);
    if (copy.loadBytes == 4) return cuda::launchCopy<float>(from, to, points.size(), d, stream);
    CUDA_CHECK(
        cudaMemcpyAsync(target.data(), source.data(), std::min(source.size(), target.size()) * sizeof(float), cudaMemcpyDeviceToDevice, stream));
  };
  run();
  if (copy.loadBytes > 0 && !std::ranges::equal(target.download(target.size()), expected.elements<float>()))
    throw Error(ErrorKind::internal, "the copy differs, so it is not timed", std::to_string(copy.loadBytes) + " bytes at a time", "");
  return cuda::medianTime(stream, copy.repeat, run);
}

}  // namespace arete
