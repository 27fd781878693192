// A line through points of the picture and how long it is: what is drawn of it, as data, like the other numbers of the picture.
#pragma once

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "render/overlay.h"

namespace arete {

/// Of the points in order, on the drawn axes in the cloud's units.
struct LineMeasures {
  double length = 0;               ///< of the whole line
  std::vector<double> pieces;      ///< one between each two points
  glm::dvec3 difference{0, 0, 0};  ///< of the last point from the first
};
LineMeasures measureLine(std::span<const glm::dvec3> points);

/// "Length 12.3 m · Δx 3 m · Δy −4 m", with the axes that the view draws and their units; "" for fewer than two points.
std::string measureText(std::span<const glm::dvec3> points, const View& view, const AxisWords& words = {});
/// Places on the screen with the lengths beside the pieces; nothing of what lies behind the eye.
MeasureMark measureMark(std::span<const glm::dvec3> points, const View& view, const Viewport& viewport, const AxisWords& words = {});

}  // namespace arete
