// The filter of --where: a mask, or one refusal that points at a character.
#include <algorithm>
#include <array>
#include <string>

#include "compute/core/error.h"
#include "compute/filter/apply.h"
#include "compute/filter/expression.h"
#include "compute/filter/possible_rules.h"
#include "tests/fuzz/target.h"

namespace arete::fuzz {

namespace {

const PointCloud& cloud() {
  static const PointCloud cloud = [] {
    std::vector<double> rows;
    LargeVector<double> classes;
    for (int i = 0; i < 300; ++i) rows.insert(rows.end(), {i * 0.5, 100.0 - i, double(i % 7)}), classes.push_back(i % 20);
    return PointCloud::recentred(rows, 3, {}, {{"classification", classes}, {"gps time", LargeVector<double>(300, 1e9)}});
  }();
  return cloud;
}

std::vector<std::string> seeds() {
  return {"class == 14 && z > 2 && y < 4000", "!(x <= 3.5e1 || 'gps time' != 1000000000) && classification >= 2",
          "((z == 0)) || z == 1 || !z == 2 && y > -12.25", "\"gps time\" < x"};
}

/// Moved by up to a tenth along each axis, as rounding would, a point that is kept must not be one that is surely not.
void checkPossible(const Filter& filter, ThreadPool& threads) {
  constexpr double kSlack = 0.1;
  static const PointCloud moved = [] {
    std::vector<double> rows;
    for (size_t i = 0; i < cloud().size(); ++i)
      for (int k = 0; k < 3; ++k)
        rows.push_back(cloud().points().coordinate(i, k) + cloud().origin()[size_t(k)] + kSlack * (double((i + size_t(k)) % 3) - 1));
    const auto attributes = cloud().attributes();
    return PointCloud::recentred(rows, 3, Scalar::float64, {attributes.begin(), attributes.end()});
  }();
  std::array<double, kMaxDimension> slack;
  slack.fill(1.001 * kSlack);
  std::vector<uint8_t> possible(moved.size(), 1);
  applyRules(possibleRules(moved, filter, slack).rules, 0, possible);
  for (const uint32_t point : takenPoints(cloud(), filter, threads)) require(possible[point] != 0, "a point that is kept was called impossible");
}

bool run(std::string_view input) {
  static ThreadPool threads(1);
  Filter filter;
  filter.where = input;
  try {
    const Expression expression(input);
    require(!expression.steps().empty() && expression.stackNeeded() > 0, "an expression without a step");
    for (const auto& step : expression.steps()) require(step.left.at <= input.size() && step.right.at <= input.size(), "a place outside of the text");
    if (!input.empty()) checkPossible(filter, threads);
    return true;
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::wrongUse, error.what());
    require(error.reason().starts_with("character ") && !error.hint().empty(), std::string("a refusal without place or advice: ") + error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) {
  static constexpr std::string_view kWords[] = {
      "&&", "||", "!",  "(",     ")",         "==", "!=", "<", "<=", ">",  ">=", "z",  "x", "1",  "-2",   "1e",
      ".",  "'",  "\"", "class", "intensity", " ",  "&",  "|", "=",  "((", "))", "!!", "é", "e9", "1e999"};
  if (random.below(4) == 0) return damageBytes(input, random);
  const size_t at = random.below(input.size() + 1);
  const size_t gone = random.below(2) == 0 ? std::min<size_t>(random.below(4), input.size() - at) : 0;
  input.replace(at, gone, kWords[random.below(std::size(kWords))]);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
