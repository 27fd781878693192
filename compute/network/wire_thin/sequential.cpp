// wire_thin.cpu.sequential: row 0 of its stage. The clearest node that is left is taken, and those of its wire around it are crossed out.
// Memory: a grid and a flag a node. Cost: a sort, and a ball for each that is taken. Loses to rounds, as thin. Source: 3D, C 3.
#include <algorithm>

#include "compute/network/graph/clearest_first.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/wire_strands/wire_pairs.h"
#include "compute/network/wire_thin/contract.h"

namespace arete::cpu {

std::vector<uint32_t> wireThinSequential(const WireThinInput& in, const StageContext& context) {
  std::vector<shared::Vector3> places;
  double largest = in.r1;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const std::vector<uint32_t> order = clearestFirst(in.nodes);
  const BallGrid grid(places, 3, in.r1, in.r1 + in.rules.thinSpacing * (in.r1 + largest), context);
  StopTicker tick(context);
  std::vector<bool> gone(in.nodes.size());
  std::vector<uint32_t> taken;
  for (const uint32_t i : order) {
    tick();
    if (gone[i]) continue;
    taken.push_back(i);
    grid.visitBall(places[i], wireThinReach(in.nodes[i], in.r1, in.rules) + in.r1, [&](uint32_t other, double) {
      if (other != i && isOfTheSameWire(in.nodes[i], in.nodes[other], in.r1, in.rules)) gone[other] = true;
    });
  }
  std::ranges::sort(taken);
  return taken;
}

}  // namespace arete::cpu
