#include "compute/io/read_curve/text_lines.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compute/core/error.h"

namespace arete::read_curve {

namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// An arbitrary piece of a file, made fit for a message.
std::string quoted(std::string_view field) {
  constexpr size_t kLongest = 40;
  std::string text = "\"";
  for (char c : field.substr(0, kLongest)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (field.size() > kLongest ? "…\"" : "\"");
}

/// from_chars takes no plus sign; files have it.
std::string_view withoutPlus(std::string_view field) {
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-';
  return plus ? field.substr(1) : field;
}

}  // namespace

TextLines::TextLines(std::string_view text, const std::string& name) : rest_(text), name_(name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool TextLines::next() {
  ++number_;
  if (rest_.empty()) {
    line_ = {};
    return false;
  }
  const size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  if (rest_.starts_with("\r\n")) rest_.remove_prefix(2);
  else if (!rest_.empty()) rest_.remove_prefix(1);
  return true;
}

std::string_view TextLines::takeWord(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

std::string_view TextLines::takeField(std::string_view& rest, char separator) {
  const std::string_view field = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(field.size() + 1, rest.size()));
  return trimmed(field);
}

double TextLines::number(std::string_view field, std::string_view what) const {
  const std::string_view text = withoutPlus(field);
  double value = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) fail(std::string(what) + " is not a number: " + quoted(field));
  if (!std::isfinite(value)) fail(std::string(what) + " is not finite: " + quoted(field));
  return value;
}

int64_t TextLines::integer(std::string_view field, std::string_view what) const {
  const std::string_view text = withoutPlus(field);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail(std::string(what) + " is not a whole number: " + quoted(field));
  return value;
}

void TextLines::fail(std::string_view reason, std::string_view hint) const {
  throw Error(ErrorKind::badInput, "cannot read the curve", name_ + " line " + std::to_string(number_), reason, hint);
}

}  // namespace arete::read_curve
