// At which station of a network's branches a place counts, and how far off it on which side: for threads of CPUs and GPUs. Source: stage side_lines.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "compute/core/segment_search.h"
#include "compute/network/look/branch_side.h"

namespace arete {

inline constexpr int kSideBins = 30;  ///< on either side, the nearest first
inline constexpr int kBinsOnR1 = 6;   ///< their width
using SideBins = std::array<int64_t, kSideBins>;

/// Weight beside a station.
struct SideProfile {
  SideBins left, right;
};

/// The stations of a branch are those numbers.
struct SideStretch {
  uint32_t first, count;
  double length;  ///< of the branch
};

/// An edge of the network, as its branch is walked.
struct SideEdge {
  static constexpr uint32_t kOfRing = UINT32_MAX;  ///< no branch

  shared::BranchEdge edge;
  uint32_t a, b;  ///< its nodes
  uint32_t branch;
};

/// Where a place counts.
struct SideCount {
  static constexpr uint32_t kNowhere = UINT32_MAX;

  uint32_t station = kNowhere;
  int bin = 0;  ///< the left side's, then the right side's
};

/// A network as places are counted beside it.
struct SideView {
  const SideEdge* edges;         ///< branch after branch
  const SideStretch* stretches;  ///< of each branch
  shared::NodeSurface surface;
  double r1;

  /// Of a place the edge that is nearest, if that is nearer than this.
  ARETE_HD double sight() const { return r1 * kSideBins / kBinsOnR1; }
  ARETE_HD SideCount countOf(const shared::Vector3& place, uint32_t nearest) const {
    const SideEdge& of = edges[nearest];
    if (of.branch == SideEdge::kOfRing || of.edge.length == 0) return {};
    const shared::BranchSide side = of.edge.side(place, surface);
    const SideStretch stretch = stretches[of.branch];
    const int bin = static_cast<int>(std::sqrt(side.squared) * kBinsOnR1 / r1);
    if (side.along < 0 || side.along > stretch.length || bin >= kSideBins) return {};
    const auto station = static_cast<uint32_t>(side.along * stretch.count / stretch.length);
    return {stretch.first + (station < stretch.count ? station : stretch.count - 1), side.left ? bin : kSideBins + bin};
  }
  /// By the tree of the edges.
  template <int D>
  ARETE_HD SideCount countOf(const shared::Vector3& place, const shared::SegmentTreeView& tree) const {
    constexpr uint32_t kNone = UINT32_MAX;
    const double coordinates[] = {place.x, place.y, place.z};
    const shared::NearestSegment found = tree.nearer<D>({sight() * sight(), kNone}, coordinates);
    return found.segment == kNone ? SideCount() : countOf(place, tree.numbers[found.segment]);
  }
};

}  // namespace arete
