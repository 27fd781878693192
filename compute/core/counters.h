// What can be counted in a version's work without slowing it down, and what the numbers mean. A row of the catalogue names the counters that hold
// for it; tables, pages and panels walk these.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "compute/core/launch_counts.h"

namespace arete {

/// What is known of a stage's part in a run, whatever version ran.
struct StageWork {
  uint64_t points = 0;        ///< of the cloud
  uint64_t cloud_bytes = 0;   ///< of its coordinates
  uint64_t answer_bytes = 0;  ///< of what is written for each point; 0 where that is next to nothing
  uint64_t steps = 0;         ///< iterations, sweeps
  uint64_t lookedAt = 0;      ///< cloud points whose nearest other point was searched for, over all steps
  uint64_t pairs = 0;         ///< the same, each times the points that it could be nearest to
  double milliseconds = 0;    ///< that the stage took
  double bytesPerSecond = 0;  ///< read from the device's memory; 0 where unknown
  LaunchCounts asked = {};    ///< of a GPU
  uint64_t nodes = 0;         ///< of a network before each of its steps, over all steps
  uint64_t moved = 0;         ///< of these, over all steps
  uint64_t removed = 0;       ///< likewise
};

struct CounterInfo {
  std::string_view id;       ///< snake_case: key in files
  std::string_view label;    ///< for tables
  std::string_view unit;     ///< "" for none
  std::string_view meaning;  ///< what it tells: one or two sentences
  double (*value)(const StageWork&);

  /// NaN where something that it needs is not known, or nothing was done.
  double of(const StageWork& work) const { return value(work); }
};

extern const CounterInfo kLooksCounter;     ///< searches for the nearest chosen point, a cloud point
extern const CounterInfo kShareCounter;     ///< share of the cloud looked at in an iteration
extern const CounterInfo kDistanceCounter;  ///< distances, of versions that leave out no pair
extern const CounterInfo kRateCounter;      ///< of these in a second
extern const CounterInfo kReadCounter;      ///< coordinates read
extern const CounterInfo kFloorCounter;     ///< share of the floor

/// True of every version of a stage of networks, whatever its row names: iterations, nodes, those that moved or went, time for one.
std::span<const CounterInfo* const> networkCounters();
/// True of every version that runs on a GPU, whatever its row names: launches, bytes moved, occupancy.
std::span<const CounterInfo* const> gpuCounters();

}  // namespace arete
