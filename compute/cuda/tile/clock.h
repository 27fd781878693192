// Times of the parts of a build by events on its stream, for who asks for them.
#pragma once

#include <array>
#include <utility>

#include "compute/cuda/check.h"
#include "compute/cuda/tile/levels.h"

namespace arete::cuda {

/// Elapsed times between marks; does nothing without TileTimes.
class Clock {
 public:
  Clock(TileTimes* times, cudaStream_t stream) : times_(times), stream_(stream) {
    for (cudaEvent_t& event : events_)
      if (times_ != nullptr) CUDA_CHECK(cudaEventCreate(&event));
    if (times_ != nullptr) CUDA_CHECK(cudaEventRecord(events_[0], stream_));
  }
  ~Clock() {
    for (const cudaEvent_t event : events_)
      if (event != nullptr) cudaEventDestroy(event);
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  /// The time since the last mark into `field`.
  void mark(float TileTimes::*field) {
    if (times_ == nullptr) return;
    CUDA_CHECK(cudaEventRecord(events_[1], stream_));
    CUDA_CHECK(cudaEventSynchronize(events_[1]));
    CUDA_CHECK(cudaEventElapsedTime(&(times_->*field), events_[0], events_[1]));
    std::swap(events_[0], events_[1]);
  }

 private:
  TileTimes* times_;
  cudaStream_t stream_;
  std::array<cudaEvent_t, 2> events_{};
};

}  // namespace arete::cuda
