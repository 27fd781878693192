// Numbers, scale bar, colour bars and legend laid out on a picture that is saved: shapes and words that whoever has a pen can draw.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "render/overlay.h"

namespace arete {

/// In logical pixels from the top left corner.
struct OverlayShape {
  enum class Kind : uint8_t { line, box, disc, ring, text };

  Kind kind = Kind::line;
  std::vector<std::array<double, 2>> points;  ///< of a line; two corners of a box; the centre of a disc or ring; where a text is
  double size = 1;                            ///< width of a line or of a ring's edge, diameter of a disc, radius of a box's corners
  double diameter = 0;                        ///< of a ring
  Colour colour;
  std::string text;
  LabelAnchor anchor = LabelAnchor::centre;
  bool bold = false;
};

inline constexpr double kOverlayFontSize = 12;  ///< logical pixels
inline constexpr const char* kOverlayFont = "DejaVu Sans";

/// How wide a text is, logical pixels.
using TextWidth = std::function<double(const std::string& text, bool bold)>;

/// In the order to be drawn. `width`, `height`: of the picture, logical pixels; `ratio`: device pixels in one.
std::vector<OverlayShape> overlayShapes(const Overlay& overlay, Theme theme, double width, double height, double ratio, const TextWidth& widthOf);

}  // namespace arete
