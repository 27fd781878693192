#include "compute/crs/heights.h"

#include "compute/crs/about_crs.h"

namespace arete {

double metresOfHeights(const Crs& crs) {
  if (!crs.known()) return 1;
  const double metres = aboutCrs(crs).heightMetres;
  return metres > 0 ? metres : 1;
}

}  // namespace arete
