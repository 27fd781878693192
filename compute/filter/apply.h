// A filter applied to a cloud. Which points are kept does not depend on the number of threads: each rule looks at one point alone, but for `every`
// and `thin`, which go by the order of the points.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"
#include "compute/filter/filter.h"

namespace arete {

/// 1 for each point that is kept, else 0. What filters compare are file coordinates as the cloud holds them: local ones and the origin, summed in
/// double. Throws Error(wrongUse) where a rule does not fit the cloud: a column or class that it has not, a box of too many axes, a region of
/// other dimensions; Cancelled.
std::vector<uint8_t> keptPoints(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {});

/// The points that a mask keeps, in their order, with origin and type of the cloud that they are from: bounds are their own. With the attributes
/// of these names only, where given.
PointCloud pointsOf(const PointCloud& cloud, const std::vector<uint8_t>& mask, ThreadPool& threads, std::stop_token stop = {},
                    const std::vector<std::string>* attributes = nullptr);

/// Both; the cloud itself where the filter keeps all.
PointCloud filtered(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {});

/// The error of a command that is left with nothing.
[[noreturn]] void failWithoutPoints(const Filter& filter, uint64_t points);

}  // namespace arete
