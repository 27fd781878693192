// Finds the points of besideBranch(), each where it is seen first: strips across the edges instead of balls, and a hash table of the points instead
// of a sort. In the plane; in space a ball an edge. Memory: 40 bytes a point beside one branch. A copy for each thread.
#pragma once

#include "compute/network/graph/beside_branch.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/look/strip.h"

namespace arete::cpu {

class BesideSearch {
 public:
  /// `look`: of these points.
  BesideSearch(const SuperPoints& points, const BallLook& look, std::span<const RidgeNode> nodes)
      : points_(points), look_(look), nodes_(nodes), slots_(kFewestSlots, kFree) {}

  /// Those of besideBranch() in any order, until the next call. `narrow`: a radius that there is a grid for, about as wide as edges are long.
  std::span<const Beside> around(const Branch& branch, double width, double narrow);

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  static constexpr size_t kFewestSlots = 1024;

  void look(const shared::BranchEdge& edge, const shared::EdgeStrip& strip, double width, double narrow);
  shared::EdgeStrip stripOf(const Branch& branch, size_t i, double width) const;
  void offer(const Beside& beside);
  size_t slotOf(uint32_t point) const;
  void grow();

  const SuperPoints& points_;
  const BallLook& look_;
  std::span<const RidgeNode> nodes_;
  std::vector<Beside> found_;
  std::vector<uint32_t> slots_;  // in found_, by the point's hash
  std::vector<uint32_t> taken_;  // slots
};

}  // namespace arete::cpu
