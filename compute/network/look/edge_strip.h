// The strip of the plane across an edge of a branch, and what it covers of a grid of rows: a branch's surroundings are a band of strips, each far
// smaller than the ball around its edge that holds them.
#pragma once

#include "compute/network/look/row_box.h"

namespace arete::shared {

/// A rectangle of the plane: `half` along the direction to either side of the middle, `width` across it.
struct EdgeStrip {
  Vector3 middle, along;  ///< along: of length 1
  double half, width;
};

/// How far beyond an end of an edge a place may lie that is nearest to that end, within `width` of it: none farther than where the border of the next
/// edge begins. Both edges in the same sense.
ARETE_HD double beyondVertex(const Vector3& edge, const Vector3& next, double width) {
  constexpr double kMore = 1e-6;  // of the width: borders that rounding moves, and edges too short for a direction
  const double both = std::sqrt(squaredLength(edge) * squaredLength(next)), shortest = kMore * width;
  const double cosine = both > 0 ? dot(edge, next) / both : 0;
  if (cosine <= 0 || squaredLength(next) < shortest * shortest) return width;
  return width * (std::sqrt(greater(0.0, 1 - cosine * cosine)) + kMore);
}

/// Across an edge, and so far beyond its ends.
ARETE_HD EdgeStrip stripAcross(const Vector3& from, const Vector3& to, double before, double after, double width) {
  const Vector3 edge = to - from, along = unit(edge);
  return {(from + to) * 0.5 + along * ((after - before) / 2), along, (lengthOf(edge) + before + after) / 2, width};
}

/// An interval that is narrowed by conditions.
struct Interval {
  double low, high;

  /// To where |slope · x + rest| <= bound for some rest between these two.
  ARETE_HD void narrow(double slope, double one, double other, double bound) {
    constexpr double kLevel = 1e-9;  // so flat a border narrows nothing
    if (greater(slope, -slope) < kLevel) return;
    const double first = (-bound - greater(one, other)) / slope, last = (bound - lesser(one, other)) / slope;
    low = greater(low, lesser(first, last)), high = lesser(high, greater(first, last));
  }
  ARETE_HD double middle() const { return (low + high) / 2; }
  ARETE_HD double half() const { return (high - low) / 2; }
};

/// The rows that a strip touches. Their runs hold every place of the strip, and others nearby.
struct RowsOfStrip {
  RowAxis axis;
  uint32_t firstRow;
  int64_t lastRow;

  ARETE_HD RowsOfStrip(const RowLayout& layout, const EdgeStrip& strip)
      : axis(layout.row),
        half_(strip.half * kWider),
        width_(strip.width * kWider),
        x_(strip.along.x),
        y_(strip.along.y),
        height_(half_ * greater(y_, -y_) + width_ * greater(x_, -x_)),
        beside_(strip.middle.x - axis.minimum),
        along_(strip.middle.y - layout.along.minimum) {
    const double extent = half_ * greater(x_, -x_) + width_ * greater(y_, -y_);
    firstRow = axis.firstWithin(beside_, extent);
    lastRow = axis.lastWithin(beside_, extent);
  }

  ARETE_HD uint64_t count() const { return lastRow < firstRow ? 0 : static_cast<uint64_t>(lastRow - firstRow) + 1; }
  /// What of a row is in the strip, relative to the minimum; empty where high < low.
  ARETE_HD Interval within(uint32_t row) const {
    const double slack = RowAxis::kSlack * axis.side, low = row * axis.side - slack - beside_, high = low + axis.side + 2 * slack;
    Interval seen{-height_, height_};
    seen.narrow(y_, x_ * low, x_ * high, half_);
    seen.narrow(x_, -y_ * low, -y_ * high, width_);
    return {seen.low + along_, seen.high + along_};
  }
  /// The run of the row with this number below count().
  ARETE_HD Run run(const RowsView& view, uint64_t number) const {
    const auto row = static_cast<uint32_t>(firstRow + number);
    const Interval seen = within(row);
    return seen.low > seen.high ? Run{0, 0} : view.run(row, seen.middle(), seen.half());
  }

 private:
  static constexpr double kWider = 1 + 0x1p-20;  // than the strip, for what rounding leaves out
  double half_, width_, x_, y_, height_, beside_, along_;
};

}  // namespace arete::shared
