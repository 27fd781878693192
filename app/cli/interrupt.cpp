#include "app/cli/interrupt.h"

#include <unistd.h>
#include <csignal>
#include <system_error>

#include "app/cli/command.h"

namespace arete::cli {

static sigset_t watchedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

InterruptWatcher::InterruptWatcher() {
  const sigset_t signals = watchedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    thread_ = std::thread([this] { wait(); });
  } catch (const std::system_error&) {  // no thread is to be had: signals end the process at once, as they do elsewhere
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

InterruptWatcher::~InterruptWatcher() {
  if (!thread_.joinable()) return;
  ending_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

void InterruptWatcher::wait() {
  const sigset_t signals = watchedSignals();
  for (int signal = 0; sigwait(&signals, &signal) == 0 && !ending_;) {
    if (source_.stop_requested()) _exit(kInterrupted);
    source_.request_stop();
  }
}

}  // namespace arete::cli
