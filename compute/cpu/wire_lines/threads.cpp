// wire_lines.cpu.threads: nodes do not see each other, so each thread takes some.
// Memory: a grid, and the voters of a ball for each thread. Cost: for each ball its voters times its directions. Loses to row 0 for a few dozen
// nodes. Source: 3D, C 1.
#include <atomic>

#include "compute/cpu/network/line_vote.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

uint32_t wireLinesThreads(const WireLinesInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  const BallGrid grid(in.points.places, 3, LineVote::reachOf(0, in), LineVote::lastReach(in));
  std::vector<LineVote> votes(size_t(context.device.threads().size()), LineVote(in, grid));
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
