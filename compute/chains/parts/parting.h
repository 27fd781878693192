// Which part each place belongs to: space cut in two again and again, so that both sides have points for their numbers of parts. All parts have the
// same cuts, and the cuts cover all space.
//
// Built level by level, each from one sum over all points, wherever these are: numbers of points along each axis of the boxes that are still to be
// cut. The longest axis that points lie along is cut, at the boundary of cells that is nearest to an even share. Cells are those of one grid over all
// points. Memory: 16 bytes a cut. Loses where most points lie in a few cells: then parts stay without points, and Partition::dealt is for these
// clouds. Source: recursive bisection, Berger and Bokhari 1987.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compute/core/grid_shape.h"

namespace arete::parts {

using CellPlace = std::array<uint32_t, GridShape::kAxes>;

/// Cells from `low` to before `high`.
struct CellBox {
  CellPlace low{}, high{};

  bool empty() const { return low[0] >= high[0] || low[1] >= high[1] || low[2] >= high[2]; }
  /// With `cells` more on all sides.
  CellBox widened(uint32_t cells) const;
  bool contains(const CellBox& other) const;
  bool meets(const CellBox& other) const;
  static CellBox around(const CellPlace& cell, uint32_t cells) { return CellBox{cell, {cell[0] + 1, cell[1] + 1, cell[2] + 1}}.widened(cells); }
};

class Parting {
 public:
  /// All space is one box, to be cut for this many parts.
  Parting(const GridShape& shape, uint32_t parts);
  /// Slabs across an axis, cut in front of these cells, ascending: nothing is open.
  static Parting slabs(const GridShape& shape, int axis, const std::vector<uint32_t>& cuts);

  /// Whether boxes are still to be cut: then count every point, and cut().
  bool open() const { return !open_.empty(); }
  /// Of no point yet. Counts of different points may be added up.
  std::vector<uint64_t> counts() const { return std::vector<uint64_t>(open_.size() * GridShape::kAxes * bins_); }
  void count(const CellPlace& cell, std::vector<uint64_t>& counts) const;
  void cut(const std::vector<uint64_t>& counts);

  // Once nothing is open:
  uint32_t parts() const { return uint32_t(regions_.size()); }
  /// The part that a place belongs to.
  uint32_t home(const CellPlace& cell) const {
    uint32_t node = 0;
    while (nodes_[node].axis < GridShape::kAxes) node = nodes_[node].first + (cell[size_t(nodes_[node].axis)] < nodes_[node].cut ? 0 : 1);
    return nodes_[node].first;
  }
  /// The cells of which a part is the home; may be empty.
  const CellBox& region(uint32_t part) const { return regions_[part]; }
  /// Calls visit(part) for every part whose region has cells in the box.
  template <class Visit>
  void forEachHome(const CellBox& box, const Visit& visit) const {
    if (!box.empty()) visitHomes(0, box, visit);
  }

 private:
  static constexpr int kLeaf = GridShape::kAxes;
  struct Node {
    int axis = kLeaf;
    uint32_t cut = 0;    // cells from it on belong to the second child
    uint32_t first = 0;  // child, the other is the next one; of a leaf: its part
  };
  /// A box that will be cut for some parts, from `part` on.
  struct Open {
    uint32_t node, part, parts;
    CellBox box;
  };
  struct Choice {
    int axis = 0;
    uint32_t cut = 0;
  };

  Parting() = default;
  void halve(uint32_t node, uint32_t first, uint32_t count, const CellBox& box, int axis, const std::vector<uint32_t>& cuts);
  void settle(const Open& open, std::vector<Open>& next);
  Choice bestCut(const Open& open, const uint64_t* counts) const;
  uint32_t binWidth(const CellBox& box, int axis) const { return uint32_t((box.high[size_t(axis)] - box.low[size_t(axis)] + bins_ - 1) / bins_); }
  uint32_t leafOf(const CellPlace& cell) const;

  template <class Visit>
  void visitHomes(uint32_t at, const CellBox& box, const Visit& visit) const {
    const Node& node = nodes_[at];
    if (node.axis == kLeaf) {
      if (regions_[node.first].meets(box)) visit(node.first);
      return;
    }
    if (box.low[size_t(node.axis)] < node.cut) visitHomes(node.first, box, visit);
    if (box.high[size_t(node.axis)] > node.cut) visitHomes(node.first + 1, box, visit);
  }

  std::vector<Node> nodes_;
  std::vector<CellBox> regions_;  // by part
  std::vector<Open> open_;
  std::vector<uint32_t> openOf_;  // by node: its place in open_, or kNone
  size_t bins_ = 0;               // of the histograms of this level
};

}  // namespace arete::parts
