// The rules that look at one point alone, block by block.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/filter/filter.h"

namespace arete {

/// Sets to 0 what it does not keep of the points from `first` on, as many as there are bytes, at most kRuleBlock.
using PointRule = std::function<void(size_t first, std::span<uint8_t> kept)>;
inline constexpr size_t kRuleBlock = 2048;

/// Applies rules to the points from `first` on, however many.
void applyRules(std::span<const PointRule> rules, size_t first, std::span<uint8_t> kept);

/// Those of a filter; they refer to it and to the cloud. Throws as keptPoints().
std::vector<PointRule> pointRules(const PointCloud& cloud, const Filter& filter);

}  // namespace arete
