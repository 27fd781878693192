// ridge_shift.cpu.rows: one thread per node; a ball is read in rows of a grid that is kept with the super-points, and summed a register at a time.
// Nodes do not affect each other, so each goes through all requested iterations by itself. Memory: the grids (compute/cpu/network/row_grid.h). Cost:
// for each moving node about 1.3 times the super-points in its ball, 1 to 2 ns each. Floor: their terms. Loses to row 0 for a few dozen nodes.
// Source: network, step 4; 3D, A.
#include <algorithm>
#include <atomic>
#include <vector>

#include "compute/cpu/network/ball_look.h"
#include "compute/cpu/network/ridge_step.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

uint32_t ridgeShiftRows(const RidgeShiftInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 64;
  double smallest = steppedRadius(in.r1, in.rules.radiusSteps), largest = 0;
  for (const RidgeNode& node : nodes)
    if (!node.still) smallest = std::min(smallest, node.radius), largest = std::max(largest, node.radius);
  if (largest == 0) return 0;
  auto looks = looksOfThreads(in.points, in.rules.ball * smallest, in.rules.ball * largest, context);
  std::atomic<uint32_t> went{0};
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    uint32_t wentHere = 0;
    std::vector<ShiftCount> counts(in.counts.size());
    for (size_t i = begin; i < end; ++i)
      for (uint32_t shift = 1; shift <= in.iterations && !nodes[i].still; ++shift) {
        const bool moved = ridgeStep(nodes[i], looks[size_t(thread)], in, in.last && shift == in.iterations);
        if (shift == in.iterations) wentHere += moved;
        if (!counts.empty()) counts[shift - 1].went += moved, counts[shift - 1].rested += nodes[i].still;
      }
    went += wentHere;
    for (size_t shift = 0; shift < counts.size(); ++shift) {
      std::atomic_ref(in.counts[shift].went).fetch_add(counts[shift].went, std::memory_order_relaxed);
      std::atomic_ref(in.counts[shift].rested).fetch_add(counts[shift].rested, std::memory_order_relaxed);
    }
  });
  return went;
}

}  // namespace arete::cpu
