// One number that says whether two results are the same to the bit.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/point_array.h"

namespace arete {

/// SHA-256, 64 lower-case hex digits, over these bytes, all numbers little endian:
///   8 bytes     "arete 1" and a zero
///   uint32      bits of a coordinate: 32 (float) or 64 (double)
///   uint32      d, the dimension
///   uint64      m, the number of chosen points
///   uint64      e, the number of edges
///   m·d floats  the coordinates' bits, point after point (whatever the layout in memory), local: without the cloud's origin
///   2·e uint32  the edges, a then b, in the order given (makeCurve: ascending)
/// The bits count: −0 and 0 differ. Throws Cancelled.
std::string curveHash(const PointArray& chosen, const std::vector<Edge>& edges, std::stop_token stop = {});

}  // namespace arete
