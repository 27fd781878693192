// Which places lie near a network: one warp per edge flags what is near it.
#pragma once

#include "compute/core/curve.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/network/look/branch_side.h"
#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

inline constexpr uint32_t kFlagBlock = 256;

/// Sets 1, by index, for places of a grid that are within the width of an edge; others stay as they are.
template <int D>
__global__ void __launch_bounds__(kFlagBlock) nearFlagsKernel(const __grid_constant__ RowLevels levels, const shared::Vector3* nodes,
                                                              const Edge* edges, uint32_t count, double width, uint8_t* flags) {
  const uint32_t e = (blockIdx.x * kFlagBlock + threadIdx.x) / kWarp;
  if (e >= count) return;  // the whole warp
  const shared::Vector3 from = nodes[edges[e].a], to = nodes[edges[e].b], middle = (from + to) * 0.5;
  const double reach = width + distance(from, to) / 2;
  const shared::RowsView& view = levels.of(reach);
  walkBall<D>(view, middle, reach, [&](uint32_t at, bool isThere) {
    if (!isThere) return false;
    const shared::Vector3 place = view.template place<D>(at);
    if (squaredDistance(place, middle) <= reach * reach && footOn(from, to, place).squared <= width * width) flags[view.index[at]] = 1;
    return false;
  });
}

}  // namespace arete::cuda
