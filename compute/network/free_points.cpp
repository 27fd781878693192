#include "compute/network/free_points.h"

#include <algorithm>

#include "compute/shared/branch_side.h"

namespace arete {

using shared::Vector3;

FreePoints::FreePoints(const WireFollowInput& in)
    : in_(in),
      width_(in.rules.wireFollowClear * in.r1),
      grid_(in.points.places, 3, 16 * in.r1, 16 * in.r1),
      there_(in.edges.size(), true),
      taken_(in.points.size()) {
  for (const Edge& edge : in.edges) {
    edges_.push_back({in.nodes[edge.a].place, in.nodes[edge.b].place});
    longest_ = std::max(longest_, distance(edges_.back().from, edges_.back().to));
    middles_.push_back((edges_.back().from + edges_.back().to) * 0.5);
  }
  middleGrid_.emplace(middles_, 3, longest_ / 2 + width_, longest_ / 2 + width_);
}

bool FreePoints::isBeside(const Way& edge, const Vector3& place, const Vector3& from, const Vector3& way) const {
  constexpr double kAhead = 1e-3;
  const shared::Foot foot = shared::footOn(edge.from, edge.to, place);
  if (foot.squared > width_ * width_) return false;
  const Vector3 at = edge.from + (edge.to - edge.from) * std::clamp(foot.part, 0.0, 1.0);
  return dot(at - from, way) > kAhead * in_.r1;
}

bool FreePoints::isFree(uint32_t point, const Vector3& from, const Vector3& way) const {
  if (taken_[point]) return false;
  const Vector3& place = in_.points.places[point];
  bool beside = std::ranges::any_of(added_, [&](const Way& edge) { return isBeside(edge, place, from, way); });
  if (beside) return false;
  middleGrid_->visitBall(place, longest_ / 2 + width_,
                         [&](uint32_t i, double) { beside = beside || (there_[i] && isBeside(edges_[i], place, from, way)); });
  return !beside;
}

}  // namespace arete
