// What a filter can be chosen by: how many points have each class, and how the values of each column are spread.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/thread_pool.h"

namespace arete {

struct ColumnHistogram {
  static constexpr size_t kBins = 96;

  std::string column;          ///< as FilterRange names it
  double low = 0, high = 0;    ///< of the finite values
  std::vector<uint32_t> bins;  ///< kBins of equal width from low to high
  friend bool operator==(const ColumnHistogram&, const ColumnHistogram&) = default;
};

struct FilterStatistics {
  std::vector<uint64_t> classes;         ///< by number; empty without a class column
  std::vector<ColumnHistogram> columns;  ///< z, then attributes except classes; those whose values are all one are left out
};

/// The same on any number of threads. Throws Cancelled.
FilterStatistics statisticsOf(const PointCloud& cloud, ThreadPool& threads, std::stop_token stop = {});

}  // namespace arete
