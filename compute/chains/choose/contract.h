// Stage "choose": which points of the cloud start to move. Source: spec "choose"; thesis algorithm 5.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

struct ChooseInput {
  const PointCloud& cloud;
  double r1;  ///< > 0, in the cloud's units
  const ParamValues& params;
};

/// Indices of the chosen points in the cloud. Exact versions: the points, in ascending order, each farther than R1 from every
/// chosen point before it. Throws Cancelled.
using ChooseFunction = std::vector<uint32_t> (*)(const ChooseInput&, const StageContext&);

}  // namespace arete
