// A box or a lasso that is being drawn on the picture, for the filter. A value: the picture feeds it and shows it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QPointF>

namespace arete {

class AreaDrawing {
 public:
  enum class Shape : unsigned char { box, lasso };
  enum class Purpose : unsigned char { keep, leaveOut, select };  ///< points of the cloud for the filter; or parts of the curve

  /// The next drag draws this.
  void start(Shape shape, Purpose purpose);
  void cancel() { *this = {}; }
  bool active() const { return shape_.has_value(); }
  bool drawing() const { return !points_.empty(); }
  Purpose purpose() const { return purpose_; }
  const char* name() const { return shape_ == Shape::box ? "box" : "lasso"; }

  void press(QPointF at) { points_ = {at}; }
  void move(QPointF at);
  /// Corners in logical pixels; none while it has no area.
  std::vector<std::array<double, 2>> outline() const;

  // By the keyboard: a box in the middle of the picture, which arrows move and, with Shift, make larger or smaller.
  void beginAt(QPointF low, QPointF high) { points_ = {low, high}; }
  void nudge(double dx, double dy, bool resize);

 private:
  std::optional<Shape> shape_;
  Purpose purpose_ = Purpose::keep;
  std::vector<QPointF> points_;
};

}  // namespace arete
