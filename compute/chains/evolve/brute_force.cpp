// evolve.cpu.brute_force: cloud points divided among the threads, each with sums of its own that are added up afterwards.
// Memory: threads · m · (d + 1) integers. Cost: n·m distances an iteration. Loses to the accelerated version as soon as there are more
// than a few chosen points; kept to show what more cores alone bring. Integer sums make the result independent of the division.
// Source: thesis, 3.3.1.
#include "compute/chains/evolve/brute_force.h"

#include "compute/chains/evolve/assigned_sums.h"
#include "compute/core/distance.h"

namespace arete::cpu {

namespace {

template <class T>
class BruteForce final : public Evolver {
 public:
  BruteForce(const EvolveInput& in, bool parallel) : cloud_(in.cloud), reach_(shared::squaredRadius<T>(in.r1)), rule_(in), parallel_(parallel) {}

  void reset(const PointArray& chosen, const StageContext&) override { chosen_ = chosen.withLayout(Layout::row); }
  PointArray chosen() const override { return chosen_; }

  EvolveStep step(const StageContext& context) override {
    const AssignedSums<T> sums = sumsOf<T>(cloud_, chosen_.size(), rule_.scale(), context, parallel_, [&](size_t i) { return nearest(i); });
    return {rule_.move(sums, chosen_), cloud_.size()};
  }

  std::vector<uint32_t> assignment(const StageContext& context) override {
    std::vector<uint32_t> result(cloud_.size());
    forEachPoint(cloud_.size(), pointsPerStopCheck(chosen_.size()), context, parallel_, [&](size_t i, int) { result[i] = nearest(i); });
    return result;
  }

 private:
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

  const PointCloud cloud_;
  const T reach_;
  const MeanRule<T> rule_;
  const bool parallel_;
  PointArray chosen_;
};

}  // namespace

std::unique_ptr<Evolver> makeBruteForce(const EvolveInput& in, bool parallel) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<BruteForce<T>>(in, parallel); });
}

std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput& in, const StageContext&) { return makeBruteForce(in, true); }

}  // namespace arete::cpu
