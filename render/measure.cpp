#include "render/measure.h"

#include <glm/geometric.hpp>

#include "render/grid.h"

namespace arete {

static constexpr int kDigits = 6;

LineMeasures measureLine(std::span<const glm::dvec3> points) {
  LineMeasures measured;
  for (size_t i = 1; i < points.size(); ++i) {
    measured.pieces.push_back(glm::distance(points[i - 1], points[i]));
    measured.length += measured.pieces.back();
  }
  if (points.size() > 1) measured.difference = points.back() - points.front();
  return measured;
}

/// "m" after a thin space; degrees stand at their number.
static std::string withUnit(double value, const std::string& unit) {
  return formatNumber(value, kDigits) + (unit.empty() || unit == "°" ? unit : "\u2009" + unit);
}

/// The unit of lengths that go along all drawn axes; none where these have several.
static std::string commonUnit(const View& view, const AxisWords& words) {
  std::string unit = words.unit(view.axes[0]);
  for (const int axis : view.axes)
    if (axis >= 0 && words.unit(axis) != unit) unit.clear();
  return unit;
}

std::string measureText(std::span<const glm::dvec3> points, const View& view, const AxisWords& words) {
  if (points.size() < 2) return {};
  const LineMeasures measured = measureLine(points);
  std::string text = "Length " + withUnit(measured.length, commonUnit(view, words));
  for (int k = 0; k < 3; ++k)
    if (const int axis = view.axes[size_t(k)]; axis >= 0)
      text += "  ·  Δ" + words.name(axis) + " " + withUnit(measured.difference[k], words.unit(axis));
  return text;
}

MeasureMark measureMark(std::span<const glm::dvec3> points, const View& view, const Viewport& viewport, const AxisWords& words) {
  MeasureMark mark;
  const LineMeasures measured = measureLine(points);
  glm::dvec3 before(0);
  for (size_t i = 0; i < points.size(); ++i) {
    const glm::dvec3 at = view.camera.toScreen(viewport, points[i]);
    if (at.z > 0) mark.points.push_back({at.x, at.y});
    if (i > 0 && at.z > 0 && before.z > 0) {
      const std::string unit = commonUnit(view, words), whole = i > 1 && i + 1 == points.size() ? "  ·  Σ " + withUnit(measured.length, unit) : "";
      mark.pieces.push_back({{before.x, before.y}, {at.x, at.y}, withUnit(measured.pieces[i - 1], unit) + whole});
    }
    before = at;
  }
  return mark;
}

}  // namespace arete
