// Grids of nodes, for balls that depend on each node's local radius.
#pragma once

#include "compute/network/look/grid_levels.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete::cpu {

class NodeGrids {
 public:
  /// `reach(i)`: the radius of a ball that is asked for around node i; at least `smallest`, else it takes longer. `least`: of other balls.
  template <class Reach>
  NodeGrids(std::span<const RidgeNode> nodes, int dimension, double smallest, const Reach& reach, double least, const StageContext& context)
      : levels_(smallest) {
    places_.reserve(nodes.size());
    for (const RidgeNode& node : nodes) places_.push_back(node.place);
    double greatest = least;
    for (uint32_t i = 0; i < nodes.size(); ++i) least = std::min(least, reach(i)), greatest = std::max(greatest, reach(i));
    levels_.need(least, greatest, places_, {}, dimension, context);
  }
  std::span<const shared::Vector3> places() const { return places_; }
  const RowGrid& of(double radius) const { return levels_.of(radius); }

 private:
  std::vector<shared::Vector3> places_;
  GridLevels levels_;
};

}  // namespace arete::cpu
