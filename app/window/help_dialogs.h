// Help, graphics, about: short, from the same tables as everything else.
#pragma once

#include <span>
#include <string>

#include "app/window/picture_widget.h"

namespace arete {

/// In the words of the kind of curve that is looked for.
void showHelp(QWidget* parent, CurveKind kind);
void showGraphicsInfo(QWidget* parent, const PictureWidget& picture, const Controller& controller);
/// What the reader noticed in the file that is open.
void showWarningList(QWidget* parent, std::span<const std::string> warnings);
void showQualityTable(QWidget* parent, std::span<const QualityLine> rows);
void showAbout(QWidget* parent);

/// The texts, for the dialogs and tests.
QString helpHtml(CurveKind kind);
QString graphicsHtml(const PictureWidget& picture, const Controller& controller);

}  // namespace arete
