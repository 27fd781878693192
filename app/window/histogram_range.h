// A histogram with two handles: which part of a column's values is kept, or gets colours. Mouse: drag a handle; keyboard: Left and Right move one, Up
// and Down change between the two, Home and End go to the ends.
#pragma once

#include <functional>

#include <QWidget>

#include "compute/filter/filter.h"
#include "compute/filter/statistics.h"

namespace arete {

class HistogramRange : public QWidget {
  Q_OBJECT
 public:
  explicit HistogramRange(ColumnHistogram histogram, QWidget* parent = nullptr);

  const std::string& column() const { return histogram_.column; }
  /// What the handles say; a handle at its end leaves that side open.
  FilterRange range() const;
  bool isOpen() const { return low_ <= 0 && high_ >= 1; }
  void setRange(const FilterRange& range);
  /// Bars between the handles get these colours, from 0 at the low one to 1 at the high one, instead of one.
  void setColours(std::function<QColor(double share)> colours);
  QSize sizeHint() const override { return {200, 46}; }
  QSize minimumSizeHint() const override { return {120, 46}; }

 Q_SIGNALS:
  void edited(bool finished);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  double valueAt(double share) const { return histogram_.low + (histogram_.high - histogram_.low) * share; }
  double shareOf(double value) const { return (value - histogram_.low) / (histogram_.high - histogram_.low); }
  QString text(double value) const;
  QRectF bars() const;
  void move(double share, bool finished);
  void describe();

  const ColumnHistogram histogram_;
  std::function<QColor(double)> colours_;  ///< may be empty
  double low_ = 0, high_ = 1;              ///< shares of the width
  bool movesHigh_ = false, dragging_ = false;
};

}  // namespace arete
