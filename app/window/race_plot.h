// Lines of several racers over their steps, in their colours, with a mark where each stands. Mouse: click goes to a step; keyboard: Left and Right
// step, Home and End go to the ends.
#pragma once

#include <vector>

#include <QColor>
#include <QString>
#include <QWidget>

namespace arete {

struct RaceLine {
  QString title;
  QColor colour;
  std::vector<double> values;  ///< by step; NaN where there is none
};

class RacePlot : public QWidget {
  Q_OBJECT
 public:
  explicit RacePlot(QWidget* parent = nullptr);

  /// `title`: what is plotted, for screen readers; on the screen it stands above. `unit`: of the values.
  void setLines(const QString& title, const QString& unit, bool logarithmic, std::vector<RaceLine> lines);
  /// By line: the step that it stands at.
  void setMarks(std::vector<uint32_t> steps);
  const std::vector<RaceLine>& lines() const { return lines_; }
  const std::vector<double>& ticks() const { return ticks_; }
  /// Steps with a number below them: at least three where there are as many.
  std::vector<int> stepTicks() const;
  /// Of a step: where tests and people point at.
  QPoint placeOf(uint32_t step) const;
  QSize sizeHint() const override { return {320, 180}; }
  QSize minimumSizeHint() const override { return {170, 110}; }

 Q_SIGNALS:
  void pointed(int step);
  void keyPressed(int key);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF area() const;
  int steps() const;
  double lineWidth(size_t line) const;
  double across(double step) const;
  double up(double value) const;
  void point(double x);
  void paintScale(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;
  void paintLine(QPainter& painter, size_t line) const;

  QString unit_;
  bool logarithmic_ = false;
  std::vector<RaceLine> lines_;
  std::vector<uint32_t> marks_;
  double low_ = 0, high_ = 1;  ///< of the values
  std::vector<double> ticks_;  ///< values with a number at their side, at least three
};

}  // namespace arete
