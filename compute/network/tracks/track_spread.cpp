// PlacesByCell along the tracks are sorted into square cells as wide as is looked; a place looks into nine. Counts are integers. Memory: 80 bytes a
// place along the tracks, of which there are 15 on the width.
#include "compute/network/tracks/track_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "compute/core/coordinate_hash.h"
#include "compute/core/portable_math.h"
#include "compute/network/tracks/network_lines.h"
#include "compute/network/tracks/track_points.h"

namespace arete {

namespace {

constexpr double kFirstWidth = 0.05;                   ///< of the diagonal
constexpr double kWidthMedians = 25;                   ///< width at last
constexpr double kSettled = 1.2, kLeastChange = 0.25;  ///< of the width
constexpr int kWidths = 12;                            ///< at most
constexpr int kOnWidth = 15;                           ///< places
constexpr size_t kSpreadPlaces = 8000, kCellsOnWidth = 5, kFewestPlaces = 20, kSpreadGrain = 16;
constexpr double kCosine = 0.93969262078590838405;                                     ///< of 20 degrees, between headings
constexpr uint32_t kPassSteps = 4 * kOnWidth;                                          ///< of way, after which a track counts as another pass
constexpr size_t kSpreadBins = 240, kLevelFrom = 96, kLevelTo = 192, kUsedBins = 144;  ///< .4, .8 and .6 of the width
constexpr int64_t kPlaceWeight = 1 << 20;                                              ///< of a place

/// PlacesByCell along tracks by cells.
class PlacesByCell {
 public:
  PlacesByCell(std::vector<PlaceOnTrack> places, double side) : places_(std::move(places)), side_(side) {
    for (uint32_t i = 0; i < places_.size(); ++i) cells_.emplace_back(cellOf(places_[i].place), i);
    std::ranges::sort(cells_);
  }
  const PlaceOnTrack& operator[](uint32_t i) const { return places_[i]; }
  size_t size() const { return places_.size(); }

  /// Calls visit(i) for all that lie in a strip across a place's heading, as far to either side, and for some beside it.
  template <class Visit>
  void visitAcross(const PlaceOnTrack& from, double wide, double along, const Visit& visit) const {
    constexpr double kHalfDiagonal = 0.7072;  // of a cell
    const Cell middle = cellOf(from.place);
    const auto reach = int64_t(std::ceil(wide / side_)) + 1;
    for (int64_t x = middle.first - reach; x <= middle.first + reach; ++x)
      for (int64_t y = middle.second - reach; y <= middle.second + reach; ++y) {
        const double dx = (double(x) + 0.5) * side_ - from.place[0], dy = (double(y) + 0.5) * side_ - from.place[1];
        if (std::abs(dx * from.direction[0] + dy * from.direction[1]) > along + kHalfDiagonal * side_) continue;
        auto at = std::ranges::lower_bound(cells_, std::pair(Cell(x, y), 0u));
        for (; at != cells_.end() && at->first == Cell(x, y); ++at) visit(at->second);
      }
  }

 private:
  using Cell = std::pair<int64_t, int64_t>;
  Cell cellOf(const TrackPlace& place) const { return {int64_t(std::floor(place[0] / side_)), int64_t(std::floor(place[1] / side_))}; }

