#include "compute/network/radius/suggest_radius.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "compute/core/distance.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/core/gpu_points.h"
#include "compute/core/philox.h"
#include "compute/core/strays.h"
#include "compute/core/thread_pool.h"

namespace arete {

namespace {

constexpr size_t kPlaces = 128;  // where balls grow
constexpr size_t kCoordinatesLookedAt = 200'000, kMostLookedAt = 100'000, kFewestLookedAt = 20'000;
constexpr uint32_t kFewestInBall = 16;       // needed to define a direction
constexpr double kNeighbours = 5;            // the spacing is the distance within which a point has that many others
constexpr double kLongerThanWide = 4;        // ball radius / width: 2 for points spread evenly in a plane, 1.6 in space
constexpr double kQuantile = 0.28;           // of the widths: below the median, as half of a real cloud may follow no curve
constexpr double kLargestWeight = 4;         // of a place, in median spacings: outliers must not outweigh the rest
constexpr double kShareOfExtent = 0.5;       // largest ball radius, in median distances between places
constexpr double kSpacingsWithoutCurve = 2;  // R1 when no direction stands out
constexpr double kShareOfDiagonal = 0.02;    // R1 when most points coincide
constexpr int kBins = 128, kBinShift = 50;   // squared distances by exponent and two bits: about 8 bins an octave of radius

/// A sample of the cloud, coordinate after coordinate, relative to the middle of the bounds, in units of about the cloud's diagonal: moments of
/// the second order are squared, which would under- or overflow for tiny or huge clouds. The unit is a power of two, so that it changes no digit.
struct Sample {
  size_t count, d;
  double share;   ///< of the cloud
  double unit;    ///< of x, in units of the cloud
  Bounds bounds;  ///< of the cloud, without strays
  std::vector<double> x;

  Sample(const CloudFacts& cloud, const PointsAt& pointsAt) : d(size_t(cloud.dimension)), bounds(cloud.bounds) {
    const size_t n = cloud.count;
    count = std::min(n, std::clamp(kCoordinatesLookedAt / d, kFewestLookedAt, kMostLookedAt));
    share = double(count) / double(n);
    std::vector<uint64_t> indices(count);
    for (size_t j = 0; j < count; ++j) indices[j] = count == n ? j : pick(j, count, n);
    const std::vector<double> rows = withoutStrays(pointsAt(indices), cloud);
    count = rows.size() / d;
    unit = std::exp2(std::ilogb(bounds.diagonal(cloud.dimension)));
    x.resize(rows.size());
    for (size_t j = 0; j < count; ++j)
      for (size_t k = 0; k < d; ++k) x[k * count + j] = (rows[j * d + k] - (bounds.minimum[k] + bounds.maximum[k]) / 2) / unit;
  }

  /// Rows, and their bounds where some are left out: a point at 1e38 would leave no digit of the others.
  std::vector<double> withoutStrays(const PointArray& points, const CloudFacts& cloud) {
    constexpr size_t kEnough = 4096;
    std::vector<double> rows, some;
    for (uint32_t j = 0; j < points.size(); ++j)
      for (size_t k = 0; k < d; ++k) rows.push_back(points.coordinate(j, int(k)));
    const size_t every = std::max<size_t>(1, count / kEnough);
    for (size_t j = 0; j < count; j += every) some.insert(some.end(), rows.begin() + ptrdiff_t(j * d), rows.begin() + ptrdiff_t((j + 1) * d));
    const auto test = StrayTest::from(some, int(d), cloud.origin);
    if (!test || !test->mayHave(cloud.bounds)) return rows;
    std::vector<double> kept;
    for (size_t j = 0; j < count; ++j)
      if (!test->isStray(&rows[j * d])) kept.insert(kept.end(), rows.begin() + ptrdiff_t(j * d), rows.begin() + ptrdiff_t((j + 1) * d));
    Bounds rest;
    for (size_t k = 0; k < d && !kept.empty(); ++k) {
      rest.minimum[k] = rest.maximum[k] = kept[k];
      for (size_t i = k; i < kept.size(); i += d)
        rest.minimum[k] = std::min(rest.minimum[k], kept[i]), rest.maximum[k] = std::max(rest.maximum[k], kept[i]);
    }
    const bool none = kept.size() == rows.size() && !test->surelyHas(cloud.bounds);
    if (none || kept.empty() || !(rest.diagonal(int(d)) > 0)) return rows;
    bounds = rest;
    return kept;
  }

