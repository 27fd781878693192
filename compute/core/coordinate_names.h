// What coordinates are called in files that name them.
#pragma once

#include <array>
#include <string_view>

#include "compute/core/point_array.h"

namespace arete {

inline constexpr std::array<std::string_view, kMaxDimension> kCoordinateNames = {"x",  "y",   "z",   "x4",  "x5",  "x6",  "x7",  "x8",
                                                                                 "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16"};

}  // namespace arete
