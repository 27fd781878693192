// Spheroids of super-points as fast versions look into them: in rows of a grid as fine as they are wide; only rows along the axis are
// read. The grid is kept with the super-points. Source: 3D, C 2.
#pragma once

#include <algorithm>

#include "compute/network/look/ball_look.h"
#include "compute/network/look/spheroid_kernel.h"
#include "compute/network/look/strip.h"

namespace arete::cpu {

/// Calls visit(begin, end) for runs of rows that hold every place of a spheroid, and others nearby.
template <class Visit>
void visitSpheroid(const shared::RowView& grid, const shared::Spheroid& spheroid, const Visit& visit) {
  constexpr double kWider = 1 + 0x1p-20;  // than the spheroid, for what rounding leaves out
  if (grid.columns == 0) return;
  const double length = spheroid.length * kWider, across = spheroid.across * kWider;
  const shared::RowAxis &columns = grid.layout.column, &rows = grid.layout.row;
  const shared::Vector3 axis = grid.layout.turned<3>(spheroid.axis), from = grid.layout.relative<3>(spheroid.centre);
  /// The part of the axis, within its part `of`, that may have a place in a cell beside it.
  const auto besideCell = [&](shared::Interval of, double slope, const shared::RowAxis& cells, uint32_t cell, double middle) {
    const double slack = shared::RowAxis::kSlack * cells.side, low = double(cell) * cells.side - slack - middle, high = low + cells.side + 2 * slack;
    of.narrow(slope, -high, -low, across);
    return of;
  };
  /// Where along another axis the places beside a part of the axis are.
  const auto spanOf = [&](const shared::Interval& part, double slope) {
    return shared::Interval{std::min(part.low * slope, part.high * slope) - across, std::max(part.low * slope, part.high * slope) + across};
  };
  const double widest = length * std::abs(axis.x) + across;
  grid.visitColumns(columns.firstWithin(from.x, widest), columns.lastWithin(from.x, widest), [&](uint32_t cell, uint32_t column) {
    const shared::Interval ofColumn = besideCell({-length, length}, axis.x, columns, cell, from.x);
    if (ofColumn.low > ofColumn.high) return false;
    const shared::Interval y = spanOf(ofColumn, axis.y);
    const double beside = from.y + (y.low + y.high) / 2, half = (y.high - y.low) / 2;
    const shared::Run stored = grid.rowsWithin(cell, column, rows.firstWithin(beside, half), rows.lastWithin(beside, half));
    for (uint32_t row = stored.begin; row < stored.end; ++row) {
      const shared::Interval ofRow = besideCell(ofColumn, axis.y, rows, grid.rowCells[row], from.y);
      if (ofRow.low > ofRow.high) continue;
      const shared::Interval z = spanOf(ofRow, axis.z);
      const shared::Run run = grid.runOf(row, from.z + (z.low + z.high) / 2, (z.high - z.low) / 2);
      if (run.begin < run.end) visit(run.begin, run.end);
    }
    return false;
  });
}

/// Looks into spheroids. What lies in one is gathered with some more around it: a node on its way looks into nearly the same one again.
class SpheroidRows {
 public:
  /// `points` outlives it. `beyond`: how much more is gathered, in parts of the shorter semi-axis.
  SpheroidRows(const SuperPoints& points, double r1, double ball, double beyond, const StageContext& context)
      : across_(ball * r1),
        ball_(ball),
        beyond_(beyond * across_),
        kernelScale_(points.kernelScale),
        look_(points, kFine * across_, kFine * across_, context),
        grid_(&look_.grid(kFine * across_).view()) {}

  /// The sums over the spheroid of a node.
  shared::KernelSums sums(const shared::Vector3& centre, const shared::Vector3& axis, double radius) {
    return sumsOf(spheroidOf(centre, axis, radius));
  }
  /// The view's mean.
  shared::Vector3 mean(const shared::Vector3& centre, const shared::Vector3& axis, double radius) {
    const shared::Spheroid spheroid = spheroidOf(centre, axis, radius);
    return shared::kernelMean(sumsOf(spheroid)) * spheroid.length;
  }

 private:
  static constexpr double kFine = 2;  // rows are half as wide as the balls that their grid is for

  shared::Spheroid spheroidOf(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    return {centre, axis, ball_ * radius, across_};
  }
  shared::KernelSums sumsOf(const shared::Spheroid& spheroid) {
    if (!holds(gathered_, spheroid)) gather(spheroid);
    shared::KernelSums sums;
    look_.kernel().addSpheroid({x_.data(), y_.data(), z_.data(), weight_.data()}, count_, spheroid, kernelScale_, sums);
    return sums;
  }
  /// Whether all of a spheroid is among what was gathered along another one's axis, `outer`: of length 0 at first.
  static bool holds(const shared::Spheroid& outer, const shared::Spheroid& inner) {
    const double turned = dot(outer.axis, inner.axis) < 0 ? lengthOf(outer.axis + inner.axis) : lengthOf(outer.axis - inner.axis);
    const double away = distance(outer.centre, inner.centre);
    return away + inner.length + inner.across * turned <= outer.length && away + inner.length * turned + inner.across <= outer.across;
  }
  void gather(const shared::Spheroid& spheroid);

  double across_, ball_, beyond_, kernelScale_;
  BallLook look_;  // holds the grid
  const shared::RowView* grid_;
  shared::Spheroid gathered_{{}, {}, 0, 0};
  std::vector<double> x_, y_, z_, weight_;  // what was gathered, and room for one register more
  uint32_t count_ = 0;
};

inline void SpheroidRows::gather(const shared::Spheroid& spheroid) {
  constexpr uint32_t kRegister = 8;
  gathered_ = {spheroid.centre, spheroid.axis, spheroid.length + beyond_, spheroid.across + beyond_};
  count_ = 0;
  visitSpheroid(*grid_, gathered_, [&](uint32_t begin, uint32_t end) {
    const size_t room = size_t(count_) + (end - begin) + kRegister;
    if (x_.size() < room)
      for (std::vector<double>* values : {&x_, &y_, &z_, &weight_}) values->resize(2 * room);
    for (uint32_t at = begin; at < end; ++at, ++count_) {
      x_[count_] = grid_->places.x[at], y_[count_] = grid_->places.y[at], z_[count_] = grid_->places.z[at];
      weight_[count_] = grid_->places.weight[at];
    }
  });
}

}  // namespace arete::cpu
