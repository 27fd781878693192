// Widgets in a column that scrolls up and down, for docks and dialogs.
#pragma once

#include <QScrollArea>

namespace arete {

/// As wide as the content wants to be, without a frame; the keyboard goes to the content.
inline QScrollArea* columnScroll(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

}  // namespace arete
