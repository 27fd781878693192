// within.cpu.v9: the k-d tree of knn.cpu.v9. A query goes down both sides of each plane that is not farther than the radius; the order does not
// matter. Memory: the answer, the points once more, 5 bytes a point besides. Cost: n·log²n to build, then about log n nodes a query and those of the
// answer, twice. Queries are shared among the threads. Loses in many dimensions, where nearly every plane is near, and to all pairs when there are
// too few queries to pay for the tree. Source: version study, v9.
#include <algorithm>

#include "compute/neighbours/knn/kd_tree.h"
#include "compute/neighbours/within/contract.h"
#include "compute/neighbours/within/found_row.h"

namespace arete::cpu {

namespace {

/// Visits the indices of a subtree, of which all points are equal.
template <class T, class Visit>
void visitSubtree(const shared::KdTreeView<T>& tree, uint32_t node, const Visit& visit) {
  for (uint64_t first = node, end = node + uint64_t(1); first <= tree.count; first *= 2, end *= 2)
    for (uint64_t at = first; at < end && at <= tree.count; ++at) visit(tree.indices[at - 1]);
}

/// Calls `visit(squared, index)` for every point whose squared distance is at most `limit`. A half behind a plane is left out only when the squared
/// distance from the plane is above that: as rounding is monotone, no sum of squares that has this one in it can be smaller.
template <class T, class Visit>
void visitBall(const shared::KdTreeView<T>& tree, const T* query, size_t stride, T limit, const Visit& visit) {
  uint32_t later[32];
  int waiting = 0;
  for (uint32_t node = 1;;) {
    while (node <= tree.count) {
      const T* const point = tree.points + size_t(node - 1) * size_t(tree.dimension);
      const T squared = shared::squaredDistance(query, stride, point, 1, tree.dimension);
      const int axis = tree.axes[node - 1];
      if (axis == shared::kEqualPoints) {
        if (squared <= limit) visitSubtree(tree, node, [&](uint32_t index) { visit(squared, index); });
        break;
      }
      if (squared <= limit) visit(squared, tree.indices[node - 1]);
      const T gap = query[size_t(axis) * stride] - point[axis];
      const uint32_t near = 2 * node + (gap > 0 ? 1 : 0), far = near ^ 1;
      if (far <= tree.count && gap * gap <= limit) later[waiting++] = far;
      node = near;
    }
    if (waiting == 0) return;
    node = later[--waiting];
  }
}

template <class T>
class WithinV9 final : public WithinSearcher {
 public:
  WithinV9(const PointArray& reference, const StageContext& context) : WithinSearcher(reference), tree_(reference.view<T>(), context) {}

 private:
  void count(const WithinQuery& query, std::span<uint64_t> counts, const StageContext& context) override {
    forEachQuery(query, context, [&](size_t i, const auto& visitNeighbours, int) { visitNeighbours([&](T, uint32_t) { ++counts[i]; }); });
  }

  void fill(const WithinQuery& query, PointsWithin& found, const StageContext& context) override {
    std::vector<FoundRow<T>> rows(size_t(context.device.threads().size()));
    forEachQuery(query, context, [&](size_t i, const auto& visitNeighbours, int thread) {
      FoundRow<T>& row = rows[size_t(thread)];
      row.start(found.starts[i + 1] - found.starts[i]);
      visitNeighbours([&](T squared, uint32_t index) { row.add(squared, index, !query.excludeSelf || index != i); });
      row.write(found.indices.data() + found.starts[i], found.squared<T>().data() + found.starts[i]);
    });
  }

  template <class Each>
  void forEachQuery(const WithinQuery& query, const StageContext& context, const Each& each) const {
    constexpr size_t kQueriesAtATime = 256;
    const PointsView<T> queries = query.points.view<T>();
    const T limit = largestSquaredWithin<T>(query.radius);
    context.device.threads().forEachRange(queries.count, kQueriesAtATime, [&](size_t begin, size_t end, int thread) {
      for (size_t i = begin; i < end; ++i) {
        context.checkStop();
        each(
            i, [&](const auto& visit) { visitBall(tree_.view(), queries.point(i), queries.coordinateStride, limit, visit); }, thread);
      }
      if (thread == 0) context.report(double(end) / queries.count);
    });
  }

  KdTree<T> tree_;
};

}  // namespace

std::unique_ptr<WithinSearcher> withinV9(const PointArray& reference, const StageContext& context) {
  return withScalarType(reference.scalar(),
                        [&]<class T>() -> std::unique_ptr<WithinSearcher> { return std::make_unique<WithinV9<T>>(reference, context); });
}

}  // namespace arete::cpu
