#include "app/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <streambuf>

#include "compute/text/printable.h"

namespace arete::cli {

static Talk wantedTalk = Talk::normal;

void setTalk(Talk talk) { wantedTalk = talk; }
Talk talk() { return wantedTalk; }

size_t terminalWidth(int descriptor, size_t otherwise) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const columns = std::getenv("COLUMNS");
  const long given = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  return given > 0 ? size_t(given) : otherwise;
}

std::string_view cutTo(std::string_view text, size_t columns) {
  constexpr unsigned char kMask = 0xC0, kContinues = 0x80;  // of UTF-8
  size_t end = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & kMask) != kContinues && columns-- == 0) break;
  return text.substr(0, end);
}

void remark(std::string_view text) {
  if (talk() != Talk::quiet) std::cerr << printableLines(text) << '\n';
}

void silenceOutput() {
  struct Nowhere final : std::streambuf {
    int overflow(int c) override { return traits_type::not_eof(c); }
    std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
  };
  static Nowhere nowhere;
  std::cout.rdbuf(&nowhere);
}

}  // namespace arete::cli
