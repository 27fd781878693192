#include "compute/neighbours/outofcore/disk_search.h"

#include <algorithm>

#include "compute/core/error.h"
#include "compute/neighbours/outofcore/build_index.h"

namespace arete::outofcore {

static constexpr uint32_t kLeastBatch = 64;

/// The memory left for the cache.
template <class T>
static size_t cacheBytes(const LeafIndex<T>& index, const LeafSearch<T>& search, size_t batch_bytes, size_t memory_bytes) {
  size_t largest = 0;
  for (const Leaf& leaf : index.leaves()) largest = std::max<size_t>(largest, leaf.count);
  const size_t leaf = largest * (size_t(index.info().dimension) * sizeof(T) + sizeof(uint32_t));
  const size_t used = batch_bytes + 2 * index.tableBytes() + search.mostBytes(uint32_t(largest)) + leaf;  // one whose points are queries
  if (used + 3 * leaf > memory_bytes)
    throw Error(ErrorKind::wrongUse, "cannot search this cloud", "leaf capacity",
                "leaves of " + std::to_string(largest) + " points are too large for the memory allowed, or too many",
                "allow more memory, or other leaves");
  return memory_bytes - used;
}

template <class T>
DiskSearch<T>::DiskSearch(const LeafIndex<T>& index, LeafSearch<T>& search, size_t memory_bytes)
    : index_(index),
      search_(search),
      boxes_(index),
      batch_bytes_(memory_bytes / 4),
      memory_bytes_(memory_bytes),
      cache_(index, cacheBytes(index, search, batch_bytes_, memory_bytes)) {
  search_.open(index.leaves());
}

template <class T>
uint32_t DiskSearch<T>::batchSize(uint32_t k) const {
  constexpr size_t kSorting = 4 * sizeof(uint64_t);  // of queries within a leaf, for a moment
  const size_t each = size_t(index_.info().dimension) * sizeof(T) + 2 * sizeof(uint32_t) + k * (sizeof(T) + sizeof(uint32_t)) + sizeof(LeafPlace<T>) +
                      sizeof(Wish) + kSorting;
  return uint32_t(std::clamp<size_t>(batch_bytes_ / each, kLeastBatch, UINT32_MAX));
}

template <class T>
void DiskSearch<T>::add(QueryBatch<T>& batch, const PointsView<T>& points, const uint32_t* names) const {
  batch.coordinates.insert(batch.coordinates.end(), points.data, points.data + points.count * size_t(points.dimension));
  batch.names.insert(batch.names.end(), names, names + points.count);
}

template <class T>
void DiskSearch<T>::ofItself(uint32_t k, bool excludeSelf, const Take& take, const StageContext& context) {
  QueryBatch<T> batch{.dimension = index_.info().dimension, .k = k, .excludeSelf = excludeSelf};
  leafByLeaf(index_, batch, take, context);
}

template <class T>
void DiskSearch<T>::of(const PointStream& queries, uint32_t k, bool excludeSelf, const std::filesystem::path& folder, const Take& take,
                       const StageContext& context) {
  QueryBatch<T> batch{.dimension = index_.info().dimension, .k = k, .excludeSelf = excludeSelf};
  const uint32_t most = batchSize(k);
  if (queries.size() > most) {
    constexpr uint32_t kMostInLeaf = 1 << 16;
    const BuildOptions options{.leafCapacity = std::min(most, kMostInLeaf), .memory_bytes = memory_bytes_ / 2};
    const LeafIndex<T> sorted(buildTemporaryIndex(queries, folder, options, {context.device, context.stop, {}}));
    return leafByLeaf(sorted, batch, take, context);
  }
  batch.coordinates.reserve(queries.size() * size_t(batch.dimension));
  batch.names.reserve(queries.size());
  queries.read(
      0,
      [&](const PointArray& block, uint64_t first) {
        std::vector<uint32_t> names(block.size());
        for (uint32_t i = 0; i < block.size(); ++i) names[i] = uint32_t(first + i);
        add(batch, block.view<T>(), names.data());
      },
      context.stop);
  answer(batch, context);
  take(batch);
}

/// How many leaves of queries to take together: many, so that leaves are searched for many at once; not as many as memory allows, so that
/// not all wait for the last ones.
template <class T>
void DiskSearch<T>::leafByLeaf(const LeafIndex<T>& queries, QueryBatch<T>& batch, const Take& take, const StageContext& context) {
  constexpr uint32_t kTogether = 1 << 18;
  const uint32_t most = std::min(batchSize(batch.k), kTogether), leaves = uint32_t(queries.leaves().size());
  batch.coordinates.reserve(std::min(most, queries.info().points) * size_t(batch.dimension));
  batch.names.reserve(std::min(most, queries.info().points));
  uint64_t done = 0;
  const auto finish = [&] {
    answer(batch, context);
    take(batch);
    done += batch.count();
    context.report(double(done) / queries.info().points);
    batch.coordinates.clear();
    batch.names.clear();
  };
  for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
    const LeafPoints<T> points = queries.load(leaf);
    const PointsView<T> view = points.view();
    for (uint32_t first = 0, count = 0; first < view.count; first += count) {
      count = std::min(most - batch.count(), view.count - first);
      add(batch, {view.point(first), count, view.dimension, view.pointStride, 1}, &points.indices[first]);
      if (batch.count() == most) finish();
    }
  }
  if (batch.count() > 0) finish();
}

