// Numbers of ours for other programs on the GPU.
#include <string>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_arrays.h"
#include "compute/gpu/arrays/give.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/cuda_points.h"

namespace arete::cuda {

GpuNumbers numbersOnGpu(uint64_t rows, int columns, ElementType type, int gpu) {
  GpuNumbers made{nullptr, gpu, rows, columns, type};
  const cudaStream_t stream = arraysStream(gpu);
  const auto free = [gpu, stream](void* memory) {  // who used it last did so on a stream that nobody told us of
    if (memory == nullptr) return;
    const OnGpu here(gpu);
    cudaDeviceSynchronize();
    giveBack(memory, stream);
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

GpuNumbers bringToGpu(const void* from, uint64_t rows, int columns, ElementType type, int gpu) {
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
