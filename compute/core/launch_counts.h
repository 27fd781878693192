// What the program has asked of its GPUs since it started: counted where the engine calls CUDA's runtime, so that it is true of every version and no
// version knows of it. Zeros in a build without CUDA.
#pragma once

#include <cstdint>

namespace arete {

struct LaunchCounts {
  uint64_t launches = 0;     ///< of kernels; a graph of several is one
  uint64_t threads = 0;      ///< of all launches but of graphs
  uint64_t occupied = 0;     ///< these, each by its launch's occupancy in kOccupancyUnits
  uint64_t moved_bytes = 0;  ///< copied between host and GPUs, both ways

  static constexpr uint64_t kOccupancyUnits = 1024;
  /// The share of the places for threads on the multiprocessors that a launch fills while all its blocks are waited for: as its number of blocks and
  /// their threads, registers and shared memory allow. The mean over all threads, 0…1; NaN without any.
  double occupancy() const;
  LaunchCounts& operator+=(const LaunchCounts& other);
  friend LaunchCounts operator-(const LaunchCounts& a, const LaunchCounts& b);
};

/// By all threads so far. Any thread.
LaunchCounts launchCounts();

}  // namespace arete
