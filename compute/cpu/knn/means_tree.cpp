#include "compute/cpu/knn/means_tree.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <span>

#include "compute/shared/distance.h"
#include "compute/shared/philox.h"

namespace arete::cpu {

namespace {

constexpr uint32_t kLarge = 1 << 17, kFragment = 1 << 11;  // points: above, all threads at once; up to, a pile at a time
constexpr size_t kBlock = 1 << 13;
constexpr int kMostTurns = 20;

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

/// What became of a node: where each mean's points begin, the last entry being the end.
template <class T>
struct Parted {
  std::vector<uint32_t> begins;
  std::vector<T> means;
};

}  // namespace

template <class T>
class MeansTree<T>::Builder {
 public:
  Builder(MeansTree& tree, const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context)
      : tree_(tree), points_(points), scale_(scale), shape_(shape), context_(context), nearest_(points.count), spare_(points.count) {}

  void build() {
    tree_.nodes_.push_back({0, points_.count, 0, 0, 0});
    tree_.means_.assign(size_t(points_.dimension), T(0));
    enqueue(0);
    ThreadPool& threads = context_.device.threads();
    while (!large_.empty() || !normal_.empty() || !fragments_.empty()) {
      context_.report(1 - double(waiting_) / (double(points_.count) * shape_.levels + 1));
      if (!large_.empty()) {
        const uint32_t node = take(large_, 1).front();
        adopt(node, partTogether(node));
        continue;
      }
      const bool normal = !normal_.empty();
      const std::vector<uint32_t> batch = take(normal ? normal_ : fragments_, normal ? size_t(threads.size()) : fragments_.size());
      std::vector<Parted<T>> parted(batch.size());
      constexpr size_t kPile = 16;
      threads.forEachRange(batch.size(), normal ? 1 : kPile, [&](size_t begin, size_t end, int) {
        for (size_t i = begin; i < end; ++i) parted[i] = part(batch[i]);
      });
      for (size_t i = 0; i < batch.size(); ++i) adopt(batch[i], std::move(parted[i]));  // in order: the same numbers for every number of threads
    }
  }

 private:
  static std::vector<uint32_t> take(std::deque<uint32_t>& queue, size_t most) {
    const auto count = ptrdiff_t(std::min(most, queue.size()));
    std::vector<uint32_t> taken(queue.begin(), queue.begin() + count);
    queue.erase(queue.begin(), queue.begin() + count);
    return taken;
  }

  void enqueue(uint32_t node) {
    const MeansNode& each = tree_.nodes_[node];
    const uint32_t size = each.end - each.begin;
    if (each.level >= shape_.levels || size <= shape_.children) return;
    (size > kLarge ? large_ : size > kFragment ? normal_ : fragments_).push_back(node);
    waiting_ += size;
  }

  /// A point from each K-th part of the node, drawn by the node's place, which is the same whatever came first.
  Means<T> firstMeans(const MeansNode& node) const {
    const auto d = size_t(points_.dimension);
    const size_t numbers = shape_.children * d;
    Means<T> means{std::vector<T>(numbers), std::vector<shared::FixedSum<T>>(numbers), std::vector<uint32_t>(shape_.children)};
    shared::IndexedRandom random(node.level, node.begin);
    for (uint32_t c = 0; c < shape_.children; ++c) {
      const auto share = (c + random.uniform()) / shape_.children;
      const uint32_t place = std::min(node.begin + uint32_t(share * (node.end - node.begin)), node.end - 1);
      for (size_t k = 0; k < d; ++k) means.at[c * d + k] = points_.at(tree_.order_[place], int(k));
    }
    return means;
  }

  /// Gives the points at [begin, end) to their nearest mean and adds them to `into`, which may be `means` itself.
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

  Parted<T> part(uint32_t number) {
    const MeansNode node = tree_.nodes_[number];
    Means<T> means = firstMeans(node);
    for (int turn = 0; turn < kMostTurns; ++turn) {
      means.clear();
      assign(node.begin, node.end, means.at, means);
      if (!move(means)) break;
    }
    return sortByMean(node, means);
  }

  Parted<T> partTogether(uint32_t number) {
    const MeansNode node = tree_.nodes_[number];
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

  /// The node's points mean by mean, in their old order within each.
  Parted<T> sortByMean(const MeansNode& node, Means<T>& means) {
    Parted<T> parted{std::vector<uint32_t>(shape_.children + 1, node.begin), std::move(means.at)};
    for (uint32_t c = 0; c < shape_.children; ++c) parted.begins[c + 1] = parted.begins[c] + means.counts[c];
    std::vector<uint32_t> next(parted.begins.begin(), parted.begins.end() - 1);
    for (uint32_t place = node.begin; place < node.end; ++place) spare_[next[nearest_[place]]++] = tree_.order_[place];
    std::copy(&spare_[node.begin], &spare_[node.begin] + (node.end - node.begin), &tree_.order_[node.begin]);
    return parted;
  }

  void adopt(uint32_t number, Parted<T> parted) {
    const MeansNode node = tree_.nodes_[number];
    waiting_ -= node.end - node.begin;
    const auto d = size_t(points_.dimension);
    const auto firstChild = uint32_t(tree_.nodes_.size());
    for (uint32_t c = 0; c < shape_.children; ++c) {
      if (parted.begins[c] == parted.begins[c + 1]) continue;
      tree_.nodes_.push_back({parted.begins[c], parted.begins[c + 1], 0, 0, node.level + 1});
      tree_.means_.insert(tree_.means_.end(), parted.means.begin() + ptrdiff_t(c * d), parted.means.begin() + ptrdiff_t((c + 1) * d));
    }
    const auto count = uint32_t(tree_.nodes_.size()) - firstChild;
    if (count < 2) {  // equal points: nothing to part
      tree_.nodes_.resize(firstChild);
      tree_.means_.resize(size_t(firstChild) * d);
      return;
    }
    tree_.nodes_[number].firstChild = firstChild;
    tree_.nodes_[number].childCount = count;
    for (uint32_t child = firstChild; child < firstChild + count; ++child) enqueue(child);
  }

  MeansTree& tree_;
  const PointsView<T>& points_;
  const shared::FixedScale scale_;
  const MeansTreeShape shape_;
  const StageContext& context_;
  Buffer<uint8_t> nearest_;  // by place
  Buffer<uint32_t> spare_;
  std::deque<uint32_t> large_, normal_, fragments_;
  uint64_t waiting_ = 0;  // points in the queues
};

template <class T>
MeansTree<T>::MeansTree(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, const StageContext& context)
    : dimension_(points.dimension), order_(points.count) {
  std::iota(order_.data(), order_.data() + points.count, 0U);
  Builder(*this, points, scale, shape, context).build();
}

template class MeansTree<float>;
template class MeansTree<double>;

}  // namespace arete::cpu
