#include "compute/neighbours/knn/means_tree.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "compute/core/distance.h"

namespace arete::cpu {

namespace {

constexpr size_t kBlock = 1 << 13;

/// K means of one node while they move.
template <class T>
struct Means {
  std::vector<T> at;  // row layout
  std::vector<shared::FixedSum<T>> sums;
  std::vector<uint32_t> counts;

  void clear() {
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(counts.begin(), counts.end(), 0);
  }
  void add(const Means& other) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  }
};

}  // namespace

template <class T>
class MeansTree<T>::Builder {
 public:
  Builder(MeansTree& tree, const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context)
      : tree_(tree), points_(points), scale_(scale), shape_(shape), context_(context), nearest_(points.count), spare_(points.count) {}

  void build() {
    MeansNodes<T>& tree = tree_.tree_;
    ThreadPool& threads = context_.device.threads();
    for (auto batch = tree.next(size_t(threads.size())); !batch.nodes.empty(); batch = tree.next(size_t(threads.size()))) {
      context_.report(tree.done());
      if (batch.size == MeansNodes<T>::Size::large) {
        for (const uint32_t node : batch.nodes) tree.adopt(node, partTogether(node));
        continue;
      }
      std::vector<PartedNode<T>> parted(batch.nodes.size());
      constexpr size_t kPile = 16;
      threads.forEachRange(parted.size(), batch.size == MeansNodes<T>::Size::normal ? 1 : kPile, [&](size_t begin, size_t end, int) {
        for (size_t i = begin; i < end; ++i) parted[i] = part(batch.nodes[i]);
      });
      for (size_t i = 0; i < parted.size(); ++i) tree.adopt(batch.nodes[i], parted[i]);
    }
  }

 private:
  Means<T> firstMeans(const MeansNode& node) const {
    const size_t numbers = shape_.children * size_t(points_.dimension);
    return {tree_.tree_.firstMeans(node, points_, tree_.order_.data()), std::vector<shared::FixedSum<T>>(numbers),
            std::vector<uint32_t>(shape_.children)};
  }

  /// Assigns the points at [begin, end) to their nearest mean and adds them to `into`, which may be `means` itself.
  void assign(size_t begin, size_t end, const std::vector<T>& means, Means<T>& into) {
    context_.checkStop();
    const auto d = size_t(points_.dimension);
    for (size_t place = begin; place < end; ++place) {
      const T* const point = points_.point(tree_.order_[place]);
      uint32_t best = 0;
      T least = shared::squaredDistance(point, points_.coordinateStride, means.data(), 1, points_.dimension);
      for (uint32_t c = 1; c < shape_.children; ++c) {
        const T squared = shared::squaredDistance(point, points_.coordinateStride, &means[c * d], 1, points_.dimension);
        if (squared < least) best = c, least = squared;
      }
      nearest_[place] = uint8_t(best);
      ++into.counts[best];
      for (size_t k = 0; k < d; ++k) into.sums[best * d + k] += shared::toFixed(point[k * points_.coordinateStride], scale_);
    }
  }

  /// Whether a mean moved.
  bool move(Means<T>& means) const {
    const auto d = size_t(points_.dimension);
    bool moved = false;
    for (uint32_t c = 0; c < shape_.children; ++c)
      for (size_t k = 0; k < d && means.counts[c] > 0; ++k) {
        const T next = T(shared::fixedMean(means.sums[c * d + k], means.counts[c], scale_));
        moved = moved || next != means.at[c * d + k];
        means.at[c * d + k] = next;
      }
    return moved;
  }

  PartedNode<T> part(uint32_t number) {
    const MeansNode node = tree_.nodes()[number];
    Means<T> means = firstMeans(node);
    for (int turn = 0; turn < kMostTurns; ++turn) {
      means.clear();
      assign(node.begin, node.end, means.at, means);
      if (!move(means)) break;
    }
    return sortByMean(node, means);
  }

  PartedNode<T> partTogether(uint32_t number) {
    const MeansNode node = tree_.nodes()[number];
    Means<T> means = firstMeans(node);
    ThreadPool& threads = context_.device.threads();
    std::vector<Means<T>> parts(size_t(threads.size()), means);
    const size_t blocks = (node.end - node.begin + kBlock - 1) / kBlock;
    for (int turn = 0; turn < kMostTurns; ++turn) {
      for (Means<T>& each : parts) each.clear();
      threads.forEachRange(blocks, 1, [&](size_t first, size_t last, int thread) {
        for (size_t i = first; i < last; ++i) {
          const size_t block = turn % 2 == 0 ? i : blocks - 1 - i, begin = node.begin + block * kBlock;
          assign(begin, std::min<size_t>(begin + kBlock, node.end), means.at, parts[size_t(thread)]);
        }
      });
      means.clear();
      for (const Means<T>& each : parts) means.add(each);
      if (!move(means)) break;
    }
    return sortByMean(node, means);
  }

  /// Groups the node's points by mean, keeping their order within each group.
  PartedNode<T> sortByMean(const MeansNode& node, Means<T>& means) {
    PartedNode<T> parted{std::vector<uint32_t>(shape_.children + 1, node.begin), std::move(means.at)};
    for (uint32_t c = 0; c < shape_.children; ++c) parted.begins[c + 1] = parted.begins[c] + means.counts[c];
    std::vector<uint32_t> next(parted.begins.begin(), parted.begins.end() - 1);
    for (uint32_t place = node.begin; place < node.end; ++place) spare_[next[nearest_[place]]++] = tree_.order_[place];
    std::copy(&spare_[node.begin], &spare_[node.begin] + (node.end - node.begin), &tree_.order_[node.begin]);
    return parted;
  }

  MeansTree& tree_;
  const PointsView<T>& points_;
  const shared::FixedScale scale_;
  const MeansTreeShape shape_;
  const StageContext& context_;
  Buffer<uint8_t> nearest_;  // by place
  Buffer<uint32_t> spare_;
};

template <class T>
MeansTree<T>::MeansTree(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context)
    : tree_(points.count, points.dimension, shape), order_(points.count) {
  std::iota(order_.data(), order_.data() + points.count, 0U);
  Builder(*this, points, scale, shape, context).build();
}

template class MeansTree<float>;
template class MeansTree<double>;

}  // namespace arete::cpu
