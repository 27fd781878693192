// A cloud divided into training points and held-out ones, each with its weight. One hash per point decides whether it is looked at and in which part
// it is; weights are distances to a neighbour, found by the best exact search of the device. Memory: 20 bytes a point of the cloud, and for each
// fold a copy of what is looked at. Cost: the search. Source: network, section 3; 2D, section 3.
#include <algorithm>
#include <cmath>

#include "compute/core/coordinate_hash.h"
#include "compute/neighbours/knn/knn_on_gpu.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/network/look/unit_sphere.h"
#include "compute/network/radius/held_out_score.h"

namespace arete {

namespace {

constexpr size_t kGrain = 4096;     // points a piece of work
constexpr double kHashes = 0x1p32;  // that a word of the hash can be

/// The points that are looked at.
struct FoldSample {
  PointArray points;
  std::vector<uint32_t> bits;   // of each point: a word of its hash
  std::vector<double> weights;  // of each point
};

/// One part of one of the divisions.
struct Part {
  uint32_t divisor;  // parts to the power of the division's number
  uint32_t number;
};

}  // namespace

static std::vector<shared::CoordinateHash> hashesOf(const PointArray& points, const StageContext& context) {
  std::vector<shared::CoordinateHash> hashes(points.size());
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    context.device.threads().forEachRange(points.size(), kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) hashes[i] = shared::coordinateHash(view.point(i), view.coordinateStride, view.dimension);
    });
  });
  return hashes;
}

static FoldSample sampleOf(const PointCloud& cloud, const HeldOutRules& rules, const StageContext& context) {
  const std::vector<shared::CoordinateHash> hashes = hashesOf(cloud.points(), context);
  const double below = kHashes * std::min(1.0, double(rules.mostPoints) / double(cloud.size()));
  std::vector<uint32_t> taken;
  FoldSample sample;
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    if (hashes[i].first >= below) continue;
    taken.push_back(i);
    sample.bits.push_back(hashes[i].second);
  }
  sample.points = cloud.points().subset(taken);
  return sample;
}

/// Distances to the neighbour, in the cloud's units.
static std::vector<double> spacings(const PointArray& points, uint32_t neighbour, const StageContext& context) {
  const uint32_t k = std::min(neighbour, points.size() - 1);
  const KnnFunction onGpu = knnOfGpu(context);  // every exact search gives the same distances
  const Neighbours found = nearestNeighbours(onGpu != nullptr ? onGpu : cpu::knnBest, {points, {}}, {points, k, true}, context);
  std::vector<double> result(points.size());
  withScalarType(points.scalar(), [&]<class T>() {
    for (size_t i = 0; i < result.size(); ++i) result[i] = std::sqrt(double(found.squared<T>()[i * k + k - 1]));
  });
  return result;
}

/// The spacings over the largest weight that counts. Without any spacing all points weigh the same.
static std::vector<double> weightsFrom(std::vector<double> spacings, double mostMedians) {
  const auto median = [](std::vector<double> values) {
    const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  double typical = median(spacings);
  if (!(typical > 0)) {
    std::vector<double> apart;
    std::ranges::copy_if(spacings, std::back_inserter(apart), [](double spacing) { return spacing > 0; });
    if (apart.empty()) return std::vector<double>(spacings.size(), 1.0);
    typical = median(std::move(apart));
  }
  for (double& spacing : spacings) spacing = std::min(1.0, spacing / (mostMedians * typical));
  return spacings;
}

static Fold foldOf(const FoldSample& sample, Part part, const PointCloud::Origin& origin, const HeldOutRules& rules) {
  const double fittedBelow = kHashes / rules.parts * std::min(1.0, double(rules.mostFitted) / double(sample.points.size()));
  Fold fold;
  std::vector<uint32_t> training, heldOut;
  for (uint32_t i = 0; i < sample.points.size(); ++i) {
    const bool isHeldOut = sample.bits[i] / part.divisor % rules.parts == part.number;
    if (!isHeldOut && sample.bits[i] / rules.parts < fittedBelow) fold.fitted.push_back(uint32_t(training.size()));
    (isHeldOut ? heldOut : training).push_back(i);
    (isHeldOut ? fold.heldOutWeights : fold.trainingWeights).push_back(sample.weights[i]);
  }
  fold.training = PointCloud(sample.points.subset(training), origin);
  fold.heldOut = sample.points.subset(heldOut);
  return fold;
}

static double areaOnUnitSphere(const PointCloud& cloud) {
  Bounds bounds = cloud.bounds();
  for (size_t k = 0; k < 3; ++k) bounds.minimum[k] += cloud.origin()[k], bounds.maximum[k] += cloud.origin()[k];
  return SphereField(bounds).area();
}

/// Of the bounds, or on the sphere within them, in units of the diagonal. A cloud that is flat along an axis still has a volume.
static double volumeOf(const PointCloud& cloud, double diagonal, const HeldOutRules& rules) {
  constexpr double kThinnest = 1e-9;
  if (rules.onUnitSphere) return std::max(areaOnUnitSphere(cloud) / diagonal / diagonal, kThinnest);
  double volume = 1;
  for (int k = 0; k < cloud.dimension(); ++k) volume *= std::max(cloud.bounds().extent(k) / diagonal, kThinnest);
  return volume;
}

FoldedCloud foldedCloud(const PointCloud& cloud, const HeldOutRules& rules, const StageContext& context) {
  FoldedCloud result;
  result.unit = cloud.bounds().diagonal(cloud.dimension());
  if (cloud.size() < 2 || !(result.unit > 0)) return result;
  result.volume = volumeOf(cloud, result.unit, rules);
  FoldSample sample = sampleOf(cloud, rules, context);
  if (sample.points.size() < 2) return result;
  sample.weights = weightsFrom(spacings(sample.points, rules.neighbour, context), rules.mostWeight);
  const uint32_t size = cloud.size(), wanted = size < rules.fewPoints ? 8 : size < rules.somePoints ? 4 : size < rules.manyPoints ? 2 : 1;
  for (uint32_t division = 0, divisor = 1; division < rules.divisions; ++division, divisor *= rules.parts)
    for (uint32_t part = 0; part < std::min(wanted, rules.parts); ++part) {
      context.checkStop();
      Fold fold = foldOf(sample, {divisor, part}, cloud.origin(), rules);
      if (!fold.training.empty() && !fold.heldOut.empty()) result.folds.push_back(std::move(fold));
    }
  return result;
}

}  // namespace arete
