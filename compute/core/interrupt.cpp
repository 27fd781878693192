#include "compute/core/interrupt.h"

#include <unistd.h>
#include <csignal>
#include <cstring>
#include <system_error>

#include "compute/core/end_signals.h"

namespace arete {

static sigset_t setOf(const std::vector<int>& signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

InterruptWatcher::InterruptWatcher() : wakeUp_(SIGRTMIN) {
  letWritesFail();
  std::vector<int> watched = endSignals();
  watched.push_back(wakeUp_);
  const sigset_t signals = setOf(watched);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    thread_ = std::thread([this, signals] { wait(signals); });
  } catch (const std::system_error&) {  // no thread can be started: signals end the process at once, as usual
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

InterruptWatcher::~InterruptWatcher() {
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), wakeUp_);
  thread_.join();
}

void InterruptWatcher::wait(const sigset_t& signals) {
  bool told = false;
  for (int signal = 0; sigwait(&signals, &signal) == 0 && signal != wakeUp_;) {
    if (told && endsAtOnceWhenRepeated(signal)) _exit(kExitCode);
    told = told || endsAtOnceWhenRepeated(signal);
    signal_ = signal;
    source_.request_stop();
  }
}

std::string InterruptWatcher::reason() const {
  const char* const name = sigabbrev_np(signal_);
  return name == nullptr ? "" : std::string(" by SIG") + name;
}

}  // namespace arete
