// Numbers that belong to the picture, as data: text is drawn where there are fonts (panels on the picture, picture export).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "render/camera.h"
#include "render/categories.h"
#include "render/colour.h"
#include "render/view.h"

namespace arete {

/// Where the text is relative to its position.
enum class LabelAnchor : uint8_t { centre, left, right, above, below };  ///< `left`: the text begins at the position

struct Label {
  float x = 0, y = 0;  ///< device pixels from the top left corner
  std::string text;    ///< UTF-8
  LabelAnchor anchor = LabelAnchor::centre;
  bool isAxisName = false;  ///< drawn stronger than a number
  Colour colour;
};

/// What the first axes of a cloud are called, and in what they are measured: "longitude", "°".
struct AxisWords {
  std::array<std::string, 3> names{"x", "y", "z"}, units;

  /// "x", "y", "z", then "x4", "x5" …
  std::string name(int cloudAxis) const;
  /// "" where none is known.
  std::string unit(int cloudAxis) const;
  /// With its unit, where one is known: "longitude, °".
  std::string title(int cloudAxis) const;
};

/// A bar of `pixels` device pixels stands for `value` units of the cloud; value is 1, 2 or 5 times a power of ten.
struct ScaleBar {
  double pixels = 0, value = 0;
  std::string text;
};

/// What colours mean that stand for numbers, from minimum to maximum.
struct ColourBar {
  std::string title;
  double minimum = 0, maximum = 0;
  ColourMap map = ColourMap::viridis;
  std::vector<Category> categories = {};  ///< not empty: of a column of whole numbers, and there is no range
  std::optional<ColourRange> range;       ///< instead of the map

  /// At 0…1 of the way.
  Colour at(double t) const { return range ? range->at(t) : sample(map, t); }
};

/// The corner in which bars stand.
struct BarPlace {
  bool above = true;
  bool left = false;
  bool onPoints = false;  ///< there are points in every corner: the bars need a ground of their own
};

/// What a mark on the picture means.
enum class KeyMark : uint8_t { disc, ring, line, band };
struct KeyEntry {
  KeyMark mark = KeyMark::disc;
  Colour colour;
  std::string text;
};

/// An area of the picture while it is drawn, and what is selected on it.
struct AreaOutline {
  std::vector<std::array<double, 2>> corners;  ///< logical pixels
  std::string hint;                            ///< what the picture waits for: "Drag a box: …"; "" for nothing
  std::vector<std::array<double, 4>> lines;    ///< from x, y to x, y: selected edges, or those of a node that is dragged
  std::vector<std::array<double, 2>> dots;     ///< selected nodes
  std::optional<std::array<double, 2>> cross;  ///< that keys move
  std::optional<std::array<double, 2>> aim;    ///< the point that it would take
};

/// A measured line on the picture, device pixels.
struct MeasureMark {
  struct Piece {
    std::array<double, 2> from, to;
    std::string text;  ///< its length; of the last of several also that of all
  };
  std::vector<std::array<double, 2>> points;
  std::vector<Piece> pieces;
};

struct Overlay {
  std::vector<Label> labels;                ///< names of the axes, then ticks; empty when the layer is hidden
  double marginLeft = 0, marginBottom = 0;  ///< device pixels beside what panels cover, where the numbers of a flat view stand; 0: they stand on it
  std::optional<ScaleBar> scaleBar;         ///< not in perspective, where it would be wrong but at one depth
  std::optional<ColourBar> colourBar;       ///< of the cloud
  std::optional<ColourBar> curveBar;        ///< of the curve
  BarPlace bars;
  std::vector<KeyEntry> key;          ///< of the marks of a network
  std::vector<MeasureMark> measured;  ///< lines of the view, in its order
};

/// Up to `digits` significant digits, thousands apart by thin spaces (U+2009), a proper minus sign, no trailing zeros.
std::string formatNumber(double value, int digits = 6);
/// The largest of 1, 2, 5 · 10^k that is ≤ `value` (> 0).
double niceStep(double value);

}  // namespace arete
