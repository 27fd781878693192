// wire_lines.cpu.sequential: row 0 of its stage. Node after node, ball after ball, every voter is held against every direction.
// Memory: a grid, and the voters of one ball. Cost: for each ball its voters times its directions. Loses to one thread per node. Source: 3D, C 1.
#include "compute/network/wire_lines/contract.h"
#include "compute/network/wire_lines/line_vote.h"

namespace arete::cpu {

uint32_t wireLinesSequential(const WireLinesInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  const BallGrid grid(in.points.places, 3, wireReach(0, in), lastWireReach(in), context);
  LineVote vote(in, grid);
  uint32_t found = 0;
  for (RidgeNode& node : nodes) {
    context.checkStop();
    found += vote.run(node);
  }
  return found;
}

}  // namespace arete::cpu
