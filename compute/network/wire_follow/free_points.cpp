#include "compute/network/wire_follow/free_points.h"

#include <algorithm>

#include "compute/network/look/branch_side.h"

namespace arete {

using shared::Vector3;

/// Of a piece of an edge, in widths: long ones lie in the balls of many places that they are not beside, short ones are many.
constexpr double kLongestPiece = 4;
/// Of the columns of super-points, in R1: a strand has a node each one or two.
constexpr double kColumn = 2;

FreePoints::FreePoints(const WireFollowInput& in)
    : in_(in),
      width_(in.rules.wireFollowClear * in.r1),
      grid_(in.points.places, kColumn * in.r1),
      there_(in.edges.size(), true),
      taken_(in.points.size()),
      middles_(cutEdges(kLongestPiece * width_)),
      pieces_(middles_, (1 + kLongestPiece / 2) * width_) {}

/// The middles of the pieces.
std::vector<Vector3> FreePoints::cutEdges(double longest) {
  std::vector<Vector3> middles;
  middles.reserve(in_.edges.size()), edgeOf_.reserve(in_.edges.size());
  for (uint32_t i = 0; i < in_.edges.size(); ++i) {
    const Vector3 &from = in_.nodes[in_.edges[i].a].place, way = in_.nodes[in_.edges[i].b].place - from;
    const double pieces = std::max(1.0, std::ceil(lengthOf(way) / longest));
    for (double piece = 0.5; piece < pieces; ++piece) middles.push_back(from + way * (piece / pieces)), edgeOf_.push_back(i);
  }
  return middles;
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
  if (std::ranges::any_of(added_, [&](const Way& edge) { return isBeside(edge, place, from, way); })) return false;
  constexpr double kSight = (1 + kLongestPiece / 2) * (1 + 0x1p-10);  // rounding hides no piece
  return !pieces_.anyInBall(place, kSight * width_, [&](uint32_t piece) {
    const uint32_t i = edgeOf_[piece];
    return there_[i] && isBeside({in_.nodes[in_.edges[i].a].place, in_.nodes[in_.edges[i].b].place}, place, from, way);
  });
}

}  // namespace arete
