// The stretches of a cloud that GPUs share, and who has which.
#pragma once

#include <vector>

#include "compute/core/param_info.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

/// `count` points from the `first` on, of a device. All work on it is done with its GPU current (OnGpu).
struct CloudStretch {
  CudaDevice* device;
  uint32_t first, count;
};

/// Divides a cloud that is not empty as kGpusParam and kGpuPartsParam ask, evenly and in its order; the first stretch is on the context's device. One
/// stretch where nothing else was asked for, and where more would be slower.
std::vector<CloudStretch> stretchesOf(const PointCloud& cloud, const ParamValues& params, const StageContext& context);

/// Whether kernels of each of these devices may read the memory of all others; lets them, where they can. That holds for cudaMalloc()'s memory.
bool letReadEachOther(const std::vector<CloudStretch>& stretches);
/// The same for the memory of their pools, which is that of Buffers.
bool letUsePoolsOfEachOther(const std::vector<CudaDevice*>& devices);

/// Memory that other GPUs may read. Making it and freeing it waits for the GPU.
class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(size_t bytes, int gpu) : gpu_(gpu), bytes_(bytes) {
    const OnGpu here(gpu);
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), bytes));
  }
  ~SharedMemory() {
    if (data_ == nullptr) return;
    const OnGpu here(gpu_);
    cudaFree(data_);
  }
  SharedMemory(SharedMemory&& other) noexcept { swap(other); }
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    SharedMemory(std::move(other)).swap(*this);
    return *this;
  }
  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  void swap(SharedMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(gpu_, other.gpu_);
    std::swap(bytes_, other.bytes_);
  }
  std::byte* data_ = nullptr;
  int gpu_ = 0;
  size_t bytes_ = 0;
};

}  // namespace arete::cuda
