#include "compute/neighbours/knn/kd_tree.h"

#include <algorithm>
#include <bit>

namespace arete {

/// Size of the left subtree of a complete tree of `count` ≥ 2 nodes whose last level is filled from the left.
static uint32_t leftSize(uint32_t count) {
  const uint32_t above = std::bit_floor(count), half = above / 2;  // `above` − 1 nodes above the last level
  return half - 1 + std::min(count - (above - 1), half);
}

template <class T>
class KdTree<T>::Builder {
 public:
  Builder(KdTree& tree, const PointsView<T>& points, const StageContext& context) : tree_(tree), points_(points), context_(context) {}

  /// Level by level, until there is a subtree for every thread; then subtree by subtree.
  void build(std::vector<uint32_t>& order) {
    constexpr uint32_t kSubtree = 4096;
    std::vector<Range> level{{1, order.data(), order.data() + order.size()}}, next;
    ThreadPool& threads = context_.device.threads();
    while (!level.empty() && level.front().end - level.front().begin > kSubtree) {
      threads.forEachRange(level.size(), 1, [&](size_t first, size_t last, int) {
        std::vector<Placed> scratch;
        for (size_t i = first; i < last; ++i) split(level[i], scratch);
      });
      next.clear();
      for (const Range& range : level) forEachChild(range, [&](const Range& child) { next.push_back(child); });
      level.swap(next);
    }
    threads.forEachRange(level.size(), 1, [&](size_t first, size_t last, int) {
      std::vector<Placed> scratch;
      for (size_t i = first; i < last; ++i) subtree(level[i], scratch);
    });
  }

 private:
  struct Placed {
    T coordinate;
    uint32_t index;
    bool operator<(const Placed& other) const { return shared::nearer(coordinate, index, other.coordinate, other.index); }
  };

  void subtree(const Range& range, std::vector<Placed>& scratch) {
    split(range, scratch);
    forEachChild(range, [&](const Range& child) { subtree(child, scratch); });
  }

  template <class Visit>
  void forEachChild(const Range& range, const Visit& visit) const {
    const auto count = uint32_t(range.end - range.begin);
    if (count < 2) return;
    uint32_t* const median = range.begin + leftSize(count);
    visit(Range{2 * range.node, range.begin, median});
    if (median + 1 < range.end) visit(Range{2 * range.node + 1, median + 1, range.end});
  }

  /// Puts the median into the node and the smaller points before it.
  void split(const Range& range, std::vector<Placed>& placed) {
    context_.checkStop();
    const auto count = uint32_t(range.end - range.begin);
    const int widest = count > 1 ? widestAxis(range) : 0, axis = widest == shared::kEqualPoints ? 0 : widest;
    uint32_t* median = range.begin;
    if (count > 1) {
      placed.resize(count);
      for (uint32_t i = 0; i < count; ++i) placed[i] = {points_.at(range.begin[i], axis), range.begin[i]};
      const uint32_t left = leftSize(count);
      std::nth_element(placed.begin(), placed.begin() + left, placed.end());
      for (uint32_t i = 0; i < count; ++i) range.begin[i] = placed[i].index;
      median += left;
    }
    const size_t place = range.node - 1;
    tree_.indices_[place] = *median;
    tree_.axes_[place] = uint8_t(widest);
    for (int k = 0; k < points_.dimension; ++k) tree_.points_[place * size_t(points_.dimension) + size_t(k)] = points_.at(*median, k);
  }

  /// kEqualPoints where there is none.
  int widestAxis(const Range& range) const {
    int widest = 0;
    bool equal = true;
    double widestVariance = -1;
    for (int k = 0; k < points_.dimension; ++k) {
      const double origin = double(points_.at(*range.begin, k));  // of the sums, against cancellation
      double sum = 0, squares = 0;
      for (const uint32_t* i = range.begin; i != range.end; ++i) {
        const double x = double(points_.at(*i, k)) - origin;
        equal = equal && x == 0;
        sum += x;
        squares += x * x;
      }
      const double variance = squares - sum * sum / double(range.end - range.begin);
      if (variance > widestVariance) widest = k, widestVariance = variance;
    }
    return equal ? shared::kEqualPoints : widest;
  }

  KdTree& tree_;
  const PointsView<T>& points_;
  const StageContext& context_;
};

template <class T>
KdTree<T>::KdTree(const PointsView<T>& points, const StageContext& context)
    : dimension_(points.dimension), points_(size_t(points.count) * size_t(points.dimension)), indices_(points.count), axes_(points.count) {
  std::vector<uint32_t> order(points.count);
  for (uint32_t i = 0; i < points.count; ++i) order[i] = i;
  if (points.count > 0) Builder(*this, points, context).build(order);
}

template <class T>
std::vector<Bounds> KdTree<T>::cells(uint32_t level) const {
  const auto count = uint32_t(indices_.size());
  const auto coordinate = [&](size_t node, int k) { return double(points_[(node - 1) * size_t(dimension_) + size_t(k)]); };
  Bounds whole;
  for (uint32_t node = 1; node <= count; ++node)
    for (int k = 0; k < dimension_; ++k) {
      double &low = whole.minimum[size_t(k)], &high = whole.maximum[size_t(k)];
      low = node == 1 ? coordinate(node, k) : std::min(low, coordinate(node, k));
      high = node == 1 ? coordinate(node, k) : std::max(high, coordinate(node, k));
    }
  std::vector<Bounds> cells;
  const uint64_t first = uint64_t(1) << std::min(level, 32U);
  for (uint64_t node = first; node < 2 * first && node <= count; ++node) {
    Bounds box = whole;
    for (int bit = std::bit_width(node) - 1; bit > 0; --bit) {  // from the root down
      const uint64_t above = node >> bit;
      const int axis = axes_[above - 1] == shared::kEqualPoints ? 0 : axes_[above - 1];
      ((node >> (bit - 1) & 1) != 0 ? box.minimum : box.maximum)[size_t(axis)] = coordinate(above, axis);
    }
    cells.push_back(box);
  }
  return cells;
}

template class KdTree<float>;
template class KdTree<double>;

}  // namespace arete
