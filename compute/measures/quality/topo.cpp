// TOPO: what can be reached from a seed on both networks, matched one to one. Integer sums, so threads may add in any order.
#include <span>
#include <vector>

#include "compute/core/philox.h"
#include "compute/measures/quality/closest_pairs.h"
#include "compute/measures/quality/path_measures.h"
#include "compute/measures/quality/path_search.h"
#include "compute/measures/quality/points.h"

namespace arete::cpu {

namespace {

constexpr uint64_t kTopoSeed = 0x7090;

struct Counts {
  uint64_t matched = 0, curve = 0, truth = 0;
};

class Explorer {
 public:
  Explorer(const PathNetwork& curve, const PathNetwork& truth, double tolerance, const StageContext& context)
      : curve_(&curve),
        truth_(&truth),
        tolerance_(tolerance),
        ticker_(context),
        onCurve_(curve),
        onTruth_(truth),
        slot_(curve.placeCount(), PathNetwork::kNone) {}

  /// Even seeds lie on the truth, odd ones on the curve; a seed without a counterpart in the other network reaches nothing there.
  void explore(uint32_t seed) {
    const bool ofTruth = seed % 2 == 0;
    const PathNetwork &own = ofTruth ? *truth_ : *curve_, &other = ofTruth ? *curve_ : *truth_;
    if (own.placeCount() == 0) return;
    shared::IndexedRandom random(kTopoSeed, seed);
    const PathNetwork::Component whole{0, own.placeCount()};
    const uint32_t place = own.placeAt(whole, (seed / 2 + random.uniform()) / PathMeasure::kSeeds);
    const uint32_t there = other.nearest(own.point(place), tolerance_);
    const double reach = PathMeasure::kSeedReach * tolerance_;
    onTruth_.start(ofTruth ? place : there, reach, ticker_);
    onCurve_.start(ofTruth ? there : place, reach, ticker_);
    count(reach);
  }

  Counts counts;

 private:
  void count(double reach) {
    reached_.clear(), pairs_.clear();
    onCurve_.forEachWithin(reach, [&](uint32_t place, double) {
      slot_[place] = uint32_t(reached_.size());
      reached_.push_back(place);
    });
    uint32_t ofTruth = 0;
    onTruth_.forEachWithin(reach, [&](uint32_t place, double) { pairWithCurve(place, ofTruth++); });
    counts.matched += matchClosestFirst(pairs_, ofTruth, reached_.size());
    counts.curve += reached_.size();
    counts.truth += ofTruth;
    for (const uint32_t place : reached_) slot_[place] = PathNetwork::kNone;
  }

  void pairWithCurve(uint32_t place, uint32_t number) {
    if (reached_.empty()) return;
    const std::span<const double> point = truth_->point(place);
    curve_->tree().forEachWithin(point, tolerance_, [&](uint32_t other) {
      if (slot_[other] == PathNetwork::kNone) return;
      pairs_.push_back({squaredDistance(point.data(), curve_->point(other).data(), point.size()), number, slot_[other]});
    });
  }

  const PathNetwork *curve_, *truth_;
  double tolerance_;
  StopTicker ticker_;
  PathSearch onCurve_, onTruth_;
  std::vector<uint32_t> slot_;  // per place of the curve its number among those reached
  std::vector<uint32_t> reached_;
  std::vector<NearPair> pairs_;
};

}  // namespace

Agreement topoAgreement(const PathNetwork& curve, const PathNetwork& truth, double tolerance, ProgressSpan progress, const StageContext& context) {
  std::vector<Explorer> explorers(size_t(context.device.threads().size()), Explorer(curve, truth, tolerance, context));
  forEachDraw(2 * PathMeasure::kSeeds, progress, context, [&](uint32_t seed, int thread) { explorers[size_t(thread)].explore(seed); });
  Counts sum;
  for (const Explorer& explorer : explorers) {
    sum.matched += explorer.counts.matched;
    sum.curve += explorer.counts.curve;
    sum.truth += explorer.counts.truth;
  }
  const auto share = [&](uint64_t of) { return of > 0 ? double(sum.matched) / double(of) : 0.0; };
  return agreement(share(sum.curve), share(sum.truth));
}

}  // namespace arete::cpu
