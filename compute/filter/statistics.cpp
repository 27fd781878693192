#include "compute/filter/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "compute/core/asprs_classes.h"
#include "compute/core/coordinate_names.h"
#include "compute/core/error.h"
#include "compute/filter/columns.h"

namespace arete {

namespace {

constexpr size_t kStatisticsGrain = 1 << 16;
using ValueOf = std::function<double(size_t point)>;

void countBins(const ValueOf& valueOf, size_t points, ColumnHistogram& histogram, ThreadPool& threads) {
  constexpr size_t kBins = ColumnHistogram::kBins;
  std::vector<std::array<uint32_t, kBins>> counts(size_t(threads.size()));
  const double scale = double(kBins) / (histogram.high - histogram.low);
  threads.forEachRange(points, kStatisticsGrain, [&](size_t begin, size_t end, int thread) {
    auto& own = counts[size_t(thread)];
    for (size_t i = begin; i < end; ++i)
      if (const double value = valueOf(i); std::isfinite(value)) ++own[std::min(kBins - 1, size_t(std::max(0.0, (value - histogram.low) * scale)))];
  });
  histogram.bins.assign(kBins, 0);
  for (const auto& own : counts)
    for (size_t bin = 0; bin < kBins; ++bin) histogram.bins[bin] += own[bin];
}

void addColumn(std::string name, const ValueOf& valueOf, size_t points, ThreadPool& threads, std::vector<ColumnHistogram>& columns) {
  std::vector<std::pair<double, double>> ends(size_t(threads.size()), {INFINITY, -INFINITY});
  threads.forEachRange(points, kStatisticsGrain, [&](size_t begin, size_t end, int thread) {
    auto& [low, high] = ends[size_t(thread)];
    for (size_t i = begin; i < end; ++i)
      if (const double value = valueOf(i); std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  });
  ColumnHistogram histogram{std::move(name), INFINITY, -INFINITY, {}};
  for (const auto& [low, high] : ends) histogram.low = std::min(histogram.low, low), histogram.high = std::max(histogram.high, high);
  if (!(histogram.high > histogram.low) || !std::isfinite(histogram.high - histogram.low)) return;
  countBins(valueOf, points, histogram, threads);
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
    withScalarType(cloud.scalar(), [&]<class T>() {
      const PointsView<T> view = cloud.view<T>();
      const double origin = cloud.origin()[size_t(kHeight)];
      addColumn(
          std::string(kCoordinateNames[size_t(kHeight)]), [view, origin](size_t i) { return double(view.at(i, kHeight)) + origin; }, cloud.size(),
          threads, statistics.columns);
    });
  for (const Attribute& attribute : cloud.attributes()) {
    checkStop();
    if (&attribute == classColumn(cloud)) continue;
    addColumn(
        attribute.name, [values = attribute.values.data()](size_t i) { return values[i]; }, cloud.size(), threads, statistics.columns);
  }
  return statistics;
}

}  // namespace arete
