// Every separator is tried, with decimal points and decimal commas, on a sample of lines. The one that gives the most columns of numbers
// wins; then the one whose fields are numbers most purely; then the one listed first. Names come from the nearest line before the rows,
// comment or not, that has as many words as the rows have columns.
#include "compute/io/read/text_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "compute/core/track_columns.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/row_parser.h"

namespace arete {

namespace {

constexpr size_t kSampleLines = 400;
constexpr size_t kMaxColumns = 512;
constexpr double kNumericShare = 0.5;  // of a column’s fields, numbers or missing, for it to be numeric: a few broken ones must not drop a coordinate

struct SampleLine {
  std::string_view text;
  uint64_t number;
};

struct Candidate {
  char separator;
  bool decimalComma;
};
constexpr std::array<Candidate, 9> kCandidates = {
    {{';', false}, {';', true}, {'\t', false}, {'\t', true}, {',', false}, {' ', false}, {' ', true}, {'|', false}, {'|', true}}};

/// How a candidate reads the sample.
struct Finding {
  Candidate candidate{};
  size_t columnCount = 0;
  std::vector<bool> numeric;  ///< per column
  size_t numericCount = 0;
  double coverage = 0;  ///< share of the rows that have columnCount fields
  double purity = 0;    ///< share of their fields that are numbers
  size_t firstRow = 0;  ///< index into the sample
};

size_t countNumbers(std::span<const std::string_view> fields, bool decimalComma) {
  return size_t(std::ranges::count_if(fields, [&](std::string_view field) { return parseNumber(field, decimalComma).kind == NumberKind::number; }));
}

/// The number of fields that most lines with enough numbers have; 0 if there is no such line.
size_t usualFieldCount(std::span<const SampleLine> sample, Candidate candidate, size_t leastNumbers) {
  std::map<size_t, size_t> linesByCount;
  std::vector<std::string_view> fields;
  for (const SampleLine& line : sample) {
    if (isPassedOver(line.text)) continue;
    splitFields(line.text, candidate.separator, fields);
    if (fields.size() <= kMaxColumns && countNumbers(fields, candidate.decimalComma) >= leastNumbers) ++linesByCount[fields.size()];
  }
  const auto most = std::ranges::max_element(linesByCount, {}, [](const auto& entry) { return entry.second; });
  return most == linesByCount.end() ? 0 : most->first;
}

Finding examine(std::span<const SampleLine> sample, Candidate candidate, size_t leastNumbers) {
  Finding finding{candidate, usualFieldCount(sample, candidate, leastNumbers)};
  if (finding.columnCount == 0) return finding;
  std::vector<size_t> numbers(finding.columnCount), missing(finding.columnCount);
  std::vector<std::string_view> fields;
  size_t rows = 0, usual = 0, filled = 0, numberFields = 0;
  for (size_t i = 0; i < sample.size(); ++i) {
    if (isPassedOver(sample[i].text)) continue;
    splitFields(sample[i].text, candidate.separator, fields);
    const bool isUsual = fields.size() == finding.columnCount;
    if (rows == 0 && countNumbers(fields, candidate.decimalComma) < leastNumbers) continue;  // still before the rows
    if (rows++ == 0) finding.firstRow = i;
    if (!isUsual) continue;
    ++usual;
    for (size_t c = 0; c < fields.size(); ++c) {
      const NumberKind kind = parseNumber(fields[c], candidate.decimalComma).kind;
      numbers[c] += kind == NumberKind::number || kind == NumberKind::tooLarge;
      missing[c] += kind == NumberKind::missing;
      filled += kind != NumberKind::missing;
      numberFields += kind == NumberKind::number;
    }
  }
  for (size_t c = 0; c < finding.columnCount; ++c) {
    finding.numeric.push_back(numbers[c] > 0 && double(numbers[c] + missing[c]) >= kNumericShare * double(usual));
    finding.numericCount += finding.numeric.back();
  }
  finding.coverage = double(usual) / double(rows);
  finding.purity = filled ? double(numberFields) / double(filled) : 0;
  return finding;
}

Finding bestFinding(const Source& source, std::span<const SampleLine> sample, size_t leastNumbers) {
  const ReadOptions& options = source.options();
  Finding best;
  const auto score = [](const Finding& finding) { return std::pair(double(finding.numericCount) * finding.coverage, finding.purity); };
  std::vector<Candidate> candidates(kCandidates.begin(), kCandidates.end());
  if (options.separator != 0) candidates = {{options.separator, false}, {options.separator, true}};
  for (const Candidate& candidate : candidates) {
    if (options.decimalComma && *options.decimalComma != candidate.decimalComma) continue;
    const Finding finding = examine(sample, candidate, leastNumbers);
    if (finding.numericCount >= leastNumbers && score(finding) > score(best)) best = finding;
  }
  if (best.columnCount == 0)
    source.refuse(sample.empty() ? "" : atLine(sample.front().number),
                  leastNumbers == 1 ? "there are no rows of numbers in it" : "there are no rows with two or more numbers in it",
                  "say how to read it with --separator, --decimal-comma or --skip-lines, or open a file of points");
  return best;
}

std::vector<SampleLine> takeSample(const Source& source, std::string_view text) {
  std::vector<SampleLine> sample;
  const uint64_t skipped = uint64_t(source.options().skipLines.value_or(0));
  size_t rows = 0;
  for (TextLines lines(source, text); rows < kSampleLines && sample.size() < kMaxHeaderLines && lines.next();) {
    if (lines.number() <= skipped || trimmed(lines.line()).empty()) continue;
    sample.push_back({lines.line(), lines.number()});
    rows += !isPassedOver(lines.line());
  }
  return sample;
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
      names.assign(fields.begin(), fields.end());
      return true;
    }
  return false;
}

/// R writes row labels without a name for their column: one name fewer than columns, and a quoted first field.
bool takeNamesAfterLabel(const SampleLine& line, std::string_view firstRow, const Finding& finding, std::vector<std::string>& names) {
  std::vector<std::string_view> fields;
  splitFields(line.text, finding.candidate.separator, fields);
  if (isPassedOver(line.text) || fields.size() + 1 != finding.columnCount || !trimmed(firstRow).starts_with('"') || countNumbers(fields, false) > 0)
    return false;
  names.assign(1, "");
  names.insert(names.end(), fields.begin(), fields.end());
  return true;
}

/// Names and a declared count from the lines before the first row. Rows begin right after a header, even if the first ones lack numbers.
void readPreamble(std::span<const SampleLine> sample, const Finding& finding, TextLayout& layout) {
  bool named = false;
  size_t firstRow = finding.firstRow;
  for (size_t i = finding.firstRow; i-- > 0;) {
    const auto count = parseCount(trimmed(sample[i].text));
    if (count && !layout.declaredRows) layout.declaredRows = count;
    if (named) continue;
    named = takeNames(sample[i].text, finding, layout.names) || takeNamesAfterLabel(sample[i], sample[finding.firstRow].text, finding, layout.names);
    if (named && !isPassedOver(sample[i].text) && !layout.declaredRows) firstRow = i + 1;
  }
  if (!named) layout.names.assign(finding.columnCount, "");
  layout.firstLine = sample[firstRow].number;
}

std::string listed(const TextLayout& layout, std::span<const size_t> columns) {
  std::string text;
  for (size_t c : columns) text += (text.empty() ? "" : ", ") + layout.names[c];
  return text;
}

void chooseCoordinates(const Source& source, const Finding& finding, TextLayout& layout) {
  layout.coordinates = columnsByOption(source, layout.names);
  if (!layout.coordinates.empty()) return;
  constexpr size_t kUsualDimension = 3;
  const auto& wanted = source.options().dimension;
  const auto isNumeric = [&](size_t c) { return bool(finding.numeric[c]); };
  std::vector<size_t> named = findCoordinates(layout.names), numeric;
  if (!std::ranges::all_of(named, isNumeric)) named.clear();
  for (size_t c = 0; c < finding.columnCount; ++c)
    if (finding.numeric[c] && c != layout.trackColumn) numeric.push_back(c);
  const size_t dimension = wanted ? size_t(*wanted) : named.empty() ? std::min(numeric.size(), kUsualDimension) : named.size();
  layout.coordinates = named;
  for (size_t c : numeric)
    if (std::ranges::find(named, c) == named.end()) layout.coordinates.push_back(c);
  if (layout.coordinates.size() < dimension)
    source.refuseOption("it has " + std::to_string(numeric.size()) + " columns of numbers, fewer than the dimension asked for",
                        "give --dim of at most that");
  layout.coordinates.resize(dimension);
  const bool hasNames = std::ranges::any_of(layout.coordinates, [&](size_t c) { return !layout.names[c].empty(); });
  if (named.empty() && hasNames && !wanted)
    layout.warnings.push_back("No column is named like a coordinate; the first columns of numbers were taken: " + listed(layout, layout.coordinates) +
                              ".");
}

}  // namespace

