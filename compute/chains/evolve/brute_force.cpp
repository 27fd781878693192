// evolve.cpu.brute_force: cloud points divided among the threads, each with sums of its own that are added up afterwards.
// Memory: threads · m · (d + 1) integers. Cost: n·m distances an iteration. Loses to the accelerated version as soon as there are more
// than a few chosen points; kept to show what more cores alone bring. Integer sums make the result independent of the division.
// Source: thesis, 3.3.1.
#include "compute/chains/evolve/brute_force.h"

#include <algorithm>

#include "compute/chains/evolve/contract.h"
#include "compute/core/distance.h"
#include "compute/core/fixed_scale.h"

namespace arete::cpu {

namespace {

constexpr size_t kGrain = 4096;  // cloud points a thread takes at a time
constexpr size_t kDistancesPerStopCheck = 1 << 20;

template <class T>
struct Sums {
  std::vector<shared::FixedSum<T>> coordinates;  // m·d, row layout
  std::vector<uint32_t> counts;

  void clear(uint32_t m, int dimension) {
    coordinates.assign(size_t(m) * dimension, 0);
    counts.assign(m, 0);
  }
  void add(const Sums& other) {
    for (size_t i = 0; i < coordinates.size(); ++i) coordinates[i] += other.coordinates[i];
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  }
};

template <class T>
class BruteForce final : public Evolver {
 public:
  BruteForce(const EvolveInput& in, bool parallel)
      : cloud_(in.cloud),
        reach_(shared::squaredRadius<T>(in.r1)),
        rule_(moveRule<T>(in.params, in.r1)),
        scale_(makeFixedScale(in.scaled())),
        parallel_(parallel) {}

  void reset(const PointArray& chosen, const StageContext&) override { chosen_ = chosen.withLayout(Layout::row); }
  PointArray chosen() const override { return chosen_; }

  EvolveStep step(const StageContext& context) override {
    std::vector<Sums<T>> sums(parallel_ ? size_t(context.device.threads().size()) : 1);
    for (Sums<T>& each : sums) each.clear(chosen_.size(), cloud_.dimension());
    forEachPoint(context, [&](size_t i, uint32_t nearest, int thread) {
      if (nearest == kUnassigned) return;
      const PointsView<T> cloud = cloud_.view<T>();
      ++sums[size_t(thread)].counts[nearest];
      for (int k = 0; k < cloud.dimension; ++k)
        sums[size_t(thread)].coordinates[size_t(nearest) * cloud.dimension + k] += shared::toFixed(cloud.at(i, k), scale_);
    });
    for (size_t thread = 1; thread < sums.size(); ++thread) sums[0].add(sums[thread]);
    return {move(sums[0]), cloud_.size()};
  }

  std::vector<uint32_t> assignment(const StageContext& context) override {
    std::vector<uint32_t> result(cloud_.size());
    forEachPoint(context, [&](size_t i, uint32_t nearest, int) { result[i] = nearest; });
    return result;
  }

 private:
  /// Calls visit(i, nearest chosen point within R1 or kUnassigned, thread) for every cloud point.
  template <class Visit>
  void forEachPoint(const StageContext& context, const Visit& visit) const {
    const size_t pointsPerStopCheck = std::max<size_t>(1, kDistancesPerStopCheck / std::max(1u, chosen_.size()));
    const auto range = [&](size_t begin, size_t end, int thread) {
      for (size_t i = begin; i < end; ++i) {
        if ((i - begin) % pointsPerStopCheck == 0) context.checkStop();
        visit(i, nearest(i), thread);
      }
    };
    if (parallel_) context.device.threads().forEachRange(cloud_.size(), kGrain, range);
    else range(0, cloud_.size(), 0);
  }

  uint32_t nearest(size_t i) const {
    const PointsView<T> cloud = cloud_.view<T>(), chosen = chosen_.view<T>();
    T best = reach_;
    uint32_t index = kUnassigned;
    for (uint32_t j = 0; j < chosen.count; ++j) {
      const T squared = shared::squaredDistance(cloud.point(i), cloud.coordinateStride, chosen.point(j), chosen.coordinateStride, cloud.dimension);
      if (squared < best || (squared == best && index == kUnassigned)) best = squared, index = j;
    }
    return index;
  }

  uint32_t move(const Sums<T>& sums) {
    uint32_t moved = 0;
    const auto dimension = size_t(cloud_.dimension());
    for (uint32_t j = 0; j < chosen_.size(); ++j) {
      if (sums.counts[j] == 0) continue;
      bool any = false;
      for (size_t k = 0; k < dimension; ++k) {
        T& coordinate = chosen_.at<T>(j, int(k));
        const T next = shared::movedCoordinate(coordinate, T(shared::fixedMean(sums.coordinates[j * dimension + k], sums.counts[j], scale_)),
                                               sums.counts[j], rule_);
        any = any || next != coordinate;
        coordinate = next;
      }
      moved += any;
    }
    return moved;
  }

  const PointCloud cloud_;
  const T reach_;
  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;
  const bool parallel_;
  PointArray chosen_;
};

}  // namespace

std::unique_ptr<Evolver> makeBruteForce(const EvolveInput& in, bool parallel) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<BruteForce<T>>(in, parallel); });
}

std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput& in, const StageContext&) { return makeBruteForce(in, true); }

}  // namespace arete::cpu
