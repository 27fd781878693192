// Numbers and words in text, never by the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arete {

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
