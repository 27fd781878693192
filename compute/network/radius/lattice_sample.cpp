#include "compute/network/radius/lattice_sample.h"

#include <cmath>

namespace arete {

shared::CloudLattice cloudLattice(const PointCloud& cloud) {
  shared::CloudLattice lattice{.dimension = cloud.dimension()};
  double extent = 0;
  for (int k = 0; k < lattice.dimension; ++k) {
    lattice.low[k] = cloud.bounds().minimum[size_t(k)];
    extent = std::max(extent, cloud.bounds().extent(k));
  }
  if (!(extent > 0) || !std::isfinite(extent)) return lattice;
  const int exponent = std::ilogb(extent) - (shared::kLatticeBits - 1), half = exponent / 2;
  lattice.unit = std::ldexp(1.0, exponent);
  lattice.toUnits = std::ldexp(1.0, -half), lattice.alsoUnits = std::ldexp(1.0, half - exponent);
  for (int k = 0; k < lattice.dimension; ++k) {
    lattice.extent[k] = INT32_MAX;
    lattice.extent[k] = lattice.at(cloud.bounds().maximum[size_t(k)], k);
  }
  return lattice;
}

}  // namespace arete
