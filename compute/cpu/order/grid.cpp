// order.cpu.grid: the pairs of row 0, found on a grid of cell 2·R2.
//
// Idea. Both kinds of pairs are at most 2·R2 apart, so only touching cells are looked at; loose ends (points with at most one edge) are
// few, and only they look for joins. Memory: the grid's links, the edges, the candidates. Cost: linear in the number of points and pairs.
// Loses to row 0 for fewer than about 30 points. Source: ours.
#include "compute/cpu/grid/point_grid.h"
#include "compute/cpu/order/joins.h"
#include "compute/cpu/versions.h"

namespace arete::cpu {

template <class T>
static std::vector<Edge> edgesOf(const PointsView<T>& chosen, double r2, const StageContext& context) {
  constexpr size_t kGrain = 512;
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  const PointGrid<T> grid(chosen, 2 * r2);
  ThreadPool& threads = context.device.threads();

  std::vector<std::vector<Edge>> found(size_t(threads.size()));
  threads.forEachRange(chosen.count, kGrain, [&](size_t begin, size_t end, int thread) {
    for (auto a = uint32_t(begin); a < end; ++a) {
      context.checkStop();
      grid.forEachNear(a, [&](uint32_t b, T squared) {
        if (b > a && squared <= near) found[size_t(thread)].push_back({a, b});
        return true;
      });
    }
  });
  std::vector<Edge> edges;
  for (const auto& each : found) edges.insert(edges.end(), each.begin(), each.end());
  std::vector<uint32_t> degree(chosen.count);
  for (const Edge& edge : edges) ++degree[edge.a], ++degree[edge.b];

  std::vector<Join<T>> candidates;
  for (uint32_t a = 0; a < chosen.count; ++a) {
    if (degree[a] > 1) continue;
    context.checkStop();
    grid.forEachNear(a, [&](uint32_t b, T squared) {
      if (b > a && degree[b] <= 1 && squared > near && squared <= far) candidates.push_back({squared, {a, b}});
      return true;
    });
  }
  makeJoins(std::move(candidates), degree, edges);
  return edges;
}

Curve orderGrid(const OrderInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.empty() || !CellGrid::suits<T>(in.r2)) return orderSequential(in, context);
    return makeCurve(in.chosen.withLayout(Layout::row), edgesOf(in.chosen.view<T>(), in.r2, context));
  });
}

}  // namespace arete::cpu
