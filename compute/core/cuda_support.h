// What the rest of the program needs to know about CUDA; available in every build.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/error.h"

namespace arete {

/// Why CUDA versions cannot run: "built without CUDA", no driver, no device …; empty when they can. Asks the driver once.
const std::string& cudaUnavailableReason();
/// The kind of an error with that reason: deviceLost once this process has lost a GPU, so that the CPU may take over; else wrongUse. Any thread.
ErrorKind cudaUnavailableKind();

/// A GPU that CUDA computes on.
struct Gpu {
  std::string name;
  int multiprocessors = 0;
  size_t memory_bytes = 0;
  bool cooperative = true;  ///< launches all blocks of a kernel side by side, so that they may wait for each other
};
/// In CUDA's order; empty when cudaUnavailableReason() is not. Asks the driver once.
const std::vector<Gpu>& gpus();

struct GpuMemory {
  size_t free_bytes = 0, total_bytes = 0;
};
/// Present memory of a GPU; zeros when it cannot be queried. Initialises the GPU, so ask only while it computes.
GpuMemory gpuMemory(int index);

/// The GPU to compute on when none is chosen: the first, until the window knows which one draws. Any thread.
int standardGpu();
void setStandardGpu(int index);

/// The GPU `index` with `threads` host threads beside it. Throws Error when cudaUnavailableReason() is not empty.
std::unique_ptr<Device> makeCudaDevice(int index = 0, int threads = 0);

}  // namespace arete