/// The columns of tracks, and of times where there are tracks: they may be words.
static void chooseKinds(std::string_view firstRow, const Finding& finding, TextLayout& layout) {
  layout.kinds.assign(finding.columnCount, FieldKind::number);
  std::vector<std::string_view> fields;
  splitFields(firstRow, layout.separator, fields);
  const auto isTrack = [&](size_t c) { return layout.trackColumn ? c == layout.trackColumn : isTrackName(layout.names[c]); };
  bool hasTracks = false;
  for (size_t c = 0; c < finding.columnCount; ++c)
    if (isTrack(c)) layout.kinds[c] = FieldKind::track, hasTracks = true;
  for (size_t c = 0; c < std::min(finding.columnCount, fields.size()); ++c)
    if (hasTracks && !finding.numeric[c] && isTimeName(layout.names[c]) && !std::isnan(secondsOf(fields[c]))) layout.kinds[c] = FieldKind::time;
}

bool isPassedOver(std::string_view line, char separator) {
  const std::string_view text = trimmed(line);
  if (text.empty()) return separator != '\t' || line.find('\t') == line.npos;
  return text[0] == '#' || text[0] == '%' || text[0] == '!' || text.starts_with("//");
}

std::string_view separatorName(char separator) {
  switch (separator) {
    case ',': return "comma";
    case ';': return "semicolon";
    case '\t': return "tab";
    case '|': return "bar";
    case ' ': return "blanks";
    default: return "own separator";
  }
}

