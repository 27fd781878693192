// How much memory and disk a detection of chains takes, before it is made: the one formula for plans, and for what detections on disk reserve.
#pragma once

#include <cstdint>
#include <stop_token>

#include "compute/core/machine_memory.h"
#include "compute/core/point_stream.h"

namespace arete {

/// Tables that evolve keeps of a cell with points, and of a strip of up to 1024 points, candidates included.
inline constexpr uint64_t kCellBytes = 200, kStripBytes = 40;
/// These tables, of so many points in so many cells.
uint64_t tableBytes(uint64_t points, uint64_t cells);
/// Of a chosen point in evolve, decimate and order, the list of candidates while it is made, and each thread's changes of sums.
uint64_t chosenBytes(int dimension, Scalar scalar, int threads);

struct DetectionSize {
  uint64_t points = 0;
  int dimension = 0;
  Scalar scalar = Scalar::float32;
  uint64_t cells = 0;      ///< occupied, of those that evolve sorts points into
  uint64_t chosen = 0;     ///< at first
  size_t columnBytes = 0;  ///< of each point, of columns that are kept with points in memory
  int threads = 1;
};

/// Counts cells, about, and from these tells how many points will be chosen: between .36 and .66 times as many as cells of R1 were on every cloud
/// looked at (docs/measured/large-clouds.md), so .55 times. Goes through all points.
DetectionSize sizeOf(const PointStream& points, double r1, const std::stop_token& stop);

struct DetectionNeeds {
  uint64_t memory_bytes = 0;   ///< with all points in memory
  uint64_t least_bytes = 0;    ///< with points on disk, at least
  uint64_t store_bytes = 0;    ///< of all points with what evolve knows of each
  uint64_t scratch_bytes = 0;  ///< on the disk, besides, while points are sorted
};

DetectionNeeds needsOf(const DetectionSize& size);

/// What each of several processes has of it, where points are shared evenly: all chosen points, and no columns.
DetectionSize shareOf(const DetectionSize& all, uint32_t processes);

/// The fewest processes that would do, where each may use so much memory; 0 where no number would.
uint32_t fewestProcesses(const DetectionSize& all, uint64_t bytesOfEach);

/// Of the store, what stays in memory where so much is allowed.
uint64_t residentStore(const DetectionSize& size, uint64_t allowed_bytes);

/// How often evolve reads what is not in memory: the fewest and the most of all clouds that were measured (docs/measured/large-clouds.md).
inline constexpr int kFewestPasses = 2, kMostPasses = 65;

}  // namespace arete
