// Which points the rules of a filter keep, when a hand changes one of them again and again: what the others keep is found once.
#pragma once

#include <memory>
#include <stop_token>

#include "compute/core/large_vector.h"
#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"
#include "compute/filter/filter.h"

namespace arete {

class RuleMemory {
 public:
  /// 1 for each point for which every rule holds that looks at one point alone. From the second filter on that differs from the one before in the
  /// same rules, only these are looked at. Throws as takenPoints(). Memory that stays: a byte a point.
  LargeVector<uint8_t> keptByRules(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, const std::stop_token& stop);

 private:
  std::weak_ptr<const PointArray> cloud_;  ///< of which the rest is known
  Filter before_, rest_;                   ///< rules of the last filter; those whose points are known
  LargeVector<uint8_t> keptByRest_;
};

}  // namespace arete
