// Points of a sample are brought onto the network, sorted along its lines, and each is compared with the four behind it. How far off these are
// depends on the sample's size, so more points are more samples, whose sums are added: one alone is off by .006. Offsets are integers, 2^15 for the
// greatest. Memory: 48 bytes a point of the samples.
#include "compute/network/tracks/track_offsets.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "compute/core/coordinate_hash.h"
#include "compute/core/portable_math.h"
#include "compute/network/tracks/network_lines.h"

namespace arete {

namespace {

constexpr double kNearReach = 1.5;    ///< R1, from the network
constexpr double kBeside = 0.7;       ///< of the distance is across the line: else a point lies beyond its end
constexpr double kAlongWindow = 0.5;  ///< R1 along the line, between neighbours
constexpr int kOffsetNeighbours = 4;  ///< behind each
constexpr uint32_t kPassWay = 40;     ///< R1 of way, after which a track counts as another pass
constexpr size_t kOfSample = 20'000, kSamples = 8, kFewestOffsets = 50, kOffsetGrain = 256;
constexpr double kCutMedians = 3;         ///< greatest offset
constexpr double kOffsetUnits = 1 << 15;  ///< of it

/// The points of all samples as a hash picks them, in its order.
std::vector<uint32_t> pointSample(const PointCloud& cloud) {
  struct Picked {
    uint32_t first, second, point;
    auto order() const { return std::tuple(first, second, point); }
  };
  std::vector<Picked> picked(cloud.size());
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    const TrackPlace place = {cloud.points().coordinate(i, 0), cloud.points().coordinate(i, 1)};
    const shared::CoordinateHash hash = shared::coordinateHash(place.data(), 1, 2);
    picked[i] = {hash.first, hash.second, i};
  }
  const size_t count = std::min(kOfSample * kSamples, picked.size());
  std::ranges::partial_sort(picked, picked.begin() + ptrdiff_t(count), {}, &Picked::order);
  std::vector<uint32_t> sample;
  for (size_t i = 0; i < count; ++i) sample.push_back(picked[i].point);
  return sample;
}

/// The offset of a point beside a line.
struct OffsetAside {
  size_t sample;
  uint32_t line;
  double along, aside;
  uint32_t run, pass;
  uint32_t number;  ///< in all samples
  int64_t units = 0;

  auto order() const { return std::tuple(sample, line, along, number); }
  bool isBeside(const OffsetAside& other) const { return sample == other.sample && line == other.line; }
  /// Or of the pass before or behind it, which it goes on as.
  bool isOfPass(const OffsetAside& other) const { return run == other.run && pass <= other.pass + 1 && other.pass <= pass + 1; }
};

/// Cut where a few would decide. False: all are 0.
bool toUnits(std::vector<OffsetAside>& offsets) {
  std::vector<double> sizes;
  for (const OffsetAside& offset : offsets) sizes.push_back(std::abs(offset.aside));
  const auto middle = sizes.begin() + ptrdiff_t(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  const double most = kCutMedians * *middle;
  if (!(most > 0)) return false;
  for (OffsetAside& offset : offsets) offset.units = shared::nearestInteger(std::clamp(offset.aside, -most, most) / most * kOffsetUnits);
  return true;
}

std::optional<double> correlationOf(std::vector<OffsetAside> offsets, double r1) {
  if (offsets.size() < kFewestOffsets || !toUnits(offsets)) return {};
  std::ranges::sort(offsets, {}, &OffsetAside::order);
  int64_t products = 0, squares = 0;
  for (size_t i = 0; i < offsets.size(); ++i)
    for (size_t k = i + 1; k < std::min(i + 1 + kOffsetNeighbours, offsets.size()); ++k) {
      const OffsetAside &a = offsets[i], &b = offsets[k];
      if (!a.isBeside(b) || b.along - a.along > kAlongWindow * r1 || a.isOfPass(b)) continue;
      products += a.units * b.units;
      squares += a.units * a.units + b.units * b.units;
    }
  if (squares == 0) return {};
  return 2 * double(products) / double(squares);
}

}  // namespace

TrackOffsets trackOffsets(const Curve& network, const TrackPoints& points, double r1, const StageContext& context) {
  TrackOffsets result;
  ThreadPool& threads = context.device.threads();
  const NetworkLines lines(network, threads);
  const std::vector<uint32_t> sample = pointSample(points.cloud);
  std::vector<std::optional<NetworkLines::Place>> places(sample.size());
  threads.forEachRange(sample.size(), kOffsetGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i)
      places[i] = lines.nearest({points.cloud.points().coordinate(sample[i], 0), points.cloud.points().coordinate(sample[i], 1)});
  });
  const size_t samples = (sample.size() + kOfSample - 1) / kOfSample;
  size_t near = 0;
  std::vector<OffsetAside> offsets;
  for (uint32_t i = 0; i < sample.size(); ++i) {
    const auto& place = places[i];
    if (!place || place->distance > kNearReach * r1) continue;
    ++near;
    if (std::abs(place->aside) < kBeside * place->distance) continue;
    const TrackPoint& point = points.points[sample[i]];
    offsets.push_back({i % samples, place->line, place->along, place->aside, point.run, point.step / (kPassWay * uint32_t(kPointsOnR1)), i});
  }
  result.covered = sample.empty() ? 0 : double(near) / double(sample.size());
  result.correlation = correlationOf(std::move(offsets), r1);
  return result;
}

}  // namespace arete