TextLayout findLayout(const Source& source, std::string_view text) {
  const std::vector<SampleLine> sample = takeSample(source, text);
  const bool oneIsEnough = source.options().dimension == 1 || source.options().columns.size() == 1;
  const Finding finding = bestFinding(source, sample, oneIsEnough ? 1 : 2);
  TextLayout layout;
  layout.separator = finding.candidate.separator;
  layout.decimalComma = finding.candidate.decimalComma;
  layout.columnCount = finding.columnCount;
  if (layout.decimalComma && layout.separator == ' ' && !source.options().decimalComma)
    layout.warnings.push_back("Commas were taken for decimal points and blanks for separators; say so or otherwise if the points look wrong.");
  readPreamble(sample, finding, layout);
  layout.trackColumn = trackColumnByOption(source, layout.names);
  chooseCoordinates(source, finding, layout);
  chooseKinds(sample[finding.firstRow].text, finding, layout);
  if (layout.trackColumn && std::ranges::find(layout.coordinates, *layout.trackColumn) != layout.coordinates.end())
    source.refuseOption("the column of tracks is a coordinate", "name the coordinates with --columns, or another --track-column");
  for (size_t c = 0; c < finding.columnCount; ++c)
    if ((finding.numeric[c] || layout.kinds[c] != FieldKind::number) && std::ranges::find(layout.coordinates, c) == layout.coordinates.end())
      layout.attributes.push_back(c);
  return layout;
}

}  // namespace arete
