// The points that one rank has of a cloud; no rank has them all.
#pragma once

#include "compute/chains/grid/cell_grid.h"
#include "compute/core/cloud_facts.h"
#include "compute/core/device.h"

namespace arete::cpu {

/// How points of different ranks are ordered.
enum class RankedOrder : uint8_t {
  numbers,   ///< those of a rank come in their order, after all of the ranks before
  scattered  ///< by the hash of their file coordinates, then by the coordinates
};

struct RankedPoints {
  CloudFacts facts;     ///< of all ranks' points
  PointArray points;    ///< of this rank, row layout
  PointArray sample;    ///< of all, strided: the same on all ranks
  uint64_t before = 0;  ///< points of the ranks before
  RankedOrder order = RankedOrder::numbers;
};

/// A grid over all ranks' points, the same on all. Not of a cloud without points.
template <class T>
GridShape shapeOf(const RankedPoints& cloud, double edge) {
  return cloud.sample.empty() ? GridShape{} : gridShape(cloud.sample.view<T>(), edge, &cloud.facts.bounds);
}

}  // namespace arete::cpu
