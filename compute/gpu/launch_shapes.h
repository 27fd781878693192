// Shapes of launches: how many blocks there is work for, how many run side by side, and the tuned shapes of the nearest kernel, which are data, found
// by `arete-cli bench tune` on a card of each architecture.
#pragma once

#include <algorithm>

#include "compute/core/param_info.h"
#include "compute/core/point_array.h"
#include "compute/gpu/check.h"

namespace arete::cuda {

/// Threads of a block where nothing speaks for another number.
inline constexpr uint32_t kUsualBlock = 256;

/// Blocks for `count` threads (or other items of which a block takes `each`).
constexpr uint32_t blocksFor(size_t count, uint32_t each) { return uint32_t((count + each - 1) / each); }

/// Blocks of the kernel that a multiprocessor runs side by side.
template <class Kernel>
uint32_t residentBlocks(Kernel kernel, uint32_t blockThreads, size_t shared_bytes = 0) {
  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, int(blockThreads), shared_bytes));
  return uint32_t(std::max(resident, 1));
}

struct LaunchShape {
  int block = 256;  // threads
  int points = 4;   // cloud points a thread
};

/// The shape that the parameters ask for; for "tuned", the one that was fastest on the newest measured architecture that is not newer than
/// `capability` (10 · major + minor), which the kernel was compiled for, for the dimension or the next lower one that was measured.
LaunchShape launchShape(const ParamValues& params, uint32_t capability, Scalar scalar, int dimension);

}  // namespace arete::cuda
