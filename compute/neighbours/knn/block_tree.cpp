#include "compute/neighbours/knn/block_tree.h"

#include <algorithm>
#include <limits>

#include "compute/core/radix_sort.h"

namespace arete::cpu {

static constexpr size_t kBlocksAtATime = 1024;
static constexpr uint32_t kBlocksInCache =
    64;  // measured: at 64, sorted and unsorted queries take equally long; with few blocks, sorting is 44 % of the time

template <class T>
BlockTree<T>::BlockTree(const PointsView<T>& points, const StageContext& context, std::span<const uint32_t> names)
    : dimension_(points.dimension),
      blocks_((points.count + kBlockPoints - 1) / kBlockPoints),
      firstCodes_(blocks_),
      coordinates_(size_t(blocks_) * kBlockPoints * size_t(dimension_)),
      indices_(size_t(blocks_) * kBlockPoints) {
  const SpaceOrder order(points, context);
  code_ = order.code;
  fill(points, order, names, context);
  makeBoxes(context);
}

template <class T>
void BlockTree<T>::fill(const PointsView<T>& points, const SpaceOrder& order, std::span<const uint32_t> names, const StageContext& context) {
  constexpr size_t kAhead = 16;  // points fetched ahead: they lie anywhere in the cloud
  context.device.threads().forEachRange(blocks_, kBlocksAtATime, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t block = begin; block < end; ++block) {
      firstCodes_[block] = order.codes[block * kBlockPoints];
      T* const coordinates = &coordinates_[block * kBlockPoints * size_t(dimension_)];
      for (size_t lane = 0; lane < kBlockPoints; ++lane) {
        const size_t place = block * kBlockPoints + lane;
        if (place + kAhead < points.count) __builtin_prefetch(points.point(order.points[place + kAhead]));
        const bool there = place < points.count;
        indices_[place] = !there ? UINT32_MAX : names.empty() ? order.points[place] : names[order.points[place]];
        for (int k = 0; k < dimension_; ++k)
          coordinates[size_t(k) * kBlockPoints + lane] = there ? points.at(order.points[place], k) : std::numeric_limits<T>::infinity();
      }
    }
  });
}

template <class T>
void BlockTree<T>::makeBoxes(const StageContext& context) {
  for (uint32_t children = blocks_; children > 1; children = (children + kFanOut - 1) / kFanOut) {
    const size_t parents = (children + kFanOut - 1) / kFanOut;
    Buffer<T> boxes(parents * 2 * size_t(dimension_) * kFanOut);
    std::fill_n(boxes.data() + (parents - 1) * 2 * size_t(dimension_) * kFanOut, 2 * size_t(dimension_) * kFanOut, T(0));  // of no nodes
    Buffer<uint32_t> leastIndices(children);
    context.device.threads().forEachRange(children, kBlocksAtATime, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t child = begin; child < end; ++child) putBox(uint32_t(child), boxes, leastIndices);
    });
    boxes_.push_back(std::move(boxes));
    leastIndices_.push_back(std::move(leastIndices));
  }
}

/// The box and the least index of a block, or of a node of the level above those made already.
template <class T>
void BlockTree<T>::putBox(uint32_t child, Buffer<T>& boxes, Buffer<uint32_t>& leastIndices) const {
  const auto axes = size_t(dimension_);
  const uint32_t* const indices = boxes_.empty() ? &indices_[size_t(child) * kBlockPoints] : &leastIndices_.back()[size_t(child) * kFanOut];
  const size_t inIt = boxes_.empty() ? kBlockPoints : std::min<size_t>(kFanOut, leastIndices_.back().size() - size_t(child) * kFanOut);
  const size_t count = size_t(std::find(indices, indices + inIt, UINT32_MAX) - indices);
  leastIndices[child] = *std::min_element(indices, indices + count);
  for (size_t k = 0; k < axes; ++k) {
    const T* const lows = boxes_.empty() ? &coordinates_[(child * axes + k) * kBlockPoints] : &boxes_.back()[(child * axes + k) * 2 * kFanOut];
    const T* const highs = boxes_.empty() ? lows : lows + kFanOut;
    T* const ends = &boxes[(child / kFanOut * axes + k) * 2 * kFanOut + child % kFanOut];
    ends[0] = *std::min_element(lows, lows + count);
    ends[kFanOut] = *std::max_element(highs, highs + count);
  }
}

