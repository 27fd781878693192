// Where the grid, its numbers and the axes in the corner go. No GL: the axes layer draws the lines, the overlay names them.
#pragma once

#include <array>
#include <vector>

#include "render/overlay.h"

namespace arete {

struct GridLine {
  glm::dvec3 a{0}, b{0};
  float opacity = 0;
};

struct Grid {
  std::vector<GridLine> lines;
  std::vector<Label> labels;  ///< colours not set
};

/// Flat views: lines over the whole picture. Others: the ground plane under `box` and a vertical axis. `origin`: local coordinates +
/// origin are those of the file; the lines are at round file coordinates.
Grid makeGrid(const View& view, const Viewport& viewport, const Box& box, const glm::dvec3& origin);

/// The three axes as seen in the top left corner, device pixels; nothing in flat views.
struct CornerAxes {
  glm::dvec2 centre{0};
  std::array<glm::dvec2, 3> tips;
};
std::optional<CornerAxes> cornerAxes(const View& view, const Viewport& viewport);

/// What the axes are called: at the tips of those in the corner, in flat views at the right and at the top end of their numbers.
std::vector<Label> axisNames(const View& view, const Viewport& viewport, const AxisWords& words);

/// Red, green, blue, readable on the theme's background.
Colour axisColour(int axis, Theme theme);

}  // namespace arete
