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

std::string measureText(std::span<const glm::dvec3> points, const View& view) {
  if (points.size() < 2) return {};
  const LineMeasures measured = measureLine(points);
  std::string text = "Length " + formatNumber(measured.length, kDigits);
  for (int k = 0; k < 3; ++k)
    if (view.axes[size_t(k)] >= 0) text += "  ·  Δ" + AxisWords().name(view.axes[size_t(k)]) + " " + formatNumber(measured.difference[k], kDigits);
  return text;
}

MeasureMark measureMark(std::span<const glm::dvec3> points, const View& view, const Viewport& viewport) {
  MeasureMark mark{.text = measureText(points, view)};
  const LineMeasures measured = measureLine(points);
  glm::dvec3 before(0);
  for (size_t i = 0; i < points.size(); ++i) {
    const glm::dvec3 at = view.camera.toScreen(viewport, points[i]);
    if (at.z > 0) mark.points.push_back({at.x, at.y});
    if (i > 0 && at.z > 0 && before.z > 0)
      mark.pieces.push_back({{before.x, before.y}, {at.x, at.y}, points.size() > 2 ? formatNumber(measured.pieces[i - 1], kDigits) : std::string()});
    before = at;
  }
  return mark;
}

}  // namespace arete
