// Finds the points of besideBranch(), each where it is seen first: edges of a branch see the same points again and again, and a number for each
// super-point takes less time than sorting all that they see. For many branches, one after the other. Memory: 4 bytes a super-point.
#pragma once

#include "compute/network/graph/beside_branch.h"

namespace arete {

/// `Grid`: as for besideBranch().
template <class Grid>
class BesideOnce {
 public:
  BesideOnce(const SuperPoints& points, const Grid& grid) : points_(points), grid_(grid), slots_(points.size(), kFree) {}

  /// Those of besideBranch(), in any order.
  std::vector<Beside> around(const Branch& branch, std::span<const RidgeNode> nodes, double width) {
    std::vector<Beside> found;
    visitBeside(points_, grid_, nodes, branch, width, [&](const Beside& beside) {
      uint32_t& slot = slots_[beside.point];
      if (slot == kFree) slot = uint32_t(found.size()), found.push_back(beside);
      else if (beside.isBefore(found[slot])) found[slot] = beside;
    });
    for (const Beside& beside : found) slots_[beside.point] = kFree;
    return found;
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;

  const SuperPoints& points_;
  const Grid& grid_;
  std::vector<uint32_t> slots_;  // by point, its number among those found
};

}  // namespace arete
