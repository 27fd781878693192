// Choosing from points that are divided among several ranks, wherever each has its own.
#pragma once

#include <functional>
#include <vector>

#include "compute/chains/parts/ranked_points.h"
#include "compute/chains/parts/ranks.h"

namespace arete::cpu {

struct ChosenOnRanks {
  PointArray points;           ///< in their order, the same on all ranks
  std::vector<uint64_t> keys;  ///< of each: its number, or its hash
  uint32_t rounds = 0;         ///< how often points went to and fro
};

/// R1 must suit the coordinates' type (CellGrid::suits). Throws Cancelled.
///
/// Memory: 12 bytes a point of this rank. Cost: the lowest points of all ranks are decided by all, alike; what they cover is dropped by threads. In
/// the order of numbers one rank after the other has the lowest points: exact, but no faster than one rank.
///
/// `round`: hears after each round how many are chosen so far.
ChosenOnRanks chooseOnRanks(const RankedPoints& cloud, double r1, parts::Ranks& ranks, const StageContext& context,
                            const std::function<void(uint32_t rounds, uint64_t chosen)>& round = {});

}  // namespace arete::cpu
