// How many points lie beside the branches of a network, station by station and by their distance on either side: what tells a line beside a busier
// one. Memory: 480 bytes a station, of which there is one on R1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/segment_tree.h"
#include "compute/network/node_graph.h"
#include "compute/network/side_count.h"
#include "compute/stages/side_lines.h"

namespace arete {

/// A place on a branch, in the middle of one of its equal pieces.
struct SideStation {
  shared::Vector3 place, leftwards;  ///< across the branch; length 1
};

/// The network's edges as they are searched, its stations and their points.
class SideProfiles {
 public:
  SideProfiles(const SideLinesInput& in, const StageContext& context);

  std::span<const SideStretch> stretches() const { return stretches_; }  ///< of each branch
  const SideStation& station(uint32_t number) const { return stations_[number]; }
  /// Of so many stations of the stretch to either side of this one, and itself.
  SideProfile around(const SideStretch& stretch, uint32_t number, uint32_t sight) const;
  /// The same, of what lies within so many bins of the branch.
  int64_t weightNear(const SideStretch& stretch, uint32_t number, uint32_t sight, int bins) const;
  /// Whether the network is nearer than this.
  bool isNearer(const shared::Vector3& place, double distance) const;
  /// The node at the nearer end of the nearest edge, where that is within the distance; else UINT32_MAX.
  uint32_t nodeNear(const shared::Vector3& place, double distance) const;

 private:
  void addPieces();
  void addRings(const ShrinkingGraph& graph);
  void addStations(const Branch& branch);
  SegmentTree treeOfPieces() const;
  void sortPieces();
  SideSearch search() const;
  void count(const StageContext& context);
  void countByThreads(const StageContext& context);
  SegmentTree::Nearest nearest(const shared::Vector3& place, double distance) const;

  const SideLinesInput& in_;
  std::vector<SidePiece> pieces_;  // in the order of the tree, once it is there
  std::vector<double> lengths_;    // of each branch
  std::vector<SideStretch> stretches_;
  std::vector<SideStation> stations_;
  SegmentTree tree_;
  std::vector<SideProfile> profiles_;  // of each station
};

}  // namespace arete
