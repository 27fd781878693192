// Which places in space lie in a ball: columns of places, counted and not sorted, for clouds that are looked at in few balls. It finds exactly what
// comparing every place with the ball's centre would find. Memory: 4 bytes a place and 4 a column, of which there are at most a few a place. Cost:
// two passes over the places; a ball is one run of places for each row of columns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/vector3.h"

namespace arete {

class ColumnGrid {
 public:
  /// Columns along z with this side > 0, about the radius of the smallest balls; wider ones where these would be many more than places. `places`
  /// must outlive the grid.
  ColumnGrid(std::span<const shared::Vector3> places, double side);

  /// Calls visit(index) for places whose squared distance is at most radius², in no particular order, until it returns true. Whether it did.
  template <class Visit>
  bool anyInBall(const shared::Vector3& centre, double radius, Visit&& visit) const {
    const double reach = radius * radius;
    // Rounding moves a quotient, which is below 2^40, by less than 2^-12, so no place is missed if the box is wider by this share of a column.
    constexpr double kSlack = 0x1p-10;
    const shared::Vector3 span{radius, radius, radius}, low = centre - span, high = centre + span;
    const size_t first = columnOf(low, 1, -kSlack), last = columnOf(high, 1, kSlack);
    for (size_t row = columnOf(low, 0, -kSlack), end = columnOf(high, 0, kSlack); row <= end; ++row)
      for (uint32_t at = starts_[row * count_[1] + first], behind = starts_[row * count_[1] + last + 1]; at < behind; ++at)
        if (squaredDistance(places_[order_[at]], centre) <= reach && visit(order_[at])) return true;
    return false;
  }

  /// Calls visit(index, squared distance) for every place whose squared distance is at most radius², in no particular order.
  template <class Visit>
  void visitBall(const shared::Vector3& centre, double radius, Visit&& visit) const {
    anyInBall(centre, radius, [&](uint32_t i) { return visit(i, squaredDistance(places_[i], centre)), false; });
  }

 private:
  /// Its number along an axis; of the nearest column where there is none.
  size_t columnOf(const shared::Vector3& place, int axis, double shift) const {
    return size_t(std::clamp((place[axis] - low_[axis]) / side_ + shift, 0.0, double(count_[size_t(axis)] - 1)));
  }

  std::span<const shared::Vector3> places_;
  shared::Vector3 low_{};
  double side_;
  std::array<size_t, 2> count_{1, 1};  // of columns along x and y
  std::vector<uint32_t> starts_;       // by column, those of a row one after the other
  std::vector<uint32_t> order_;        // of the places, by column
};

}  // namespace arete
