// A filter applied to a cloud. Which points take part does not depend on the number of threads: each rule looks at one point alone, except `every`
// and `thin`, which go by the order of the points.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/large_vector.h"
#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"
#include "compute/filter/filter.h"
#include "compute/filter/rule_memory.h"

namespace arete {

/// The points that take part, in the order in which they do. What filters compare are file coordinates as the cloud holds them: local ones and the
/// origin, summed in double. Throws Error(wrongUse) where a rule does not fit the cloud: a column or class that it lacks, a box of too many axes, a
/// region of other dimensions; Cancelled.
/// `memory`: of a hand that changes the filter again and again.
PointList takenPoints(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {}, RuleMemory* memory = nullptr);

/// Which points have a mask that is not 0, in their order.
PointList pointsIn(std::span<const uint8_t> mask, ThreadPool& threads);

/// These points, with origin and type of the cloud that they are from: bounds are their own. With the attributes of these names only, where given.
/// Where a cloud has tracks and its points change their order, they get a column that says where on their track they are (kFixName).
PointCloud pointsOf(const PointCloud& cloud, std::span<const uint32_t> points, ThreadPool& threads, std::stop_token stop = {},
                    const std::vector<std::string>* attributes = nullptr);

/// The same without attributes, but for those of tracks: bounds are known at once, the points are gathered when they are first asked for, by whoever
/// asks.
PointCloud pointsLater(const PointCloud& cloud, std::shared_ptr<const PointList> points, ThreadPool& threads);

/// takenPoints() and pointsOf(); the cloud itself where the filter keeps all.
PointCloud filtered(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop = {});

/// The error of a command that is left with nothing.
Error errorWithoutPoints(const Filter& filter, uint64_t points);

}  // namespace arete
