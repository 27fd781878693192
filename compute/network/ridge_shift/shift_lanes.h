// Nodes on their way to the ridge, several at once on a thread: each looks by itself, then their eigenvectors are found together.
#pragma once

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/look/eigen_lanes.h"
#include "compute/network/ridge_shift/ridge_step.h"

namespace arete::cpu {

/// Moves the nodes that are not still, and adds up what each iteration did. `shifts`: a BallShift or SpheroidShift for each lane.
template <class Shift>
void shiftInLanes(const RidgeShiftInput& in, std::span<RidgeNode> nodes, std::span<Shift> shifts, std::span<ShiftCount> counts) {
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
      sums[l] = shifts[size_t(lanes[l].number)].sums(*lanes[l].node);
      if (sums[l].density > 0) matrices[l] = shared::kernelCovariance(sums[l]);
    }
    eigens(matrices, open, found);
    for (int l = open; l-- > 0;) {
      Lane& lane = lanes[l];
      RidgeNode& node = *lane.node;
      const Shift& shift = shifts[size_t(lane.number)];
      const shared::RidgeView view = sums[l].density > 0 ? shift.view(node, sums[l], found[l]) : shared::RidgeView{};
      bool isDone = lane.rests;
      if (lane.rests) {
        comeToRest(node, shift.tangent(node, view), view, sums[l].weight, in.rules.weightNeeded);
        ++counts[lane.iteration].rested;
      } else {
        const auto [next, moved] = shift.move(node, view);
        node.place = next;
        counts[lane.iteration].went += squaredLength(moved) > 0;
        const bool isLast = lane.iteration + 1 == in.iterations;
        if ((in.last && isLast) || lengthOf(moved) < in.rules.shiftEnd * in.r1) lane.rests = true;
        else isDone = isLast, ++lane.iteration;
      }
      if (isDone && !take(lane, lane.number)) lane = lanes[--open];
    }
  }
}

/// Moves the nodes on all threads, each with copies of `shift`. Returns how many moved in the last iteration, of which there is one at least.
template <class Shift>
uint32_t shiftOnThreads(const RidgeShiftInput& in, std::span<RidgeNode> nodes, const Shift& shift, const StageContext& context) {
  constexpr size_t kGrain = 64;
  std::vector<std::vector<Shift>> shifts(size_t(context.device.threads().size()), std::vector<Shift>(kEigenLanes, shift));
  std::mutex mutex;
  std::vector<ShiftCount> counts(in.iterations);  // under the mutex
  context.device.threads().forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    std::vector<ShiftCount> here(in.iterations);
    shiftInLanes<Shift>(in, nodes.subspan(begin, end - begin), shifts[size_t(thread)], here);
    const std::lock_guard lock(mutex);
    for (uint32_t i = 0; i < in.iterations; ++i) counts[i].went += here[i].went, counts[i].rested += here[i].rested;
  });
  if (!in.counts.empty()) std::ranges::copy(counts, in.counts.begin());
  return counts.back().went;
}

}  // namespace arete::cpu
