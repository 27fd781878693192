#include "compute/core/end_signals.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "compute/core/half_written.h"

namespace arete {

static constexpr int kRepeatable[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
static constexpr int64_t kSameRequest_ns = 20'000'000;
static std::atomic<int64_t> first_ns = -kSameRequest_ns;  // of the system's clock, which begins at 0

static bool isIgnored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN;
}

static int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

std::vector<int> endSignals() {
  std::vector<int> heeded;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM})
    if (!isIgnored(signal)) heeded.push_back(signal);
  return heeded;
}

bool endsAtOnceWhenRepeated(int signal) { return std::ranges::find(kRepeatable, signal) != std::end(kRepeatable); }

extern "C" {
static void endAtOnce(int) {
  const int before = errno;
  if (now_ns() - first_ns >= kSameRequest_ns) {
    removeHalfWritten();
    _exit(kEndedBySignal);
  }
  struct sigaction action {};
  action.sa_handler = endAtOnce;
  sigaction(SIGALRM, &action, nullptr);  // also where it was ignored
  alarm(1);
  errno = before;
}
}

void endAtOnceOnSignals() noexcept {
  struct sigaction action {};
  action.sa_handler = endAtOnce;
  action.sa_flags = SA_RESTART;
  for (const int signal : kRepeatable)
    if (!isIgnored(signal)) sigaction(signal, &action, nullptr);
}

void endAtOnceOnNextSignal() noexcept {
  first_ns = now_ns();
  endAtOnceOnSignals();
}

void letWritesFail() {
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
}

}  // namespace arete
