#include "compute/io/filter_flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/core/point_array.h"
#include "compute/files/text_file.h"
#include "compute/filter/expression.h"
#include "compute/io/read_polygons.h"

namespace arete {

namespace {

using Text = const std::string&;

[[noreturn]] void refuse(const std::string& reason, const std::string& hint) { throw Error(ErrorKind::wrongUse, "cannot filter", "", reason, hint); }

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Several flags are one: each must hold.
void addWhere(FilterWish& wish, Text text) {
  Filter& filter = wish.rules;
  const Expression alone(text);
  filter.where = filter.where.empty() ? text : "(" + filter.where + ") && (" + text + ")";
  const Expression whole(filter.where);  // together they may be too long
}

void addClasses(FilterWish& wish, Text text) {
  Filter& filter = wish.rules;
  std::vector<int> classes = filter.classes.value_or(std::vector<int>());
  for (const std::string& part : parts(text)) {
    const auto number = asprsClassNumber(part);
    if (!number) {
      std::string known;
      for (const AsprsClass& each : asprsClasses()) known.append(known.empty() ? "" : ", ").append(each.name);
      refuse("'" + part + "' is no class", "give numbers from 0 to 255, or of " + known);
    }
    classes.push_back(*number);
  }
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  filter.classes = std::move(classes);
}

void setBox(FilterWish& wish, Text text) {
  Filter& filter = wish.rules;
  static const std::string kHint = "give two corners, the lower one first: xmin,ymin,xmax,ymax or xmin,ymin,zmin,xmax,ymax,zmax";
  const std::vector<std::string> given = parts(text);
  if (given.size() % 2 != 0 || given.size() > 2 * size_t(kMaxDimension)) refuse("'" + text + "' is not two corners", kHint);
  std::vector<double> numbers;
  for (const std::string& part : given) {
    const auto number = numberFrom<double>(part);
    if (!number || !std::isfinite(*number)) refuse("'" + part + "' is not a number", kHint);
    numbers.push_back(*number);
  }
  const auto half = ptrdiff_t(numbers.size() / 2);
  FilterBox box{{numbers.begin(), numbers.begin() + half}, {numbers.begin() + half, numbers.end()}};
  for (size_t k = 0; k < size_t(half); ++k)
    if (!(box.minimum[k] <= box.maximum[k])) refuse("nothing is from " + given[k] + " to " + given[k + size_t(half)], kHint);
  filter.box = std::move(box);
}

void setThin(FilterWish& wish, Text text) {
  Filter& filter = wish.rules;
  const auto width = numberFrom<double>(text);
  if (!width || !(*width > 0) || std::isinf(*width)) refuse("'" + text + "' is not a distance", "give a number above 0, in units of the cloud");
  filter.thin = *width;
}

void setEvery(FilterWish& wish, Text text) {
  Filter& filter = wish.rules;
  const auto every = numberFrom<uint32_t>(text);
  if (!every || *every < 1) refuse("'" + text + "' is not a number of points", "give 1 or more: 10 keeps the first of every ten");
  filter.every = *every;
}

void setOrder(FilterWish& wish, Text text) {
  if (text != kFileOrder && text != kScattered) refuse("'" + text + "' is no order of points", "give file or scattered");
  wish.rules.order = text == kScattered ? PointOrder::scattered : PointOrder::file;
}

using Words = std::vector<std::string>;

Words oneIf(bool needed, std::string value) { return needed ? Words{std::move(value)} : Words(); }

std::string listOf(const auto& numbers) {
  std::string text;
  for (const auto number : numbers) withNumberText(number, [&](std::string_view digits) { text.append(text.empty() ? "" : ",").append(digits); });
  return text;
}

/// That no class is kept cannot be told.
Words classesTold(const FilterWish& wish) {
  if (!wish.rules.classes || wish.rules.classes->empty()) return {};
  return {listOf(*wish.rules.classes)};
}

Words boxTold(const FilterWish& wish) {
  if (!wish.rules.box) return {};
  return {listOf(wish.rules.box->minimum) + "," + listOf(wish.rules.box->maximum)};
}

std::vector<FilterFlag> makeFilterFlags() {
  std::vector<FilterFlag> flags = {
      {{"where"},
       "CONDITION",
       "Only points for which this holds: names of attributes, x y z, numbers, == != < <= > >= && || ! and parentheses, as in "
       "\"class == 14 && z > 2\". Quotes around names with blanks.",
       true,
       addWhere,
       [](const FilterWish& wish) { return oneIf(!wish.rules.where.empty(), wish.rules.where); }},
      {{"class"}, "LIST", "Only points of these classes: ASPRS names or numbers, as in wire-conductor,14.", true, addClasses, classesTold},
      {{"box"}, "CORNERS", "Only points in this box, edges included: xmin,ymin[,zmin],xmax,ymax[,zmax].", false, setBox, boxTold},
      {{"polygon"},
       "FILE",
       "Only points over the polygons of a GeoJSON file, by x and y. They are brought into the coordinate system of the cloud where that is known.",
       true,
       [](FilterWish& wish, Text text) { wish.polygonFiles.emplace_back(text); }},
      {{"point-order"},
       "NAME",
       "In which order points take part: file, or scattered, by a hash of their coordinates. Then the answer depends on the set of points alone, and "
       "a "
       "file that is sorted along its curve loses nothing.",
       false,
       setOrder,
       [](const FilterWish& wish) { return oneIf(wish.rules.order == PointOrder::scattered, kScattered); }},
      {{"every"},
       "N",
       "Keeps the first of every N points that the others leave.",
       false,
       setEvery,
       [](const FilterWish& wish) { return oneIf(wish.rules.every != 1, std::to_string(wish.rules.every)); }},
      {{"thin"},
       "DISTANCE",
       "At last only the first point in each cell of a grid of this width.",
       false,
       setThin,
       [](const FilterWish& wish) { return oneIf(wish.rules.thin != 0, listOf(std::array{wish.rules.thin})); }},
  };
  for (FilterFlag& flag : flags) flag.isInput = flag.value == "FILE";
  return flags;
}

}  // namespace

Filter FilterWish::filter(const std::function<Crs()>& crs) const {
  Filter filter = rules;
  for (const std::filesystem::path& path : polygonFiles) {
    PolygonFile file = readPolygons(path);
    if (crs && file.crs.known()) bringTo(crs(), file);
    filter.regions.push_back(std::move(file.region));
  }
  return filter;
}

const std::vector<FilterFlag>& filterFlags() {
  static const std::vector<FilterFlag> flags = makeFilterFlags();
  return flags;
}

}  // namespace arete
