#include "compute/network/fog/contract.h"

#include <algorithm>
#include <cmath>

namespace arete {

/// The greatest number of cubes along each axis whose side is not below the cube root of the volume, tested as side³ >= volume. Of a sheet that is
/// thinner than a cube these would be many more than asked for, without bound: most of them empty, so there is no fog, and one cell says so.
FogCells fogCells(const shared::Vector3& low, const shared::Vector3& high, double cells) {
  constexpr int64_t kMost = 1 << 20;
  constexpr double kMostEmpty = 128;  // of those asked for: two for each point
  FogCells result{low, high - low};
  const double volume = result.volume() / cells;
  for (int k = 0; k < 3 && volume > 0 && std::isfinite(volume); ++k) {
    int64_t least = 1, most = kMost;  // bisection, as there is no cube root that every machine computes alike
    while (least < most) {
      const int64_t n = (least + most + 1) / 2;
      const double side = result.extent[k] / double(n);
      if (side * side * side >= volume) least = n;
      else most = n - 1;
    }
    result.along[k] = least;
  }
  if (double(result.count()) >= kMostEmpty * cells) std::ranges::fill(result.along, 1);
  return result;
}

Fog fogOf(const FogCells& cells, int64_t median, int64_t weight) {
  const double all = double(median) * double(cells.count());
  return {all / cells.volume(), all / double(weight)};
}

}  // namespace arete
