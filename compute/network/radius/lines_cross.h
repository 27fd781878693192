// What tells wires from other lines: conductors never cross.
#pragma once

#include "compute/core/curve.h"
#include "compute/core/device.h"

namespace arete {

/// Whether lines of a network cross: some of its nodes, no end among them, are this close to the middle part of another line. Where
/// there are many nodes, some thousand are looked at. Throws Cancelled.
bool linesCross(const Curve& network, double within, const StageContext& context);

}  // namespace arete
