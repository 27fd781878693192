#include "compute/filter/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compute/core/asprs_classes.h"
#include "compute/core/coordinate_names.h"
#include "compute/core/error.h"
#include "compute/filter/column_values.h"

namespace arete {

namespace {

constexpr size_t kStatisticsGrain = 1 << 16;

/// Calls f(value) for each finite value of the points [begin, end).
template <class F>
void forEachFinite(const ColumnValues& values, size_t begin, size_t end, F&& f) {
  std::array<double, kRuleBlock> room;
  for (size_t first = begin; first < end; first += kRuleBlock) {
    const size_t count = std::min(kRuleBlock, end - first);
    const double* const block = values.block(first, count, room);
    for (size_t i = 0; i < count; ++i)
      if (std::isfinite(block[i])) f(block[i]);
  }
}

void countBins(const ColumnValues& values, size_t points, ColumnHistogram& histogram, ThreadPool& threads) {
  constexpr size_t kBins = ColumnHistogram::kBins;
  std::vector<std::array<uint32_t, kBins>> counts(size_t(threads.size()));
  const double scale = double(kBins) / (histogram.high - histogram.low);
  threads.forEachRange(points, kStatisticsGrain, [&](size_t begin, size_t end, int thread) {
    auto& own = counts[size_t(thread)];
    forEachFinite(values, begin, end, [&](double value) { ++own[std::min(kBins - 1, size_t(std::max(0.0, (value - histogram.low) * scale)))]; });
  });
  histogram.bins.assign(kBins, 0);
  for (const auto& own : counts)
    for (size_t bin = 0; bin < kBins; ++bin) histogram.bins[bin] += own[bin];
}

void addColumn(std::string name, const ColumnValues& values, size_t points, ThreadPool& threads, std::vector<ColumnHistogram>& columns) {
  std::vector<std::pair<double, double>> ends(size_t(threads.size()), {INFINITY, -INFINITY});
  threads.forEachRange(points, kStatisticsGrain, [&](size_t begin, size_t end, int thread) {
    auto& [low, high] = ends[size_t(thread)];
    forEachFinite(values, begin, end, [&](double value) { low = std::min(low, value), high = std::max(high, value); });
  });
  ColumnHistogram histogram{std::move(name), INFINITY, -INFINITY, {}};
  for (const auto& [low, high] : ends) histogram.low = std::min(histogram.low, low), histogram.high = std::max(histogram.high, high);
  if (!(histogram.high > histogram.low) || !std::isfinite(histogram.high - histogram.low)) return;
  countBins(values, points, histogram, threads);
  columns.push_back(std::move(histogram));
}

}  // namespace

FilterStatistics statisticsOf(const PointCloud& cloud, ThreadPool& threads, std::stop_token stop) {
  static constexpr int kHeight = 2;
  const auto checkStop = [&] {
    if (stop.stop_requested()) throw Cancelled{};
  };
  FilterStatistics statistics;
  checkStop();
  statistics.classes = classCounts(cloud);
  if (cloud.dimension() > kHeight)
    addColumn(std::string(kCoordinateNames[size_t(kHeight)]), ColumnValues(cloud, ColumnPlace{.axis = kHeight}), cloud.size(), threads,
              statistics.columns);
  for (size_t i = 0; i < cloud.attributes().size(); ++i) {
    checkStop();
    const Attribute& attribute = cloud.attributes()[i];
    if (&attribute != classColumn(cloud))
      addColumn(attribute.name, ColumnValues(cloud, ColumnPlace{.attribute = i}), cloud.size(), threads, statistics.columns);
  }
  return statistics;
}

}  // namespace arete
