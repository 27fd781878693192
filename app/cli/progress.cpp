#include "app/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "compute/text/printable.h"

namespace arete::cli {

static constexpr auto kInterval = std::chrono::milliseconds(100);
static constexpr int kBarWidth = 24;
static constexpr std::string_view kClearLine = "\r\x1b[K";

static bool standardErrorIsTerminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

Progress::Progress() : terminal_(standardErrorIsTerminal()) {}

void Progress::clear() {
  if (drawn_) std::cerr << kClearLine << std::flush;
  drawn_ = false;
}

bool Progress::due() const { return terminal_ && Clock::now() >= next_; }

void Progress::show(double fraction, std::string_view text) {
  if (!due()) return;
  next_ = Clock::now() + kInterval;
  drawn_ = true;
  const int full = std::clamp(int(fraction * kBarWidth), 0, kBarWidth);
  std::cerr << kClearLine << '[' << std::string(size_t(full), '#') << std::string(size_t(kBarWidth - full), '.') << "] " << printable(text)
            << std::flush;
}

}  // namespace arete::cli
