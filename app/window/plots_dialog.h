// Plots in a window of their own, one below the other.
#pragma once

#include <span>
#include <string>

#include <QString>

class QWidget;

namespace arete {

/// Returns at once; the window goes when it is closed. `plots`: SVG.
void showPlots(QWidget& parent, const QString& title, std::span<const std::string> plots);

}  // namespace arete
