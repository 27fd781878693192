// Places and directions in the plan: their x and y.
#pragma once

#include "compute/core/vector3.h"

namespace arete::plan {

/// Above 0 where `b` turns left from `a`.
inline double cross(const shared::Vector3& a, const shared::Vector3& b) { return a.x * b.y - a.y * b.x; }
inline double dot(const shared::Vector3& a, const shared::Vector3& b) { return a.x * b.x + a.y * b.y; }
inline shared::Vector3 way(const shared::Vector3& v) { return unit(shared::Vector3{v.x, v.y, 0}); }

}  // namespace arete::plan
