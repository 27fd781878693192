#include "compute/chains/parts/assigned_points.h"

#include "compute/chains/evolve/accelerated.h"
#include "compute/chains/evolve/margin_rule.h"

namespace arete::cpu {

std::vector<uint32_t> assignedPoints(const RankedPoints& cloud, const PointArray& points, const PointArray& chosen, double r1,
                                     const ParamValues& params, const StageContext& context) {
  return withScalarType(cloud.facts.scalar, [&]<class T>() {
    const GridShape shape = shapeOf<T>(cloud, shared::kCellEdge * r1);
    AssignedCloud<T> sorted(SortedCloud<T>(points.view<T>(), shape, std::nullopt, context), r1, cloud.facts.scale);
    const auto evolver = makeAccelerated<T>(std::move(sorted), moveRule<T>(params, r1), cloud.facts.scale);
    evolver->reset(chosen, context);
    return evolver->assignment(context);
  });
}

}  // namespace arete::cpu
