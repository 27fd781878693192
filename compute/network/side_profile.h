// How many points lie beside the branches of a network, station by station and by their distance on either side: what tells a line beside a busier
// one. Memory: 480 bytes a station, of which there is one on R1.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/segment_tree.h"
#include "compute/network/node_graph.h"
#include "compute/shared/branch_side.h"
#include "compute/stages/side_lines.h"

namespace arete {

inline constexpr int kSideBins = 30;  ///< on either side, the nearest first
inline constexpr int kBinsOnR1 = 6;   ///< their width
using SideBins = std::array<int64_t, kSideBins>;

struct SideProfile {
  SideBins left{}, right{};
};

/// A place on a branch, in the middle of one of its equal pieces.
struct SideStation {
  shared::Vector3 place, leftwards;  ///< across the branch; length 1
};

/// The stations of a branch are those numbers.
struct SideStretch {
  uint32_t first, count;
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
  struct Piece {
    shared::BranchEdge edge;
    uint32_t a, b;    ///< its nodes
    uint32_t branch;  ///< UINT32_MAX: of a ring
  };
  void addPieces();
  void addRings(const ShrinkingGraph& graph);
  void addStations(const Branch& branch);
  SegmentTree treeOfPieces() const;
  void count(const StageContext& context);
  /// The station that it counts at, and the bin: the left side's, then the right side's.
  struct Counted {
    uint32_t station = UINT32_MAX;
    int bin = 0;
  };
  Counted counted(const shared::Vector3& place) const;
  SegmentTree::Nearest nearest(const shared::Vector3& place, double distance) const;

  const SideLinesInput& in_;
  std::vector<Piece> pieces_;
  std::vector<double> lengths_;  // of each branch
  std::vector<SideStretch> stretches_;
  std::vector<SideStation> stations_;
  SegmentTree tree_;
  std::vector<SideProfile> profiles_;  // of each station
};

}  // namespace arete
