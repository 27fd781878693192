// Which points of a file take part, as flags: the one list of them, for `arete` with and without a window and for the commands of `arete-cli`.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "compute/core/flag.h"
#include "compute/crs/crs.h"
#include "compute/filter/filter.h"

namespace arete {

/// What the flags say; files that they name are read by filter(), once it is known that nothing is written over them.
struct FilterWish {
  Filter rules;
  std::vector<std::filesystem::path> polygonFiles;

  /// The filter for a cloud in this system, into which polygons are brought. Throws as readPolygons() and bringTo().
  Filter filter(const std::function<Crs()>& crs = {}) const;
};

using FilterFlag = Flag<FilterWish>;

/// In the order of --help.
const std::vector<FilterFlag>& filterFlags();

}  // namespace arete
