// wire_shift.cpu.threads: nodes do not see each other, so each thread takes some, and goes with each through all iterations that are asked for.
// Memory: a grid. Cost: for each node that is not still the super-points in the ball around its spheroid. Loses to row 0 for a few dozen nodes.
// Source: 3D, C 2.
#include <atomic>

#include "compute/cpu/network/wire_step.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

uint32_t wireShiftThreads(const WireShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  const auto [least, greatest] = radiusRange(nodes, in.r1);
  const WireLook look(in.points, in.r1, in.rules, least, greatest);
  std::atomic<uint32_t> went{0};
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    uint32_t wentHere = 0;
    for (size_t i = begin; i < end; ++i)
      for (uint32_t shift = 1; shift <= in.iterations && !nodes[i].still; ++shift) {
        const bool moved = wireStep(nodes[i], look, in, in.last && shift == in.iterations);
        if (shift == in.iterations) wentHere += moved;
      }
    went += wentHere;
  });
  return went;
}

}  // namespace arete::cpu
