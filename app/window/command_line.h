// The command line of the window: what to open, how far to go, and pictures to save without interaction.
#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "app/offscreen/picture_wish.h"
#include "compute/engine/race_entries.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"
#include "compute/ondisk/disk_detection.h"

namespace arete {

struct CommandLine {
  QString file;            ///< the first of those to open
  QStringList files;       ///< all of them: one cloud
  DiskOptions memory;      ///< for points; those of larger files stay on the disk
  ReadOptions read;        ///< how to read the file; a session contains that itself
  Filter filter;           ///< which points take part; of a session instead of its own, where there is a rule in it
  PictureWish wish;        ///< parameters, view and picture: the flags that drawing without a window has too
  bool offscreen = false;  ///< draw the picture without a window
  QString screenshot;      ///< save the whole window and quit
  QString inputRecord;     ///< where to write what mouse and keyboard do
  QSize windowSize;
  QString language;            ///< of the window; "" as chosen
  int benchmarkFrames = 0;     ///< print the times of so many moving frames and quit
  bool benchmarkGaps = false;  ///< print how long the window did not answer while opening and running, and quit
  bool hidePanels = false;
  QStringList versionFiles;          ///< with versions of the user's
  std::optional<RaceWish> race;      ///< versions to compare once the cloud is open
  std::optional<uint32_t> raceStep;  ///< where their views stand; not set: at the end
  bool raceAtTime = false;           ///< or when the first of them has ended

  /// Whether the window runs unattended: it does what it was asked for and ends.
  bool unattended() const { return !wish.picture.empty() || !screenshot.isEmpty() || benchmarkFrames > 0 || benchmarkGaps; }
};

/// Ends the program for --help, --version and wrong use (exit code 2, message on stderr).
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace arete
