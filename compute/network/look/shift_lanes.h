// Nodes on their way to the ridge, several at once on a thread: each looks by itself, then their eigenvectors are found together.
#pragma once

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/look/eigen_lanes.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete::cpu {

/// How far the nodes of a call go.
struct ShiftTurns {
  uint32_t iterations;  ///< at least 1
  bool last;            ///< after them all are still
};

/// Moves the nodes that are not still, and adds up what each iteration did. `Shift`: sums(lane, node), a shared::KernelSums, lanes from 0 to
/// kEigenLanes - 1; view(sums, eigen, node), a shared::RidgeView, where the sums' density is above 0; move(node, view), a shared::Vector3: what the
/// node went by; isShort(step): it is still then; rest(node, view, sums), which says that it is still.
template <class Shift>
void shiftInLanes(std::span<RidgeNode> nodes, const ShiftTurns& turns, Shift& shift, std::span<ShiftCount> counts) {
  struct Lane {
    RidgeNode* node;
    uint32_t iteration;
    bool rests;
    int number;
  };
  const EigenKernel eigens = eigenKernels().back();
  Lane lanes[kEigenLanes];
  int open = 0;
  size_t next = 0;
  const auto take = [&](Lane& lane, int number) {
    while (next < nodes.size() && nodes[next].still) ++next;
    if (next == nodes.size()) return false;
    lane = {&nodes[next++], 0, false, number};
    return true;
  };
  while (open < kEigenLanes && take(lanes[open], open)) ++open;
  while (open > 0) {
    shared::KernelSums sums[kEigenLanes];
    shared::Matrix3 matrices[kEigenLanes];
    shared::Eigen3 found[kEigenLanes];
    for (int l = 0; l < open; ++l) {
      sums[l] = shift.sums(lanes[l].number, *lanes[l].node);
      if (sums[l].density > 0) matrices[l] = shared::kernelCovariance(sums[l]);
    }
    eigens(matrices, open, found);
    for (int l = open; l-- > 0;) {
      Lane& lane = lanes[l];
      const shared::RidgeView view = sums[l].density > 0 ? shift.view(sums[l], found[l], *lane.node) : shared::RidgeView{};
      bool isDone = lane.rests;
      if (lane.rests) {
        shift.rest(*lane.node, view, sums[l]);
        ++counts[lane.iteration].rested;
      } else {
        const shared::Vector3 step = shift.move(*lane.node, view);
        counts[lane.iteration].went += squaredLength(step) > 0;
        const bool isLast = lane.iteration + 1 == turns.iterations;
        if ((turns.last && isLast) || shift.isShort(step)) lane.rests = true;
        else isDone = isLast, ++lane.iteration;
      }
      if (isDone && !take(lane, lane.number)) lane = lanes[--open];
    }
  }
}

/// Moves the nodes of `in` on all threads, each with a copy of `shift`. Returns how many moved in the last iteration. `Input`: that of ridge_shift or
/// wire_shift, of at least one iteration.
template <class Input, class Shift>
uint32_t shiftOnThreads(const Input& in, std::span<RidgeNode> nodes, const Shift& shift, const StageContext& context) {
  constexpr size_t kGrain = 64;
  std::vector<Shift> shifts(size_t(context.device.threads().size()), shift);
  std::mutex mutex;
  std::vector<ShiftCount> counts(in.iterations);  // under the mutex
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    std::vector<ShiftCount> here(in.iterations);
    shiftInLanes(nodes.subspan(begin, end - begin), {in.iterations, in.last}, shifts[size_t(thread)], here);
    const std::lock_guard lock(mutex);
    for (uint32_t i = 0; i < in.iterations; ++i) counts[i].went += here[i].went, counts[i].rested += here[i].rested;
  });
  if (!in.counts.empty()) std::ranges::copy(counts, in.counts.begin());
  return counts.back().went;
}

}  // namespace arete::cpu
