// Copying points between layouts, for experiment 6.2.
//
// Idea. A block takes a tile of points through shared memory: it reads them as they lie, 4, 8 or 16 bytes a thread at a time, and writes them as
// they are wanted, in the same pieces. Both sides touch consecutive memory in either layout; only the shared memory is walked across.
// Memory: 16 KiB of shared memory a block. Cost: bytes read and written over the bandwidth of memory; bank conflicts of degree d where the
// layout changes. Source: thesis, 6.3 and fig. 6.2, where CUB and Trove do what vector types do here.
#include <algorithm>

#include "compute/core/cuda_copy.h"
#include "compute/core/error.h"
#include "compute/cuda/cuda_device.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kBlock = 256, kTile = 512, kBlocksEach = 8;  // threads, points, blocks a multiprocessor

/// Points as they lie: coordinate k of point i at data[i · d + k] when columnStride is 0, else at data[k · columnStride + i].
template <class Pointer>
struct Lying {
  Pointer data;
  size_t columnStride;
};

/// Calls visit(number of the element in the tile, row layout; its address) for all of a tile: every thread `kWidth` consecutive ones at a time.
template <int kWidth, class Pointer, class Visit>
__device__ void forElements(const Lying<Pointer>& points, uint32_t first, uint32_t count, uint32_t d, const Visit& visit) {
  const bool rows = points.columnStride == 0;
  const uint32_t runs = rows ? 1 : d, length = rows ? count * d : count;  // consecutive elements
  for (uint32_t k = 0; k < runs; ++k) {
    const Pointer run = rows ? points.data + size_t(first) * d : points.data + k * points.columnStride + first;
    for (uint32_t at = threadIdx.x * kWidth; at < length; at += kBlock * kWidth)
      visit(rows ? at : at * d + k, rows ? 1u : d, run + at, min(uint32_t(kWidth), length - at));
  }
}

template <class Vector>
__global__ void __launch_bounds__(kBlock) copyKernel(Lying<const float*> from, Lying<float*> to, uint32_t count, uint32_t d) {
  constexpr int kWidth = sizeof(Vector) / sizeof(float);
  union Piece {
    Vector vector;
    float each[kWidth];
  };
  __shared__ float tile[kTile * kMostCopiedDimension];
  for (uint32_t first = blockIdx.x * kTile; first < count; first += gridDim.x * kTile) {
    const uint32_t size = min(kTile, count - first);
    forElements<kWidth>(from, first, size, d, [&](uint32_t element, uint32_t stride, const float* source, uint32_t width) {
      Piece piece;
      if (width == kWidth) piece.vector = *reinterpret_cast<const Vector*>(source);
#pragma unroll
      for (uint32_t i = 0; i < kWidth; ++i)
        if (i < width) tile[element + i * stride] = width == kWidth ? piece.each[i] : source[i];
    });
    __syncthreads();
    forElements<kWidth>(to, first, size, d, [&](uint32_t element, uint32_t stride, float* target, uint32_t width) {
      Piece piece;
#pragma unroll
      for (uint32_t i = 0; i < kWidth; ++i)
        if (i < width) piece.each[i] = tile[element + i * stride];
      if (width == kWidth) *reinterpret_cast<Vector*>(target) = piece.vector;
#pragma unroll
      for (uint32_t i = 0; i < kWidth; ++i)
        if (width < kWidth && i < width) target[i] = piece.each[i];
    });
    __syncthreads();
  }
}

template <class Vector>
void launch(const Lying<const float*>& from, const Lying<float*>& to, uint32_t count, uint32_t d, const CudaDevice& device) {
  const uint32_t blocks = std::min((count + kTile - 1) / kTile, uint32_t(device.multiprocessors()) * kBlocksEach);
  copyKernel<Vector><<<blocks, kBlock, 0, device.stream()>>>(from, to, count, d);
  CUDA_CHECK_LAUNCH("copyKernel");
}

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;
Event makeEvent() {
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaEventCreate(&event));
  return Event(event);
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
  const auto launch = copy.loadBytes == 16 ? cuda::launch<float4> : copy.loadBytes == 8 ? cuda::launch<float2> : cuda::launch<float>;
  launch(from, to, points.size(), d, *device);
  if (target.download(target.size()) != expected.elements<float>())
    throw Error(ErrorKind::internal, "the copy differs, so it is not timed", std::to_string(copy.loadBytes) + " bytes at a time", "");
  const cuda::Event begin = cuda::makeEvent(), end = cuda::makeEvent();
  std::vector<float> times(size_t(copy.repeat));
  for (float& time : times) {
    CUDA_CHECK(cudaEventRecord(begin.get(), stream));
    launch(from, to, points.size(), d, *device);
    CUDA_CHECK(cudaEventRecord(end.get(), stream));
    CUDA_CHECK(cudaEventSynchronize(end.get()));
    CUDA_CHECK(cudaEventElapsedTime(&time, begin.get(), end.get()));
  }
  std::nth_element(times.begin(), times.begin() + copy.repeat / 2, times.end());
  return times[size_t(copy.repeat / 2)];
}

}  // namespace arete
