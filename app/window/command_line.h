// The command line of the window: what to open, how far to go, and pictures to save without a hand on the mouse.
#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "compute/core/param_info.h"
#include "render/scene.h"

namespace arete {

struct CommandLine {
  QString file;
  std::optional<double> r1, r2;
  std::optional<uint32_t> runTo;   ///< a step, or Engine::kToTheEnd
  QString picture, screenshot;     ///< save and quit
  QSize pictureSize;               ///< empty: as shown
  QSize windowSize;
  double scale = 1;
  bool whiteTheme = false, hidePanels = false;
  QStringList show, hide;          ///< keys of layers
  QString colourBy, look;          ///< name of a colouring, id of an action that sets the view
  PointsPath points = PointsPath::automatic;
};

/// Ends the program for --help, --version and wrong use (exit code 2, message on stderr).
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace arete
