// Choosing from a stream of points: what choose.cpu.rounds chooses, with no more of the cloud in memory than a block.
#pragma once

#include "compute/chains/paged/streamed_points.h"
#include "compute/core/device.h"
#include "compute/core/grid_shape.h"
#include "compute/core/point_stream.h"

namespace arete::cpu {

struct StreamChoice {
  StreamedPoints::Chosen chosen;
  uint32_t inputReads = 0;
};

struct ChooseOnDisk {
  double r1 = 0;
  GridShape shape;         ///< of cells ChosenGrid::edge(r1) long over the points
  bool scattered = false;  ///< in the order of the hashes of the points' file coordinates, as PointOrder::scattered sorts a cloud in memory
  size_t memory_bytes = 0;
};

/// In the order of the stream in one pass. Scattered in several: each collects the lowest points that are not covered, as many as there is memory
/// for, which are then decided in their order.
StreamChoice chooseFromStream(const PointStream& points, const ChooseOnDisk& how, const StageContext& context);

}  // namespace arete::cpu
