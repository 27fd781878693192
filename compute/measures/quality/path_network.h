// A network to measure paths in: nodes where paths branch or end, chains between them, and evenly spaced places along the chains. Searches walk from
// node to node; a place on a chain is reached from one of its two ends, so it costs nothing until it is asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/segment_tree.h"
#include "compute/measures/quality/vertex_graph.h"

namespace arete::cpu {

class PathNetwork {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Chain {
    uint32_t from, to;    ///< nodes; the same one of a loop
    uint32_t steps;       ///< parts of equal length; their inner ends are places
    uint32_t firstPlace;  ///< of steps − 1 inner ones
    double length;
    double step() const { return length / steps; }
  };
  struct Place {
    uint32_t chain;  ///< kNone: a node
    uint32_t at;     ///< which step of the chain ends here, 1 … steps − 1; the node
  };
  struct Component {
    uint32_t begin, end;  ///< places
  };

  /// Places at most `step` apart, but for rounding. Throws Cancelled.
  PathNetwork(const VertexGraph& graph, double step, const StageContext& context);

  size_t dimension() const { return dimension_; }
  uint32_t nodeCount() const { return uint32_t(nodePlace_.size()); }
  uint32_t placeCount() const { return uint32_t(places_.size()); }
  std::span<const Chain> chains() const { return chains_; }
  std::span<const Component> components() const { return components_; }
  std::span<const uint32_t> chainsAt(uint32_t node) const {
    return std::span(links_).subspan(linkBegin_[node], linkBegin_[node + 1] - linkBegin_[node]);
  }
  Place place(uint32_t i) const { return places_[i]; }
  uint32_t placeOfNode(uint32_t node) const { return nodePlace_[node]; }
  std::span<const double> point(uint32_t place) const { return std::span(points_).subspan(place * dimension_, dimension_); }
  const Component& componentOf(uint32_t place) const;

  /// Length that is nearer to a place than to its neighbours, summed over the places before this one; for placeCount(), the whole length.
  double lengthBefore(uint32_t place) const { return lengthBefore_[place]; }
  /// The place at a share, 0 to 1, of a component's length.
  uint32_t placeAt(const Component& component, double share) const;
  double length() const { return lengthBefore_.back(); }

  /// The nearest place within `radius`, of equally near ones the lowest; kNone when there is none.
  uint32_t nearest(std::span<const double> point, double radius) const;
  const SegmentTree& tree() const { return tree_; }

 private:
  uint32_t addPlace(Place place, const double* point);
  void placeAlong(const VertexGraph& graph, const VertexChain& way, uint32_t chain);
  void linkChains();
  void weigh();

  size_t dimension_;
  std::vector<Chain> chains_;  // in order of their component
  std::vector<Component> components_;
  std::vector<size_t> linkBegin_;  // per node, into links_
  std::vector<uint32_t> links_;    // chains at a node; a loop is there twice
  std::vector<uint32_t> nodePlace_;
  std::vector<Place> places_;  // component after component
  std::vector<double> points_, lengthBefore_;
  SegmentTree tree_;
};

}  // namespace arete::cpu
