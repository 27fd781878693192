// Waiting inside kernels, with an end. A wait for other warps or blocks ends in microseconds, unless something is broken; then a kernel that waits
// for ever would keep the GPU, and the process with it. So every such loop asks here, and gives up after so many looks that seconds have passed.
// Whoever gives up raises a word that the host reads after each of its own waits (watch.h), and goes on as if it had seen what it waited for: the
// answer is wrong, but all leave, and the host throws it away. Cost: an addition a look. Barriers of a cluster are the hardware's and cannot give up.
#pragma once

#include <cstdint>

namespace arete::cuda {

struct Patience {
  static constexpr uint32_t kMostLooks = 1u << 23;  ///< some five seconds: a look takes half a microsecond and more
  static constexpr uint32_t kAskEvery = 1u << 12;   ///< looks after which it asks whether another has given up

  uint32_t* gaveUp;  ///< in page-locked memory of the host; 0 as long as all is well

#if defined(__CUDACC__)
  /// Calls isDone() until it is true. False if that took too long, or somewhere else did.
  template <class IsDone>
  __device__ bool until(const IsDone& isDone) const {
    for (uint32_t looks = 1; !isDone(); ++looks)
      if (looks % kAskEvery == 0 && isOver(looks)) return false;
    return true;
  }

 private:
  __device__ bool isOver(uint32_t looks) const {
    volatile uint32_t* const word = gaveUp;
    if (looks >= kMostLooks) *word = 1;
    return *word != 0;
  }
#endif
};

}  // namespace arete::cuda
