// The branches of a network with stations along them, at which the points beside them are counted.
#pragma once

#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/graph/node_graph.h"
#include "compute/network/side_lines/contract.h"
#include "compute/network/side_lines/side_count.h"

namespace arete {

/// A place on a branch, in the middle of one of its equal pieces.
struct SideStation {
  shared::Vector3 place, leftwards;  ///< across the branch; length 1
};

class SideBranches {
 public:
  /// `branches`: allBranches().
  SideBranches(const SideLinesInput& in, std::span<const Branch> branches, const StageContext& context);

  std::span<const SideEdge> edges() const { return edges_; }             ///< branch after branch, then those of rings
  std::span<const SideStretch> stretches() const { return stretches_; }  ///< of each branch
  std::span<const SideStation> stations() const { return stations_; }
  SideView view() const { return {edges_.data(), stretches_.data(), in_.points.surface(), in_.r1}; }

 private:
  void putEdges(const Branch& branch, uint32_t number, uint32_t first);
  void addRings();
  void putStations(const Branch& branch, const SideStretch& stretch);

  const SideLinesInput& in_;
  std::vector<SideEdge> edges_;
  std::vector<SideStretch> stretches_;
  std::vector<SideStation> stations_;
};

/// The coordinates of both ends of each edge, one after the other.
std::vector<double> endsOf(std::span<const SideEdge> edges, int dimension);

}  // namespace arete
