// A line of text that takes the room it is given: what does not fit is left out in the middle, and the tooltip has all of it.
#pragma once

#include <QLabel>

namespace arete {

class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  /// `tip`: what it is, above the whole text in the tooltip.
  void setWhole(const QString& text, const QString& tip);
  const QString& whole() const { return whole_; }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void elide();

  QString whole_;
};

}  // namespace arete
