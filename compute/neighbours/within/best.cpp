// within.cpu.best: what we would ship on CPU threads; picks by d, m and n. Exact.
// Enough queries to pay for sorting: the blocks of 16 points in Morton order and the tree of boxes of knn.cpu.best. A query goes down from the root
// to the blocks whose box is not farther than the radius. When it counts, a box that lies in the ball counts as a whole, so an answer that is too
// large is known before it is found. Queries are answered in the same order, so what they need is in the cache. Few queries: all pairs, threads
// sharing the reference. Memory: the answer, the reference once more and half a byte a coordinate besides; 8 bytes a query. Cost: one radix sort,
// then about log n nodes a query and the blocks that its sphere cuts, twice. Loses where boxes exclude nothing: many dimensions, a ball as large as
// the cloud; there the tree only adds to all pairs. Source: ours.
#include <atomic>

#include "compute/core/distance.h"
#include "compute/neighbours/knn/block_tree.h"
#include "compute/neighbours/within/ball_search.h"
#include "compute/neighbours/within/contract.h"

namespace arete::cpu {

namespace {

/// Threads share the pairs of a query and a piece of the reference; what they find of one query gets its order at the end.
template <class T>
class AllPairsWithin {
 public:
  AllPairsWithin(const PointArray& reference, const WithinQuery& query, const StageContext& context)
      : reference_(reference.view<T>()),
        queries_(query.points.view<T>()),
        limit_(largestSquaredWithin<T>(query.radius)),
        excludeSelf_(query.excludeSelf),
        context_(context) {}

  void count(std::span<uint64_t> counts) const {
    forEachPiece([&](uint32_t query, uint32_t begin, uint32_t end) {
      uint64_t inside = 0;
      for (uint32_t j = begin; j < end; ++j) inside += squared(query, j) <= limit_ ? 1 : 0;
      std::atomic_ref(counts[query]).fetch_add(inside, std::memory_order_relaxed);
    });
  }

  void fill(PointsWithin& found) const {
    T* const distances = found.squared<T>().data();
    std::vector<uint64_t> next(found.starts.begin(), found.starts.end() - 1);
    forEachPiece([&](uint32_t query, uint32_t begin, uint32_t end) {
      std::vector<NearestKey<T>> inside;
      for (uint32_t j = begin; j < end; ++j)
        if (const T here = squared(query, j); here <= limit_ && !(excludeSelf_ && j == query)) inside.push_back(nearestKey(here, j));
      uint64_t place = std::atomic_ref(next[query]).fetch_add(inside.size(), std::memory_order_relaxed);
      for (const NearestKey<T> key : inside) found.indices[place] = uint32_t(key), distances[place++] = squaredOf<T>(key);
    });
    context_.device.threads().forEachRange(queries_.count, 1, [&](size_t query, size_t, int) {
      FoundRow<T> row;
      row.start(found.starts[query + 1] - found.starts[query]);
      for (uint64_t at = found.starts[query]; at < found.starts[query + 1]; ++at) row.add(distances[at], found.indices[at], true);
      row.write(found.indices.data() + found.starts[query], distances + found.starts[query]);
    });
  }

 private:
  T squared(uint32_t query, uint32_t j) const {
    return shared::squaredDistance(queries_.point(query), queries_.coordinateStride, reference_.point(j), reference_.coordinateStride,
                                   reference_.dimension);
  }

  template <class Piece>
  void forEachPiece(const Piece& piece) const {
    constexpr uint32_t kPiece = 1 << 14;
    const size_t pieces = (size_t(reference_.count) + kPiece - 1) / kPiece, grain = std::max<size_t>(1, kPiece / reference_.count);
    context_.device.threads().forEachRange(pieces * queries_.count, grain, [&](size_t first, size_t last, int thread) {
      context_.checkStop();
      for (size_t i = first; i < last; ++i) {
        const auto begin = uint32_t(i % pieces * kPiece);
        piece(uint32_t(i / pieces), begin, std::min(reference_.count - begin, kPiece) + begin);
      }
      if (thread == 0) context_.report(double(last) / double(pieces * queries_.count));
    });
  }

  const PointsView<T> reference_, queries_;
  const T limit_;
  const bool excludeSelf_;
  const StageContext& context_;
};

template <class T>
class WithinBest final : public WithinSearcher {
 public:
  explicit WithinBest(const PointArray& reference) : WithinSearcher(reference), kernels_(ballKernels<T>(reference.dimension())) {}

 private:
  void count(const WithinQuery& query, std::span<uint64_t> counts, const StageContext& context) override {
    asked_ += double(query.points.size());
    if (!tree_ && asked_ * reference_.dimension() < kTreePays) return AllPairsWithin<T>(reference_, query, context).count(counts);
    if (!tree_) build(context);
    order_ = &query.points == &reference_ ? tree_->itself() : tree_->sorted(query.points.view<T>(), context);
    const BallQueries<T> queries{query.points.view<T>(), largestSquaredWithin<T>(query.radius)};
    forEachQuery(context, [&](uint32_t i, int) { counts[i] = kernels_.count(tree_->view(), reference_.size(), queries, i); });
  }

  void fill(const WithinQuery& query, PointsWithin& found, const StageContext& context) override {
    if (!tree_) return AllPairsWithin<T>(reference_, query, context).fill(found);
    std::vector<FoundRow<T>> rows(size_t(context.device.threads().size()));
    const BallQueries<T> queries{query.points.view<T>(), largestSquaredWithin<T>(query.radius),
                                 query.excludeSelf,      found.starts.data(),
                                 found.indices.data(),   found.squared<T>().data()};
    forEachQuery(context, [&](uint32_t i, int thread) { kernels_.fill(tree_->view(), queries, i, rows[size_t(thread)]); });
    order_ = {};
  }

  void build(const StageContext& context) {
    const auto start = std::chrono::steady_clock::now();
    tree_ = std::make_unique<BlockTree<T>>(reference_.view<T>(), context);
    spent_.build += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  /// Queries in the order of space.
  template <class Each>
  void forEachQuery(const StageContext& context, const Each& each) const {
    constexpr size_t kQueriesAtATime = 128;
    context.device.threads().forEachRange(order_.size(), kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      for (size_t at = begin; at < end; ++at) {
        context.checkStop();
        each(order_[at].query, thread);
      }
      if (thread == 0) context.report(double(end) / double(order_.size()));
    });
  }

  const BallKernels<T> kernels_;
  std::unique_ptr<BlockTree<T>> tree_;
  std::vector<AskedPoint> order_;  // from count() to fill()
  double asked_ = 0;               // queries so far
};

}  // namespace

std::unique_ptr<WithinSearcher> withinBest(const PointArray& reference, const StageContext&) {
  return withScalarType(reference.scalar(), [&]<class T>() -> std::unique_ptr<WithinSearcher> { return std::make_unique<WithinBest<T>>(reference); });
}

}  // namespace arete::cpu
