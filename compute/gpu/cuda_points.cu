// Points of a GPU for the host: all of them, or some that are gathered there.
#include "compute/gpu/cuda_points.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"

namespace arete::cuda {

cudaStream_t arraysStream(int gpu) {
  static std::mutex mutex;
  static std::vector<cudaStream_t> streams;
  const std::lock_guard lock(mutex);
  streams.resize(std::max(streams.size(), size_t(gpu) + 1), nullptr);
  cudaStream_t& stream = streams[size_t(gpu)];
  if (stream == nullptr) CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

namespace {

template <class T>
__global__ void __launch_bounds__(kUsualBlock) bringPointsKernel(const T* from, const uint32_t* indices, uint64_t numbers, uint32_t d, T* to) {
  const uint64_t i = uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x;
  if (i < numbers) to[i] = from[size_t(indices[i / d]) * d + i % d];
}

}  // namespace

PointArray CudaPoints::brought(const std::byte* from, uint32_t count) const {
  const cudaStream_t stream = arraysStream(gpu_);
  PointArray points = PointArray::toBeWritten(scalar_, dimension_, count);
  withScalarType(scalar_, [&]<class T>() {
    auto& elements = points.elements<T>();
    const size_t bytes = elements.size() * sizeof(T);
    copyToHost(elements.data(), from, bytes, stream);
    brought_bytes_ += bytes;
  });
  return points;
}

PointArray CudaPoints::all() const {
  const OnGpu here(gpu_);
  return brought(data(), size_);
}

PointArray CudaPoints::subset(std::span<const uint32_t> indices) const {
  const OnGpu here(gpu_);
  const cudaStream_t stream = arraysStream(gpu_);
  const Buffer<uint32_t> wanted(indices.size(), stream);
  wanted.upload(indices);
  const uint64_t numbers = uint64_t(indices.size()) * uint64_t(dimension_);
  return withScalarType(scalar_, [&]<class T>() {
    const Buffer<T> found(numbers, stream);
    if (numbers > 0) {
      bringPointsKernel<T><<<blocksFor(numbers, kUsualBlock), kUsualBlock, 0, stream>>>(reinterpret_cast<const T*>(data()), wanted.data(), numbers,
                                                                                        uint32_t(dimension_), found.data());
      CUDA_CHECK_LAUNCH("bringPointsKernel");
    }
    return brought(reinterpret_cast<const std::byte*>(found.data()), uint32_t(indices.size()));
  });
}

std::shared_ptr<const CudaPoints> cudaPointsOf(const PointArray& points, int gpu) {
  const auto lying = std::dynamic_pointer_cast<const CudaPoints>(gpuPointsOf(points));
  if (lying && lying->gpu() != gpu)
    throw Error(ErrorKind::wrongUse, "cannot compute on these points", "",
                "they lie on GPU " + std::to_string(lying->gpu() + 1) + ", and GPU " + std::to_string(gpu + 1) + " computes",
                "choose that GPU to compute on, or bring the points to the other one");
  return lying;
}

}  // namespace arete::cuda
