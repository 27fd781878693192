// Work on several GPUs: each has a host thread that copies and waits for it, so that no GPU waits for another's copies.
#pragma once

#include <exception>
#include <thread>
#include <vector>

#include "compute/core/start_thread.h"

namespace arete::cuda {

/// Calls f(i) for every i below `count`, each on a host thread of its own, the first on the caller's. Rethrows the first exception.
template <class F>
void onEach(size_t count, const F& f) {
  std::vector<std::exception_ptr> failures(count);
  const auto guarded = [&](size_t i) {
    try {
      f(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < count; ++i) threads.push_back(startThread("cannot compute on all GPUs", guarded, i));
    if (count > 0) guarded(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace arete::cuda