  /// One place in each of `parts` equal pieces of [0, whole), at a fixed random offset: neither sorted nor periodic clouds mislead it.
  static size_t pick(size_t part, size_t parts, size_t whole) {
    constexpr uint64_t kSeed = 1;
    const double place = shared::IndexedRandom(kSeed, uint32_t(part)).uniform();
    return std::min(size_t((double(part) + place) * double(whole) / double(parts)), whole - 1);
  }

  double squaredDistance(size_t i, size_t j) const { return shared::squaredDistance(&x[i], count, &x[j], count, int(d)); }
};

/// Sums over a growing set of points, for its spread along and across its main direction.
class Moments {
 public:
  explicit Moments(size_t d) : d_(d), sum_(d), products_(d * d), covariance_(d * d) {}

  void add(const Sample& sample, size_t i, size_t centre) {
    std::array<double, kMaxDimension> e;
    for (size_t k = 0; k < d_; ++k) {
      e[k] = sample.x[k * sample.count + i] - sample.x[k * sample.count + centre];
      sum_[k] += e[k];
      for (size_t l = 0; l <= k; ++l) products_[k * d_ + l] += e[k] * e[l];
    }
    ++count_;
  }
  uint32_t count() const { return count_; }

  /// Root of the summed variances across the direction of largest variance.
  double width() {
    const double n = count_;
    double trace = 0;
    size_t widest = 0;
    for (size_t k = 0; k < d_; ++k) {
      for (size_t l = 0; l <= k; ++l) covariance_[k * d_ + l] = covariance_[l * d_ + k] = products_[k * d_ + l] / n - (sum_[k] / n) * (sum_[l] / n);
      trace += covariance_[k * d_ + k];
      if (covariance_[k * d_ + k] > covariance_[widest * d_ + widest]) widest = k;
    }
    return std::sqrt(std::max(0.0, trace - largestEigenvalue(widest)));
  }

 private:
  /// Power iteration; a few steps suffice, as the width matters only where one direction stands out.
  double largestEigenvalue(size_t startRow) const {
    constexpr int kIterations = 10;
    std::array<double, kMaxDimension> v{}, w{};
    std::copy_n(&covariance_[startRow * d_], d_, v.begin());
    double value = 0;
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      double norm = 0, along = 0, before = 0;
      for (size_t k = 0; k < d_; ++k) {
        w[k] = 0;
        for (size_t l = 0; l < d_; ++l) w[k] += covariance_[k * d_ + l] * v[l];
        norm += w[k] * w[k];
        along += w[k] * v[k];
        before += v[k] * v[k];
      }
      if (!(norm > 0 && before > 0)) return value;
      value = along / before;
      for (size_t k = 0; k < d_; ++k) v[k] = w[k] / std::sqrt(norm);
    }
    return value;
  }

  size_t d_;
  uint32_t count_ = 0;
  std::vector<double> sum_, products_, covariance_;
};

/// What was seen around one point.
struct Place {
  double spacing = 0;           ///< radius of the ball with kNeighbours points of the cloud
  std::optional<double> width;  ///< where a direction stands out
};

class Observer {
 public:
  Observer(const Sample& sample, double largestRadius)
      : sample_(sample), largestSquare_(largestRadius * largestRadius), squares_(sample.count), near_(sample.count), sorted_(sample.count) {}