template <class T>
BlockTreeView<T> BlockTree<T>::view() const {
  BlockTreeView<T> view{{coordinates_.data(), indices_.data(), blocks_, dimension_}, int(boxes_.size()), {}, {}, {blocks_}};
  for (size_t level = 0; level < boxes_.size(); ++level) {
    view.boxes[level] = boxes_[level].data();
    view.leastIndices[level] = leastIndices_[level].data();
    view.counts[level + 1] = (view.counts[level] + kFanOut - 1) / kFanOut;
  }
  return view;
}

template <class T>
std::vector<AskedPoint> BlockTree<T>::itself() const {
  std::vector<AskedPoint> asked;
  asked.reserve(indices_.size());
  for (size_t place = 0; place < indices_.size() && indices_[place] != UINT32_MAX; ++place)
    asked.push_back({indices_[place], uint32_t(place / kBlockPoints)});
  return asked;
}

template <class T>
std::vector<AskedPoint> BlockTree<T>::sorted(const PointsView<T>& queries, const StageContext& context) const {
  return sortedBy(
      queries.count, [](size_t i) { return uint32_t(i); }, queries, context);
}

template <class T>
std::vector<AskedPoint> BlockTree<T>::sorted(const PointsView<T>& queries, std::span<const uint32_t> which, const StageContext& context) const {
  return sortedBy(
      which.size(), [&](size_t i) { return which[i]; }, queries, context);
}

template <class T>
template <class QueryAt>
std::vector<AskedPoint> BlockTree<T>::sortedBy(size_t count, const QueryAt& queryAt, const PointsView<T>& queries,
                                               const StageContext& context) const {
  constexpr size_t kGrain = 1 << 14;
  ThreadPool& threads = context.device.threads();
  std::vector<AskedPoint> asked(count);
  const auto blockNear = [&](auto from, uint32_t code) {
    const auto next = std::upper_bound(from, firstCodes_.end(), code);
    return std::pair(next, next == firstCodes_.begin() ? 0 : uint32_t(next - firstCodes_.begin() - 1));
  };
  if (blocks_ <= kBlocksInCache) {  // in any order, what a query needs is in the cache: sorting would take longer than searching
    threads.forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) {
        const uint32_t query = queryAt(i);
        asked[i] = {query, blockNear(firstCodes_.begin(), code_(queries.point(query), queries.coordinateStride)).second};
      }
    });
    return asked;
  }
  Buffer<Keyed<uint32_t>> coded(count), spare(count);
  threads.forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) coded[i] = {code_(queries.point(queryAt(i)), queries.coordinateStride), queryAt(i)};
  });
  radixSort(coded, spare, MortonCode::kBits, context);
  threads.forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    auto from = firstCodes_.begin();
    for (size_t i = begin; i < end; ++i) {
      const auto [next, block] = blockNear(from, coded[i].key);
      asked[i] = {coded[i].index, block};
      from = next;
    }
  });
  return asked;
}

template <class T>
size_t BlockTree<T>::bytes() const {
  size_t bytes = coordinates_.size() * sizeof(T) + indices_.size() * sizeof(uint32_t) + firstCodes_.size() * sizeof(uint32_t);
  for (const Buffer<T>& boxes : boxes_) bytes += boxes.size() * sizeof(T);
  for (const Buffer<uint32_t>& least : leastIndices_) bytes += least.size() * sizeof(uint32_t);
  return bytes;
}

template class BlockTree<float>;
template class BlockTree<double>;

}  // namespace arete::cpu
