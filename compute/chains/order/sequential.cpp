// order.cpu.sequential: row 0 of its stage. All pairs of chosen points are looked at twice: once for the edges within R2, once for the
// joins within 2·R2. Memory: the edges and the candidates. Cost: m² distances. Obvious on purpose, never tuned.
// Source: thesis, algorithm 4.
#include "compute/chains/order/contract.h"
#include "compute/chains/order/joins.h"
#include "compute/core/distance.h"

namespace arete::cpu {

template <class T>
static std::vector<Edge> edgesOneByOne(const PointsView<T>& chosen, double r2, const StageContext& context) {
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  const auto squared = [&](uint32_t a, uint32_t b) {
    return shared::squaredDistance(chosen.point(a), chosen.coordinateStride, chosen.point(b), chosen.coordinateStride, chosen.dimension);
  };
  std::vector<Edge> edges;
  std::vector<uint32_t> degree(chosen.count);
  for (uint32_t a = 0; a < chosen.count; ++a) {
    context.checkStop();
    for (uint32_t b = a + 1; b < chosen.count; ++b)
      if (squared(a, b) <= near) edges.push_back({a, b}), ++degree[a], ++degree[b];
  }
  std::vector<Join<T>> candidates;
  for (uint32_t a = 0; a < chosen.count; ++a) {
    context.checkStop();
    for (uint32_t b = a + 1; b < chosen.count; ++b)
      if (const T distance = squared(a, b); degree[a] <= 1 && degree[b] <= 1 && distance > near && distance <= far)
        candidates.push_back({distance, {a, b}});
  }
  makeJoins(std::move(candidates), degree, edges, context);
  return edges;
}

Curve orderSequential(const OrderInput& in, const StageContext& context) {
  auto edges = withScalarType(in.chosen.scalar(), [&]<class T>() { return edgesOneByOne(in.chosen.view<T>(), in.r2, context); });
  return makeCurve(in.chosen.withLayout(Layout::row), std::move(edges), context.stop);
}

}  // namespace arete::cpu
