// A filter applied to a cloud. Which points take part does not depend on the number of threads: each rule looks at one point alone, except `every`
// and `thin`, which go by the order of the points.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"
#include "compute/filter/filter.h"

namespace arete {

/// The points that take part, in the order in which they do. What filters compare are file coordinates as the cloud holds them: local ones and the
/// origin, summed in double. Throws Error(wrongUse) where a rule does not fit the cloud: a column or class that it lacks, a box of too many axes, a
/// region of other dimensions; Cancelled.
std::vector<uint32_t> takenPoints(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {});

/// These points, with origin and type of the cloud that they are from: bounds are their own. With the attributes of these names only, where given.
PointCloud pointsOf(const PointCloud& cloud, std::span<const uint32_t> points, ThreadPool& threads, std::stop_token stop = {},
                    const std::vector<std::string>* attributes = nullptr);

/// Both; the cloud itself where the filter keeps all.
PointCloud filtered(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {});

/// The error of a command that is left with nothing.
[[noreturn]] void failWithoutPoints(const Filter& filter, uint64_t points);

}  // namespace arete
