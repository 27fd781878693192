// Numbers as text, the same in every locale.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace arete {

/// Calls `use` with the shortest text that reads back as `value`: 0.1, -3, 1e+300.
template <class T, class F>
void withNumberText(T value, F&& use) {
  constexpr size_t kLongest = 32;  // a double takes at most 24 characters, a 64-bit integer 20
  char text[kLongest];
  use(std::string_view(text, size_t(std::to_chars(text, text + kLongest, value).ptr - text)));
}

/// The same as a string.
inline std::string numberText(double value) {
  std::string text;
  withNumberText(value, [&](std::string_view shortest) { text = shortest; });
  return text;
}

/// At most this many significant digits, without zeros at the end: 12.3, 1.23e+06.
inline std::string numberText(double value, int digits) {
  constexpr size_t kLongest = 40;
  char text[kLongest];
  return {text, std::to_chars(text, text + kLongest, value, std::chars_format::general, digits).ptr};
}

/// This many digits after the point: 12.0.
inline std::string fixedText(double value, int decimals) {
  constexpr size_t kLongest = 360;  // the largest double has 309 digits before the point
  char text[kLongest];
  return {text, std::to_chars(text, text + kLongest, value, std::chars_format::fixed, decimals).ptr};
}

/// Sixteen hexadecimal digits.
inline std::string hexText(uint64_t value) {
  constexpr int kBase = 16, kDigits = 16;
  char text[kDigits];
  const std::string digits(text, std::to_chars(text, text + kDigits, value, kBase).ptr);
  return std::string(kDigits - digits.size(), '0') + digits;
}

}  // namespace arete
