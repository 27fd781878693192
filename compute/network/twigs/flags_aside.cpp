// twigs.cpu.flags_aside: which super-points are near an edge is found on all threads, in the grids that are kept with them; what is left over is
// little. Memory: the grids (compute/network/look/row_grid.h) and a byte for each super-point. Cost: a ball for each edge, of which what is flagged
// already is passed over. Floor: reading the super-points once. Loses to row 0 for a few dozen edges.
#include "compute/network/graph/near_flags.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/twigs/contract.h"
#include "compute/network/twigs/twig_finder.h"

namespace arete::cpu {

std::vector<Twig> twigsFlagsAside(const TwigsInput& in, const StageContext& context) {
  if (!mayHaveTwigs(in)) return {};
  const double width = twigWidth(in);
  const BallLook look(in.points, width, 2 * width, context);
  const std::vector<uint8_t> isNear = nearNetwork(in.points.places, look.grid(2 * width), in.nodes, in.edges, width, context);
  LeftOver all;
  for (uint32_t i = 0; i < in.points.size(); ++i)
    if (isNear[i] == 0) all.push_back(i);
  return twigsAmong(in, all, context);
}

}  // namespace arete::cpu
