#include "compute/crs/about_crs.h"

#include <cmath>

namespace arete {

std::string CrsAbout::text() const {
  std::string text = name.empty() ? id() : name;
  if (!name.empty() && !authority.empty()) text += " (" + id() + ')';
  return unit.empty() ? text : text + ", " + unit;
}

bool CrsAbout::mixesUnits() const {
  constexpr double kSame = 1e-9;  // feet of surveys and international ones differ by 2e-6
  return metres > 0 && heightMetres > 0 && std::abs(metres / heightMetres - 1) > kSame;
}

}  // namespace arete
