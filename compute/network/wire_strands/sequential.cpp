// wire_strands.cpu.sequential: row 0 of its stage. All candidates are listed, and gone through cheapest first.
// Memory: the candidates, two slots a node. Cost: a ball for each node, and a sort of the candidates. Loses to one thread per node, which lists its
// candidates. Source: 3D, C 4.
#include <algorithm>

#include "compute/network/look/ball_grid.h"
#include "compute/network/wire_strands/contract.h"
#include "compute/network/wire_strands/wire_pairs.h"

namespace arete::cpu {

using shared::Vector3;

static std::vector<StrandEdge> candidates(const WireStrandsInput& in, const StageContext& context) {
  std::vector<Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const BallGrid grid(places, 3, in.rules.reach * in.r1, in.rules.reach * largest, context);
  StopTicker tick(context);
  std::vector<StrandEdge> result;
  for (uint32_t i = 0; i < in.nodes.size(); ++i) {
    tick();
    grid.visitBall(places[i], in.rules.reach * in.nodes[i].radius, [&](uint32_t other, double) {
      const RidgeNode &a = in.nodes[i], &b = in.nodes[other];
      if (!looksForPair(a, i, b, other)) return;
      if (const double cost = strandCost(a, b, in.r1, in.rules); cost >= 0) result.push_back({cost, {std::min(i, other), std::max(i, other)}});
    });
  }
  std::ranges::sort(result);
  return result;
}

std::vector<Edge> wireStrandsSequential(const WireStrandsInput& in, const StageContext& context) {
  return takenStrandEdges(candidates(in, context), in);
}

}  // namespace arete::cpu
