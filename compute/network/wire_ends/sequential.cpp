// wire_ends.cpu.sequential: row 0 of its stage. From each end, super-point after super-point along the way it points.
// Memory: the graph, a grid, and the super-points before one end. Cost: a ball for each step of an end.
#include <algorithm>

#include "compute/network/look/column_grid.h"
#include "compute/network/wire_ends/contract.h"
#include "compute/network/wire_ends/wire_tips.h"

namespace arete::cpu {

static double reachedBy(const WireTip& tip, const ColumnGrid& grid, const WireEndsInput& in) {
  double reached = 0;
  for (double before = -1; reached > before;) {
    before = reached;
    grid.visitBall(tip.place + tip.way * before, tip.step + in.r1,
                   [&](uint32_t point, double) { reached = std::max(reached, tip.alongOf(in.points.places[point], before, in.r1 * in.r1, 0)); });
  }
  return reached;
}

uint32_t wireEndsSequential(const WireEndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const std::vector<WireTip> tips = wireTips(in, nodes, context);
  if (tips.empty()) return moveTips(in, tips, {}, nodes);
  const ColumnGrid grid(in.points.places, std::ranges::min(tips, {}, &WireTip::step).step + in.r1);
  std::vector<double> reached;
  for (const WireTip& tip : tips) context.checkStop(), reached.push_back(reachedBy(tip, grid, in));
  return moveTips(in, tips, reached, nodes);
}

}  // namespace arete::cpu
