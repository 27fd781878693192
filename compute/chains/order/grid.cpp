// order.cpu.grid: the pairs of row 0, found on a grid of cell 2·R2.
//
// Idea. Both kinds of pairs are at most 2·R2 apart, so only touching cells are looked at, in the order of space and on all threads: once
// for the edges, once for the joins of loose ends (points with at most one edge).
// Memory: the points once more, sorted; the edges, the candidates. Cost: linear in the number of points and pairs.
// Loses to row 0 for fewer than about 30 points. Source: ours.
#include "compute/chains/grid/sorted_points.h"
#include "compute/chains/order/joins.h"
#include "compute/chains/order/stage.h"

namespace arete::cpu {

/// What the threads found piece by piece, in the order of pieces.
template <class Found>
static std::vector<Found> joined(const std::vector<std::vector<Found>>& pieces) {
  std::vector<Found> all;
  for (const auto& each : pieces) all.insert(all.end(), each.begin(), each.end());
  return all;
}

template <class T>
static std::vector<Edge> edgesOf(const PointsView<T>& chosen, double r2, const StageContext& context) {
  constexpr size_t kPiece = SortedPoints<T>::kPiece;
  constexpr auto kAll = [](uint32_t) { return true; };
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  const SortedPoints<T> points(chosen, 2 * r2, context);
  const size_t pieces = (points.size() + kPiece - 1) / kPiece;
  ThreadPool& threads = context.device.threads();

  std::vector<std::vector<Edge>> edgesFound(pieces);
  threads.forEachRange(points.size(), kPiece, [&](size_t begin, size_t end, int) {
    points.forEachNear(begin, end, context, kAll, [&](uint32_t a, uint32_t b, T squared) {
      if (b > a && squared <= near) edgesFound[begin / kPiece].push_back({a, b});
      return true;
    });
  });
  std::vector<Edge> edges = joined(edgesFound);
  context.checkStop();
  std::vector<uint32_t> degree(chosen.count);
  for (const Edge& edge : edges) ++degree[edge.a], ++degree[edge.b];

  std::vector<std::vector<Join<T>>> joinsFound(pieces);
  threads.forEachRange(points.size(), kPiece, [&](size_t begin, size_t end, int) {
    const auto isLoose = [&](uint32_t a) { return degree[a] <= 1; };
    points.forEachNear(begin, end, context, isLoose, [&](uint32_t a, uint32_t b, T squared) {
      if (b > a && isLoose(b) && squared > near && squared <= far) joinsFound[begin / kPiece].push_back({squared, {a, b}});
      return true;
    });
  });
  makeJoins(joined(joinsFound), degree, edges, context);
  return edges;
}

Curve orderGrid(const OrderInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.empty() || !CellGrid::suits<T>(in.r2)) return orderSequential(in, context);
    return makeCurve(in.chosen.withLayout(Layout::row), edgesOf(in.chosen.view<T>(), in.r2, context), context.stop);
  });
}

}  // namespace arete::cpu
