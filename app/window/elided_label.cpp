#include "app/window/elided_label.h"

namespace arete {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);                                 // of a file's name
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // else a long name makes the window wide
}

void ElidedLabel::setWhole(const QString& text, const QString& tip) {
  const QString tooltip = text.isEmpty() ? tip : tip + "\n" + text;
  if (tooltip != toolTip()) setToolTip(tooltip);
  if (text == whole_) return;
  whole_ = text;
  elide();
}

QSize ElidedLabel::minimumSizeHint() const { return {0, QLabel::minimumSizeHint().height()}; }

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  elide();
}

void ElidedLabel::elide() { setText(fontMetrics().elidedText(whole_, Qt::ElideMiddle, contentsRect().width())); }

}  // namespace arete
