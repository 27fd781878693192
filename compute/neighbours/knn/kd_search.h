// The search in a k-d tree, the same on every machine. Source: version study, v9 and v10.
#pragma once

#include "compute/neighbours/knn/nearest_list.h"

namespace arete::shared {

/// A point in every node; node i ≥ 1 lies at i − 1 of each array and has the children 2i and 2i + 1. Points of the left child have a
/// coordinate along the node's axis that is not above the node's, those of the right child one that is not below it.
template <class T>
struct KdTreeView {
  const T* points;          ///< row layout
  const uint32_t* indices;  ///< in the reference
  const uint8_t* axes;      ///< kEqualPoints instead where all points of the subtree are equal; their indices ascend from left to right
  uint32_t count;
  int dimension;
};
inline constexpr uint8_t kEqualPoints = UINT8_MAX;

/// Offers the points of the subtree of `node`, all equally far, by index, until one is not wanted: then none of the others is.
template <class T>
ARETE_HD void offerEqualPoints(const KdTreeView<T>& tree, uint32_t node, T squared, NearestList<T>& nearest) {
  uint32_t at = node;
  for (;;) {
    while (2 * at <= tree.count) at *= 2;
    for (;;) {
      const uint32_t index = tree.indices[at - 1];
      if (!nearest.wants(squared, index)) return;
      nearest.offer(squared, index);
      if (2 * at + 1 <= tree.count) break;
      while (at != node && at % 2 == 1) at /= 2;
      if (at == node) return;
      at /= 2;
    }
    at = 2 * at + 1;
  }
}

/// Offers to `nearest` every point of the tree that could get in. A half behind a plane is left out only when the squared distance from the
/// plane is above that of the k-th nearest so far: as rounding is monotone, no sum of squares that has this one in it can be smaller.
template <class T>
ARETE_HD void searchKdTree(const KdTreeView<T>& tree, const T* query, size_t stride, NearestList<T>& nearest) {
  struct Later {
    uint32_t node;
    T atLeast;
  };
  Later later[32];
  int waiting = 0;
  uint32_t node = 1;
  for (;;) {
    while (node <= tree.count) {
      const T* const point = tree.points + size_t(node - 1) * tree.dimension;
      const T squared = squaredDistance(query, stride, point, 1, tree.dimension);
      const int axis = tree.axes[node - 1];
      if (axis == kEqualPoints) {
        offerEqualPoints(tree, node, squared, nearest);
        break;
      }
      nearest.offer(squared, tree.indices[node - 1]);
      const T gap = query[axis * stride] - point[axis];
      const uint32_t near = 2 * node + (gap > 0 ? 1 : 0), far = near ^ 1;
      if (far <= tree.count) later[waiting++] = {far, gap * gap};
      node = near;
    }
    do {
      if (waiting == 0) return;
      --waiting;
    } while (!nearest.wants(later[waiting].atLeast));
    node = later[waiting].node;
  }
}

}  // namespace arete::shared
