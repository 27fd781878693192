#include "compute/io/read/row_parser.h"

#include <cmath>
#include <limits>

#include <fast_float/fast_float.h>

namespace arete {

static std::string_view unquoted(std::string_view field) {
  field = trimmed(field);
  if (field.size() > 1 && field.front() == '"' && field.back() == '"') return trimmed(field.substr(1, field.size() - 2));
  return field;
}

/// The end of a field that begins at `begin`; a separator within double quotes does not count.
static size_t fieldEnd(std::string_view line, size_t begin, char separator) {
  bool quoted = false;
  for (size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    else if (!quoted && (separator == ' ' ? isBlank(line[i]) : line[i] == separator)) return i;
  }
  return line.size();
}

void splitFields(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  line = separator == '\t' ? line : trimmed(line);
  for (size_t begin = 0; begin <= line.size();) {
    if (separator == ' ')
      while (begin < line.size() && isBlank(line[begin])) ++begin;
    if (separator == ' ' && begin == line.size()) break;
    const size_t end = fieldEnd(line, begin, separator);
    fields.push_back(unquoted(line.substr(begin, end - begin)));
    begin = end + 1;
  }
}

RowParser::RowParser(size_t columnCount, std::span<const size_t> columns, size_t dimension, char separator, bool decimalComma,
                     std::span<const FieldKind> kinds)
    : slots_(columnCount, kUnused), kinds_(kinds.begin(), kinds.end()), dimension_(dimension), separator_(separator), decimalComma_(decimalComma) {
  kinds_.resize(columnCount, FieldKind::number);
  for (size_t i = 0; i < columns.size(); ++i) slots_[columns[i]] = int(i);
}

bool RowParser::parsePlain(std::string_view line, double* values) const {
  const fast_float::parse_options format(fast_float::chars_format::general, decimalComma_ ? ',' : '.');
  const char separator = separator_;
  const auto blank = [separator](char c) { return c == ' ' || (c == '\t' && separator != '\t'); };
  const char *p = line.data(), *const end = p + line.size();
  for (size_t c = 0; c < slots_.size(); ++c) {
    while (p < end && blank(*p)) ++p;
    if (slots_[c] != kUnused) {
      double value = 0;
      const char* stopped = parseDecimal(p, end, format.decimal_point, value);
      if (stopped == nullptr && kinds_[c] == FieldKind::track) return false;  // a name may be a number that a double does not hold
      if (stopped == nullptr) {
        const auto answer = fast_float::from_chars_advanced(p, end, value, format);
        if (answer.ec != std::errc{} || !std::isfinite(value)) return false;
        stopped = answer.ptr;
      }
      p = stopped;
      values[slots_[c]] = value;
      if (p < end && !blank(*p) && *p != separator) return false;
    } else {
      while (p < end && *p != separator && *p != '"' && !(separator == ' ' && blank(*p))) ++p;
      if (p < end && *p == '"') return false;
    }
    if (separator == ' ' && c + 1 < slots_.size()) {
      if (p == end) return false;
      continue;
    }
    while (p < end && blank(*p)) ++p;
    if (c + 1 < slots_.size() && (p == end || *p++ != separator)) return false;
  }
  return p == end;
}

RowKind RowParser::parseFields(std::string_view line, double* values) {
  if (const size_t comment = line.find(" #"); comment != std::string_view::npos) line = line.substr(0, comment);
  splitFields(line, separator_, fields_);
  while (fields_.size() > slots_.size() && fields_.back().empty()) fields_.pop_back();
  if (fields_.size() > slots_.size()) return RowKind::miscounted;
  bool shortened = false;
  for (size_t c = 0; c < slots_.size(); ++c) {
    if (slots_[c] == kUnused) continue;
    const bool coordinate = size_t(slots_[c]) < dimension_;
    if (c >= fields_.size() && coordinate) return RowKind::miscounted;
    const Number number = c < fields_.size() ? valueOf(fields_[c], c) : Number{NumberKind::missing, 0};
    culprit_ = c < fields_.size() ? fields_[c] : std::string_view();
    if (number.kind == NumberKind::tooLarge) return RowKind::tooLarge;
    if (number.kind == NumberKind::text && coordinate) return RowKind::notNumber;
    shortened |= c >= fields_.size();
    values[slots_[c]] = number.kind == NumberKind::number ? number.value : std::numeric_limits<double>::quiet_NaN();
  }
  return shortened ? RowKind::shortened : RowKind::sound;
}

Number RowParser::valueOf(std::string_view field, size_t column) const {
  if (kinds_[column] == FieldKind::track) return {NumberKind::number, trackNumber(field)};
  const Number number = parseNumber(field, decimalComma_);
  return number.kind == NumberKind::text && kinds_[column] == FieldKind::time ? Number{NumberKind::number, secondsOf(field)} : number;
}

RowKind RowParser::parse(std::string_view line, double* values) {
  const bool plain = !decimalComma_ || separator_ != ',';  // else only quotes tell the one from the other
  return plain && parsePlain(line, values) ? RowKind::sound : parseFields(line, values);
}

}  // namespace arete
