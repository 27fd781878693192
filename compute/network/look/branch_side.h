// Where a place lies beside an edge of a branch: how far off it, how far along the branch, and on which side.
#pragma once

#include "compute/network/rules/node_surface.h"

namespace arete::shared {

/// The place on the line through two places that is nearest to a third.
struct Foot {
  double part;     ///< share of the way from the first to the second; below 0 or above 1: beyond them
  double squared;  ///< squared distance to the nearest place between the two
};
ARETE_HD Foot footOn(const Vector3& from, const Vector3& to, const Vector3& place) {
  const Vector3 edge = to - from;
  if (squaredLength(edge) == 0) return {0, squaredDistance(place, from)};
  const double part = dot(place - from, edge) / squaredLength(edge);
  return {part, squaredDistance(place, from + edge * (part < 0 ? 0.0 : 1 < part ? 1.0 : part))};
}

/// A place by its nearest place on a branch, seen from one of its edges.
struct BranchSide {
  double squared;  ///< distance to that place
  double along;    ///< arc length of that place from the start; below 0: the point lies before the start, above the length: beyond the end
  bool left;       ///< to the left, walking from start to end in the plane, or on the outside of a sphere

  /// Whether this is the one that counts, of two for the same place.
  ARETE_HD bool isBefore(const BranchSide& other) const {
    if (squared != other.squared) return squared < other.squared;
    return along != other.along ? along < other.along : left < other.left;
  }
};

/// An edge of a branch, to look from.
struct BranchEdge {
  Vector3 from, to;
  double along, length;  ///< arc length of the branch where the edge starts; length of the edge
  bool first, last;      ///< the branch begins with it; ends with it

  ARETE_HD Vector3 middle() const { return (from + to) * 0.5; }
  /// Radius of a ball around the middle that holds all that is within this width of the edge.
  ARETE_HD double reach(double width) const { return width + length / 2; }
  ARETE_HD BranchSide side(const Vector3& place, const NodeSurface& surface) const {
    const Foot foot = footOn(from, to, place);
    double part = foot.part;  // the line goes on beyond the branch's tips
    if (!first) part = part < 0 ? 0 : part;
    if (!last) part = 1 < part ? 1 : part;
    return {.squared = foot.squared, .along = along + part * length, .left = isLeft(place, surface)};
  }

 private:
  ARETE_HD bool isLeft(const Vector3& place, const NodeSurface& surface) const {
    const Vector3 edge = to - from, offset = place - from;
    const double turn = edge.x * offset.y - edge.y * offset.x;
    if (!surface.isSphere) return turn >= 0;
    const Vector3 up = from - surface.centre;
    return dot(up, {edge.y * offset.z - edge.z * offset.y, edge.z * offset.x - edge.x * offset.z, turn}) >= 0;
  }
};

inline constexpr int kCrestBins = 4;  ///< on either side of the centre

/// The bin of a place in a histogram across a branch: the centre is bin kCrestBins, the left side lies below it; negative: beyond all bins.
ARETE_HD int crestBinOf(const BranchSide& side, double width) {
  const int off = static_cast<int>(std::sqrt(side.squared) / width + 0.5);
  return off > kCrestBins ? -1 : side.left ? kCrestBins - off : kCrestBins + off;
}

}  // namespace arete::shared
