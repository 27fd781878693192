// The window's door of tests/doors/sessions_test.py: opens a session or a cloud, detects to the end, prints the hash and what the session said it
// would be, and saves a session.
//   session_window open SESSION
//   session_window save SESSION CLOUD R1 chains|network CONDITION
//   session_window stuck CLOUD    opens it, prints "stuck", and its event loop does not answer any more
#include <chrono>
#include <cstdio>
#include <thread>

#include "app/window/quit_signals.h"
#include "tests/window/window_support.h"

namespace arete {

static int open(const QStringList& words) {
  const bool saves = words[1] == "save";
  OpenWindow open(words[saves ? 3 : 2]);
  Controller& controller = open.controller();
  if (saves) {
    Session session = controller.session();
    session.job.params.set(kR1Param, words[4].toDouble());
    session.job.params.set(kCurveParam, double(words[5] == "network" ? CurveKind::network : CurveKind::chains));
    session.job.filter.where = words[6].toStdString();
    controller.document().change(session);
    if (!open.waitIdle()) return 1;
  }
  controller.perform(Action::toEnd);
  if (!waitFor([&] { return controller.frame()->finished && !controller.busy(); })) return 1;
  if (controller.error()) return std::fprintf(stderr, "session_window: %s\n", controller.error()->what()), 1;
  std::printf("%s\n", open.frame().hash.c_str());
  if (saves) controller.saveSession(words[2].toStdString());
  return 0;
}

static int stuck(const QString& cloud) {
  const QuitSignals signals;
  OpenWindow open(cloud);
  std::puts("stuck");
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::minutes(1));
  return 0;
}

}  // namespace arete

int main(int argc, char** argv) {
  arete::chooseSurface();
  QApplication application(argc, argv);
  arete::prepareApplication();
  const QStringList words = QApplication::arguments();
  return words[1] == "stuck" ? arete::stuck(words[2]) : arete::open(words);
}
