// Lines beside busier ones, however the points beside branches are counted.
#pragma once

#include "compute/network/rules/ridge_kernel.h"
#include "compute/network/side_lines/side_excess.h"

namespace arete {

/// From the weights beside each station. The nodes' density and crest are left to the caller: measure().
SideLines linesBeside(const SideLinesInput& in, const SideBranches& branches, std::span<const SideProfile> profiles, const NearestEdge& nearest,
                      const StageContext& context);

/// What counts somewhere, which must not be nowhere.
inline int64_t& weightAt(std::span<SideProfile> profiles, const SideCount& count) {
  SideProfile& profile = profiles[count.station];
  return count.bin < kSideBins ? profile.left[size_t(count.bin)] : profile.right[size_t(count.bin - kSideBins)];
}

/// How far a node of a side line sees.
inline double sideBall(const SideLinesInput& in) { return in.rules.ball * in.r1; }
inline void measure(RidgeNode& node, const shared::RidgeView& view) { node.density = view.density, node.crest = view.crest; }

}  // namespace arete
