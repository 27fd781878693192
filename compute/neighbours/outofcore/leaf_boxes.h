// The boxes of an index's leaves as a tree, and the order in which a query looks into leaves: nearest box first.
#pragma once

#include <limits>
#include <optional>

#include "compute/core/distance.h"
#include "compute/neighbours/outofcore/leaf_index.h"

namespace arete::outofcore {

/// A leaf relative to a query. `gap`: squared distance to its box, computed in T by the operations of a distance. Rounding is monotone, so no
/// point in it is computed to be nearer: the bound needs no allowance for rounding.
template <class T>
struct LeafPlace {
  T gap = -1;
  uint32_t leaf = UINT32_MAX;

  bool before(const LeafPlace& other) const { return gap < other.gap || (gap == other.gap && leaf < other.leaf); }
};

/// The farthest of the neighbours that a query has so far; anything is nearer while there are not enough of them.
template <class T>
struct Farthest {
  T squared = std::numeric_limits<T>::infinity();
  uint32_t index = UINT32_MAX;

  /// Whether there may be a neighbour where everything is at least this far and has at least this index.
  bool allows(T gap, uint32_t leastIndex) const { return shared::nearer(gap, leastIndex, squared, index); }
};

template <class T>
class LeafBoxes {
 public:
  explicit LeafBoxes(const LeafIndex<T>& index);

  /// The leaf that comes first, by gap and then by number, of those after `last` in which there may still be neighbours.
  std::optional<LeafPlace<T>> next(const T* point, const LeafPlace<T>& last, const Farthest<T>& farthest) const;

 private:
  static constexpr uint32_t kFanOut = 8;

  struct Level {
    std::vector<T> boxes;  // d low ends, d high ends, node after node
    std::vector<uint32_t> leastIndices;
    uint32_t count() const { return uint32_t(leastIndices.size()); }
  };
  struct Search;

  T gap(const Level& level, uint32_t node, const T* point) const {
    const T *const low = &level.boxes[size_t(node) * 2 * dimension_], *const high = low + dimension_;
    T sum = 0;
    for (size_t k = 0; k < dimension_; ++k) {
      const T below = low[k] - point[k], above = point[k] - high[k];
      T beside = below < above ? above : below;
      beside = beside < 0 ? T(0) : beside;
      const T square = beside * beside;
      sum = sum + square;
    }
    return sum;
  }

  size_t dimension_;
  std::vector<Level> levels_;  // the leaves first, the root last: kFanOut neighbours of one level are a node of the next
};

}  // namespace arete::outofcore
