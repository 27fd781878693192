// A cloud, a job, and a listener that waits for the engine's events.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "compute/engine/engine.h"

namespace arete {

inline PointCloud scatter(uint32_t count) {
  PointArray points(Scalar::float32, 2, count);
  uint32_t state = 7;
  for (uint32_t i = 0; i < count; ++i)
    for (int k = 0; k < 2; ++k) points.setCoordinate(i, k, double((state = state * 1664525u + 1013904223u) >> 8) / double(1 << 24) * 100);
  return PointCloud(std::move(points));
}

inline Job jobWith(double r1) {
  Job job;
  job.params.set(kR1Param, r1);
  return job;
}

/// Collects events and waits for what is asked.
struct Recorder {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<EngineEvent> events;

  Engine::Listener listener() {
    return [this](EngineEvent event) {
      const std::lock_guard lock(mutex);
      events.push_back(std::move(event));
      changed.notify_all();
    };
  }
  template <class Predicate>
  bool waitFor(Predicate predicate, std::chrono::milliseconds limit = std::chrono::seconds(20)) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, limit, [&] {
      for (const EngineEvent& event : events)
        if (predicate(event)) return true;
      return false;
    });
  }
};

}  // namespace arete
