// Points of a GPU for the host, and numbers of ours for other programs on the GPU.
#include <string>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_arrays.h"
#include "compute/cuda/arrays/cuda_points.h"
#include "compute/cuda/arrays/give.h"
#include "compute/cuda/cuda_device.h"
#include "compute/cuda/launch_shapes.h"

namespace arete::cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kUsualBlock) gatherRowsKernel(const T* from, const uint32_t* indices, uint64_t numbers, uint32_t d, T* to) {
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
    if (bytes > 0) CUDA_CHECK(cudaMemcpyAsync(elements.data(), from, bytes, cudaMemcpyDeviceToHost, stream));
    brought_bytes_ += bytes;
  });
  CUDA_CHECK(cudaStreamSynchronize(stream));
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
      gatherRowsKernel<T><<<blocksFor(numbers, kUsualBlock), kUsualBlock, 0, stream>>>(reinterpret_cast<const T*>(data()), wanted.data(), numbers,
                                                                                       uint32_t(dimension_), found.data());
      CUDA_CHECK_LAUNCH("gatherRowsKernel");
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

GpuNumbers numbersOnGpu(uint64_t rows, int columns, NumberType type, int gpu) {
  GpuNumbers made{nullptr, gpu, rows, columns, type};
  const cudaStream_t stream = arraysStream(gpu);
  const auto free = [gpu, stream](void* memory) {  // who used it last did so on a stream that nobody told us of
    if (memory == nullptr) return;
    const OnGpu here(gpu);
    cudaDeviceSynchronize();
    cudaFreeAsync(memory, stream);
  };
  made.memory = std::shared_ptr<void>(made.bytes() > 0 ? allocate(made.bytes(), stream) : nullptr, free);
  CUDA_CHECK(cudaStreamSynchronize(stream));  // other streams may use it from here on
  return made;
}

}  // namespace arete::cuda

namespace arete {

uintptr_t gpuStream(int gpu) {
  if (!cudaUnavailableReason().empty())
    throw Error(ErrorKind::wrongUse, "no GPU to take arrays from", "", cudaUnavailableReason(), "bring it to the host");
  if (gpu < 0 || size_t(gpu) >= gpus().size())
    throw Error(ErrorKind::wrongUse, "no such GPU", std::to_string(gpu + 1), "this program sees " + std::to_string(gpus().size()),
                "bring the array to one of them");
  const cuda::OnGpu here(gpu);
  return reinterpret_cast<uintptr_t>(cuda::arraysStream(gpu));
}

GpuNumbers bringToGpu(const void* from, uint64_t rows, int columns, NumberType type, int gpu) {
  gpuStream(gpu);  // which says what is missing
  const cuda::OnGpu here(gpu);
  const GpuNumbers made = cuda::numbersOnGpu(rows, columns, type, gpu);
  if (made.bytes() > 0) CUDA_CHECK(cudaMemcpy(made.memory.get(), from, made.bytes(), cudaMemcpyHostToDevice));
  return made;
}

void bringToHost(const GpuNumbers& from, void* to) {
  const cuda::OnGpu here(from.gpu);
  if (from.bytes() > 0) CUDA_CHECK(cudaMemcpy(to, from.memory.get(), from.bytes(), cudaMemcpyDeviceToHost));
}

}  // namespace arete