  std::vector<PlaceOnTrack> places_;
  double side_;
  std::vector<std::pair<Cell, uint32_t>> cells_;
};

/// Those that a hash of their places picks.
std::vector<uint32_t> placeSample(const PlacesByCell& places) {
  std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> picked;
  for (uint32_t i = 0; i < places.size(); ++i) {
    const shared::CoordinateHash hash = shared::coordinateHash(places[i].place.data(), 1, 2);
    picked.emplace_back(hash.first, hash.second, i);
  }
  const size_t count = std::min(kSpreadPlaces, picked.size());
  std::ranges::partial_sort(picked, picked.begin() + ptrdiff_t(count));
  std::vector<uint32_t> sample;
  for (size_t i = 0; i < count; ++i) sample.push_back(std::get<2>(picked[i]));
  return sample;
}

/// How far aside, in widths, other passes run beside a place: each once, where it is nearest along the heading.
std::vector<double> asideOf(const PlacesByCell& places, uint32_t from, double wide) {
  struct Seen {
    uint32_t run, pass;
    double along;
    uint32_t place;
    double aside;
    auto order() const { return std::tuple(run, pass, along, place); }
  };
  std::vector<Seen> seen;
  const PlaceOnTrack& here = places[from];
  places.visitAcross(here, wide, wide / kOnWidth, [&](uint32_t i) {
    const PlaceOnTrack& other = places[i];
    const uint32_t steps = std::max(here.point.step, other.point.step) - std::min(here.point.step, other.point.step);
    if (other.point.run == here.point.run && steps <= kPassSteps) return;
    const double x = other.place[0] - here.place[0], y = other.place[1] - here.place[1];
    const double along = std::abs(x * here.direction[0] + y * here.direction[1]), aside = std::abs(y * here.direction[0] - x * here.direction[1]);
    if (!(along <= wide / kOnWidth && aside <= wide)) return;
    if (std::abs(here.direction[0] * other.direction[0] + here.direction[1] * other.direction[1]) < kCosine) return;
    seen.push_back({other.point.run, other.point.step / kPassSteps, along, i, aside / wide});
  });
  std::ranges::sort(seen, {}, &Seen::order);
  std::vector<double> aside;
  for (size_t i = 0; i < seen.size(); ++i)
    if (i == 0 || std::pair(seen[i].run, seen[i].pass) != std::pair(seen[i - 1].run, seen[i - 1].pass)) aside.push_back(seen[i].aside);
  return aside;
}

/// Twice the weights that are left in each bin when the level of other streets is taken off.
std::array<int64_t, kUsedBins> aboveLevel(const std::array<int64_t, kSpreadBins>& bins) {
  std::array<int64_t, kLevelTo - kLevelFrom> level;
  std::copy(bins.begin() + kLevelFrom, bins.begin() + kLevelTo, level.begin());
  std::ranges::sort(level);
  const int64_t twice = level[level.size() / 2 - 1] + level[level.size() / 2];
  std::array<int64_t, kUsedBins> left;
  for (size_t i = 0; i < kUsedBins; ++i) left[i] = std::max<int64_t>(0, 2 * bins[i] - twice);
  return left;
}

/// In widths.
std::array<double, 3> quantilesOf(const std::array<int64_t, kUsedBins>& weights) {
  std::array<double, 3> quantiles{};
  int64_t total = 0;
  for (const int64_t weight : weights) total += weight;
  for (size_t q = 0; q < quantiles.size() && total > 0; ++q) {
    const double wanted = kSpreadQuantiles[q] * double(total);
    int64_t before = 0;
    size_t bin = 0;
    while (bin + 1 < kUsedBins && double(before + weights[bin]) < wanted) before += weights[bin++];
    quantiles[q] = (double(bin) + (wanted - double(before)) / double(weights[bin])) / double(kSpreadBins);
  }
  return quantiles;
}

/// As seen so far to either side.
std::optional<TrackSpread> lookAside(const Tracks& tracks, double wide, const StageContext& context) {
  const double step = wide / kOnWidth;
  const PlacesByCell places(placesAlong(tracks, step * kPointsOnR1, context), wide / double(kCellsOnWidth));
  const std::vector<uint32_t> sample = placeSample(places);
  std::vector<std::vector<double>> aside(sample.size());
  context.device.threads().forEachRange(sample.size(), kSpreadGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) aside[i] = asideOf(places, sample[i], wide);
  });
  TrackSpread spread;
  spread.wide = wide;
  std::array<int64_t, kSpreadBins> bins{};
  int64_t shares = 0;  // of one pass among those at a place, of all places
  for (size_t i = 0; i < sample.size(); ++i) {
    if (aside[i].empty()) continue;
    spread.places.push_back(places[sample[i]].place);
    for (const double part : aside[i]) bins[std::min(size_t(part * double(kSpreadBins)), kSpreadBins - 1)] += kPlaceWeight / int64_t(aside[i].size());
    shares += kPlaceWeight / int64_t(aside[i].size() + 1);
  }
  if (spread.places.size() < kFewestPlaces) return {};
  spread.quantiles = quantilesOf(aboveLevel(bins));
  for (double& quantile : spread.quantiles) quantile *= wide;
  spread.few = std::sqrt(1 - double(shares) / double(kPlaceWeight) / double(spread.places.size()));
  return spread;
}

}  // namespace

double diagonalOf(const Tracks& tracks) {
  if (tracks.empty()) return 0;
  TrackPlace low = tracks.places[0], high = low;
  for (const TrackPlace& place : tracks.places)
    for (size_t k = 0; k < 2; ++k) low[k] = std::min(low[k], place[k]), high[k] = std::max(high[k], place[k]);
  return legLength(low, high);
}

std::optional<TrackSpread> trackSpread(const Tracks& tracks, const StageContext& context) {
  double wide = kFirstWidth * diagonalOf(tracks);
  std::optional<TrackSpread> spread;
  for (int look = 0; look < kWidths; ++look) {
    spread = lookAside(tracks, wide, context);
    if (!spread || !(spread->median() > 0)) return {};
    if (kWidthMedians * spread->median() >= wide / kSettled) break;
    wide = std::max(kWidthMedians * spread->median(), kLeastChange * wide);
  }
  return spread;
}

std::optional<double> spreadBeside(const TrackSpread& spread, const Curve& network, const StageContext& context) {
  ThreadPool& threads = context.device.threads();
  const NetworkLines lines(network, threads);
  if (!lines.nearest(spread.places[0])) return {};
  std::vector<double> distances(spread.places.size());
  threads.forEachRange(distances.size(), kSpreadGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) distances[i] = lines.nearest(spread.places[i])->distance;
  });
  std::ranges::sort(distances);
  double sum = 0;
  for (size_t q = 0; q < kSpreadQuantiles.size(); ++q) {
    const double at = kSpreadQuantiles[q] * double(distances.size() - 1);
    const auto below = size_t(at);
    const double next = distances[std::min(below + 1, distances.size() - 1)];
    const double quantile = distances[below] + (next - distances[below]) * (at - double(below));
    const double ofNoise = spread.quantiles[q] * std::sqrt(0.5) * spread.few;
    sum += shared::naturalLog(std::max(quantile / ofNoise, std::numeric_limits<double>::min()));
  }
  return shared::exponential(sum / double(kSpreadQuantiles.size()));
}

}  // namespace arete
