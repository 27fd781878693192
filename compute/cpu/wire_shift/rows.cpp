// wire_shift.cpu.rows: nodes do not see each other, so each thread takes some, and goes with each through all iterations that are asked for. Of the
// super-points only those along the axis of a spheroid are read (compute/cpu/network/wire_rows.h), in a grid that is kept with them.
// Memory: the grid. Cost: for each node that is not still the super-points around its axis, and five sweeps of rotations. Floor: the terms of the
// super-points. Loses to row 0 for a few nodes. Source: 3D, C 2.
#include <algorithm>
#include <mutex>

#include "compute/cpu/network/wire_rows.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

uint32_t wireShiftRows(const WireShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 64;
  context.checkStop();
  const WireRows look(in.points, in.r1, in.rules, context);
  std::mutex mutex;
  std::vector<ShiftCount> counts(in.iterations);  // under the mutex
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    std::vector<ShiftCount> here(in.iterations);
    for (size_t i = begin; i < end; ++i)
      for (uint32_t shift = 0; shift < in.iterations && !nodes[i].still; ++shift) {
        here[shift].went += wireStep(nodes[i], look, in.r1, in.rules, in.last && shift + 1 == in.iterations);
        here[shift].rested += nodes[i].still;
      }
    const std::lock_guard lock(mutex);
    for (uint32_t shift = 0; shift < in.iterations; ++shift) counts[shift].went += here[shift].went, counts[shift].rested += here[shift].rested;
  });
  if (!in.counts.empty()) std::ranges::copy(counts, in.counts.begin());
  return counts.empty() ? 0 : counts.back().went;
}

}  // namespace arete::cpu
