// Coordinates whose names say that they are degrees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// Whether x and y of these bounds, in file coordinates, are within the degrees of longitude and latitude.
bool mayBeDegrees(const Bounds& bounds);

/// "'lon' and 'lat'" where the columns of x and y are called longitude and latitude and all coordinates may be that; else "". `bounds`: in file
/// coordinates. Warns where they cannot, and of right ascension and declination, which are degrees of no system on the earth.
std::string degreesByName(std::string_view x, std::string_view y, const Bounds& bounds, std::vector<std::string>& warnings);

}  // namespace arete
