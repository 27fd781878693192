// knn.cpu.best: what we would ship on CPU threads; picks by d, m, n and k. Exact.
// Few dimensions and enough queries to pay for sorting: reference points in blocks of 16 in Morton order, crowded cubes sorted again over
// their own box, a tree of boxes over the blocks; queries in the same order (with up to 1024 reference points in their own), each begins at a block
// near it and goes up, looking at what is not farther than its k-th nearest so far. A block is one register of points; distances and boxes are
// compared many at a time.
// Few queries, or more than 8 dimensions: all pairs in chunks that stay in the first-level cache, threads sharing queries or reference.
// Next to nothing to do: a plain loop, over before a thread would have woken.
// Memory: the reference once more and half a byte a coordinate besides; 8 bytes a query. Cost: one radix sort, then about log n nodes a query.
// Loses where points of many dimensions lie on a manifold of few: boxes would help there, but all pairs are compared.
// Source: ours; packed keys of distance and index as in cudaKDTree.
#include <algorithm>
#include <chrono>
#include <memory>

#include "compute/neighbours/knn/block_tree.h"
#include "compute/neighbours/knn/brute_force.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/nearest_list.h"

namespace arete::cpu {

namespace {

constexpr double kPlainWork = 1 << 13;  // coordinates compared: some microseconds

template <class T>
class Best final : public KnnSearcher {
 public:
  explicit Best(const KnnInput& in) : KnnSearcher(in), kernels_(blockKernels<T>(in.reference.dimension())) {}

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    const PointsView<T> reference = reference_.view<T>();
    const BlockQueries<T> queries{query.points.view<T>(), query.k, query.excludeSelf, found.indices.data(), found.squared<T>().data()};
    const double d = reference.dimension, m = queries.points.count;
    if (m * reference.count * d <= kPlainWork) return searchPlainly(queries);
    asked_ += m;
    if (d > kMostTreeDimensions || (!tree_ && asked_ * d < kTreePays)) return searchAllPairs(reference, queries, kernels_, context);
    if (!tree_) {
      const auto start = std::chrono::steady_clock::now();
      tree_ = std::make_unique<BlockTree<T>>(reference, context);
      found.times.build = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
    searchTree(query, queries, context);
  }

  void searchPlainly(const BlockQueries<T>& queries) const {
    const PointsView<T> reference = reference_.view<T>(), points = queries.points;
    for (uint32_t i = 0; i < points.count; ++i) {
      const size_t row = size_t(i) * queries.k;
      shared::NearestList<T> nearest(queries.indices + row, queries.distances + row, queries.k, queries.excludeSelf ? i : UINT32_MAX);
      for (uint32_t j = 0; j < reference.count; ++j)
        nearest.offer(
            shared::squaredDistance(points.point(i), points.coordinateStride, reference.point(j), reference.coordinateStride, reference.dimension),
            j);
    }
  }

  void searchTree(const KnnQuery& query, const BlockQueries<T>& queries, const StageContext& context) const {
    constexpr size_t kQueriesAtATime = 128;
    // Each may be the first to write into two pages of 2 MB. The system fills these with zeros then: some ms, and several times as long on a busy
    // machine. A look takes no time beside the search of a long answer.
    constexpr size_t kLongAnswer = 32;
    const size_t betweenLooks = queries.k < kLongAnswer ? 8 : 1;
    ThreadPool& threads = context.device.threads();
    const std::vector<AskedPoint> asked = &query.points == &reference_ ? tree_->itself() : tree_->sorted(queries.points, context);
    std::vector<NearestKeys<T>> room(size_t(threads.size()));
    threads.forEachRange(asked.size(), kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      for (size_t at = begin; at < end; at += betweenLooks) {
        context.checkStop();
        kernels_.searchTree(tree_->view(), queries, std::span(asked).subspan(at, std::min(betweenLooks, end - at)), room[size_t(thread)]);
      }
      if (thread == 0) context.report(double(end) / double(asked.size()));
    });
  }

  const BlockKernels<T> kernels_;
  std::unique_ptr<BlockTree<T>> tree_;
  double asked_ = 0;  // queries so far
};

}  // namespace

std::unique_ptr<KnnSearcher> knnBest(const KnnInput& in, const StageContext&) {
  return withScalarType(in.reference.scalar(), [&]<class T>() -> std::unique_ptr<KnnSearcher> { return std::make_unique<Best<T>>(in); });
}

}  // namespace arete::cpu