template <class T>
void DiskSearch<T>::answer(QueryBatch<T>& batch, const StageContext& context) {
  batch.indices.assign(batch.count() * size_t(batch.k), UINT32_MAX);
  batch.distances.assign(batch.count() * size_t(batch.k), T(0));
  last_.assign(batch.count(), {});
  std::vector<uint32_t> pending(batch.count());
  for (uint32_t i = 0; i < pending.size(); ++i) pending[i] = i;
  search_.begin(batch, context);
  while (!pending.empty()) {
    findLeaves(batch, pending, context);
    std::erase_if(wishes_, [](const Wish& wish) { return wish.leaf == UINT32_MAX; });
    const auto byLeaf = [](const Wish& a, const Wish& b) { return a.leaf < b.leaf || (a.leaf == b.leaf && a.query < b.query); };
    if (!std::is_sorted(wishes_.begin(), wishes_.end(), byLeaf)) std::sort(wishes_.begin(), wishes_.end(), byLeaf);
    searchLeaves(batch, context);
    search_.endRound(batch, context);
    pending.clear();
    for (const Wish& wish : wishes_) pending.push_back(wish.query);
  }
  search_.end(batch, context);
}

/// Where each query goes next; UINT32_MAX: nowhere.
template <class T>
void DiskSearch<T>::findLeaves(const QueryBatch<T>& batch, std::span<const uint32_t> pending, const StageContext& context) {
  constexpr size_t kAtATime = 256;
  wishes_.resize(pending.size());
  const PointsView<T> points = batch.points();
  context.device.threads().forEachRange(pending.size(), kAtATime, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const uint32_t query = pending[i];
      const size_t farthest = (size_t(query) + 1) * batch.k - 1;
      Farthest<T> limit;
      if (batch.indices[farthest] != UINT32_MAX) limit = {batch.distances[farthest], batch.indices[farthest]};
      const auto next = boxes_.next(points.point(query), last_[query], limit);
      if (next) last_[query] = *next;
      wishes_[i] = {next ? next->leaf : UINT32_MAX, query};
    }
  });
}

template <class T>
void DiskSearch<T>::searchLeaves(QueryBatch<T>& batch, const StageContext& context) {
  std::vector<uint32_t> which;
  for (auto begin = wishes_.begin(), end = begin; begin != wishes_.end(); begin = end) {
    const uint32_t leaf = begin->leaf;
    which.clear();
    for (; end != wishes_.end() && end->leaf == leaf; ++end) which.push_back(end->query);
    ++lookedInto_;
    LoadedLeaf<T>* const loaded = search_.holds(leaf) ? nullptr : &cache_.get(leaf, context.stop);
    const uint32_t next = end != wishes_.end() ? end->leaf : leaf + 1;
    if (next < index_.leaves().size() && !search_.holds(next)) cache_.prefetch(next);
    if (loaded != nullptr) loaded->asked += which.size();
    search_.search(leaf, loaded, batch, which, context);
  }
}

template class DiskSearch<float>;
template class DiskSearch<double>;

}  // namespace arete::outofcore
