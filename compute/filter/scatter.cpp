#include "compute/filter/scatter.h"

#include <algorithm>
#include <array>

#include "compute/core/coordinate_hash.h"
#include "compute/core/error.h"

namespace arete {

namespace {

struct Hashed {
  uint64_t hash;
  uint32_t point;
};

constexpr size_t kGrain = 1 << 15, kBuckets = 1 << 10;
constexpr int kBucketShift = 64 - 10;

using Place = std::array<double, kMaxDimension>;

Place placeOf(const PointCloud& cloud, size_t point) {
  Place place{};
  for (int k = 0; k < cloud.dimension(); ++k) place[size_t(k)] = cloud.points().coordinate(point, k) + cloud.origin()[size_t(k)] + 0.0;
  return place;
}

/// Dealt to buckets by their highest bits, in their order.
std::vector<size_t> dealt(const std::vector<Hashed>& from, std::vector<Hashed>& to) {
  std::vector<size_t> begins(kBuckets + 1);
  for (const Hashed& each : from) ++begins[(each.hash >> kBucketShift) + 1];
  for (size_t i = 0; i < kBuckets; ++i) begins[i + 1] += begins[i];
  std::vector<size_t> next = begins;
  for (const Hashed& each : from) to[next[each.hash >> kBucketShift]++] = each;
  return begins;
}

}  // namespace

void scatter(const PointCloud& cloud, PointList& points, ThreadPool& threads, const std::stop_token& stop) {
  std::vector<Hashed> hashed(points.size()), sorted(points.size());
  threads.forEachRange(points.size(), kGrain, [&](size_t begin, size_t end, int) {
    if (stop.stop_requested()) return;
    for (size_t i = begin; i < end; ++i) {
      const Place place = placeOf(cloud, points[i]);
      const shared::CoordinateHash hash = shared::coordinateHash(place.data(), 1, cloud.dimension());
      hashed[i] = {uint64_t(hash.first) << 32 | hash.second, points[i]};
    }
  });
  const std::vector<size_t> begins = dealt(hashed, sorted);
  const auto before = [&](const Hashed& a, const Hashed& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    if (stop.stop_requested()) throw Cancelled{};  // equal points are all in one bucket
    const Place at = placeOf(cloud, a.point), other = placeOf(cloud, b.point);
    return at != other ? at < other : a.point < b.point;
  };
  threads.forEachRange(kBuckets, 1, [&](size_t first, size_t last, int) {
    for (size_t bucket = first; bucket < last && !stop.stop_requested(); ++bucket)
      std::sort(sorted.begin() + ptrdiff_t(begins[bucket]), sorted.begin() + ptrdiff_t(begins[bucket + 1]), before);
  });
  if (stop.stop_requested()) throw Cancelled{};
  std::ranges::transform(sorted, points.begin(), &Hashed::point);
}

}  // namespace arete
