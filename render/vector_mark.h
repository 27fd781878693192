// What lies over the cloud on a picture, as lines and discs instead of pixels: for files that no magnification blurs.
#pragma once

#include <array>
#include <vector>

#include "render/colour.h"
#include "render/view.h"

namespace arete {

/// A line with round ends and joins, or a disc. Device pixels from the top left corner of the picture.
struct VectorMark {
  enum class Shape : uint8_t { line, disc };

  LayerId layer = LayerId::curve;
  Shape shape = Shape::line;
  std::vector<std::array<double, 2>> points;  ///< along the line; the centre of the disc
  double width = 1;                           ///< of the line; diameter of the disc
  double hole = 0;                            ///< share of the disc's radius that is left empty
  Colour colour;
};

}  // namespace arete
