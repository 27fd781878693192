// The kernel's sums over a spheroid of super-points, by one warp per spheroid. Sums of integers, so they are those of any other order.
#pragma once

#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/spheroid_kernel.h"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

/// Called by all lanes of a warp; each lane gets the answer.
__device__ inline shared::KernelSums spheroidSums(const RowLevels& levels, const shared::Spheroid& spheroid, double scale) {
  const shared::RowsView& view = levels.of(spheroid.length);
  const double reach = spheroid.length * spheroid.length;
  shared::KernelSums sums;
  walkBall<3>(view, spheroid.centre, spheroid.length, [&](uint32_t at, bool isThere) {
    if (!isThere) return false;
    const shared::Vector3 place = view.place<3>(at);
    if (squaredDistance(place, spheroid.centre) <= reach) add(sums, spheroid, place, static_cast<int64_t>(view.places.weight[at]), scale);
    return false;
  });
  sums.weight = added(sums.weight), sums.density = added(sums.density);
  for (int k = 0; k < 3; ++k) sums.first[k] = added(sums.first[k]);
  for (int k = 0; k < 6; ++k) sums.second[k] = added(sums.second[k]);
  return sums;
}

}  // namespace arete::cuda
