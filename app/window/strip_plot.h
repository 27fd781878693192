// Curves over one axis, each in a strip of its own below the others, with the value under the cursor. Mouse: move to look, click to take; keyboard:
// Left and Right go from place to place, Home and End to the ends, Enter takes.
#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QWidget>

namespace arete {

struct Strip {
  QString title;
  std::vector<double> values;  ///< one for each x; NaN where there is none
  bool isShare = false;        ///< shown in percent
};

class StripPlot : public QWidget {
  Q_OBJECT
 public:
  explicit StripPlot(const QString& name, QWidget* parent = nullptr);

  /// `x` ascending. The place that is looked at stays where it still is one.
  void setData(std::vector<double> x, std::vector<Strip> strips);
  void setAxis(const QString& title, bool logarithmic);
  /// A line at a value that is in force.
  void setMarker(std::optional<double> x);
  size_t size() const { return x_.size(); }
  int lookedAt() const { return lookedAt_; }  ///< −1: none
  /// Logical pixels, of the middle of a place: where tests and people point at.
  QPoint placeOf(int index) const;
  QSize sizeHint() const override { return {460, 90 + 62 * int(strips_.size())}; }
  QSize minimumSizeHint() const override { return {260, 40 + 40 * int(strips_.size())}; }

 Q_SIGNALS:
  void looked(int index);  ///< −1: at none
  void taken(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF stripArea(size_t strip) const;
  double across(double x) const;
  int nearestTo(double across) const;
  void look(int index);
  void paintStrip(QPainter& painter, const Strip& strip, const QRectF& area) const;
  void paintAxis(QPainter& painter) const;

  std::vector<double> x_;
  std::vector<Strip> strips_;
  QString axisTitle_;
  bool logarithmic_ = false;
  std::optional<double> marker_;
  int lookedAt_ = -1;
};

}  // namespace arete
