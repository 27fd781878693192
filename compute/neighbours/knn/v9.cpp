// knn.cpu.v9: a k-d tree on the CPU, split at the median of the axis of widest variance, children of node i at 2i and 2i + 1. A query goes
// down to where it would be inserted, then back, and looks behind a plane only when the k-th nearest so far is not nearer than the plane.
// Equal points are read in index order until one is not needed, so that many of them cost no more than k.
// Memory: the points once more, 5 bytes a point besides. Cost: n·log²n to build (every level selects a median), then about log n nodes a query.
// Queries are shared among the threads. Loses in many dimensions, where it must look behind nearly every plane, and to brute force
// when there are too few queries to pay for the tree. Source: version study, v9.
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/kd_tree.h"

namespace arete::cpu {

namespace {

template <class T>
class V9 final : public KnnSearcher {
 public:
  V9(const KnnInput& in, const StageContext& context) : KnnSearcher(in), tree_(in.reference.view<T>(), context) {}

  std::vector<Bounds> cells(uint32_t level) const override { return tree_.cells(level); }

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    constexpr size_t kQueriesAtATime = 256;
    const PointsView<T> queries = query.points.view<T>();
    T* const distances = found.squared<T>().data();
    context.device.threads().forEachRange(queries.count, kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) {
        shared::NearestList<T> nearest(&found.indices[i * query.k], distances + i * query.k, query.k, query.excludeSelf ? uint32_t(i) : UINT32_MAX);
        shared::searchKdTree(tree_.view(), queries.point(i), queries.coordinateStride, nearest);
      }
      if (thread == 0) context.report(double(end) / queries.count);
    });
  }

  KdTree<T> tree_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV9(const KnnInput& in, const StageContext& context) {
  return withScalarType(in.reference.scalar(), [&]<class T>() -> std::unique_ptr<KnnSearcher> { return std::make_unique<V9<T>>(in, context); });
}

}  // namespace arete::cpu
