#include "compute/io/read/text_sample.h"

#include <algorithm>

#include "compute/io/read/number.h"
#include "compute/io/read/row_parser.h"

namespace arete {

size_t countNumbers(std::span<const std::string_view> fields, bool decimalComma) {
  return size_t(std::ranges::count_if(fields, [&](std::string_view field) { return parseNumber(field, decimalComma).kind == NumberKind::number; }));
}

void ColumnFacts::add(std::string_view field, size_t at, bool decimalComma) {
  const auto number = parseInteger(field);
  whole += number.has_value();
  counts = counts && number && (rows == 0 || *number == before + 1);
  ascends = ascends && number && (rows == 0 || *number > before);
  before = number.value_or(0);
  varies = varies || (rows > 0 && field != last);
  last = field;
  const NumberKind kind = parseNumber(field, decimalComma).kind;
  hasNumber = hasNumber || kind == NumberKind::number;
  if (kind == NumberKind::text && text.empty()) text = field, textAt = at;
  ++rows;
}

std::vector<ColumnFacts> factsOf(std::span<const SampleLine> sample, const Finding& finding, size_t firstRow) {
  std::vector<ColumnFacts> facts(finding.columnCount);
  std::vector<std::string_view> fields;
  for (size_t i = firstRow; i < sample.size(); ++i) {
    if (isPassedOver(sample[i].text)) continue;
    splitFields(sample[i].text, finding.candidate.separator, fields);
    for (size_t c = 0; c < facts.size() && fields.size() == facts.size(); ++c) facts[c].add(fields[c], i, finding.candidate.decimalComma);
  }
  return facts;
}

bool isPassedOver(std::string_view line, char separator) {
  const std::string_view text = trimmed(line);
  if (text.empty()) return separator != '\t' || line.find('\t') == line.npos;
  return text[0] == '#' || text[0] == '%' || text[0] == '!' || text.starts_with("//");
}

void refuseField(const Source& source, uint64_t line, std::string_view name, std::string_view value) {
  source.refuse(atLine(line), std::string(name) + " is " + quoted(value) + ", which is no number", kHowToRead);
}

}  // namespace arete
