// twigs.cpu.sequential: row 0 of its stage. Every edge says which super-points are near it; the others are put together and joined to nodes.
// Memory: a grid and a flag for each super-point. Cost: a ball for each edge. Loses to threads that flag side by side.
#include "compute/network/graph/beside_branch.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/twigs/contract.h"
#include "compute/network/twigs/twig_finder.h"

namespace arete::cpu {

std::vector<Twig> twigsSequential(const TwigsInput& in, const StageContext& context) {
  if (!mayHaveTwigs(in)) return {};
  const double width = twigWidth(in);
  const BallGrid grid(in.points.places, in.points.dimension, width, 4 * width, context);
  std::vector<bool> isNear(in.points.size());
  StopTicker tick(context);
  for (const Edge& edge : in.edges) {
    tick();
    const shared::Vector3 from = in.nodes[edge.a].place, to = in.nodes[edge.b].place;
    grid.visitBall((from + to) * 0.5, width + distance(from, to) / 2, [&](uint32_t i, double) {
      if (footOn(from, to, in.points.places[i]).squared <= width * width) isNear[i] = true;
    });
  }
  LeftOver all;
  for (uint32_t i = 0; i < in.points.size(); ++i)
    if (!isNear[i]) all.push_back(i);
  return twigsAmong(in, all, context);
}

}  // namespace arete::cpu
