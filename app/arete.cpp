// The window program. What it does is in app/window; this file only starts things in the right order.
#include <unistd.h>

#include <optional>

#include <QApplication>

#include "app/guarded_main.h"
#include "app/window/automation.h"
#include "app/window/language.h"
#include "app/window/offscreen.h"
#include "app/window/quit_signals.h"
#include "app/window/runtime_folder.h"
#include "app/window/startup.h"
#include "compute/check/limited_run.h"
#include "compute/core/machine_memory.h"

static int run(int argc, char** argv) {
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const QStringList questions{"--help", "-h", "-?", "--version", "-v"};
  if (std::any_of(arguments.begin(), arguments.end(), [&](const QString& argument) { return questions.contains(argument); })) {
    const QCoreApplication application(argc, argv);  // answers need no screen
    arete::parseCommandLine(arguments);
  }
  arete::RuntimeFolder runtimeFolder;
  if (arguments.contains("--offscreen")) return arete::runOffscreen(argc, argv);
  arete::keepFreedBlocks();
  arete::chooseSurface();
  std::optional<arete::DisplayWatch> watch(std::in_place, runtimeFolder);
  const QApplication application(argc, argv);
  watch.reset();
  arete::prepareApplication();
  const arete::QuitSignals quitSignals;
  arete::CommandLine line = arete::parseCommandLine(QApplication::arguments());
  arete::applyLanguage(line.language);
  arete::MainWindow window(line.wish.points);
  QObject::connect(&quitSignals, &arete::QuitSignals::endRequested, &window, &arete::MainWindow::endUnasked);
  window.picture().scene().setMaySharePoints(line.wish.mayShare);
  const bool attended = !line.unattended();
  new arete::Automation(window, std::move(line));  // the window is its parent
  window.show();
  if (attended) window.offerToRestore();
  return QApplication::exec();
}

int main(int argc, char** argv) {
  return arete::guardedMain([&] {
    const int code = run(argc, argv);
    if (arete::threadsLeftBehind() > 0) _exit(code);  // a version that never ends would keep the process
    return code;
  });
}
