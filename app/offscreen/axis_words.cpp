#include "app/offscreen/axis_words.h"

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"

namespace arete {

static std::string shortUnit(const std::string& unit) {
  if (unit == "metre" || unit == "meter") return "m";
  if (unit == "kilometre") return "km";
  if (unit.ends_with("foot") || unit.ends_with("feet")) return "ft";
  return unit;
}

static AxisWords ofDegrees() { return {{"longitude", "latitude", "z"}, {"°", "°", ""}}; }

AxisWords axisWordsOf(const Crs& crs, bool areDegrees) {
  if (!crs.known()) return areDegrees ? ofDegrees() : AxisWords();
  try {
    const CrsAbout about = aboutCrs(crs);
    AxisWords words = about.degrees ? ofDegrees() : AxisWords{{"x", "y", "z"}, {shortUnit(about.unit), shortUnit(about.unit), {}}};
    if (!about.heights.empty()) words.units[2] = shortUnit(about.heightUnit);
    else if (!about.degrees) words.units[2] = words.units[0];
    return words;
  } catch (const Error&) {
    return {};  // PROJ does not know the system, which the reader has said
  }
}

}  // namespace arete
