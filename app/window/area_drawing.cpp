#include "app/window/area_drawing.h"

#include <cmath>

namespace arete {

void AreaDrawing::start(Shape shape, Purpose purpose) {
  shape_ = shape;
  purpose_ = purpose;
  points_.clear();
}

void AreaDrawing::move(QPointF at) {
  constexpr double kApart = 2;  // logical pixels: more corners than that only take time
  constexpr size_t kMostCorners = 4096;
  if (points_.empty()) return;
  if (shape_ == Shape::box) points_.resize(1), points_.push_back(at);
  else if ((at - points_.back()).manhattanLength() >= kApart && points_.size() < kMostCorners) points_.push_back(at);
}

std::vector<std::array<double, 2>> AreaDrawing::outline() const {
  constexpr double kLeast = 3;
  if (shape_ == Shape::box && points_.size() == 2) {
    const QPointF a = points_[0], b = points_[1];
    if (std::abs(a.x() - b.x()) < kLeast || std::abs(a.y() - b.y()) < kLeast) return {};
    return {{a.x(), a.y()}, {b.x(), a.y()}, {b.x(), b.y()}, {a.x(), b.y()}};
  }
  if (shape_ != Shape::lasso || points_.size() < 3) return {};
  std::vector<std::array<double, 2>> corners;
  for (const QPointF& point : points_) corners.push_back({point.x(), point.y()});
  return corners;
}

void AreaDrawing::nudge(double dx, double dy, bool resize) {
  if (points_.size() != 2) return;
  if (!resize) points_[0] += QPointF(dx, dy);
  points_[1] += QPointF(dx, dy);
}

}  // namespace arete
