#include "compute/core/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <system_error>

#include "compute/core/half_written.h"

namespace arete {

static sigset_t setOf(const std::vector<int>& signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

std::atomic<int> EndsInOrder::count = 0;

InterruptWatcher::InterruptWatcher(std::chrono::milliseconds patience, const char* program)
    : patience_(patience), program_(program), wakeUp_(SIGRTMIN) {
  letWritesFail();
  std::vector<int> signals = endSignals();
  signals.push_back(wakeUp_);
  watched_ = setOf(signals);
  std::erase_if(signals, [](int signal) { return !endsAtOnceWhenRepeated(signal); });
  endAtOnce_ = setOf(signals);
  pthread_sigmask(SIG_BLOCK, &watched_, nullptr);
  try {
    thread_ = std::thread([this] { wait(); });
  } catch (const std::system_error&) {
    endAtOnceOnSignals();
    pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
  }
}

/// What the program still does until its end may hang as well.
InterruptWatcher::~InterruptWatcher() {
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), wakeUp_);
  thread_.join();
  endAtOnceOnSignals();
  pthread_sigmask(SIG_UNBLOCK, &endAtOnce_, nullptr);
}

/// Allocates nothing: there may be no memory left.
void InterruptWatcher::wait() noexcept {
  int signal = 0;
  if (sigwait(&watched_, &signal) != 0 || signal == wakeUp_) return;
  signal_ = signal;
  endAtOnceOnNextSignal();
  pthread_sigmask(SIG_UNBLOCK, &endAtOnce_, nullptr);  // before the stop: whoever listens to it may wait, for a lock or a GPU
  source_.request_stop();
  if (endsWithin(patience_)) return;
  while (patience_.count() == 0 || EndsInOrder::count > 0)
    if (endsWithin(kPatience)) return;
  endNow();
}

/// Whether the object is destroyed meanwhile.
bool InterruptWatcher::endsWithin(std::chrono::milliseconds time) const noexcept {
  sigset_t wakeUp;
  sigemptyset(&wakeUp);
  sigaddset(&wakeUp, wakeUp_);
  const auto until = std::chrono::steady_clock::now() + time;
  for (auto left = std::chrono::nanoseconds(time); left.count() >= 0; left = until - std::chrono::steady_clock::now()) {
    const timespec wait{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
    if (sigtimedwait(&wakeUp, nullptr, &wait) == wakeUp_) return true;
    if (errno == EAGAIN) return false;
  }
  return false;
}

void InterruptWatcher::endNow() const noexcept {
  const char* const line = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";  // over a progress bar
  const char* const name = sigabbrev_np(signal_);
  const char* const parts[] = {line, program_, ": interrupted by SIG", name, "; what was not complete is removed\n"};
  for (const char* const part : parts) static_cast<void>(!::write(STDERR_FILENO, part, std::strlen(part)));
  removeHalfWritten();
  _exit(kExitCode);
}

std::string InterruptWatcher::reason() const {
  const char* const name = sigabbrev_np(signal_);
  return name == nullptr ? "" : std::string(" by SIG") + name;
}

}  // namespace arete
