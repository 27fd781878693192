// The kernel's sums over balls of super-points, by one warp per ball: each lane adds up the terms of its places, then the lanes add up theirs. Sums
// of integers, so they are those of any other order.
#pragma once

#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/rules/ridge_kernel.h"

namespace arete::cuda {

/// What a lane adds to the moments of a ball. The third axis of the plane is left out: its moments are 0.
template <int D>
struct LaneSums {
  static constexpr int kSecond = D == 2 ? 3 : 6;
  double weight = 0;  // below 2^53, so exact
  int64_t density = 0, first[D] = {}, second[kSecond] = {};

  __device__ void add(const shared::Vector3& offset, double ofPlace, double scale) {
    const double term = shared::kernelTerm<D>(offset.x, offset.y, offset.z, ofPlace, scale);
    const shared::KernelTerms<double> terms = shared::kernelTerms<D>(offset.x, offset.y, offset.z, term);
    weight += ofPlace;
    density += static_cast<int64_t>(terms.density);
#pragma unroll
    for (int k = 0; k < D; ++k) first[k] += static_cast<int64_t>(terms.first[k]);
#pragma unroll
    for (int k = 0; k < kSecond; ++k) second[k] += static_cast<int64_t>(terms.second[numberOf(k)]);
  }
  /// Over the warp.
  __device__ shared::KernelSums sums() const {
    shared::KernelSums all;
    all.weight = added(static_cast<int64_t>(weight));
    all.density = added(density);
#pragma unroll
    for (int k = 0; k < D; ++k) all.first[k] = added(first[k]);
#pragma unroll
    for (int k = 0; k < kSecond; ++k) all.second[numberOf(k)] = added(second[k]);
    return all;
  }

 private:
  /// Among xx xy xz yy yz zz.
  __device__ static constexpr int numberOf(int k) { return D == 2 && k == 2 ? 3 : k; }
};

/// Of the ball of super-points around a centre. Called by all lanes of a warp.
template <int D>
__device__ shared::KernelSums ballSums(const RowLevels& levels, const shared::Vector3& centre, double radius, double scale) {
  const shared::RowsView& view = levels.of(radius);
  const double reach = radius * radius, inverse = 1 / radius;
  LaneSums<D> sums;
  walkBall<D>(view, centre, radius, [&](uint32_t at, bool isThere) {
    if (!isThere) return false;
    const shared::Vector3 offset = view.template place<D>(at) - centre;
    if (squaredLength(offset) <= reach) sums.add(offset * inverse, view.places.weight[at], scale);
    return false;
  });
  return sums.sums();
}

/// Only the density, of balls of one radius around several centres, none farther from `middle` than `away`. Called by all lanes of a warp.
template <int D, int kBalls>
__device__ void ballDensities(const RowLevels& levels, const shared::Vector3 (&centres)[kBalls], const shared::Vector3& middle, double away,
                              double radius, double scale, int64_t (&densities)[kBalls]) {
  const shared::RowsView& view = levels.of(radius);
  const double reach = radius * radius, inverse = 1 / radius;
  int64_t sums[kBalls] = {};
  walkBall<D>(view, middle, radius + away, [&](uint32_t at, bool isThere) {
    if (!isThere) return false;
    const shared::Vector3 place = view.template place<D>(at);
    const double weight = view.places.weight[at];
#pragma unroll
    for (int b = 0; b < kBalls; ++b) {
      const shared::Vector3 from = place - centres[b], offset = from * inverse;
      if (squaredLength(from) <= reach) sums[b] += static_cast<int64_t>(shared::kernelTerm<D>(offset.x, offset.y, offset.z, weight, scale));
    }
    return false;
  });
#pragma unroll
  for (int b = 0; b < kBalls; ++b) densities[b] = added(sums[b]);
}

}  // namespace arete::cuda
