#include "compute/io/read/column_names.h"

#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/core/track_columns.h"
#include "compute/io/read/number.h"
#include "compute/text/suggest.h"

namespace arete {

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return lower;
}

std::vector<size_t> findCoordinates(std::span<const std::string> names) {
  const std::vector<NamedPlace> places = namedPlaces(names);
  return places.empty() ? std::vector<size_t>() : places.front().columns;
}

static std::string known(std::string_view wanted, std::span<const std::string> names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return "it has: " + closestFirst(wanted, views);
}

/// By name, else by number from 1.
static size_t columnOf(const Source& source, const std::string& wanted, std::span<const std::string> names) {
  const auto byName = std::ranges::find_if(names, [&](const std::string& name) { return plainName(name) == plainName(wanted); });
  if (byName != names.end()) return size_t(byName - names.begin());
  const auto number = parseCount(wanted);
  if (!number || *number < 1 || *number > names.size()) source.refuseOption("there is no column '" + wanted + "'", known(wanted, names));
  return size_t(*number - 1);
}

std::optional<size_t> trackColumnByOption(const Source& source, std::span<const std::string> names) {
  if (source.options().trackColumn.empty()) return {};
  return columnOf(source, source.options().trackColumn, names);
}

std::vector<std::string> withTrackName(const Source& source, std::vector<std::string> names) {
  const std::optional<size_t> column = trackColumnByOption(source, names);
  if (!column) return names;
  std::ranges::replace(names, std::string(kTrackName), std::string(kTrackName) + " 2");
  names[*column] = kTrackName;
  return names;
}

std::vector<size_t> columnsByOption(const Source& source, std::span<const std::string> names) {
  const ReadOptions& options = source.options();
  std::vector<size_t> columns;
  for (const std::string& wanted : options.columns) {
    const size_t column = columnOf(source, wanted, names);
    if (std::ranges::find(columns, column) != columns.end())
      source.refuseOption("column '" + wanted + "' is given twice", "name each coordinate once");
    columns.push_back(column);
  }
  if (columns.size() > kMaxDimension) source.refuseOption("more than 16 coordinates are asked for", "name at most 16 columns");
  if (!columns.empty() && options.dimension && size_t(*options.dimension) != columns.size())
    source.refuseOption("the number of columns named is not the dimension asked for", "give one of the two, or make them agree");
  return columns;
}

/// A file of one axis, which only somebody who asks for one axis has: else x without y is a value.
static std::vector<size_t> onlyX(std::span<const std::string> names) {
  const auto x = std::ranges::find_if(names, [](const std::string& name) { return plainName(name) == kCoordinateNames[0]; });
  return x == names.end() ? std::vector<size_t>() : std::vector<size_t>{size_t(x - names.begin())};
}

std::vector<size_t> coordinateFields(const Source& source, std::span<const std::string> names, std::string_view holder, std::string_view place) {
  std::vector<size_t> columns = columnsByOption(source, names);
  if (!columns.empty()) return columns;
  columns = findCoordinates(names);
  if (columns.empty() && source.options().dimension == 1) columns = onlyX(names);
  const size_t wanted = source.options().dimension ? size_t(*source.options().dimension) : std::max<size_t>(columns.size(), 3);
  if (columns.size() < wanted) {
    const std::string reason = std::string(holder) + (columns.empty() ? " has no coordinates x, y, z" : " has fewer coordinates than x, y, z");
    const bool askedFor = source.options().dimension.has_value();
    const std::string hint =
        known("x", names) + (columns.empty() || askedFor ? "; name the coordinates with --columns" : "; to read two give --dim 2");
    if (askedFor) source.refuseOption(std::string(holder) + " has fewer coordinates than asked for", hint);
    source.refuse(place, reason, hint);
  }
  columns.resize(wanted);
  return columns;
}

}  // namespace arete
