// Measures work on a stream by the GPU's clock, between events: a timer, the laps of long work, and a median of repeated runs.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "compute/gpu/check.h"

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

/// ms between two events that were recorded; waits for the second.
inline float elapsedTime(const Event& begin, const Event& end) {
  float elapsed = 0;
  CUDA_CHECK(cudaEventSynchronize(end.get()));
  CUDA_CHECK(cudaEventElapsedTime(&elapsed, begin.get(), end.get()));
  return elapsed;
}

/// Time between two places of a stream.
class Timer {
 public:
  explicit Timer(cudaStream_t stream) : stream_(stream) {}
  void start() const { CUDA_CHECK(cudaEventRecord(begin_.get(), stream_)); }
  void stop() const { CUDA_CHECK(cudaEventRecord(end_.get(), stream_)); }
  /// Waits for the end.
  double milliseconds() const { return elapsedTime(begin_, end_); }

 private:
  cudaStream_t stream_;
  Event begin_ = makeEvent(), end_ = makeEvent();
};

/// Times between marks, into members of `Times`; read at the end, so that measuring waits for nothing. Does nothing without a Times.
template <class Times>
class Laps {
 public:
  Laps(Times* times, cudaStream_t stream) : times_(times), stream_(stream) {}
  /// The time since the last mark goes to `field`; null: to none.
  void mark(float Times::*field) {
    if (times_ == nullptr) return;
    marks_.emplace_back(makeEvent(), field);
    CUDA_CHECK(cudaEventRecord(marks_.back().first.get(), stream_));
  }
  void read() const {
    for (size_t i = 1; i < marks_.size(); ++i)
      if (marks_[i].second != nullptr) times_->*marks_[i].second += elapsedTime(marks_[i - 1].first, marks_[i].first);
  }

 private:
  Times* times_;
  cudaStream_t stream_;
  std::vector<std::pair<Event, float Times::*>> marks_;
};

/// Median ms of `repeat` ≥ 1 calls of run(), which only launches.
template <class Run>
double medianTime(cudaStream_t stream, int repeat, const Run& run) {
  const Timer timer(stream);
  std::vector<double> times(static_cast<size_t>(repeat));
  for (double& time : times) {
    timer.start();
    run();
    timer.stop();
    time = timer.milliseconds();
  }
  std::nth_element(times.begin(), times.begin() + repeat / 2, times.end());
  return times[static_cast<size_t>(repeat / 2)];
}

}  // namespace arete::cuda
