#include "compute/io/read/text_columns.h"

#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/io/read/column_names.h"

namespace arete {

namespace {

std::string listed(const TextLayout& layout, std::span<const size_t> columns) {
  std::string text;
  for (size_t c : columns) text += (text.empty() ? "" : ", ") + layout.names[c];
  return text;
}

/// The first of the places that the names say whose columns are numbers. Refuses where none is: no other column is taken instead. A third coordinate
/// without any value is left out.
std::vector<size_t> namedCoordinates(const Source& source, std::span<const SampleLine> sample, const Finding& finding,
                                     std::span<const ColumnFacts> facts, TextLayout& layout) {
  const std::vector<NamedPlace> places = namedPlaces(layout.names);
  if (places.empty()) return {};
  const auto withoutEmptyHeight = [&](std::vector<size_t> columns) {
    if (columns.size() == 3 && !facts[columns[2]].hasNumber && facts[columns[2]].text.empty()) columns.pop_back();
    return columns;
  };
  const auto isNumeric = [&](const NamedPlace& place) {
    return std::ranges::all_of(withoutEmptyHeight(place.columns), [&](size_t c) { return bool(finding.numeric[c]); });
  };
  const auto found = std::ranges::find_if(places, isNumeric);
  const NamedPlace& taken = found == places.end() ? places.front() : *found;
  std::vector<size_t> columns = withoutEmptyHeight(taken.columns);
  if (columns.size() < taken.columns.size())
    layout.warnings.push_back("Column '" + layout.names[taken.columns[2]] + "' has no values and was left out.");
  for (const size_t c : columns) {
    if (finding.numeric[c]) continue;
    if (!facts[c].text.empty()) refuseField(source, sample[facts[c].textAt].number, layout.names[c], facts[c].text);
    source.refuse("", "column '" + layout.names[c] + "' has no numbers", kHowToRead);
  }
  const auto alsoFits = [&](const NamedPlace& place) { return &place != &taken && place.columns[0] != columns[0] && place.columns[1] != columns[1]; };
  if (const auto other = std::ranges::find_if(places, alsoFits); other != places.end())
    layout.warnings.push_back("Coordinates are named more than once: " + listed(layout, columns) + " were taken, and not " +
                              listed(layout, other->columns) + "; --columns takes others.");
  return columns;
}

/// The columns of numbers, without those that number the rows where there are enough others.
std::vector<size_t> unnamedCoordinates(const Source& source, const Finding& finding, std::span<const ColumnFacts> facts, TextLayout& layout) {
  std::vector<size_t> numeric, others;
  const bool anyNames = std::ranges::any_of(layout.names, [](const std::string& name) { return !name.empty(); });
  const auto isNumber = [&](size_t c) { return isNameOfNumber(layout.names[c]) || (anyNames && layout.names[c].empty()); };
  for (size_t c = 0; c < finding.columnCount; ++c)
    if (finding.numeric[c] && c != layout.trackColumn) numeric.push_back(c);
  std::ranges::copy_if(numeric, std::back_inserter(others), [&](size_t c) { return !isNumber(c) && !facts[c].isCount(); });
  const auto varies = [&](size_t c) { return facts[c].varies; };
  const auto& wanted = source.options().dimension;
  const size_t least = wanted ? size_t(*wanted) : 2;
  if (others.size() == numeric.size() || (wanted && others.size() < least)) return numeric;
  if (others.size() >= least && (anyNames || std::ranges::count_if(others, varies) >= 2)) {
    if (!anyNames) layout.warnings.push_back("A column that counts the rows was not taken as a coordinate; --columns 1,2 takes it.");
    return others;
  }
  if (std::ranges::any_of(numeric, isNumber))
    source.refuse(atLine(layout.firstLine), "fewer than two of its columns can be coordinates: " + listed(layout, numeric),
                  "name the coordinates with --columns");
  layout.warnings.push_back("A column counts the rows and was taken as a coordinate; --columns takes others.");
  return numeric;
}

}  // namespace

void chooseCoordinates(const Source& source, std::span<const SampleLine> sample, const Finding& finding, size_t firstRow, TextLayout& layout) {
  layout.coordinates = columnsByOption(source, layout.names);
  if (!layout.coordinates.empty()) return;
  constexpr size_t kUsualDimension = 3;
  const auto& wanted = source.options().dimension;
  const std::vector<ColumnFacts> facts = factsOf(sample, finding, firstRow);
  const std::vector<size_t> named = namedCoordinates(source, sample, finding, facts, layout);
  std::vector<size_t> numeric = named;
  if (named.empty() || (wanted && size_t(*wanted) > named.size()))
    for (const size_t c : unnamedCoordinates(source, finding, facts, layout))
      if (std::ranges::find(named, c) == named.end()) numeric.push_back(c);
  const size_t dimension = wanted ? size_t(*wanted) : named.empty() ? std::min(numeric.size(), kUsualDimension) : named.size();
  layout.coordinates = numeric;
  if (layout.coordinates.size() < dimension)
    source.refuseOption("it has " + std::to_string(numeric.size()) + " columns of numbers, fewer than the dimension asked for",
                        "give --dim of at most that");
  layout.coordinates.resize(dimension);
  const bool hasNames = std::ranges::any_of(layout.coordinates, [&](size_t c) { return !layout.names[c].empty(); });
  if (named.empty() && hasNames && !wanted)
    layout.warnings.push_back("No column is named like a coordinate; the first columns of numbers were taken: " + listed(layout, layout.coordinates) +
                              ".");
}

}  // namespace arete