  Place look(size_t centre) {
    measure(centre);
    sortByDistance();
    const auto neighbours = std::max(1u, uint32_t(kNeighbours * sample_.share + 0.5));
    Place place{std::sqrt(largestSquare_), {}};
    Moments moments(sample_.d);
    bool spacingKnown = false;
    for (int bin = 0; bin < kBins; ++bin) {
      if (first_[size_t(bin)] == first_[size_t(bin) + 1]) continue;
      for (uint32_t i = first_[size_t(bin)]; i < first_[size_t(bin) + 1]; ++i) moments.add(sample_, sorted_[i], centre);
      const double radius = std::sqrt(upperEdge(bin));
      if (!spacingKnown && moments.count() > neighbours) place.spacing = radius, spacingKnown = true;
      if (moments.count() < kFewestInBall) continue;
      if (const double width = moments.width(); kLongerThanWide * width <= radius) {
        place.width = width;
        break;
      }
    }
    return place;
  }

 private:
  void measure(size_t centre) {
    const size_t n = sample_.count;
    std::fill(squares_.begin(), squares_.end(), 0.0);
    for (size_t k = 0; k < sample_.d; ++k) {
      const double* const x = &sample_.x[k * n];
      const double c = x[centre];
      for (size_t j = 0; j < n; ++j) squares_[j] += (x[j] - c) * (x[j] - c);
    }
    nearCount_ = 0;
    for (size_t j = 0; j < n; ++j) {
      near_[nearCount_] = uint32_t(j);
      nearCount_ += squares_[j] <= largestSquare_;
    }
  }

  int binOf(double square) const {
    const auto below = int64_t(std::bit_cast<uint64_t>(largestSquare_) >> kBinShift) - int64_t(std::bit_cast<uint64_t>(square) >> kBinShift);
    return std::max(0, kBins - 1 - int(below));
  }
  double upperEdge(int bin) const {
    return std::bit_cast<double>(((std::bit_cast<uint64_t>(largestSquare_) >> kBinShift) - uint64_t(kBins - 1 - bin) + 1) << kBinShift);
  }

  void sortByDistance() {
    first_.fill(0);
    for (size_t i = 0; i < nearCount_; ++i) ++first_[size_t(binOf(squares_[near_[i]])) + 1];
    for (size_t bin = 0; bin < kBins; ++bin) first_[bin + 1] += first_[bin];
    auto next = first_;
    for (size_t i = 0; i < nearCount_; ++i) sorted_[next[size_t(binOf(squares_[near_[i]]))]++] = near_[i];
  }

  const Sample& sample_;
  double largestSquare_;
  std::vector<double> squares_;
  std::vector<uint32_t> near_, sorted_;
  std::array<uint32_t, kBins + 1> first_{};
  size_t nearCount_ = 0;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Half the median distance between places: beyond that it is the shape of the whole cloud that shows.
double largestRadius(const Sample& sample, const std::vector<size_t>& centres) {
  std::vector<double> squares;
  for (size_t a = 0; a < centres.size(); ++a)
    for (size_t b = 0; b < a; ++b) squares.push_back(sample.squaredDistance(centres[a], centres[b]));
  return squares.empty() ? 0 : kShareOfExtent * std::sqrt(median(std::move(squares)));
}

/// The quantile of the widths of the places, by weight; places without a direction count as the widest.
std::optional<double> typicalWidth(std::vector<Place> places, double spacing) {
  const auto weight = [&](const Place& place) { return std::sqrt(std::min(place.spacing, kLargestWeight * spacing)); };
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.width && (!b.width || *a.width < *b.width); });
  double total = 0, sum = 0;
  for (const Place& place : places) total += weight(place);
  for (const Place& place : places)
    if ((sum += weight(place)) >= kQuantile * total) return place.width;
  return {};
}

/// Three significant digits: a suggestion is no more exact than that, and must be easy to read and type.
double shortened(double radius) {
  constexpr int kDigits = 3;
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, radius, std::chars_format::scientific, kDigits - 1);
  std::from_chars(text, written.ptr, radius);
  return radius;
}

