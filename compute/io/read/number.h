// Numbers and words in text, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arete {

/// A decimal of few digits without an exponent, as most are: returns where it ends and sets `value` to what fast_float makes of it; null where that
/// has to look. m / 10^e of exact numbers is rounded correctly.
inline const char* parseDecimal(const char* p, const char* end, char point, double& value) {
  constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr int64_t kMostDigits = 15;  // of a whole number that a double holds
  uint64_t whole = 0;
  const auto digits = [&] {
    const char* const first = p;
    for (unsigned digit; p < end && (digit = unsigned(*p) - '0') < 10; ++p) whole = 10 * whole + digit;
    return p - first;
  };
  const bool negative = p < end && *p == '-';
  p += negative;
  const int64_t before = digits();
  int64_t behind = 0;
  if (p < end && *p == point) {
    ++p;
    behind = digits();
  }
  if (before + behind == 0 || before + behind > kMostDigits || (p < end && (*p == 'e' || *p == 'E'))) return nullptr;
  const double size = double(int64_t(whole)) / kPowers[behind];
  value = negative ? -size : size;
  return p;
}

enum class NumberKind : uint8_t { number, missing, tooLarge, text };

struct Number {
  NumberKind kind = NumberKind::text;
  double value = 0;  ///< NaN when missing
};

/// A whole field as a number: also "+1", "1.0D+05", "nan", "inf". Empty, NA, null and their like are `missing`; a number that a double
/// cannot hold is `tooLarge`.
Number parseNumber(std::string_view field, bool decimalComma = false);

/// Decimal digits only. Nothing else, no sign, no overflow.
std::optional<uint64_t> parseCount(std::string_view field);
std::optional<int64_t> parseInteger(std::string_view field);

constexpr bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
std::string_view trimmed(std::string_view text);
/// Takes the next word, up to a blank, off the front of `rest`; empty at the end.
std::string_view nextWord(std::string_view& rest);

}  // namespace arete
