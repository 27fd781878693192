#include "app/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "app/cli/terminal.h"
#include "compute/text/printable.h"

namespace arete::cli {

static constexpr auto kInterval = std::chrono::milliseconds(100);
static constexpr auto kLineInterval = std::chrono::seconds(1);
static constexpr size_t kBarWidth = 24, kBarShare = 3, kUsualWidth = 80;
static constexpr std::string_view kClearLine = "\r\x1b[K";

static bool standardErrorIsTerminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

Progress::Progress() : terminal_(standardErrorIsTerminal() && talk() != Talk::quiet), lines_(talk() == Talk::verbose) {}

void Progress::clear() {
  if (drawn_) std::cerr << kClearLine << std::flush;
  drawn_ = false;
}

bool Progress::due() const { return isShown() && Clock::now() >= next_; }

void Progress::sayLine(double fraction, std::string_view text) {
  constexpr int kPercent = 100;
  if (Clock::now() < nextLine_) return;
  nextLine_ = Clock::now() + kLineInterval;
  clear();
  std::cerr << std::clamp(int(fraction * kPercent), 0, kPercent) << " %  " << printable(text) << std::endl;
}

void Progress::show(double fraction, std::string_view text) {
  if (!due()) return;
  next_ = Clock::now() + kInterval;
  if (lines_) sayLine(fraction, text);
  if (!terminal_) return;
  drawn_ = true;
  // The last column stays empty: a character there makes some terminals begin a new line, which clear() does not reach.
  const size_t room = terminalWidth(STDERR_FILENO, kUsualWidth) - 1;
  const int bar = int(std::min(kBarWidth, room / kBarShare)), full = std::clamp(int(fraction * bar), 0, bar);
  const std::string line = '[' + std::string(size_t(full), '#') + std::string(size_t(bar - full), '.') + "] " + printable(text);
  std::cerr << kClearLine << cutTo(line, room) << std::flush;
}

}  // namespace arete::cli
