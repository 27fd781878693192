// Every separator is tried, with decimal points and decimal commas, on a sample of lines. The one that gives the most columns of numbers wins; then
// the one whose fields are numbers most purely, the one with most rows, the one listed first. Names come from the nearest line before the rows,
// comment or not, that has as many words as the rows have columns.
#include "compute/io/read/text_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "compute/core/coordinate_names.h"
#include "compute/core/track_columns.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/row_parser.h"
#include "compute/io/read/text_columns.h"
#include "compute/io/read/text_names.h"

namespace arete {

namespace {

constexpr size_t kSampleLines = 400;
constexpr double kNumericShare = 0.5;  // of a column’s fields, numbers or missing, for it to be numeric: a few broken ones must not drop a coordinate

/// Commas that separate are no decimal points, except those in quotes.
constexpr std::array<Candidate, 10> kCandidates = {
    {{';', false}, {';', true}, {'\t', false}, {'\t', true}, {',', false}, {',', true}, {' ', false}, {' ', true}, {'|', false}, {'|', true}}};

/// Blanks around a comma separate nothing.
bool isSeparator(std::string_view field) { return field == "," || field == ";" || field == "|"; }

/// The number of fields that most lines with enough numbers have; 0 if there is no such line.
size_t usualFieldCount(std::span<const SampleLine> sample, Candidate candidate, size_t leastNumbers) {
  std::map<size_t, size_t> linesByCount;
  std::vector<std::string_view> fields;
  for (const SampleLine& line : sample) {
    if (isPassedOver(line.text)) continue;
    splitFields(line.text, candidate.separator, fields);
    if (countNumbers(fields, candidate.decimalComma) >= leastNumbers) ++linesByCount[fields.size()];
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
    const bool isUsual = fields.size() == finding.columnCount && std::ranges::none_of(fields, isSeparator);
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
  finding.rows = usual;
  finding.coverage = double(usual) / double(rows);
  finding.purity = filled ? double(numberFields) / double(filled) : 0;
  return finding;
}

/// Whether it is none with a decimal comma either.
bool isWord(std::string_view field) { return parseNumber(field).kind == NumberKind::text && parseNumber(field, true).kind == NumberKind::text; }

/// Where a header names coordinates and the row behind it holds no numbers for them, separated by one of these.
void refuseNamedText(const Source& source, std::span<const SampleLine> sample, std::string_view separators) {
  std::vector<std::string_view> fields;
  for (size_t i = 0; i + 1 < sample.size(); ++i)
    for (const char separator : separators) {
      splitFields(sample[i].text, separator, fields);
      const std::vector<std::string> names(fields.begin(), fields.end());
      const std::vector<NamedPlace> places = namedPlaces(names);
      if (places.empty()) continue;
      splitFields(sample[i + 1].text, separator, fields);
      if (fields.size() != names.size()) continue;
      for (const size_t c : places.front().columns)
        if (isWord(fields[c])) refuseField(source, sample[i + 1].number, names[c], fields[c]);
    }
}

bool hasCommasInQuotes(std::span<const SampleLine> sample) {
  std::vector<std::string_view> fields;
  return std::ranges::any_of(sample, [&](const SampleLine& line) {
    splitFields(line.text, ',', fields);
    return std::ranges::any_of(fields, [](std::string_view field) { return field.find(',') != field.npos; });
  });
}

Finding bestFinding(const Source& source, std::span<const SampleLine> sample, size_t leastNumbers) {
  const ReadOptions& options = source.options();
  Finding best;
  const auto score = [](const Finding& finding) { return std::tuple(double(finding.numericCount) * finding.coverage, finding.purity, finding.rows); };
  std::vector<Candidate> candidates(kCandidates.begin(), kCandidates.end());
  if (options.separator != 0) candidates = {{options.separator, false}, {options.separator, true}};
  for (const Candidate& candidate : candidates) {
    if (options.decimalComma && *options.decimalComma != candidate.decimalComma) continue;
    if (candidate.separator == ',' && candidate.decimalComma && !hasCommasInQuotes(sample)) continue;
    const Finding finding = examine(sample, candidate, leastNumbers);
    if (finding.numericCount >= leastNumbers && score(finding) > score(best)) best = finding;
  }
  if (best.columnCount == 0) refuseNamedText(source, sample, ",;\t| ");
  const bool blanks = best.candidate.separator == ' ' && options.separator == 0;  // perhaps those before thousands
  if (best.columnCount > 0 && blanks) refuseNamedText(source, sample.first(std::min(best.firstRow + 1, sample.size())), ";\t|");
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

/// Commas in quotes may also stand before thousands.
bool mayBeThousands(std::span<const SampleLine> sample, const Finding& finding) {
  std::vector<std::string_view> fields;
  bool any = false;
  for (size_t i = finding.firstRow; i < sample.size(); ++i) {
    splitFields(sample[i].text, finding.candidate.separator, fields);
    for (const std::string_view field : fields) {
      const size_t comma = field.find(',');
      if (comma == field.npos) continue;
      any = true;
      if (field.size() - comma != 4) return false;
    }
  }
  return any;
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
  if (layout.decimalComma && layout.separator == ',' && !source.options().decimalComma && mayBeThousands(sample, finding))
    layout.warnings.push_back("Commas in quotes were taken for decimal points; if they stand before thousands, write the numbers without them.");
  const size_t firstRow = readPreamble(source, sample, finding, layout);
  layout.trackColumn = trackColumnByOption(source, layout.names);
  chooseCoordinates(source, sample, finding, firstRow, layout);
  chooseKinds(sample[firstRow].text, finding, layout);
  if (layout.trackColumn && std::ranges::find(layout.coordinates, *layout.trackColumn) != layout.coordinates.end())
    source.refuseOption("the column of tracks is a coordinate", "name the coordinates with --columns, or another --track-column");
  for (size_t c = 0; c < finding.columnCount; ++c)
    if ((finding.numeric[c] || layout.kinds[c] != FieldKind::number) && std::ranges::find(layout.coordinates, c) == layout.coordinates.end())
      layout.attributes.push_back(c);
  return layout;
}

}  // namespace arete
