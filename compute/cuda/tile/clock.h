// Times of the parts of a build by events on its stream, for who asks for them.
#pragma once

#include <utility>
#include <vector>

#include "compute/cuda/check.h"
#include "compute/cuda/tile/levels.h"

namespace arete::cuda {

/// Elapsed times between marks, read at the end, so that measuring waits for nothing; does nothing without TileTimes.
class Clock {
 public:
  Clock(TileTimes* times, cudaStream_t stream) : times_(times), stream_(stream) {}
  ~Clock() {
    for (const auto& [event, field] : marks_) cudaEventDestroy(event);
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  /// What came since the last mark belongs to `field`; null: to none.
  void mark(float TileTimes::*field) {
    if (times_ == nullptr) return;
    cudaEvent_t event = nullptr;
    CUDA_CHECK(cudaEventCreate(&event));
    marks_.emplace_back(event, field);
    CUDA_CHECK(cudaEventRecord(event, stream_));
  }
  void read() const {
    if (times_ == nullptr) return;
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    for (size_t i = 1; i < marks_.size(); ++i) {
      if (marks_[i].second == nullptr) continue;
      float time = 0;
      CUDA_CHECK(cudaEventElapsedTime(&time, marks_[i - 1].first, marks_[i].first));
      times_->*marks_[i].second += time;
    }
  }

 private:
  TileTimes* times_;
  cudaStream_t stream_;
  std::vector<std::pair<cudaEvent_t, float TileTimes::*>> marks_;
};

}  // namespace arete::cuda
