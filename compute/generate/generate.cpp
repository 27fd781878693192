#include "compute/generate/generate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/philox.h"

namespace arete {

static constexpr double kLargestGapShare = 0.95;
static constexpr int kMostGaps = 1000;
static constexpr double kExactIntegers = 9007199254740992;  // 2^53: seeds that a ParamInfo can hold

static constexpr ParamInfo kPoints{.id = "points",
                                   .label = "Points",
                                   .unit = "",
                                   .kind = ParamKind::integer,
                                   .minimum = 0,
                                   .maximum = 4294967294.0,
                                   .defaultValue = 100'000,
                                   .help = "Number of points, outliers and background included.",
                                   .logarithmic = true};
static constexpr ParamInfo kDim{.id = "dim",
                                .label = "Dimension",
                                .unit = "",
                                .kind = ParamKind::integer,
                                .minimum = 1,
                                .maximum = kMaxDimension,
                                .defaultValue = 2,
                                .help = "Coordinates of a point."};
static constexpr ParamInfo kNoise{.id = "noise",
                                  .label = "Noise",
                                  .unit = "",
                                  .minimum = -1,
                                  .maximum = 1e6,
                                  .defaultValue = -1,
                                  .help = "Total sigma of the normal noise, sigma / sqrt(d) on each axis; -1 takes the shape's own."};
static constexpr ParamInfo kSeed{.id = "seed",
                                 .label = "Seed",
                                 .unit = "",
                                 .kind = ParamKind::integer,
                                 .minimum = 0,
                                 .maximum = kExactIntegers,
                                 .defaultValue = 1,
                                 .help = "The same seed gives the same bits on every machine."};
static constexpr ParamInfo kBackground{.id = "background",
                                       .label = "Background",
                                       .unit = "",
                                       .minimum = 0,
                                       .maximum = 1,
                                       .defaultValue = 0,
                                       .help = "Share of points spread evenly over the bounds of the curve, a little enlarged."};
static constexpr ParamInfo kOutliers{.id = "outliers",
                                     .label = "Outliers",
                                     .unit = "",
                                     .minimum = 0,
                                     .maximum = 1,
                                     .defaultValue = 0,
                                     .help = "Share of points 1 to 10 diagonals of the bounds away."};
static constexpr ParamInfo kGaps{.id = "gaps",
                                 .label = "Gaps",
                                 .unit = "",
                                 .minimum = 0,
                                 .maximum = kLargestGapShare,
                                 .defaultValue = 0,
                                 .help = "Share of the curve without points."};
static constexpr ParamInfo kGapCount{.id = "gap_count",
                                     .label = "Number of gaps",
                                     .unit = "",
                                     .kind = ParamKind::integer,
                                     .minimum = 1,
                                     .maximum = kMostGaps,
                                     .defaultValue = 3,
                                     .help = "Number of gaps into which this share is split."};
static constexpr const ParamInfo* kParameters[] = {&kPoints, &kDim, &kNoise, &kSeed, &kBackground, &kOutliers, &kGaps, &kGapCount};

std::span<const ParamInfo* const> generateParameters() { return kParameters; }

GenerateOptions generateOptions(const ParamValues& values) {
  GenerateOptions options;
  options.points = uint32_t(values.get(kPoints));
  options.dimension = int(values.get(kDim));
  if (const double noise = values.get(kNoise); noise >= 0) options.noise = noise;
  options.seed = uint64_t(values.get(kSeed));
  options.background = values.get(kBackground);
  options.outliers = values.get(kOutliers);
  options.gaps = values.get(kGaps);
  options.gapCount = int(values.get(kGapCount));
  options.shape = values;
  return options;
}

static std::vector<double> valuesOf(const ShapeInfo& shape, const ParamValues& given) {
  std::vector<double> values;
  for (const ParamInfo* info : shape.parameters) values.push_back(given.get(*info));
  return values;
}

static void require(bool holds, const ParamInfo& info, double value) {
  if (!holds) throw Error(ErrorKind::wrongUse, "cannot generate this cloud", info.id, std::to_string(value) + " is not allowed", info.help);
}

static void checkDimension(const ShapeInfo& shape, int dimension) {
  if (dimension >= shape.minDimension && dimension <= shape.maxDimension) return;
  throw Error(ErrorKind::wrongUse, "cannot generate this cloud", shape.id, "it does not exist in dimension " + std::to_string(dimension),
              "give a dimension from " + std::to_string(shape.minDimension) + " to " + std::to_string(shape.maxDimension));
}

static void check(const ShapeInfo& shape, const GenerateOptions& options) {
  checkDimension(shape, options.dimension);
  require(options.points < UINT32_MAX, kPoints, options.points);
  const double noise = options.noise.value_or(shape.defaultNoise);
  require(noise >= 0 && noise <= kNoise.maximum, kNoise, noise);
  require(options.background >= 0 && options.background <= 1, kBackground, options.background);
  require(options.outliers >= 0 && options.outliers + options.background <= 1, kOutliers, options.outliers);
  require(options.gaps >= 0 && options.gaps <= kLargestGapShare, kGaps, options.gaps);
  require(options.gapCount >= 1 && options.gapCount <= kMostGaps, kGapCount, options.gapCount);
}

namespace {

using Row = std::array<double, kMaxDimension>;

/// Draws one point from the random numbers that belong to its index.
class PointMaker {
 public:
  PointMaker(const ShapeInfo& shape, const GenerateOptions& options)
      : shape_(shape),
        options_(options),
        values_(valuesOf(shape, options.shape)),
        noisePerAxis_(options.noise.value_or(shape.defaultNoise) / std::sqrt(double(options.dimension))) {
    constexpr double kBeyondOfDiagonal = 0.1, kBeyondOfNoise = 3;
    const size_t d = size_t(options.dimension);
    const Polylines curve = trueCurve(shape, options);
    for (size_t k = 0; k < d; ++k) bounds_.minimum[k] = bounds_.maximum[k] = curve.lines[0][k];
    for (const std::vector<double>& line : curve.lines)
      for (size_t i = 0; i < line.size(); ++i) {
        bounds_.minimum[i % d] = std::min(bounds_.minimum[i % d], line[i]);
        bounds_.maximum[i % d] = std::max(bounds_.maximum[i % d], line[i]);
      }
    diagonal_ = bounds_.diagonal(options.dimension);
    beyond_ = kBeyondOfDiagonal * diagonal_ + kBeyondOfNoise * options.noise.value_or(shape.defaultNoise);
  }

