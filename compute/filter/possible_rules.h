// Which points a filter surely does not keep, before it is known what their coordinates are rounded to.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compute/filter/columns.h"
#include "compute/filter/point_rules.h"

namespace arete {

/// What a rule calls a column, and the attribute that it was: where another is found by that name later, what was decided does not hold.
using ColumnsUsed = std::vector<std::pair<std::string, std::string>>;

struct PossibleRules {
  std::vector<PointRule> rules;  ///< a point that one of them does not keep is not kept by the filter
  ColumnsUsed columns;
};

/// Of a cloud whose coordinates along axis k are moved by at most `slack[k]` before the filter looks at them. Columns that it does not have, and
/// rules that no bound is known for, decide nothing. The rules refer to the cloud.
PossibleRules possibleRules(const PointCloud& cloud, const Filter& filter, const std::array<double, kMaxDimension>& slack);

/// Whether a cloud has the same columns by the same names.
bool sameColumns(const PointCloud& cloud, const ColumnsUsed& columns);

}  // namespace arete
