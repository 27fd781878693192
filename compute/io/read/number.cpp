#include "compute/io/read/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include <fast_float/fast_float.h>

#include "compute/io/read/column_names.h"

namespace arete {

static bool isMissing(std::string_view field) {
  static constexpr std::array<std::string_view, 9> kMarks = {"na", "n/a", "null", "none", "-", "--", "#n/a", "1.#qnan", "-1.#ind"};
  constexpr size_t kLongestMark = 7;
  return field.empty() || (field.size() <= kLongestMark && std::ranges::find(kMarks, lowerCase(field)) != kMarks.end());
}

static Number parsePlain(std::string_view field, char decimalPoint) {
  double value = 0;
  const char* end = field.data() + field.size();
  const fast_float::parse_options format(fast_float::chars_format::general, decimalPoint);
  const auto [stopped, error] = fast_float::from_chars_advanced(field.data(), end, value, format);
  if (stopped != end) return {};
  const bool spelledOut = field.find_first_of("0123456789") == std::string_view::npos;  // inf, nan
  if (std::isinf(value) && !spelledOut) return {NumberKind::tooLarge, value};
  if (error != std::errc{} && error != std::errc::result_out_of_range) return {};  // too small a number is 0
  return {NumberKind::number, value};
}

Number parseNumber(std::string_view field, bool decimalComma) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-' && field[1] != '+') field.remove_prefix(1);
  const char point = decimalComma ? ',' : '.';
  if (field.ends_with(',')) return {};  // "1," is a number and a separator, not a decimal comma
  Number number = parsePlain(field, point);
  if (number.kind == NumberKind::text && isMissing(field)) return {NumberKind::missing, std::numeric_limits<double>::quiet_NaN()};
  if (number.kind == NumberKind::text && field.find_first_of("dD") != std::string_view::npos) {  // Fortran's 1.0D+05
    std::string copy(field);
    std::ranges::replace_if(
        copy, [](char c) { return c == 'd' || c == 'D'; }, 'e');
    number = parsePlain(copy, point);
  }
  return number;
}

template <class T>
static std::optional<T> parseIntegral(std::string_view field) {
  T value = 0;
  const char* end = field.data() + field.size();
  const auto [stopped, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc{} || stopped != end) return {};
  return value;
}

std::optional<uint64_t> parseCount(std::string_view field) { return parseIntegral<uint64_t>(field); }
std::optional<int64_t> parseInteger(std::string_view field) { return parseIntegral<int64_t>(field); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view nextWord(std::string_view& rest) {
  size_t begin = 0;
  while (begin < rest.size() && isBlank(rest[begin])) ++begin;
  size_t end = begin;
  while (end < rest.size() && !isBlank(rest[end])) ++end;
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

}  // namespace arete
