// How the lanes of a warp go through the places of a ball or a strip together: each lane finds the run of another row, then all lanes take the places
// of all runs, so that it does not matter how they are spread over the rows.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/network/look/edge_strip.h"

namespace arete::cuda {

/// The sum of the values of this lane and those before it.
__device__ inline uint32_t addedUpTo(uint32_t value) {
  const uint32_t lane = threadIdx.x % kWarp;
  for (uint32_t step = 1; step < kWarp; step *= 2) {
    const uint32_t before = __shfl_up_sync(kAllLanes, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// Calls round(at, isThere) until there are no places left or it returns true, which it does for all lanes or for none. Called by all lanes of a
/// warp; a lane without a place has isThere false. All places of these rows come, which are shared::RowsOfBall or the like; where several warps go
/// through them, to this one those of its part.
template <class Rows, class Round>
__device__ void walkRows(const shared::RowsView& view, const Rows& rows, const Round& round, uint32_t part = 0, uint32_t parts = 1) {
  const uint32_t lane = threadIdx.x % kWarp;
  for (uint64_t first = 0; first < rows.count(); first += kWarp) {
    shared::Run run{0, 0};
    if (first + lane < rows.count()) run = rows.run(view, first + lane);
    const uint32_t upTo = addedUpTo(run.end - run.begin), all = __shfl_sync(kAllLanes, upTo, kWarp - 1);
    const uint32_t shift = run.end - upTo;  // from a number among the places of all runs to a place of this run; modulo 2^32
    for (uint32_t begin = part * kWarp; begin < all; begin += parts * kWarp) {
      const uint32_t number = begin + lane;
      uint32_t owner = 0;  // the first lane whose runs go beyond the number
      for (uint32_t step = kWarp / 2; step > 0; step /= 2)
        if (__shfl_sync(kAllLanes, upTo, owner + step - 1) <= number) owner += step;
      const uint32_t at = number + __shfl_sync(kAllLanes, shift, owner);
      if (round(at, number < all)) return;
    }
  }
}

/// Those within `radius` of `centre`, and others nearby.
template <int D, class Round>
__device__ void walkBall(const shared::RowsView& view, const shared::Vector3& centre, double radius, const Round& round, uint32_t part = 0,
                         uint32_t parts = 1) {
  walkRows(view, shared::RowsOfBall<D>(view.layout, centre, radius), round, part, parts);
}

}  // namespace arete::cuda
