// Places in rows (compute/network/look/row_view.h), for balls of about one size: a ball is a few runs of places, which are read a register at a time.
// Memory: 40 bytes a place in the plane, 48 in space, where rows are as wide as the smallest ball's radius, and up to 16 for the table of rows. Cost:
// a radix sort; a look is 4 binary searches in the plane, 8 in space, along rows; without the table one more, or 2 to 4.
#pragma once

#include <span>
#include <vector>

#include "compute/core/buffer.h"
#include "compute/core/device.h"
#include "compute/network/look/row_view.h"

namespace arete::cpu {

class RowGrid {
 public:
  /// For balls of radius `smallest` > 0 or more. `weights`: one a place, or none, which is 1 each.
  RowGrid(std::span<const shared::Vector3> places, std::span<const int64_t> weights, int dimension, double smallest, const StageContext& context);
  RowGrid(const RowGrid&) = delete;
  RowGrid& operator=(const RowGrid&) = delete;

  const shared::RowView& view() const { return view_; }
  template <class Visit>
  void visitRuns(const shared::Vector3& centre, double radius, const Visit& visit) const {
    if (dimension_ == 2) view_.visitRuns<2>(centre, radius, visit);
    else view_.visitRuns<3>(centre, radius, visit);
  }
  template <class Visit>
  void visitBall(const shared::Vector3& centre, double radius, const Visit& visit) const {
    if (dimension_ == 2) view_.visitBall<2>(centre, radius, visit);
    else view_.visitBall<3>(centre, radius, visit);
  }

 private:
  void sort(std::span<const shared::Vector3> places, std::span<const int64_t> weights, const StageContext& context);
  template <class Key>
  void findRows(const Key& keyAt, size_t count);
  void tableRows(size_t places);

  int dimension_;
  shared::RowView view_{};
  Buffer<double> x_, y_, z_, weight_;
  Buffer<uint32_t> index_, alongCells_;
  std::vector<uint32_t> columnCells_, columnStarts_, rowCells_, rowStarts_, rowsOfBox_;
};

}  // namespace arete::cpu
