#include "compute/core/end_signals.h"

#include <csignal>

namespace arete {

std::vector<int> endSignals() {
  std::vector<int> heeded;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) heeded.push_back(signal);
  }
  return heeded;
}

bool endsAtOnceWhenRepeated(int signal) { return signal == SIGINT || signal == SIGTERM; }

void letWritesFail() {
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
}

}  // namespace arete
