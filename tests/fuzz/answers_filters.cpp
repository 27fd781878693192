// Filters of random rules against an evaluation of our own, point by point; on any number of threads, from files block by block, with a memory of
// what was asked before.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>

#include "compute/filter/apply.h"
#include "compute/io/file_stream.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "tests/fuzz/answer_try.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kFilterClouds{.mostDimensions = 4, .mostPoints = 400};
constexpr const char *kAxes[] = {"x", "y", "z", "x4"}, *kColumns[] = {"classification", "value", "odd name"};

/// A number per point, in file coordinates; NaN where a column lacks it.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  size_t size = 0;

  double value(const std::string& name, size_t point) const { return columns[size_t(std::ranges::find(names, name) - names.begin())][point]; }
};

Table tableOf(const PointCloud& cloud) {
  Table table{{}, {}, cloud.size()};
  for (int k = 0; k < cloud.dimension(); ++k) {
    std::vector<double>& column = table.columns.emplace_back();
    table.names.emplace_back(kAxes[k]);
    for (uint32_t i = 0; i < cloud.size(); ++i) column.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)]);
  }
  for (const Attribute& attribute : cloud.attributes()) {
    table.names.push_back(attribute.name);
    table.columns.emplace_back(attribute.values.begin(), attribute.values.end());
  }
  return table;
}

std::vector<Attribute> randomAttributes(uint32_t count, Random& random) {
  std::vector<Attribute> all;
  for (const char* name : kColumns) {
    LargeVector<double> values(count);
    for (double& value : values)
      value = name == kColumns[0] ? double(random.below(20))
              : random.oneIn(8)   ? std::nan("")
              : random.oneIn(2)   ? double(random.below(9))
                                  : random.normal();
    all.push_back({name, values});
  }
  return all;
}

/// A condition as text and as what it says of a point.
struct Condition {
  std::string text;
  std::function<bool(size_t)> holds;
};

std::string textOf(double number) {
  char text[40];
  return std::snprintf(text, sizeof text, "%.17g", number), text;
}

/// A value that a point has, so that equality is met, or one between.
double randomNumber(const Table& table, const std::string& name, Random& random) {
  const double value = table.size == 0 ? 0 : table.value(name, random.below(table.size));
  const double other = value * random.uniform(0.5, 2);
  return std::isnan(value) ? 1 : random.oneIn(2) || !std::isfinite(other) ? value : other;
}

Condition comparison(const Table& table, Random& random) {
  const std::string left = random.of(table.names), right = random.of(table.names);
  const bool isNumber = !random.oneIn(4);
  const double number = randomNumber(table, left, random);
  const auto quoted = [](const std::string& name) { return name.find(' ') == std::string::npos ? name : "'" + name + "'"; };
  static constexpr const char* kSigns[] = {"==", "!=", "<", "<=", ">", ">="};
  const size_t sign = random.below(std::size(kSigns));
  return {quoted(left) + " " + kSigns[sign] + " " + (isNumber ? textOf(number) : quoted(right)),
          [&table, left, right, isNumber, number, sign](size_t i) {
            const double a = table.value(left, i), b = isNumber ? number : table.value(right, i);
            switch (sign) {
              case 0: return a == b;
              case 1: return a != b;
              case 2: return a < b;
              case 3: return a <= b;
              case 4: return a > b;
              default: return a >= b;
            }
          }};
}

Condition condition(const Table& table, Random& random, int depth) {
  if (depth == 0 || random.oneIn(3)) return comparison(table, random);
  const Condition one = condition(table, random, depth - 1);
  if (random.oneIn(4)) return {"!(" + one.text + ")", [one](size_t i) { return !one.holds(i); }};
  const Condition other = condition(table, random, depth - 1);
  const bool isBoth = random.oneIn(2);
  return {"(" + one.text + (isBoth ? ") && (" : ") || (") + other.text + ")",
          [one, other, isBoth](size_t i) { return isBoth ? one.holds(i) && other.holds(i) : one.holds(i) || other.holds(i); }};
}

/// A filter of some rules, and what they say together of a point.
struct Rules {
  Filter filter;
  std::vector<std::function<bool(size_t)>> all;

  bool keep(size_t point) const {
    return std::ranges::all_of(all, [&](const auto& rule) { return rule(point); });
  }
};

void addBox(const Table& table, int dimension, Rules& rules, Random& random) {
  FilterBox box;
  for (int k = 0; k < 1 + int(random.below(size_t(dimension))); ++k) {
    const double a = randomNumber(table, kAxes[k], random), b = randomNumber(table, kAxes[k], random);
    box.minimum.push_back(std::min(a, b)), box.maximum.push_back(std::max(a, b));
  }
  rules.filter.box = box;
  rules.all.emplace_back([&table, box](size_t i) {
    for (size_t k = 0; k < box.minimum.size(); ++k)
      if (const double x = table.value(kAxes[k], i); !(x >= box.minimum[k] && x <= box.maximum[k])) return false;
    return true;
  });
}

