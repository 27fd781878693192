// Help, keys, graphics, about: short, from the same tables as everything else.
#pragma once

#include "app/window/picture_widget.h"

namespace arete {

void showHelp(QWidget* parent);
/// All keys, made from the table of actions, and what the mouse does.
void showKeys(QWidget* parent);
void showGraphicsInfo(QWidget* parent, const PictureWidget& picture, const Controller& controller);
void showAbout(QWidget* parent);

/// The texts, for the dialogs and tests.
QString keysHtml();
QString graphicsHtml(const PictureWidget& picture, const Controller& controller);

}  // namespace arete
