// Numbers that belong to the picture, as data: text is drawn by who has fonts (the panels on the picture, the picture export).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/camera.h"
#include "render/colour.h"
#include "render/view.h"

namespace arete {

/// Where the text stands with respect to its position.
enum class LabelAnchor : uint8_t { centre, left, right, above, below };  ///< `left`: the text begins at the position

struct Label {
  float x = 0, y = 0;  ///< device pixels from the top left corner
  std::string text;    ///< UTF-8
  LabelAnchor anchor = LabelAnchor::centre;
  bool isAxisName = false;  ///< drawn stronger than a number
  Colour colour;
};

/// A bar of `pixels` device pixels stands for `value` units of the cloud; value is 1, 2 or 5 times a power of ten.
struct ScaleBar {
  double pixels = 0, value = 0;
  std::string text;
};

/// What the colours of the cloud mean, when they stand for numbers; sample(map, 0…1) from minimum to maximum.
struct ColourBar {
  std::string title;
  double minimum = 0, maximum = 0;
  ColourMap map = ColourMap::viridis;
};

struct Overlay {
  std::vector<Label> labels;         ///< ticks and names of the axes; empty when the layer is hidden
  std::optional<ScaleBar> scaleBar;  ///< not in perspective, where it would be wrong but at one depth
  std::optional<ColourBar> colourBar;
};

/// Up to `digits` significant digits, thousands apart by thin spaces (U+2009), a proper minus sign, no trailing zeros.
std::string formatNumber(double value, int digits = 6);
/// The largest of 1, 2, 5 · 10^k that is ≤ `value` (> 0).
double niceStep(double value);

}  // namespace arete
