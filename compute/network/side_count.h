// At which station of a network's branches a place counts, and how far off it on which side: the search of compute/network/side_profile.h, for
// threads of CPUs and GPUs.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "compute/shared/branch_side.h"
#include "compute/shared/segment_search.h"
#include "compute/stages/super_points.h"

namespace arete {

inline constexpr int kSideBins = 30;  ///< on either side, the nearest first
inline constexpr int kBinsOnR1 = 6;   ///< their width
using SideBins = std::array<int64_t, kSideBins>;

struct SideProfile {
  SideBins left{}, right{};
};

/// The stations of a branch are those numbers.
struct SideStretch {
  uint32_t first, count;
};

/// An edge of the network.
struct SidePiece {
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

/// A network as it is searched.
struct SideSearch {
  shared::SegmentTreeView tree;  ///< of the pieces
  const SidePiece* pieces;       ///< in the order of the tree
  const SideStretch* stretches;  ///< of each branch
  const double* lengths;         ///< of each branch
  shared::NodeSurface surface;
  double r1;

  template <int D>
  ARETE_HD SideCount countOf(const shared::Vector3& place) const {
    constexpr uint32_t kNone = UINT32_MAX;
    const double sight = r1 * kSideBins / kBinsOnR1, coordinates[] = {place.x, place.y, place.z};
    const shared::NearestSegment found = tree.nearer<D>({sight * sight, kNone}, coordinates);
    if (found.segment == kNone) return {};
    const SidePiece& piece = pieces[found.segment];
    if (piece.branch == SidePiece::kOfRing || piece.edge.length == 0) return {};
    const shared::BranchSide side = piece.edge.side(place, surface);
    const SideStretch stretch = stretches[piece.branch];
    const int bin = static_cast<int>(std::sqrt(side.squared) * kBinsOnR1 / r1);
    const double length = lengths[piece.branch];
    if (side.along < 0 || side.along > length || bin >= kSideBins) return {};
    const auto station = static_cast<uint32_t>(side.along * stretch.count / length);
    return {stretch.first + (station < stretch.count ? station : stretch.count - 1), side.left ? bin : kSideBins + bin};
  }
};

/// How much is in the lists of a search.
struct SideSizes {
  size_t ends, nodes, boxes, pieces, branches;
};

/// Adds the weight of each super-point to the profile of its station, on the context's GPU. Throws Error(wrongUse) without CUDA.
void countSidesOnGpu(const SuperPoints& points, const SideSearch& search, const SideSizes& sizes, std::span<SideProfile> profiles,
                     const StageContext& context);

}  // namespace arete
