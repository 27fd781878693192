#include "app/window/quit_signals.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <QApplication>
#include <QSocketNotifier>

#include "compute/core/end_signals.h"

namespace arete {

namespace {

int pipeEnds[2] = {-1, -1};  // a signal handler may do little more than write: the event loop reads the other end

extern "C" void tellEventLoop(int) {
  const int before = errno;
  endAtOnceOnNextSignal();
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = write(pipeEnds[1], &byte, 1);
  errno = before;
}

}  // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
  letWritesFail();
  if (pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0) {
    qWarning("signals end the program at once: %s", std::strerror(errno));
    endAtOnceOnSignals();
    return;
  }
  auto* notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
    notifier->setEnabled(false);
    Q_EMIT endRequested();
    QApplication::exit(0);  // also out of the loop of a dialog
  });
  struct sigaction action {};
  action.sa_handler = tellEventLoop;
  action.sa_flags = SA_RESTART;
  for (const int signal : endSignals()) sigaction(signal, &action, nullptr);
}

QuitSignals::~QuitSignals() {
  endAtOnceOnSignals();
  for (int& end : pipeEnds)
    if (end >= 0) close(std::exchange(end, -1));
}

}  // namespace arete
