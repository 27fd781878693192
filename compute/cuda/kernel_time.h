// How long something on a stream takes by the GPU's clock.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "compute/cuda/check.h"

namespace arete::cuda {

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;

inline Event makeEvent() {
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaEventCreate(&event));
  return Event(event);
}

/// Median ms of `repeat` ≥ 1 calls of run(), which only launches.
template <class Run>
double medianTime(cudaStream_t stream, int repeat, const Run& run) {
  const Event begin = makeEvent(), end = makeEvent();
  std::vector<float> times(static_cast<size_t>(repeat));
  for (float& time : times) {
    CUDA_CHECK(cudaEventRecord(begin.get(), stream));
    run();
    CUDA_CHECK(cudaEventRecord(end.get(), stream));
    CUDA_CHECK(cudaEventSynchronize(end.get()));
    CUDA_CHECK(cudaEventElapsedTime(&time, begin.get(), end.get()));
  }
  std::nth_element(times.begin(), times.begin() + repeat / 2, times.end());
  return times[static_cast<size_t>(repeat / 2)];
}

}  // namespace arete::cuda
