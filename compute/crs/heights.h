// What becomes of heights when a cloud goes into another coordinate system: their unit goes with the places, their datum stays. A way from one datum
// to another takes grids that are rarely installed, and a height that is silently off by 43 m is worse than one that is the file's.
#pragma once

#include <string>

#include "compute/crs/crs.h"

namespace arete {

struct HeightsWay {
  Crs crs;              ///< the system of the places that was asked for, with that of the heights that come there
  double factor = 1;    ///< of heights
  std::string warning;  ///< one sentence; "" for none
};

/// From one system into another. Heights get the unit of the other system's heights, where it has some, else that of its places, else metres. Where
/// the unit of heights is not known they stay, and the warning says so. Throws as aboutCrs.
HeightsWay heightsWay(const Crs& from, const Crs& to);

/// How many metres GeoJSON and GPX, whose heights are metres by their definition, have in a unit of this system's heights: 1 where that is not known.
double metresOfHeights(const Crs& crs);

}  // namespace arete
