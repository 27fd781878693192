#include "compute/filter/point_rules.h"

#include <algorithm>
#include <array>
#include <memory>

#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/filter/column_values.h"
#include "compute/filter/columns.h"
#include "compute/filter/expression.h"
#include "compute/filter/region.h"
#include "compute/filter/tube_test.h"

namespace arete {

namespace {

constexpr std::string_view kCannotFilter = "cannot filter";

using Op = Expression::Op;

template <class Compare>
void compareBlock(const double* a, const double* b, size_t count, uint8_t* out, Compare compare) {
  for (size_t i = 0; i < count; ++i) out[i] = compare(a[i], b[i]) ? 1 : 0;
}

void compare(Op op, const double* a, const double* b, size_t count, uint8_t* out) {
  switch (op) {
    case Op::equal: return compareBlock(a, b, count, out, [](double x, double y) { return x == y; });
    case Op::notEqual: return compareBlock(a, b, count, out, [](double x, double y) { return x != y; });
    case Op::less: return compareBlock(a, b, count, out, [](double x, double y) { return x < y; });
    case Op::lessEqual: return compareBlock(a, b, count, out, [](double x, double y) { return x <= y; });
    case Op::greater: return compareBlock(a, b, count, out, [](double x, double y) { return x > y; });
    default: return compareBlock(a, b, count, out, [](double x, double y) { return x >= y; });
  }
}

/// An expression whose names are found.
struct BoundExpression {
  struct Step {
    Op op;
    ColumnValues left, right;
  };
  std::vector<Step> steps;
  size_t stack;