/// Places do not depend on each other.
std::vector<Place> look(const Sample& sample, const std::vector<size_t>& centres, double largest, const std::stop_token& stop, int threads) {
  ThreadPool pool(threads);
  std::vector<std::optional<Observer>> observers(size_t(pool.size()));
  std::vector<Place> places(centres.size());
  pool.forEachRange(centres.size(), 1, [&](size_t at, size_t, int thread) {
    if (stop.stop_requested()) throw Cancelled{};
    std::optional<Observer>& observer = observers[size_t(thread)];
    if (!observer) observer.emplace(sample, largest);
    places[at] = observer->look(centres[at]);
  });
  return places;
}

RadiusSuggestion explain(const CloudFacts& cloud, const PointsAt& pointsAt, const std::stop_token& stop, int threads) {
  if (isOnePlace(cloud.bounds, cloud.dimension)) return {0, "There are no two different points."};
  const Sample sample(cloud, pointsAt);
  const double diagonal = sample.bounds.diagonal(cloud.dimension);
  std::vector<size_t> centres;
  const size_t placeCount = std::min(kPlaces, sample.count);
  for (size_t i = 0; i < placeCount; ++i) centres.push_back(Sample::pick(i, placeCount, sample.count));
  const RadiusSuggestion coinciding{kShareOfDiagonal * diagonal, "Most points coincide: a share of the cloud's extent."};
  const double largest = largestRadius(sample, centres);
  if (!(largest > 0)) return coinciding;

  std::vector<Place> places = look(sample, centres, largest, stop, threads);
  std::vector<double> spacings;
  for (const Place& place : places) spacings.push_back(place.spacing);
  const double spacing = median(spacings), d = cloud.dimension;
  const std::optional<double> width = d > 1 ? typicalWidth(std::move(places), spacing) : std::nullopt;
  if (!width)
    return {kSpacingsWithoutCurve * spacing * sample.unit,
            "No direction stands out anywhere: twice the distance within which a point has 5 neighbours."};
  const double twiceSigma = 2 * *width * std::sqrt(d / (d - 1));  // the noise along the curve is not seen
  if (twiceSigma >= spacing) return {twiceSigma * sample.unit, "Twice the spread of the points around the curve."};
  return {spacing * sample.unit, "The points spread less around the curve than they are apart: the distance within which a point has 5 neighbours."};
}

}  // namespace

Error noRadius() {
  return Error(ErrorKind::wrongUse, "no radius", "--r1", "none is given, and a cloud of fewer than 2 distinct points suggests none", "give --r1");
}

bool isOnePlace(const Bounds& bounds, int dimension) { return !(bounds.diagonal(dimension) > 0); }

void checkSuggestsRadius(const Bounds& bounds, int dimension) {
  if (isOnePlace(bounds, dimension)) throw noRadius();
}

RadiusSuggestion explainRadius(const PointCloud& cloud, std::stop_token stop, int threads) {
  const CloudFacts facts{.count = cloud.size(), .dimension = cloud.dimension(), .origin = cloud.origin(), .bounds = cloud.bounds()};
  const auto gather = [&](std::span<const uint64_t> places) {
    const std::vector<uint32_t> indices(places.begin(), places.end());
    return pointsAt(cloud, indices);
  };
  return explainRadius(facts, gather, std::move(stop), threads);
}

RadiusSuggestion explainRadius(const CloudFacts& cloud, const PointsAt& pointsAt, std::stop_token stop, int threads) {
  RadiusSuggestion suggestion = explain(cloud, pointsAt, stop, threads);
  suggestion.r1 = shortened(suggestion.r1);
  return suggestion;
}

double suggestRadius(const PointCloud& cloud, std::stop_token stop, int threads) {
  const double r1 = explainRadius(cloud, std::move(stop), threads).r1;
  return resolves(cloud, r1) ? r1 : 0;
}

}  // namespace arete
