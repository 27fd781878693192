// Stage "order": joins the chosen points into a curve. Source: spec "order"; thesis algorithm 4.
#pragma once

#include "compute/core/curve.h"
#include "compute/core/device.h"
#include "compute/core/param_info.h"

namespace arete {

struct OrderInput {
  const PointArray& chosen;
  double r2;  ///< > 0
  const ParamValues& params;
};

/// All pairs within R2; then, closest first (ties: lower indices), pairs within 2·R2 of points that have at most one edge so far.
/// Throws Cancelled.
using OrderFunction = Curve (*)(const OrderInput&, const StageContext&);

}  // namespace arete
