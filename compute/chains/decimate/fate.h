// What becomes of a chosen point in a sweep, where points are decided in any order: the rule that decimate.cpu.rounds and the parts of
// decimate.cpu.parts share. Why the answer is that of the sequential sweep: rounds.cpp.
#pragma once

#include "compute/chains/decimate/contract.h"
#include "compute/chains/grid/point_grid.h"

namespace arete::cpu {

enum class Fate : uint8_t { open, stays, goes };

/// Squares of R2 and 2·R2.
template <class T>
struct SweepReach {
  explicit SweepReach(double r2) : near(shared::squaredRadius<T>(r2)), far(shared::squaredRadius<T>(2 * r2)) {}
  T near, far;
};

/// Of point i: those behind it count as they were, those before it as `fate(other)` says, as far as it is known. Open while it depends on more.
template <class T, class FateSoFar>
Fate fateOf(uint32_t i, const PointGrid<T>& grid, const SweepReach<T>& reach, const FateSoFar& fate) {
  uint32_t within = 0, withinTwice = 0;
  bool waits = false;
  grid.forEachNear(i, [&](uint32_t other, T squared) {
    if (squared > reach.far) return true;
    const Fate known = other < i ? fate(other) : Fate::stays;
    waits = waits || known == Fate::open;
    if (known == Fate::stays) within += squared <= reach.near, ++withinTwice;
    return within < kCrowd;
  });
  if (within >= kCrowd) return Fate::goes;
  if (waits) return Fate::open;
  return withinTwice <= kLonely ? Fate::goes : Fate::stays;
}

}  // namespace arete::cpu
