// Numbers in messages.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace arete {

/// Three significant digits.
inline std::string shortNumber(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3).ptr};
}

}  // namespace arete
