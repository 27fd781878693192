// The coasts of the world, which are drawn under clouds of places on it.
#pragma once

#include <vector>

#include <glm/glm.hpp>

namespace arete {

struct CoastPiece {
  glm::dvec2 a{0}, b{0};  ///< in the coordinates of a file, not relative to a cloud's origin
};
using Coasts = std::vector<CoastPiece>;

/// Longitude and latitude in degrees, −180 … 180, generalised for maps of 1:110 million (assets/coasts). Where the map is cut there is no coast.
const Coasts& worldCoasts();

}  // namespace arete
