#include "compute/neighbours/outofcore/leaf_boxes.h"

#include <algorithm>
#include <array>

namespace arete::outofcore {

template <class T>
LeafBoxes<T>::LeafBoxes(const LeafIndex<T>& index) : dimension_(size_t(index.info().dimension)) {
  Level& leaves = levels_.emplace_back();
  leaves.boxes = index.boxes();
  for (const Leaf& leaf : index.leaves()) leaves.leastIndices.push_back(leaf.leastIndex);
  while (levels_.back().count() > 1) {
    Level above;
    const Level& below = levels_.back();
    for (uint32_t first = 0; first < below.count(); first += kFanOut) {
      const auto begin = below.boxes.begin() + ptrdiff_t(first * 2 * dimension_);
      std::vector<T> box(begin, begin + ptrdiff_t(2 * dimension_));
      uint32_t least = below.leastIndices[first];
      for (uint32_t child = first + 1; child < std::min(first + kFanOut, below.count()); ++child) {
        const T* const other = &below.boxes[child * 2 * dimension_];
        for (size_t k = 0; k < dimension_; ++k) {
          box[k] = std::min(box[k], other[k]);
          box[dimension_ + k] = std::max(box[dimension_ + k], other[dimension_ + k]);
        }
        least = std::min(least, below.leastIndices[child]);
      }
      above.boxes.insert(above.boxes.end(), box.begin(), box.end());
      above.leastIndices.push_back(least);
    }
    levels_.push_back(std::move(above));
  }
}

template <class T>
struct LeafBoxes<T>::Search {
  const LeafBoxes& tree;
  const T* point;
  const LeafPlace<T>& last;
  const Farthest<T>& farthest;
  LeafPlace<T> best{std::numeric_limits<T>::infinity(), UINT32_MAX};

  /// Children nearest first, so that the first leaf found is mostly the right one.
  void visit(size_t level, uint32_t node) {
    struct Child {
      T gap;
      uint32_t node;
    };
    const Level& below = tree.levels_[level - 1];
    std::array<Child, kFanOut> children;
    size_t count = 0;
    for (uint32_t child = node * kFanOut; child < std::min((node + 1) * kFanOut, below.count()); ++child) {
      const T gap = tree.gap(below, child, point);
      if (gap > best.gap || !farthest.allows(gap, below.leastIndices[child])) continue;
      size_t place = count++;
      for (; place > 0 && children[place - 1].gap > gap; --place) children[place] = children[place - 1];
      children[place] = {gap, child};
    }
    for (size_t i = 0; i < count; ++i) {
      if (children[i].gap > best.gap) return;
      if (level > 1) visit(level - 1, children[i].node);
      else offer({children[i].gap, children[i].node});
    }
  }
  void offer(const LeafPlace<T>& place) {
    if (last.before(place) && place.before(best)) best = place;
  }
};

template <class T>
std::optional<LeafPlace<T>> LeafBoxes<T>::next(const T* point, const LeafPlace<T>& last, const Farthest<T>& farthest) const {
  Search search{*this, point, last, farthest};
  if (levels_.size() > 1) search.visit(levels_.size() - 1, 0);
  else if (const T only = gap(levels_.front(), 0, point); farthest.allows(only, levels_.front().leastIndices[0])) search.offer({only, 0});
  if (search.best.leaf == UINT32_MAX) return {};
  return search.best;
}

template class LeafBoxes<float>;
template class LeafBoxes<double>;

}  // namespace arete::outofcore
