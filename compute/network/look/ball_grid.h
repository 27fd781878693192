// Which places lie in a ball: a grid of several cell sizes over places in the plane or in space; each ball is read in cells of about its size. Sorted
// lists and binary search only. It finds exactly what comparing every place with the ball's centre would find.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/vector3.h"

namespace arete {

class BallGrid {
 public:
  /// For balls of radius `smallest` > 0 to `largest`; others work too, but take longer. `places` must outlive the grid. Throws Cancelled.
  BallGrid(std::span<const shared::Vector3> places, int dimension, double smallest, double largest, const StageContext& context);

  /// Calls visit(index, squared distance) for every place whose squared distance is at most radius², in no particular order.
  template <class Visit>
  void visitBall(const shared::Vector3& centre, double radius, Visit&& visit) const {
    const double reach = radius * radius;
    visitCells(levelFor(radius), centre, radius, [&](uint32_t i) {
      const double squared = squaredDistance(places_[i], centre);
      if (squared <= reach) visit(i, squared);
    });
  }

 private:
  using Cell = std::array<int64_t, 3>;  // in the plane the first is 0; the last axis is the one along which cells follow each other
  struct Entry {
    Cell cell;
    uint32_t place;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  struct Level {
    double side;
    std::vector<Entry> entries;  // ascending
  };

  const Level& levelFor(double radius) const;
  Cell cellAt(const Level& level, const shared::Vector3& corner, double shift) const;
  template <class Visit>
  void visitCells(const Level& level, const shared::Vector3& centre, double radius, Visit&& visit) const;

  std::span<const shared::Vector3> places_;
  int dimension_;
  shared::Vector3 minimum_{}, maximum_{};
  std::vector<Level> levels_;  // each with cells twice as long as the one before
};

template <class Visit>
void BallGrid::visitCells(const Level& level, const shared::Vector3& centre, double radius, Visit&& visit) const {
  // Rounding moves a quotient of at most 2^40 by less than 2^-12, so no place is missed if the box is wider by this share of a cell.
  constexpr double kSlack = 0x1p-10;
  const shared::Vector3 span{radius, radius, radius};
  const Cell first = cellAt(level, centre - span, -kSlack), last = cellAt(level, centre + span, kSlack);
  for (int64_t a = first[0]; a <= last[0]; ++a)
    for (int64_t b = first[1]; b <= last[1]; ++b) {
      const Entry begin{{a, b, first[2]}, 0};
      for (auto at = std::lower_bound(level.entries.begin(), level.entries.end(), begin);
           at != level.entries.end() && at->cell[0] == a && at->cell[1] == b && at->cell[2] <= last[2]; ++at)
        visit(at->place);
    }
}

}  // namespace arete
