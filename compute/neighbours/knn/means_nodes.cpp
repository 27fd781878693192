#include "compute/neighbours/knn/means_nodes.h"

#include <algorithm>

#include "compute/core/philox.h"

namespace arete {

static constexpr uint32_t kLarge = 1 << 17, kFragment = 1 << 11;  // points: above, a large node; up to, a fragment

template <class T>
MeansNodes<T>::MeansNodes(uint32_t points, int dimension, MeansTreeShape shape)
    : dimension_(size_t(dimension)), shape_(shape), nodes_{{0, points, 0, 0, 0}}, means_(dimension_, T(0)) {
  enqueue(0);
}

template <class T>
void MeansNodes<T>::enqueue(uint32_t node) {
  const uint32_t size = nodes_[node].size();
  if (nodes_[node].level >= shape_.levels || size <= shape_.children) return;
  const Size kind = size > kLarge ? Size::large : size > kFragment ? Size::normal : Size::fragment;
  queues_[size_t(kind)].push_back(node);
  waiting_ += size;
}

template <class T>
typename MeansNodes<T>::Batch MeansNodes<T>::next(size_t normal) {
  for (const Size size : {Size::large, Size::normal, Size::fragment}) {
    std::deque<uint32_t>& queue = queues_[size_t(size)];
    if (queue.empty()) continue;
    const size_t most = size == Size::large ? 1 : size == Size::normal ? normal : queue.size();
    const auto end = queue.begin() + ptrdiff_t(std::min(most, queue.size()));
    Batch batch{size, {queue.begin(), end}};
    queue.erase(queue.begin(), end);
    return batch;
  }
  return {};
}

template <class T>
void MeansNodes<T>::adopt(uint32_t number, const PartedNode<T>& parted) {
  const MeansNode node = nodes_[number];
  waiting_ -= node.size();
  const auto firstChild = uint32_t(nodes_.size());
  for (uint32_t c = 0; c < shape_.children; ++c) {
    if (parted.begins[c] == parted.begins[c + 1]) continue;
    nodes_.push_back({parted.begins[c], parted.begins[c + 1], 0, 0, node.level + 1});
    const auto mean = parted.means.begin() + ptrdiff_t(c * dimension_);
    means_.insert(means_.end(), mean, mean + ptrdiff_t(dimension_));
  }
  const auto count = uint32_t(nodes_.size()) - firstChild;
  if (count < 2) {  // equal points: nothing to divide
    nodes_.resize(firstChild);
    means_.resize(size_t(firstChild) * dimension_);
    return;
  }
  nodes_[number].firstChild = firstChild;
  nodes_[number].childCount = count;
  for (uint32_t child = firstChild; child < firstChild + count; ++child) enqueue(child);
}

template <class T>
std::vector<T> MeansNodes<T>::firstMeans(const MeansNode& node, const PointsView<T>& points, const uint32_t* order) const {
  std::vector<T> means(shape_.children * dimension_);
  shared::IndexedRandom random(node.level, node.begin);
  for (uint32_t c = 0; c < shape_.children; ++c) {
    const auto share = (c + random.uniform()) / shape_.children;
    const uint32_t place = std::min(node.begin + uint32_t(share * node.size()), node.end - 1);
    for (size_t k = 0; k < dimension_; ++k) means[c * dimension_ + k] = points.at(order[place], int(k));
  }
  return means;
}

template <class T>
std::vector<Bounds> MeansNodes<T>::cells(uint32_t level, const PointsView<T>& points, const uint32_t* order) const {
  std::vector<Bounds> cells;
  for (const MeansNode& node : nodes_) {
    if (node.level != level) continue;
    Bounds box;
    for (uint32_t place = node.begin; place < node.end; ++place)
      for (size_t k = 0; k < dimension_; ++k) {
        const auto x = double(points.at(order[place], int(k)));
        double &low = box.minimum[k], &high = box.maximum[k];
        low = place == node.begin ? x : std::min(low, x);
        high = place == node.begin ? x : std::max(high, x);
      }
    cells.push_back(box);
  }
  return cells;
}

template class MeansNodes<float>;
template class MeansNodes<double>;

}  // namespace arete
