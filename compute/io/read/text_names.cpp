#include "compute/io/read/text_names.h"

#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/io/read/number.h"
#include "compute/io/read/row_parser.h"
#include "compute/io/read/text_encoding.h"

namespace arete {

namespace {

std::vector<std::string> namesOf(std::span<const std::string_view> fields) {
  std::vector<std::string> names;
  std::ranges::transform(fields, std::back_inserter(names), utf8Name);
  return names;
}

std::string_view withoutCommentMark(std::string_view line) {
  line = trimmed(line);
  while (!line.empty() && (line[0] == '#' || line[0] == '/' || line[0] == '%' || line[0] == '!')) line.remove_prefix(1);
  return trimmed(line);
}

/// A line's words as names, if it has as many as there are columns, none of them a number and at most one empty (pandas leaves out the
/// name of its index).
bool takeNames(std::string_view line, const Finding& finding, std::vector<std::string>& names) {
  const std::string_view whole = withoutCommentMark(line), beforeRemark = trimmed(whole.substr(0, whole.find(" (")));
  std::vector<std::string_view> fields;
  for (std::string_view text : {whole, beforeRemark})
    for (char separator : {finding.candidate.separator, ' ', ',', ';', '\t'}) {
      splitFields(text, separator, fields);
      while (fields.size() > finding.columnCount && fields.back().empty()) fields.pop_back();
      if (fields.size() != finding.columnCount || countNumbers(fields, finding.candidate.decimalComma) > 0) continue;
      if (std::ranges::count_if(fields, [](std::string_view field) { return parseNumber(field).kind == NumberKind::missing; }) > 1) continue;
      names = namesOf(fields);
      return true;
    }
  return false;
}

/// A first row of 0, 1, 2 … or 1, 2, 3 …, behind an empty field or above numbers that are not whole: names, as programs write them that have none.
bool isNumbered(std::span<const SampleLine> sample, const Finding& finding) {
  std::vector<std::string_view> fields;
  splitFields(sample[finding.firstRow].text, finding.candidate.separator, fields);
  const bool index = !fields.empty() && fields[0].empty();
  const std::span numbers = std::span(fields).subspan(index ? 1 : 0);
  const auto first = numbers.size() < 2 ? std::nullopt : parseCount(numbers[0]);
  if (fields.size() != finding.columnCount || !first || *first > 1) return false;
  for (size_t c = 0; c < numbers.size(); ++c)
    if (numbers[c] != std::to_string(*first + c)) return false;
  const std::vector<ColumnFacts> facts = factsOf(sample, finding, finding.firstRow + 1);
  if (index) return facts[0].rows > 0 && facts[0].ascends;
  return std::ranges::all_of(facts, [](const ColumnFacts& column) { return column.rows > 1 && 2 * column.whole < column.rows; });
}

/// A line of names right before the rows that has another number of fields than they have. R and pandas write the names of rows without a name for
/// their column: one field more. Names too many are those of fields that are empty at the end of all rows. What else there may be cannot be told.
bool takeUnequalNames(const Source& source, std::span<const SampleLine> sample, const Finding& finding, TextLayout& layout) {
  if (finding.firstRow == 0) return false;
  const SampleLine &header = sample[finding.firstRow - 1], &row = sample[finding.firstRow];
  std::vector<std::string_view> fields;
  splitFields(header.text, finding.candidate.separator, fields);
  while (!fields.empty() && fields.back().empty()) fields.pop_back();
  const size_t named = fields.size(), columns = finding.columnCount;
  if (isPassedOver(header.text) || named < 2 || named == columns || countNumbers(fields, finding.candidate.decimalComma) > 0) return false;
  const bool coordinates = !namedPlaces(namesOf(fields)).empty(), quoted = trimmed(row.text).starts_with('"');
  if (!coordinates && !quoted && finding.candidate.separator == ' ') return false;  // words of a title
  const std::string counts = std::to_string(header.number) + " names " + std::to_string(named) + " columns and " + atLine(row.number) + " has " +
                             std::to_string(columns) + " fields";
  const ColumnFacts label = factsOf(sample, finding, finding.firstRow)[0];
  if (named + 1 == columns && (quoted || !label.hasNumber || label.ascends)) {
    if (!quoted && label.hasNumber && !label.counts) layout.warnings.push_back("Line " + counts + ": the first was taken for the name of its row.");
    layout.names = namesOf(fields);
    layout.names.insert(layout.names.begin(), "");
    return true;
  }
  if (named > columns || !coordinates || !source.options().columns.empty()) {
    const bool taken = named > columns && coordinates;
    layout.warnings.push_back("Line " + counts + (taken ? ": the last names were left out." : ": the names were left out."));
    if (taken) layout.names = namesOf(std::span(fields).first(columns));
    return taken;
  }
  source.refuse(
      atLine(row.number), "line " + counts + ": which name belongs to which field cannot be told",
      finding.candidate.separator == ',' && columns % named == 0
          ? "commas separate the fields and stand in the numbers, too: write decimal points, or separate by semicolons"
          : "correct " + atLine(header.number) + ", or give the columns by number: --skip-lines " + std::to_string(header.number) + " --columns 1,2");
}

}  // namespace

size_t readPreamble(const Source& source, std::span<const SampleLine> sample, const Finding& finding, TextLayout& layout) {
  bool named = false;
  size_t firstRow = finding.firstRow;
  for (size_t i = finding.firstRow; i-- > 0;) {
    const auto count = parseCount(trimmed(sample[i].text));
    if (count && !layout.declaredRows) layout.declaredRows = count;
    if (named) continue;
    named = takeNames(sample[i].text, finding, layout.names) || (i + 1 == finding.firstRow && takeUnequalNames(source, sample, finding, layout));
    if (named && !isPassedOver(sample[i].text) && !layout.declaredRows) firstRow = i + 1;
  }
  if (!named) layout.names.assign(finding.columnCount, "");
  if (!named && firstRow + 1 < sample.size() && isNumbered(sample, finding)) {
    layout.warnings.push_back("Line " + std::to_string(sample[firstRow].number) +
                              " was taken for the numbers of the columns, not for a point: " + quoted(sample[firstRow].text) + ".");
    ++firstRow;
  }
  layout.firstLine = sample[firstRow].number;
  return firstRow;
}

}  // namespace arete