  void keep(size_t first, std::span<uint8_t> kept) const {
    std::array<double, kRuleBlock> left, right;
    std::vector<uint8_t> truths(stack * kRuleBlock);
    size_t height = 0;
    const auto at = [&](size_t level) { return truths.data() + level * kRuleBlock; };
    for (const Step& step : steps) {
      if (step.op == Op::opposite) {
        for (size_t i = 0; i < kept.size(); ++i) at(height - 1)[i] ^= 1;
      } else if (step.op == Op::both || step.op == Op::either) {
        uint8_t* const into = at(height - 2);
        const uint8_t* const other = at(height - 1);
        if (step.op == Op::both)
          for (size_t i = 0; i < kept.size(); ++i) into[i] &= other[i];
        else
          for (size_t i = 0; i < kept.size(); ++i) into[i] |= other[i];
        --height;
      } else {
        compare(step.op, step.left.block(first, kept.size(), left), step.right.block(first, kept.size(), right), kept.size(), at(height++));
      }
    }
    for (size_t i = 0; i < kept.size(); ++i) kept[i] &= truths[i];
  }
};

ColumnValues valuesOf(const PointCloud& cloud, const Expression& expression, const Expression::Operand& operand) {
  if (operand.name.empty()) return ColumnValues(operand.number);
  const auto place = findColumn(cloud, operand.name);
  if (!place) expression.fail(operand.at, "the cloud has no attribute '" + operand.name + "'", "it has " + columnNames(cloud));
  return ColumnValues(cloud, *place);
}

PointRule whereRule(const PointCloud& cloud, const std::string& text) {
  const Expression expression(text);
  const auto bound = std::make_shared<BoundExpression>();
  bound->stack = expression.stackNeeded();
  for (const Expression::Step& step : expression.steps()) {
    const bool compares = step.op < Op::both;
    bound->steps.push_back({step.op, compares ? valuesOf(cloud, expression, step.left) : ColumnValues(0),
                            compares ? valuesOf(cloud, expression, step.right) : ColumnValues(0)});
  }
  return [bound](size_t first, std::span<uint8_t> kept) { bound->keep(first, kept); };
}

PointRule classRule(const PointCloud& cloud, const std::vector<int>& classes) {
  const Attribute* const column = classColumn(cloud);
  if (column == nullptr) throw Error(ErrorKind::wrongUse, kCannotFilter, "--class", "the cloud has no class column", "it has " + columnNames(cloud));
  std::array<uint8_t, kMostClasses> wanted{};
  for (const int each : classes)
    if (each >= 0 && each < kMostClasses) wanted[size_t(each)] = 1;
  return column->values.visit([&](auto values) -> PointRule {
    return [values, wanted](size_t first, std::span<uint8_t> kept) {
      for (size_t i = 0; i < kept.size(); ++i) {
        const auto value = double(values[first + i]);
        kept[i] &= value >= 0 && value < kMostClasses && value == double(int(value)) ? wanted[size_t(value)] : 0;
      }
    };
  });
}

PointRule rangeRule(const PointCloud& cloud, const FilterRange& range) {
  const auto place = findColumn(cloud, range.column);
  if (!place)
    throw Error(ErrorKind::wrongUse, kCannotFilter, "the range of '" + range.column + "'", "the cloud has no attribute of this name",
                "it has " + columnNames(cloud));
  return [values = ColumnValues(cloud, *place), low = range.low, high = range.high](size_t first, std::span<uint8_t> kept) {
    std::array<double, kRuleBlock> room;
    const double* const block = values.block(first, kept.size(), room);
    for (size_t i = 0; i < kept.size(); ++i) kept[i] &= block[i] >= low && block[i] <= high ? 1 : 0;
  };
}

void addBoxRules(const PointCloud& cloud, const FilterBox& box, std::vector<PointRule>& rules) {
  if (box.minimum.size() > size_t(cloud.dimension()))
    throw Error(ErrorKind::wrongUse, kCannotFilter, "--box",
                "it has " + std::to_string(box.minimum.size()) + " axes and the cloud " + std::to_string(cloud.dimension()),
                "give two corners of as many numbers as a point has, or fewer");
  for (size_t k = 0; k < box.minimum.size(); ++k)
    rules.push_back([values = ColumnValues(cloud, ColumnPlace{.axis = int(k)}), low = box.minimum[k], high = box.maximum[k]](
                        size_t first, std::span<uint8_t> kept) {
      std::array<double, kRuleBlock> room;
      const double* const block = values.block(first, kept.size(), room);
      for (size_t i = 0; i < kept.size(); ++i) kept[i] &= block[i] >= low && block[i] <= high ? 1 : 0;
    });
}

PointRule regionRule(const PointCloud& cloud, const Region& region) {
  const auto d = size_t(cloud.dimension());
  constexpr size_t kRows = 3;
  if (region.projection.empty() ? d < 2 : region.projection.size() != kRows * (d + 1))
    throw Error(ErrorKind::wrongUse, kCannotFilter, region.source, "this area is not of a cloud of " + std::to_string(d) + " coordinates",
                "take it out of the filter");
  return [test = RegionTest(region, d), &cloud, d](size_t first, std::span<uint8_t> kept) {
    std::vector<double> rows(kept.size() * d);
    for (size_t k = 0; k < d; ++k) copyAxis(cloud, int(k), first, std::span(rows).subspan(k), d);
    for (size_t i = 0; i < kept.size(); ++i)
      if (kept[i] != 0) kept[i] = test.keeps(rows.data() + i * d) ? 1 : 0;
  };
}

PointRule tubeRule(const PointCloud& cloud, const FilterTube& tube) {
  const auto d = size_t(cloud.dimension());
  if (tube.dimension != cloud.dimension())
    throw Error(ErrorKind::wrongUse, kCannotFilter, "noise", "what is marked as noise is not of a cloud of " + std::to_string(d) + " coordinates",
                "take that edit out");
  return [test = std::make_shared<const TubeTest>(tube), &cloud, d](size_t first, std::span<uint8_t> kept) {
    std::vector<double> rows(kept.size() * d);
    for (size_t k = 0; k < d; ++k) copyAxis(cloud, int(k), first, std::span(rows).subspan(k), d);
    for (size_t i = 0; i < kept.size(); ++i)
      if (kept[i] != 0) kept[i] = test->holds(rows.data() + i * d) ? 0 : 1;
  };
}

}  // namespace

void applyRules(std::span<const PointRule> rules, size_t first, std::span<uint8_t> kept) {
  for (size_t at = 0; at < kept.size(); at += kRuleBlock)
    for (const PointRule& rule : rules) rule(first + at, kept.subspan(at, std::min(kRuleBlock, kept.size() - at)));
}

std::vector<PointRule> pointRules(const PointCloud& cloud, const Filter& filter) {
  std::vector<PointRule> rules;
  if (filter.classes) rules.push_back(classRule(cloud, *filter.classes));
  for (const FilterRange& range : filter.ranges) rules.push_back(rangeRule(cloud, range));
  if (filter.box) addBoxRules(cloud, *filter.box, rules);
  if (!filter.where.empty()) rules.push_back(whereRule(cloud, filter.where));
  for (const Region& region : filter.regions) rules.push_back(regionRule(cloud, region));
  for (const FilterTube& tube : filter.tubes) rules.push_back(tubeRule(cloud, tube));
  return rules;
}

}  // namespace arete
