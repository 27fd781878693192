// The kernel's sums over a spheroid of super-points, by one warp per spheroid. Sums of integers, so they are those of any other order.
#pragma once

#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/look/wire_step.h"

namespace arete::cuda {

/// What nodes of wires see. Called by all lanes of a warp; each lane gets the answer.
struct WarpWireLook {
  const RowLevels& levels;
  double across, ball, kernelScale;  ///< across: the shorter semi-axis; ball: the longer one over the radius

  __device__ WireSight operator()(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball * radius, across};
    const shared::KernelSums sums = sumsOf(spheroid);
    return {shared::spheroidView(sums, spheroid, kernelScale), sums.weight};
  }
  /// The view's mean.
  __device__ shared::Vector3 mean(const shared::Vector3& centre, const shared::Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball * radius, across};
    return shared::kernelMean(sumsOf(spheroid)) * spheroid.length;
  }

 private:
  __device__ shared::KernelSums sumsOf(const shared::Spheroid& spheroid) const {
    const shared::RowsView& view = levels.of(spheroid.length);
    const double reach = spheroid.length * spheroid.length;
    shared::KernelSums sums;
    walkBall<3>(view, spheroid.centre, spheroid.length, [&](uint32_t at, bool isThere) {
      if (!isThere) return false;
      const shared::Vector3 place = view.place<3>(at);
      if (squaredDistance(place, spheroid.centre) <= reach) add(sums, spheroid, place, static_cast<int64_t>(view.places.weight[at]), kernelScale);
      return false;
    });
    sums.weight = added(sums.weight), sums.density = added(sums.density);
    for (int k = 0; k < 3; ++k) sums.first[k] = added(sums.first[k]);
    for (int k = 0; k < 6; ++k) sums.second[k] = added(sums.second[k]);
    return sums;
  }
};

}  // namespace arete::cuda
