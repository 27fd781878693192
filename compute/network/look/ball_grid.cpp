#include "compute/network/look/ball_grid.h"

#include <cmath>

namespace arete {

BallGrid::BallGrid(std::span<const shared::Vector3> places, int dimension, double smallest, double largest, const StageContext& context)
    : places_(places), dimension_(dimension) {
  StopTicker tick(context);
  if (!places.empty()) minimum_ = maximum_ = places[0];
  for (const shared::Vector3& place : places)
    for (int k = 0; k < dimension; ++k) {
      minimum_.set(k, std::min(minimum_[k], place[k]));
      maximum_.set(k, std::max(maximum_[k], place[k]));
    }
  // A cell of half a ball's radius: fewer cells hold more that is outside the ball, more of them are mostly empty.
  for (double side = smallest / 2; levels_.empty() || side <= largest / 2; side *= 2) {
    Level level{side, {}};
    level.entries.reserve(places.size());
    for (uint32_t i = 0; i < places.size(); ++i) level.entries.push_back({cellAt(level, places[i], 0), i});
    std::ranges::sort(level.entries, [&](const Entry& a, const Entry& b) { return tick(), a < b; });
    levels_.push_back(std::move(level));
  }
}

const BallGrid::Level& BallGrid::levelFor(double radius) const {
  size_t level = 0;
  while (level + 1 < levels_.size() && levels_[level + 1].side <= radius / 2) ++level;
  return levels_[level];
}

/// Clamped to the occupied range, so that a wide ball does not walk through empty cells.
BallGrid::Cell BallGrid::cellAt(const Level& level, const shared::Vector3& corner, double shift) const {
  Cell cell{};
  for (int k = 0; k < dimension_; ++k) {
    const double most = (maximum_[k] - minimum_[k]) / level.side, at = (corner[k] - minimum_[k]) / level.side + shift;
    cell[size_t(3 - dimension_ + k)] = int64_t(std::floor(std::clamp(at, 0.0, most)));
  }
  return cell;
}

}  // namespace arete
