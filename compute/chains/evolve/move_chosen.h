// How chosen points whose sums changed move to the mean of their points.
#pragma once

#include <vector>

#include "compute/chains/evolve/assigned_cloud.h"
#include "compute/chains/evolve/chosen_points.h"
#include "compute/chains/evolve/move_rule.h"

namespace arete::cpu {

/// How far at most a chosen point has moved, 0 when it stayed, and the cell that it is in now.
struct Move {
  double distance = 0;
  Cell cell;
};

/// Adds what the last look changed to the sums; chosen points are then touched.
template <class T>
void addChanges(AssignedCloud<T>& points, ChosenPoints<T>& chosen, const StageContext& context) {
  const auto d = size_t(chosen.dimension);
  StopTicker checkStop(context);
  points.drain([&](uint32_t slot, const shared::FixedSum<T>* sums, int32_t count) {
    checkStop();
    for (size_t k = 0; k < d; ++k) chosen.sums[slot * d + k] += sums[k];
    chosen.counts[slot] += uint32_t(count);
    if (chosen.alive[slot]) chosen.touch(slot);
  });
}

template <class T>
Move moveToMean(ChosenPoints<T>& chosen, uint32_t slot, const CellGrid& grid, const shared::MoveRule<T>& rule, shared::FixedScale scale) {
  const auto d = size_t(chosen.dimension);
  const uint32_t count = chosen.counts[slot];
  if (count == 0) return {};
  bool any = false;
  double squared = 0;
  T* const point = chosen.point(slot);
  for (size_t k = 0; k < d; ++k) {
    const T next = shared::movedCoordinate(point[k], T(shared::fixedMean(chosen.sums[slot * d + k], count, scale)), count, rule);
    const double difference = double(next) - double(point[k]);
    squared += difference * difference;
    any = any || next != point[k];
    point[k] = next;
  }
  if (!any) return {};
  return {shared::movementOf(squared), grid.cellOf(point, 1)};
}

/// Moves these chosen points side by side; what each did comes into `moves`. A chosen point whose set of points is unchanged stays: it was already
/// moved to their mean, or the move was below the tolerance.
template <class T>
void moveToMeans(ChosenPoints<T>& chosen, std::span<const uint32_t> slots, const CellGrid& grid, const shared::MoveRule<T>& rule,
                 shared::FixedScale scale, std::vector<Move>& moves, const StageContext& context) {
  moves.resize(slots.size());
  forEachPiece(slots.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) moves[i] = moveToMean(chosen, slots[i], grid, rule, scale);
  });
}

}  // namespace arete::cpu