void addRange(const Table& table, Rules& rules, Random& random) {
  FilterRange range{.column = random.of(table.names)};
  if (!random.oneIn(3)) range.low = randomNumber(table, range.column, random);
  if (!random.oneIn(3)) range.high = randomNumber(table, range.column, random);
  rules.filter.ranges.push_back(range);
  rules.all.emplace_back([&table, range](size_t i) {
    const double value = table.value(range.column, i);
    return value >= range.low && value <= range.high;
  });
}

void addClasses(const Table& table, Rules& rules, Random& random) {
  std::set<int> classes;
  for (size_t i = random.below(5); i > 0; --i) classes.insert(int(random.below(20)));
  rules.filter.classes = std::vector<int>(classes.begin(), classes.end());
  rules.all.emplace_back([&table, classes](size_t i) { return classes.contains(int(table.value(kColumns[0], i))); });
}

Rules randomRules(const Table& table, int dimension, Random& random) {
  Rules rules;
  if (random.oneIn(2)) {
    const Condition where = condition(table, random, 3);
    rules.filter.where = where.text;
    rules.all.push_back(where.holds);
  }
  if (random.oneIn(4)) addBox(table, dimension, rules, random);
  if (random.oneIn(3)) addRange(table, rules, random);
  if (random.oneIn(4)) addClasses(table, rules, random);
  if (random.oneIn(4)) rules.filter.every = 1 + uint32_t(random.below(5));
  if (random.oneIn(6)) rules.filter.thin = std::clamp(std::abs(randomNumber(table, kAxes[0], random)) / 8, 1e-29, 1e29);
  return rules;
}

/// The rules on single points, then `every` and `thin`, in the order of the file. Nothing where cells have numbers that no double tells apart.
std::optional<std::vector<uint32_t>> plainTaken(const Table& table, int dimension, const Rules& rules) {
  std::vector<uint32_t> taken, left;
  for (size_t i = 0, seen = 0; i < table.size; ++i)
    if (rules.keep(i) && seen++ % rules.filter.every == 0) taken.push_back(uint32_t(i));
  if (rules.filter.thin == 0) return taken;
  constexpr double kLargestCell = 0x1p50;
  std::set<std::vector<double>> cells;
  for (const uint32_t i : taken) {
    std::vector<double> cell;
    for (int k = 0; k < dimension; ++k) cell.push_back(std::floor(table.value(kAxes[k], i) / rules.filter.thin) + 0.0);
    if (std::ranges::any_of(cell, [](double x) { return std::abs(x) > kLargestCell; })) return {};
    if (cells.insert(cell).second) left.push_back(i);
  }
  return left;
}

std::string listed(std::span<const uint32_t> points) {
  std::string text;
  for (const uint32_t point : points) text += std::to_string(point) + ' ';
  return text;
}

std::string coordinatesOf(const PointArray& points) {
  std::string text;
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points.dimension(); ++k) text += textOf(points.coordinate(i, k)) + ' ';
  return text;
}

/// From files block by block as from files read whole.
void tryStreamed(const PointCloud& cloud, const Filter& filter, Random& random) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("arete-fuzz-filter-" + std::to_string(getpid()) + ".ply");
  writePoints(path, {.points = cloud.points(), .origin = cloud.origin(), .attributes = cloud.attributes()});
  const std::vector<std::filesystem::path> files(1 + random.below(3), path);
  const Outcome whole = outcomeOf([&] { return coordinatesOf(readFiltered(files, filter).cloud.points()); });
  const Outcome streamed = outcomeOf([&] {
    const FileStream stream(files, {}, filter, {});
    std::string text;
    stream.read(0, [&](const PointArray& block, uint64_t) { text += coordinatesOf(block); }, {});
    return text;
  });
  std::filesystem::remove(path);
  if (!whole.refused) expectSame(whole, streamed, "streamed from " + std::to_string(files.size()) + " files: " + describe(filter));
}

bool run(std::string_view input) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  const RandomCloud points = which->points(kFilterClouds);
  std::optional<PointCloud> cloud;
  const Outcome made = outcomeOf(
      [&] { return cloud = PointCloud::recentred(points.rows, points.dimension, points.scalar, randomAttributes(points.size(), random)), ""; });
  if (made.refused) return false;
  const Table table = tableOf(*cloud);
  RuleMemory memory;
  bool isTaken = false;
  for (int turn = 0; turn < 4; ++turn) {
    const Rules rules = randomRules(table, points.dimension, random);
    const std::optional<std::vector<uint32_t>> taken = plainTaken(table, points.dimension, rules);
    if (!taken) continue;
    const Outcome expected{listed(*taken), false};
    for (const int threads : {1, 2, 7})
      expectSame(expected, outcomeOf([&] { return listed(takenPoints(*cloud, rules.filter, deviceOf(Job(), threads).threads())); }),
                 std::to_string(threads) + " threads: " + describe(rules.filter));
    expectSame(expected, outcomeOf([&] { return listed(takenPoints(*cloud, rules.filter, deviceOf(Job(), 2).threads(), {}, &memory)); }),
               "with a memory: " + describe(rules.filter));
    if (turn == 0 && rules.filter.thin == 0 && !cloud->empty()) tryStreamed(*cloud, rules.filter, random);
    isTaken = true;
  }
  return isTaken;
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kFilterClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kFilterClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz
