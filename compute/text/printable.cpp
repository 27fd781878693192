#include "compute/text/printable.h"

#include <algorithm>
#include <cstdint>

namespace arete {

namespace {

bool continues(char byte) { return (uint8_t(byte) & 0xc0) == 0x80; }

/// Bytes of the character of UTF-8 that begins here and may be shown; 0 where there is none.
size_t shownBytes(std::string_view text) {
  const auto lead = uint8_t(text[0]);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes || !std::all_of(text.begin() + 1, text.begin() + ptrdiff_t(bytes), continues)) return 0;
  const auto second = uint8_t(text[1]);
  const bool isControl = lead == 0xc2 && second < 0xa0;  // the second set of control characters, U+0080 to U+009F
  const bool isTooLong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool isNone = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);  // surrogates, and what is beyond U+10FFFF
  return isControl || isTooLong || isNone ? 0 : bytes;
}

std::string shown(std::string_view text, bool withLines) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    size_t bytes = withLines && text[0] == '\n' ? 1 : shownBytes(text);
    if (bytes > 0) {
      result += text.substr(0, bytes);
    } else {
      const auto byte = uint8_t(text[0]);
      result.append("\\x").append({kHex[byte >> 4], kHex[byte & 15]});
      bytes = 1;
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, false); }
std::string printableLines(std::string_view text) { return shown(text, true); }

}  // namespace arete