  Row make(uint32_t index) const {
    shared::IndexedRandom random(options_.seed, index);
    const double kind = random.uniform();
    if (kind < options_.outliers) return outlier(random);
    if (kind < options_.outliers + options_.background) return background(random);
    return onCurve(random);
  }

 private:
  Row onCurve(shared::IndexedRandom& random) const {
    Row point{};
    const double along = skipGaps(random.uniform()) * shape_.parts;
    const int part = std::min(int(along), shape_.parts - 1);
    shape_.function(values_, part, along - part, std::span(point).first(size_t(options_.dimension)));
    for (int k = 0; k < options_.dimension; ++k) point[size_t(k)] += noisePerAxis_ * random.normal();
    return point;
  }

  /// The curve is cut into gapCount equal pieces with a gap in the middle of each; (0, 1) is mapped onto what remains.
  double skipGaps(double u) const {
    if (options_.gaps == 0) return u;
    const double piece = std::min(std::floor(u * options_.gapCount), double(options_.gapCount - 1));
    const double kept = 1 - options_.gaps, within = (u * options_.gapCount - piece) * kept;
    return (piece + (within < kept / 2 ? within : within + options_.gaps)) / options_.gapCount;
  }

  Row background(shared::IndexedRandom& random) const {
    Row point{};
    for (size_t k = 0; k < size_t(options_.dimension); ++k)
      point[k] = bounds_.minimum[k] - beyond_ + random.uniform() * (bounds_.maximum[k] - bounds_.minimum[k] + 2 * beyond_);
    return point;
  }

  Row outlier(shared::IndexedRandom& random) const {
    constexpr double kNearest = 1, kFarthest = 10;  // diagonals
    const size_t d = size_t(options_.dimension);
    const double distance = diagonal_ * (kNearest + random.uniform() * (kFarthest - kNearest));
    Row point{};
    double norm = 0;
    for (size_t k = 0; k < d; ++k) {
      point[k] = random.normal();
      norm += point[k] * point[k];
    }
    for (size_t k = 0; k < d; ++k) point[k] = (bounds_.minimum[k] + bounds_.maximum[k]) / 2 + point[k] * (distance / std::sqrt(norm));
    return point;
  }

  const ShapeInfo& shape_;
  const GenerateOptions& options_;
  std::vector<double> values_;
  double noisePerAxis_, diagonal_ = 0, beyond_ = 0;
  Bounds bounds_;
};

}  // namespace

PointCloud generate(const ShapeInfo& shape, const GenerateOptions& options, ThreadPool& threads, std::stop_token stop) {
  constexpr size_t kGrain = 16384;
  check(shape, options);
  const PointMaker maker(shape, options);
  PointArray points(options.scalar, options.dimension, options.points);
  withScalarType(options.scalar, [&]<class T>() {
    T* const out = points.elements<T>().data();
    const size_t d = size_t(options.dimension);
    threads.forEachRange(options.points, kGrain, [&](size_t begin, size_t end, int) {
      if (stop.stop_requested()) throw Cancelled{};
      for (size_t i = begin; i < end; ++i) {
        const Row point = maker.make(uint32_t(i));
        for (size_t k = 0; k < d; ++k) out[i * d + k] = static_cast<T>(point[k]);
      }
    });
  });
  return PointCloud(std::move(points));
}

}  // namespace arete
