// wire_lines.cpu.rows: nodes do not see each other, so each thread takes some. Balls are read in rows, and left as soon as they are too crowded;
// voters are counted a register at a time (compute/network/wire_lines/row_vote.h).
// Memory: the grids (compute/network/look/row_grid.h), and the voters of a ball for each thread. Cost: for each ball its points, and its voters times
// its directions. Floor: those products, at most 512 times 32. Loses to row 0 for a few nodes. Source: 3D, C 1.
#include <atomic>

#include "compute/network/wire_lines/contract.h"
#include "compute/network/wire_lines/row_vote.h"

namespace arete::cpu {

uint32_t wireLinesRows(const WireLinesInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  context.checkStop();
  const BallLook look(in.points, wireReach(0, in), lastWireReach(in), context);
  std::vector<RowVote> votes(size_t(context.device.threads().size()), RowVote(in, look));
  std::atomic<uint32_t> found{0};
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    uint32_t foundHere = 0;
    for (size_t i = begin; i < end; ++i) foundHere += votes[size_t(thread)].run(nodes[i]);
    found += foundHere;
  });
  return found;
}

}  // namespace arete::cpu
