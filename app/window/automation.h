// Does what the command line asks for once the cloud is open: parameters, view, run, save a picture, quit.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/window/command_line.h"
#include "app/window/gap_meter.h"
#include "app/window/main_window.h"

namespace arete {

class Automation : public QObject {
 public:
  Automation(MainWindow& window, CommandLine line);

 private:
  void prepare();
  void raceOnceTried();
  void race();
  void findRadius();
  void begin();
  void runTo(uint32_t step);
  void lookAgain();
  void save();
  void fail(const QString& message);

  MainWindow& window_;
  const CommandLine line_;
  QTimer poll_;
  GapMeter* gaps_ = nullptr;  ///< a child of the window
  bool prepared_ = false, racePlaced_ = false;
  int settledFor_ = 0;  ///< consecutive polls without activity
};

}  // namespace arete
