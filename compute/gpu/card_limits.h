// A smaller card than the one that is here, for tests and for whoever wants to know what such a card would do: ARETE_GPU_LIMITS in the environment,
// such as `shared=48K,multiprocessors=20,memory=8G,cooperative=off,pools=off`. Versions see the smaller card's properties, and launches that would
// not fit on it are refused as its driver would refuse them. Memory that the smaller card lacks is taken once and kept.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace arete::cuda {

struct CardLimits {
  size_t shared_bytes = 0;  ///< of a block; 0: the card's own, also below
  int multiprocessors = 0;
  size_t memory_bytes = 0;
  bool cooperative = true;  ///< whether blocks of a launch may wait for each other
  bool pools = true;        ///< whether memory comes from pools
};

/// As the environment says, read once. Throws Error(wrongUse) for words that it does not know.
const CardLimits& cardLimits();

/// The properties of a GPU, within the limits. Throws Error.
cudaDeviceProp cardProperties(int index);

/// Takes the memory that the limits leave out, once for each GPU. Throws Error.
void takeBallast(int index);

/// The dynamic shared memory of a launch; where it does not fit into a smaller card's, more than any card has, so that the runtime refuses the
/// launch.
size_t sharedWithinLimits(const void* kernel, size_t shared_bytes) noexcept;
/// The same for a cooperative launch, all of whose blocks must fit.
size_t sharedWithinLimits(const void* kernel, unsigned blocks, unsigned threads, size_t shared_bytes) noexcept;

}  // namespace arete::cuda
