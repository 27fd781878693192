#include "compute/io/read/degrees_by_name.h"

#include <cmath>

#include "compute/core/coordinate_names.h"
#include "compute/core/number_text.h"

namespace arete {

static constexpr double kMost[] = {360, 90};

bool mayBeDegrees(const Bounds& bounds) {
  const auto may = [&](size_t k) { return std::abs(bounds.minimum[k]) <= kMost[k] && std::abs(bounds.maximum[k]) <= kMost[k]; };
  return may(0) && may(1);
}

std::string degreesByName(std::string_view x, std::string_view y, const Bounds& bounds, std::vector<std::string>& warnings) {
  const NamedDegrees kind = namedDegrees(x, y);
  if (kind == NamedDegrees::none) return {};
  const std::string names = "'" + std::string(x) + "' and '" + std::string(y) + "'";
  for (size_t k = 0; k < 2; ++k)
    for (const double value : {bounds.minimum[k], bounds.maximum[k]})
      if (!(std::abs(value) <= kMost[k])) {
        warnings.push_back("Columns " + names + " are called like degrees, but one holds " + numberText(value, 3) +
                           ", which is none: no coordinate system is taken; --crs gives one.");
        return {};
      }
  if (kind == NamedDegrees::onEarth) return names;
  warnings.push_back("Columns " + names +
                     " are degrees on the sky, and so are radii and lengths: a degree is shorter the nearer it is to a pole. arete-cli convert "
                     "--to-crs sphere makes places on a sphere of them.");
  return {};
}

}  // namespace arete
