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

bool FogCells::saySomething() const {
  const auto [least, most] = std::ranges::minmax(along);
  const int64_t second = along[0] + along[1] + along[2] - least - most;
  return count() >= kFewest && second >= kFewestAcross && volume() != 0;
}

double FogCells::side() const {
  double least = HUGE_VAL;
  for (int k = 0; k < 3; ++k)
    if (along[k] > 1) least = std::min(least, extent[k] / double(along[k]));
  return least;
}

int64_t FogCells::of(const shared::Vector3& place) const {
  int64_t cell = 0;
  for (int k = 0; k < 3; ++k) {
    const auto at = int64_t((place[k] - low[k]) / extent[k] * double(along[k]));
    cell = cell * along[k] + std::min(at, along[k] - 1);
  }
  return cell;
}

}  // namespace arete
