// How much memory a network takes whose points are not in it, before it is made: the one formula for plans, and for what is refused.
#pragma once

#include <cstdint>
#include <stop_token>

#include "compute/core/machine_memory.h"
#include "compute/core/point_stream.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

/// All that stages know of a super-point: the most of all clouds that were looked at (docs/measured/large-clouds.md).
inline constexpr uint64_t kNetworkCellBytes = 400;

/// What the whole program takes with its points on the disk.
constexpr uint64_t networkBytes(uint64_t cells) { return kProgramBytes + cells * kNetworkCellBytes; }
/// The most cells that a network may have within this memory.
constexpr uint64_t mostNetworkCells(uint64_t memory_bytes) {
  return memory_bytes > kProgramBytes ? (memory_bytes - kProgramBytes) / kNetworkCellBytes : 0;
}

/// About how many cells have points at this R1. Goes through all points.
uint64_t networkCells(const PointStream& points, double r1, const NetworkRules& rules, const std::stop_token& stop);

}  // namespace arete
