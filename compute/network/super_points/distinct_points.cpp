#include "compute/network/super_points/distinct_points.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"

namespace arete {

namespace {

/// What is kept with a cloud: nothing where its points are different, so that no cloud keeps itself.
struct DifferentPoints {
  std::optional<PointCloud> cloud;
};

using Order = cpu::Buffer<cpu::Keyed<uint32_t>>;

/// Equal points have equal hashes. Lemire and Kaser 2014 multiply likewise.
template <class T>
uint32_t hashOf(const PointsView<T>& points, uint32_t i) {
  uint64_t hash = 0;
  for (int k = 0; k < points.dimension; ++k) {
    hash = (hash ^ std::bit_cast<uint64_t>(double(points.at(i, k)))) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return uint32_t(hash);
}

/// Points by their hashes, in the order of the cloud where these are equal. With one bit more than numbers the points, few others share a hash.
template <class T>
Order byHash(const PointsView<T>& points, const StageContext& context) {
  const int bits = std::min(32, int(std::bit_width(points.count)) + 1);
  Order order(points.count), spare(points.count);
  cpu::forEachPiece(points.count, context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) order[i] = {hashOf(points, uint32_t(i)) >> (32 - bits), uint32_t(i)};
  });
  cpu::radixSort(order, spare, bits, context);
  return order;
}

/// −1, 0 or 1.
template <class T>
int compare(const PointsView<T>& points, uint32_t a, uint32_t b) {
  for (int k = 0; k < points.dimension; ++k)
    if (points.at(a, k) != points.at(b, k)) return points.at(a, k) < points.at(b, k) ? -1 : 1;
  return 0;
}

/// Marks the points of one hash that come after an equal one.
template <class T>
void markRepeated(const PointsView<T>& points, std::vector<uint32_t>& same, std::vector<uint8_t>& repeated, StopTicker& tick) {
  std::ranges::sort(same, [&](uint32_t a, uint32_t b) {
    tick();  // they may be many
    const int order = compare(points, a, b);
    return order != 0 ? order < 0 : a < b;
  });
  for (size_t i = 1; i < same.size(); ++i) repeated[same[i]] = compare(points, same[i - 1], same[i]) == 0;
}

/// The points that are the first at their place.
template <class T>
std::vector<uint32_t> firstAtTheirPlace(const PointsView<T>& points, const StageContext& context) {
  const Order order = byHash(points, context);
  std::vector<uint8_t> repeated(points.count);
  cpu::forEachPiece(points.count, context, [&](size_t begin, size_t end) {
    StopTicker tick(context);
    std::vector<uint32_t> same;
    while (begin > 0 && begin < end && order[begin].key == order[begin - 1].key) ++begin;  // these belong to the piece before
    while (begin < end) {
      same.clear();
      for (const uint32_t key = order[begin].key; begin < points.count && order[begin].key == key; ++begin) same.push_back(order[begin].index);
      if (same.size() > 1) markRepeated(points, same, repeated, tick);
    }
  });
  std::vector<uint32_t> firsts;
  for (uint32_t i = 0; i < points.count; ++i)
    if (repeated[i] == 0) firsts.push_back(i);
  return firsts;
}

DifferentPoints differentPoints(const PointCloud& cloud, const StageContext& context) {
  const std::vector<uint32_t> firsts = withScalarType(cloud.scalar(), [&]<class T>() { return firstAtTheirPlace(cloud.view<T>(), context); });
  if (firsts.size() == cloud.size()) return {};
  return {PointCloud::inRange(cloud.points().subset(firsts), cloud.origin(), cloud.bounds(), {})};
}

}  // namespace

PointCloud distinctPoints(const PointCloud& cloud, const StageContext& context) {
  const auto known = [](const DifferentPoints&) { return true; };
  const auto found = cloud.kept().get<DifferentPoints>(known, [&] { return differentPoints(cloud, context); });
  return found->cloud.value_or(cloud);
}

}  // namespace arete
