#include "compute/filter/apply.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>

#include "compute/core/number_text.h"
#include "compute/core/track_columns.h"
#include "compute/filter/point_rules.h"
#include "compute/filter/scatter.h"
#include "compute/filter/thin.h"

namespace arete {

static constexpr size_t kApplyGrain = 32 * kRuleBlock;

static void checkNumbers(const Filter& filter) {
  constexpr double kFinest = 1e-30;
  if (filter.thin != 0 && !(filter.thin >= kFinest && filter.thin <= 1 / kFinest))
    throw Error(ErrorKind::wrongUse, "cannot filter", "--thin", "this is no width of cells", "give a distance above 0, in units of the cloud");
  if (filter.every < 1) throw Error(ErrorKind::wrongUse, "cannot filter", "--every", "0 keeps nothing", "give 1 or more");
}

static void takeEvery(uint32_t every, PointList& points) {
  size_t taken = 0;
  for (size_t i = 0; i < points.size(); i += every) points[taken++] = points[i];
  points.resize(taken);
}

/// Each range counts its own first, so that all know where to write.
PointList pointsIn(std::span<const uint8_t> mask, ThreadPool& threads) {
  const size_t ranges = (mask.size() + kApplyGrain - 1) / kApplyGrain;
  std::vector<size_t> before(ranges + 1);
  threads.forEachRange(mask.size(), kApplyGrain, [&](size_t begin, size_t end, int) {
    for (size_t at = begin; at < end; at += kApplyGrain)  // one thread alone may get all of them
      before[at / kApplyGrain + 1] =
          size_t(std::count(mask.begin() + ptrdiff_t(at), mask.begin() + ptrdiff_t(std::min(at + kApplyGrain, end)), uint8_t(1)));
  });
  for (size_t i = 0; i < ranges; ++i) before[i + 1] += before[i];
  PointList indices(before.back());
  threads.forEachRange(mask.size(), kApplyGrain, [&](size_t begin, size_t end, int) {
    std::array<uint32_t, kRuleBlock> kept;  // written whether or not: which points are kept nobody can predict
    size_t to = before[begin / kApplyGrain];
    for (size_t first = begin; first < end; first += kRuleBlock) {
      size_t count = 0;
      for (size_t i = first; i < std::min(end, first + kRuleBlock); ++i) {
        kept[count] = uint32_t(i);
        count += mask[i];
      }
      std::copy_n(kept.begin(), count, indices.begin() + ptrdiff_t(to));
      to += count;
    }
  });
  return indices;
}

PointList takenPoints(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop, RuleMemory* memory) {
  checkNumbers(filter);
  RuleMemory own;
  PointList points = pointsIn((memory != nullptr ? *memory : own).keptByRules(cloud, filter, threads, stop), threads);
  if (filter.order == PointOrder::scattered) scatter(cloud, points, threads, stop);
  if (filter.every > 1) takeEvery(filter.every, points);
  if (filter.thin > 0) takeFirstInCells(cloud, filter.thin, points, threads, stop);
  return points;
}

/// Calls `visit(i, point)` for each of the points, and gives their bounds: by all threads, because of millions of points each further look takes
/// longer than a rule.
template <class T, class Visit>
static Bounds visited(const PointCloud& cloud, std::span<const uint32_t> indices, ThreadPool& threads, const Visit& visit) {
  Bounds bounds;
  std::mutex mutex;
  bool first = true;
  const PointsView<T> view = cloud.view<T>();
  const auto d = size_t(view.dimension);
  threads.forEachRange(indices.size(), kApplyGrain, [&](size_t begin, size_t end, int) {
    std::array<T, kMaxDimension> low, high;
    low.fill(std::numeric_limits<T>::infinity()), high.fill(-std::numeric_limits<T>::infinity());
    for (size_t i = begin; i < end; ++i)
      for (size_t k = 0; k < d; ++k) {
        const T x = view.at(indices[i], int(k));
        visit(i * d + k, x);
        low[k] = std::min(low[k], x);
        high[k] = std::max(high[k], x);
      }
    const std::lock_guard lock(mutex);
    for (size_t k = 0; k < d && begin < end; ++k) {
      bounds.minimum[k] = first ? double(low[k]) : std::min(bounds.minimum[k], double(low[k]));
      bounds.maximum[k] = first ? double(high[k]) : std::max(bounds.maximum[k], double(high[k]));
    }
    first = first && begin == end;
  });
  return bounds;
}

struct Gathered {
  PointArray points;
  Bounds bounds;
};

static Gathered gathered(const PointCloud& cloud, std::span<const uint32_t> indices, ThreadPool& threads) {
  Gathered all{PointArray::toBeWritten(cloud.scalar(), cloud.dimension(), uint32_t(indices.size())), {}};
  withScalarType(cloud.scalar(), [&]<class T>() {
    T* const out = all.points.elements<T>().data();
    all.bounds = visited<T>(cloud, indices, threads, [out](size_t at, T x) { out[at] = x; });
  });
  return all;
}

/// The names of the columns that say on which track a point lies, and where.
static std::vector<std::string> columnsOfTracks(const PointCloud& cloud) {
  std::vector<std::string> names;
  if (!trackColumns(cloud)) return names;
  for (const Attribute& attribute : cloud.attributes())
    if (isOfTracks(attribute.name)) names.push_back(attribute.name);
  return names;
}

PointCloud pointsLater(const PointCloud& cloud, std::shared_ptr<const PointList> points, ThreadPool& threads) {
  const std::vector<std::string> kept = columnsOfTracks(cloud);
  if (!cloud.distancesInRange() || !kept.empty()) return pointsOf(cloud, *points, threads, {}, &kept);  // distances of fewer points may be in range
  const Bounds bounds = withScalarType(cloud.scalar(), [&]<class T>() { return visited<T>(cloud, *points, threads, [](size_t, T) {}); });
  const auto count = uint32_t(points->size());
  return PointCloud::part(cloud, count, bounds, [cloud, points = std::move(points)] {
    ThreadPool own;
    return gathered(cloud, *points, own).points;
  });
}

PointCloud pointsOf(const PointCloud& cloud, std::span<const uint32_t> indices, ThreadPool& threads, std::stop_token stop,
                    const std::vector<std::string>* wanted) {
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : cloud.attributes()) {
    if (wanted != nullptr && std::ranges::find(*wanted, attribute.name) == wanted->end()) continue;
    if (stop.stop_requested()) throw Cancelled{};
    AttributeValues& values = attributes.emplace_back(Attribute{attribute.name, AttributeValues(attribute.values.type(), indices.size())}).values;
    threads.forEachRange(indices.size(), kApplyGrain,
                         [&](size_t begin, size_t end, int) { values.put(begin, attribute.values, indices.subspan(begin, end - begin)); });
  }
  const auto columns = trackColumns(cloud);
  if (columns && columns->fix == nullptr && !std::ranges::is_sorted(indices))
    attributes.push_back({std::string(kFixName), AttributeValues(indices.begin(), indices.end())});
  auto [points, bounds] = gathered(cloud, indices, threads);
  if (cloud.distancesInRange()) return PointCloud::inRange(std::move(points), cloud.origin(), bounds, std::move(attributes));
  return PointCloud(std::move(points), cloud.origin(), std::move(attributes));
}

PointCloud filtered(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, std::stop_token stop) {
  if (filter.empty()) return cloud;
  return pointsOf(cloud, takenPoints(cloud, filter, threads, stop), threads, stop);
}

/// "the polygon lies around 9.001, 45; "; nothing where there is none of a file.
static std::string placeOfPolygons(const Filter& filter) {
  constexpr int kDigits = 7;
  for (const Region& region : filter.regions) {
    if (region.source == "lasso" || !region.projection.empty() || region.polygons.empty() || region.polygons.front().rings.empty()) continue;
    const auto& corner = region.polygons.front().rings.front().front();
    return "the polygon lies around " + numberText(corner[0], kDigits) + ", " + numberText(corner[1], kDigits) +
           ", and is brought into the system of the cloud where that is known; ";
  }
  return {};
}

Error errorWithoutPoints(const Filter& filter, uint64_t points) {
  return Error(ErrorKind::wrongUse, "no point is left", describe(filter), "the filter keeps none of " + std::to_string(points) + " points",
               placeOfPolygons(filter) + "loosen it; info shows classes and the ranges of attributes");
}

}  // namespace arete
