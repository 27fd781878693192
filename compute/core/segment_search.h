// The nearest of the segments in a tree of bounding boxes (compute/core/segment_tree.h): one search for every machine, as of segments that are as
// near as each other the last bit may depend on which one is looked at first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/core/segment_distance.h"

namespace arete::shared {

struct SegmentNode {
  uint32_t first = 0, count = 0;  ///< segments; count 0: an inner node with the children next in line and `right`
  uint32_t right = 0;
};

struct NearestSegment {
  double squared;
  uint32_t segment;  ///< place in the tree
};

/// A tree as it lies in memory.
struct SegmentTreeView {
  const double* ends;  ///< in tree order, 2·dimension numbers a segment
  const SegmentNode* nodes;
  const double* boxes;      ///< of each node the minimum, then the maximum
  const uint32_t* numbers;  ///< in tree order, as given
  int dimension;

  /// What is nearer to a point than the best so far; else that. `D`: the dimension where the compiler knows it, else 0. Not
  /// for an empty tree.
  template <int D>
  ARETE_HD NearestSegment nearer(NearestSegment best, const double* point) const {
    Open stack[kDeepest];
    int depth = 0;
    stack[depth++] = {0, 0};
    while (depth > 0) {
      const Open open = stack[--depth];
      if (open.squared >= best.squared) continue;
      const SegmentNode& at = nodes[open.node];
      for (uint32_t i = at.first; i < at.first + at.count; ++i)
        if (const double squared = squaredDistanceTo<D>(point, i); squared < best.squared) best = {squared, i};
      if (at.count > 0) continue;
      Open near{open.node + 1, squaredDistanceToBox<D>(point, open.node + 1, best.squared)};
      Open far{at.right, squaredDistanceToBox<D>(point, at.right, best.squared)};
      if (far.squared < near.squared) {
        const Open other = near;
        near = far, far = other;
      }
      if (far.squared < best.squared) stack[depth++] = far;
      if (near.squared < best.squared) stack[depth++] = near;
    }
    return best;
  }
  /// Calls visit(segment, squared) for the segments, by their place in the tree, that are no farther than what it returned last, at first `squared`.
  /// Those near by come first.
  template <int D, class Visit>
  void visitWithin(double squared, const double* point, const Visit& visit) const {
    Open stack[kDeepest];
    int depth = 0;
    stack[depth++] = {0, 0};
    while (depth > 0) {
      const Open open = stack[--depth];
      if (open.squared > squared) continue;
      const SegmentNode& at = nodes[open.node];
      for (uint32_t i = at.first; i < at.first + at.count; ++i)
        if (const double found = squaredDistanceTo<D>(point, i); found <= squared) squared = visit(i, found);
      if (at.count > 0) continue;
      const Open left{open.node + 1, squaredDistanceToBox<D>(point, open.node + 1, squared)};
      const Open right{at.right, squaredDistanceToBox<D>(point, at.right, squared)};
      const bool isLeft = left.squared <= right.squared;
      if (const Open& far = isLeft ? right : left; far.squared <= squared) stack[depth++] = far;
      if (const Open& near = isLeft ? left : right; near.squared <= squared) stack[depth++] = near;
    }
  }
  template <int D = 0>
  ARETE_HD double squaredDistanceTo(const double* point, uint32_t segment) const {
    const int d = dimensionOf<D>();
    const double* const a = ends + size_t(segment) * 2 * size_t(d);
    return squaredDistanceToSegment(point, a, a + d, d);
  }
  /// Beyond `enough`, any number above it will do.
  template <int D = 0>
  ARETE_HD double squaredDistanceToBox(const double* point, uint32_t node, double enough) const {
    const int d = dimensionOf<D>();
    const double* const low = boxes + size_t(node) * 2 * size_t(d);
    const double* const high = low + d;
    double sum = 0;
    for (int k = 0; k < d; ++k) {
      const double outside = greater(greater(low[k] - point[k], point[k] - high[k]), 0.0);
      sum += outside * outside;
      if (D == 0 && sum > enough) return sum;
    }
    return sum;
  }

 private:
  static constexpr int kDeepest = 40;  // halving 2^32 segments goes 32 levels down
  struct Open {
    uint32_t node;
    double squared;  // of its box
  };

  template <int D>
  ARETE_HD int dimensionOf() const {
    return D > 0 ? D : dimension;
  }
};

}  // namespace arete::shared
