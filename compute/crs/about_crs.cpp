#include "compute/crs/about_crs.h"

namespace arete {

std::string CrsAbout::text() const {
  std::string text = name.empty() ? id() : name;
  if (!name.empty() && !authority.empty()) text += " (" + id() + ')';
  return unit.empty() ? text : text + ", " + unit;
}

}  // namespace arete
