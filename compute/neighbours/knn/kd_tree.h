// A balanced k-d tree without pointers: split at the median of the axis of widest variance, a point in every node.
#pragma once

#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/neighbours/knn/kd_search.h"

namespace arete {

/// Nodes as shared::KdTreeView describes them; complete except for the end of the last level, so there are as many nodes as points. Ties along
/// an axis go by index: the same tree on every machine.
template <class T>
class KdTree {
 public:
  KdTree(const PointsView<T>& points, const StageContext& context);

  /// The boxes of the nodes at a level as parts of the points' box; the root is level 0.
  std::vector<Bounds> cells(uint32_t level) const;

  shared::KdTreeView<T> view() const { return {points_.data(), indices_.data(), axes_.data(), uint32_t(indices_.size()), dimension_}; }

 private:
  struct Range {
    uint32_t node;
    uint32_t* begin;
    uint32_t* end;
  };
  class Builder;

  int dimension_;
  std::vector<T> points_;
  std::vector<uint32_t> indices_;
  std::vector<uint8_t> axes_;
};

}  // namespace arete
