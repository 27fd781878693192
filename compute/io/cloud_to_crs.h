// Clouds in another coordinate system: metres instead of degrees, or the sphere that the degrees are meant on.
#pragma once

#include <string_view>

#include "compute/io/read_cloud.h"

namespace arete {

/// Where the coordinates of a cloud are to go.
struct CloudTarget {
  enum class Kind : uint8_t {
    crs,    ///< another system
    utm,    ///< the UTM zone of the median of its points, on WGS 84: metres
    sphere  ///< the unit sphere: longitude and latitude (or right ascension and declination) in degrees become x, y, z
  };
  Kind kind = Kind::crs;
  Crs crs = {};  ///< of Kind::crs
};

/// "utm", "sphere", or what crsFrom() understands. Throws Error(wrongUse) as that does.
CloudTarget cloudTargetFrom(std::string_view text);

/// Moves a cloud that was read as it is in its file (ReadOptions::asInFile): its first two coordinates change, and
/// heights their unit (compute/crs/heights.h); on the sphere, where they
/// have no place, a third coordinate becomes an attribute. Adds warnings, also where lengths in a UTM zone are off by more than a thousandth. Throws
/// Error(wrongUse) where the cloud's system is not known or is no angles though angles are wanted, and what CrsTransformation throws.
void bringTo(const CloudTarget& target, const std::filesystem::path& path, CloudFile& file);

}  // namespace arete
