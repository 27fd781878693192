#include "compute/filter/possible_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "compute/filter/column_values.h"
#include "compute/filter/expression.h"

namespace arete {

namespace {

using Slack = std::array<double, kMaxDimension>;
using WhereOp = Expression::Op;

// Of a comparison, what it may be.
constexpr uint8_t kMayHold = 1, kMayFail = 2, kMayBoth = kMayHold | kMayFail;

uint8_t mayBe(WhereOp op, double a, double b, double slack) {
  const auto both = [](bool holds, bool fails) { return uint8_t((holds ? kMayHold : 0) | (fails ? kMayFail : 0)); };
  switch (op) {
    case WhereOp::equal: return both(std::abs(a - b) <= slack, slack > 0 || a != b);
    case WhereOp::notEqual: return both(slack > 0 || a != b, std::abs(a - b) <= slack);
    case WhereOp::less: return both(a - slack < b, !(a + slack < b));
    case WhereOp::lessEqual: return both(a - slack <= b, !(a + slack <= b));
    case WhereOp::greater: return both(a + slack > b, !(a - slack > b));
    default: return both(a + slack >= b, !(a - slack >= b));
  }
}

class PossibleRulesOf {
 public:
  PossibleRulesOf(const PointCloud& cloud, const Slack& slack) : cloud_(cloud), slack_(slack) {}

  PossibleRules take() && { return std::move(found_); }

  void addClasses(const std::vector<int>& classes) {
    Filter alone;
    alone.classes = classes;
    if (column("classification")) append(std::move(alone));
  }
  void addRange(FilterRange range) {
    const auto place = column(range.column);
    if (!place) return;
    const double slack = slackOf(*place);
    range.low -= slack, range.high += slack;
    Filter alone;
    alone.ranges.push_back(std::move(range));
    append(std::move(alone));
  }
  void addBox(FilterBox box) {
    if (box.minimum.size() > size_t(cloud_.dimension())) return;
    for (size_t k = 0; k < box.minimum.size(); ++k) box.minimum[k] -= slack_[k], box.maximum[k] += slack_[k];
    Filter alone;
    alone.box = std::move(box);
    append(std::move(alone));
  }
  /// What is inside of none of its polygons' frames is not inside.
  void addRegion(const Region& region) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!region.keep || !region.projection.empty() || cloud_.dimension() < 2) return;
    FilterBox frame{{kInfinity, kInfinity}, {-kInfinity, -kInfinity}};
    for (const Polygon& polygon : region.polygons)
      for (const Ring& ring : polygon.rings)
        for (const auto& corner : ring)
          for (size_t k = 0; k < 2; ++k)
            frame.minimum[k] = std::min(frame.minimum[k], corner[k]), frame.maximum[k] = std::max(frame.maximum[k], corner[k]);
    addBox(std::move(frame));
  }
  void addWhere(const std::string& text) {
    const Expression expression(text);
    const auto steps = std::make_shared<std::vector<Step>>();
    for (const Expression::Step& step : expression.steps()) {
      std::optional<Side> left = Side{ColumnValues(0)}, right = left;
      if (step.op < WhereOp::both) left = sideOf(step.left), right = sideOf(step.right);
      if (!left || !right) steps->push_back({step.op, ColumnValues(0), ColumnValues(0), 0, false});
      else steps->push_back({step.op, left->values, right->values, left->slack + right->slack, true});
    }
    found_.rules.push_back([steps, stack = expression.stackNeeded()](size_t first, std::span<uint8_t> kept) { keep(*steps, stack, first, kept); });
  }

 private:
  struct Side {
    ColumnValues values;
    double slack = 0;
  };
  struct Step {
    WhereOp op;
    ColumnValues left, right;
    double slack;
    bool known;
  };

  /// The column of that name, which is remembered.
  std::optional<ColumnPlace> column(const std::string& name) {
    const auto place = findColumn(cloud_, name);
    if (place) found_.columns.emplace_back(name, place->axis < 0 ? cloud_.attributes()[place->attribute].name : std::string());
    return place;
  }
  double slackOf(const ColumnPlace& place) const { return place.axis < 0 ? 0 : slack_[size_t(place.axis)]; }
  std::optional<Side> sideOf(const Expression::Operand& operand) {
    if (operand.name.empty()) return Side{ColumnValues(operand.number)};
    const auto place = column(operand.name);
    if (!place) return {};
    return Side{ColumnValues(cloud_, *place), slackOf(*place)};
  }
  void append(Filter alone) {
    const auto own = std::make_shared<const Filter>(std::move(alone));  // rules refer to it
    for (const PointRule& rule : pointRules(cloud_, *own))
      found_.rules.push_back([own, rule](size_t first, std::span<uint8_t> kept) { rule(first, kept); });
  }
  static void keep(const std::vector<Step>& steps, size_t stack, size_t first, std::span<uint8_t> kept) {
    std::array<double, kRuleBlock> left, right;
    std::vector<uint8_t> may(stack * kRuleBlock);
    size_t height = 0;
    for (const Step& step : steps) {
      if (step.op < WhereOp::both) {
        uint8_t* const into = may.data() + height++ * kRuleBlock;
        const double* const a = step.left.block(first, kept.size(), left);
        const double* const b = step.right.block(first, kept.size(), right);
        for (size_t i = 0; i < kept.size(); ++i) into[i] = step.known ? mayBe(step.op, a[i], b[i], step.slack) : kMayBoth;
        continue;
      }
      if (step.op != WhereOp::opposite) --height;
      uint8_t* const into = may.data() + (height - 1) * kRuleBlock;
      const uint8_t* const other = into + kRuleBlock;
      for (size_t i = 0; i < kept.size(); ++i) {
        if (step.op == WhereOp::opposite) into[i] = uint8_t(into[i] >> 1 | (into[i] & kMayHold) << 1);
        else if (step.op == WhereOp::both) into[i] = uint8_t((into[i] & other[i] & kMayHold) | ((into[i] | other[i]) & kMayFail));
        else into[i] = uint8_t(((into[i] | other[i]) & kMayHold) | (into[i] & other[i] & kMayFail));
      }
    }
    for (size_t i = 0; i < kept.size(); ++i) kept[i] &= may[i] & kMayHold;
  }

  const PointCloud& cloud_;
  const Slack& slack_;
  PossibleRules found_;
};

}  // namespace

PossibleRules possibleRules(const PointCloud& cloud, const Filter& filter, const Slack& slack) {
  PossibleRulesOf rules(cloud, slack);
  if (filter.classes) rules.addClasses(*filter.classes);
  for (const FilterRange& range : filter.ranges) rules.addRange(range);
  if (filter.box) rules.addBox(*filter.box);
  for (const Region& region : filter.regions) rules.addRegion(region);
  if (!filter.where.empty()) rules.addWhere(filter.where);
  return std::move(rules).take();
}

bool sameColumns(const PointCloud& cloud, const ColumnsUsed& columns) {
  return std::ranges::all_of(columns, [&](const auto& each) {
    const auto place = findColumn(cloud, each.first);
    return place && (place->axis < 0 ? cloud.attributes()[place->attribute].name : std::string()) == each.second;
  });
}

}  // namespace arete
