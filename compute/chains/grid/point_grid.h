// A few chosen points by grid cells, for decimate: linear in their number, with hardly any set-up cost.
#pragma once

#include <vector>

#include "compute/chains/grid/cell_grid.h"
#include "compute/core/cell_table.h"
#include "compute/core/device.h"
#include "compute/core/distance.h"

namespace arete::cpu {

/// Finds all points within `reach` of a point among those not removed. Holds a view of the points: they must outlive it.
template <class T>
class PointGrid {
 public:
  PointGrid(const PointsView<T>& points, double reach, const StageContext& context)
      : points_(points),
        grid_(points, reach * (1 + 2 * CellGrid::kSlack)),
        table_(grid_.cells(), kDirectCellsPerPoint * size_t(points.count)),
        links_(points.count) {
    StopTicker checkStop(context);
    for (uint32_t i = points.count; i-- > 0;) {  // backwards: every list ascends
      checkStop();
      uint32_t& head = table_.at(keyOf(i));
      links_[i] = {head, kNone};
      if (head != kNone) links_[head].previous = i;
      head = i;
    }
  }

  /// Calls visit(other, squaredDistance) for the points in the cells around point i, itself included, until it returns false.
  template <class Visit>
  void forEachNear(uint32_t i, const Visit& visit) const {
    bool more = true;
    grid_.forEachTouching(grid_.cellOf(points_.point(i), points_.coordinateStride), [&](uint64_t key) {
      for (uint32_t other = more ? table_.find(key) : kNone; more && other != kNone; other = links_[other].next)
        more = visit(other, shared::squaredDistance(points_.point(i), points_.coordinateStride, points_.point(other), points_.coordinateStride,
                                                    points_.dimension));
    });
  }

  void remove(uint32_t i) {
    const Link link = links_[i];
    if (link.previous != kNone) links_[link.previous].next = link.next;
    else table_.at(keyOf(i)) = link.next;
    if (link.next != kNone) links_[link.next].previous = link.previous;
  }

 private:
  static constexpr uint32_t kNone = CellTable::kNone;
  static constexpr size_t kDirectCellsPerPoint = 8;
  struct Link {
    uint32_t next, previous;
  };
  uint64_t keyOf(uint32_t i) const { return grid_.key(grid_.cellOf(points_.point(i), points_.coordinateStride)); }

  PointsView<T> points_;
  CellGrid grid_;
  CellTable table_;  // first point of each cell's list
  std::vector<Link> links_;
};

}  // namespace arete::cpu
