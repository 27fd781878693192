// A roofline as a widget: the roof of the device, and a dot for each version, the user's larger.
#pragma once

#include <QWidget>

#include "compute/core/roofline.h"

namespace arete {

class RooflineView : public QWidget {
 public:
  explicit RooflineView(QWidget* parent = nullptr);

  /// One that is not known shows why in words. `colours` are those of races, by dot.
  void setRoofline(Roofline roofline);
  const Roofline& roofline() const { return roofline_; }
  /// Where a dot lies: for tests and the tooltip.
  QPointF placeOf(size_t dot) const;
  QSize sizeHint() const override { return {320, 180}; }
  QSize minimumSizeHint() const override { return {170, 90}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF area() const;
  void paintGrid(QPainter& painter) const;
  void paintRoof(QPainter& painter) const;
  void paintDots(QPainter& painter) const;

  Roofline roofline_;
};

}  // namespace arete
