// Rungs go down by √2 from a part of the diagonal; the last step is tried by half, and R1 lies between two rungs where what is left over is just as
// much as it may be. Four to eight networks, with fixes up to 17. Memory: that of one network at a time.
#include "compute/network/radius/track_radius.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "compute/core/portable_math.h"
#include "compute/network/tracks/track_legs.h"
#include "compute/network/tracks/track_offsets.h"
#include "compute/network/tracks/track_points.h"
#include "compute/network/tracks/track_spread.h"

namespace arete {

namespace {

constexpr double kMostCorrelation = 0.05;     ///< at most
constexpr double kSpreadWeight = 10;          ///< of what is above 1, beside what the correlation is above its limit by
constexpr double kLeastCovered = 0.85;        ///< of the best rung's share
constexpr double kBadRung = 9;                ///< as if so far above the limits
constexpr double kFirstTrackRung = 1.0 / 32;  ///< of the diagonal
constexpr double kQuarterOfLn2 = 0.69314718055994530942 / 4;
constexpr double kFinestOfLines = 2, kFinestOfFixes = 0.5;  ///< medians of the spread
constexpr double kLessJoined = 0.04;                        ///< by which fixes may fall behind
constexpr double kCoarserFixes = 2;                         ///< times R1 of lines
constexpr double kShortLeg = 2;                             ///< R1: lines say no more than their fixes, and cut no corner

/// What R1 of rung k is judged by; rungs are a fourth root of 2 apart.
struct TrackRung {
  double r1;
  TrackOffsets offsets;
  std::optional<double> spread;
};

Curve networkOf(const TrackPoints& points, double r1, const NetworkAt& networkAt, const StageContext& context) {
  if (points.cloud.empty()) return makeCurve(PointArray(Scalar::float64, 2, 0), {});
  return networkAt(points.cloud, r1, context);
}

double joinedBy(TrackUse use, double r1, const Tracks& tracks, const PointCloud& cloud, const NetworkAt& networkAt, const StageContext& context) {
  return joinedLegs(tracks, networkOf(pointsOfTracks(tracks, cloud, r1, use, context), r1, networkAt, context), r1, context);
}

class TrackSearch {
 public:
  TrackSearch(const Tracks& tracks, const PointCloud& cloud, const NetworkAt& networkAt, const TrackSpread& spread, TrackUse use,
              const StageContext& context, double& done)
      : tracks_(tracks),
        cloud_(cloud),
        networkAt_(networkAt),
        spread_(spread),
        use_(use),
        context_(context),
        diagonal_(diagonalOf(tracks)),
        done_(done) {}

  std::optional<TrackFinding> find() {
    goDown();
    if (isUnknown()) return {};
    const std::optional<int> coarsest = coarsestGood();
    if (!coarsest && use_ == TrackUse::fixes) return {};
    if (!coarsest) return found(leastBad(), rungAt(leastBad()).r1, false);
    if (*coarsest == first_) return found(first_, rungAt(first_).r1, true);
    const int rung = above(*coarsest - 1) <= 0 ? *coarsest - 1 : *coarsest;
    return found(rung, between(rung, rung - 1), true);
  }

 private:
  double radius(int rung) const { return kFirstTrackRung * diagonal_ * shared::exponential(-rung * kQuarterOfLn2); }

  const TrackRung& rungAt(int number) {
    const auto found = known_.find(number);
    if (found != known_.end()) return found->second;
    const double r1 = radius(number);
    const TrackPoints points = pointsOfTracks(tracks_, cloud_, r1, use_, context_);
    const Curve network = networkOf(points, r1, networkAt_, context_);
    TrackRung rung{r1, trackOffsets(network, points, r1, context_), {}};
    if (use_ == TrackUse::lines) rung.spread = spreadBeside(spread_, network, context_);
    constexpr double kNext = 0.15;  // of what is left of the work
    context_.report(done_ += kNext * (1 - done_));
    return known_.emplace(number, rung).first->second;
  }

  /// How far the worse of both measures is above its limit: 0 is just right.
  double above(int number) {
    const TrackRung& rung = rungAt(number);
    double best = 0;
    for (const auto& [other, each] : known_) best = std::max(best, each.offsets.covered);
    if (rung.offsets.covered < kLeastCovered * best || !rung.offsets.correlation) return kBadRung;
    const double correlation = std::min((*rung.offsets.correlation - kMostCorrelation) / kMostCorrelation, kBadRung);
    return rung.spread ? std::max(correlation, kSpreadWeight * (*rung.spread - 1)) : correlation;
  }

  /// Every second rung until one is good; where the first is good, the next one must be so, too.
  void goDown() {
    while (radius(first_) > spread_.wide) first_ += 2;
    const double finest = spread_.median() * (use_ == TrackUse::lines ? kFinestOfLines : kFinestOfFixes);
    int good = 0;
    for (int rung = first_; radius(rung) >= finest; rung += 2) {
      good = above(rung) <= 0 ? good + 1 : 0;
      if (good > (rung == first_ ? 1 : 0)) return;
    }
  }

  bool isUnknown() const {
    return std::ranges::none_of(known_, [](const auto& each) { return each.second.offsets.correlation.has_value(); });
  }

  std::optional<int> coarsestGood() {
    for (const int rung : rungs())
      if (above(rung) <= 0) return rung;
    return {};
  }
  int leastBad() {
    return std::ranges::min(rungs(), {}, [this](int rung) { return std::pair(above(rung), rung); });
  }
  std::vector<int> rungs() const {
    std::vector<int> all;
    for (const auto& [number, rung] : known_) all.push_back(number);
    return all;
  }

  /// Where a straight line over the logarithm of R1 from what is good to what is not meets the limit.
  double between(int good, int bad) {
    const double low = above(good), high = above(bad), share = high > low ? std::clamp(-low / (high - low), 0.0, 1.0) : 0;
    const double from = rungAt(good).r1, to = rungAt(bad).r1;
    return from * shared::exponential(share * shared::naturalLog(to / from));
  }

  TrackFinding found(int rung, double r1, bool isGood) {
    return {use_, r1, rungAt(rung).offsets.correlation, rungAt(rung).spread, joinedBy(use_, r1, tracks_, cloud_, networkAt_, context_), isGood};
  }

  const Tracks& tracks_;
  const PointCloud& cloud_;
  const NetworkAt& networkAt_;
  const TrackSpread& spread_;
  const TrackUse use_;
  const StageContext& context_;
  const double diagonal_;
  double& done_;
  int first_ = 0;
  std::map<int, TrackRung> known_;
};

bool joinsEnough(double fixes, double lines) { return fixes >= lines - kLessJoined; }

}  // namespace

std::optional<TrackFinding> trackRadius(const Tracks& tracks, const PointCloud& cloud, TrackUse use, const NetworkAt& networkAt,
                                        const StageContext& context) {
  const std::optional<TrackSpread> spread = trackSpread(tracks, context);
  if (!spread) return {};
  double done = 0;
  const auto search = [&](TrackUse each) { return TrackSearch(tracks, cloud, networkAt, *spread, each, context, done).find(); };
  if (use != TrackUse::automatic) return search(use);
  const std::optional<TrackFinding> lines = search(TrackUse::lines);
  if (lines && typicalLeg(tracks) <= kShortLeg * lines->r1) return lines;
  const std::optional<TrackFinding> fixes = search(TrackUse::fixes);
  if (!lines || !fixes) return lines ? lines : fixes;
  return fixes->r1 <= kCoarserFixes * lines->r1 && joinsEnough(fixes->joined, lines->joined) ? fixes : lines;
}

TrackUse usefulOfTracks(const Tracks& tracks, const PointCloud& cloud, double r1, const NetworkAt& networkAt, const StageContext& context) {
  if (typicalLeg(tracks) <= kShortLeg * r1) return TrackUse::lines;
  const auto joined = [&](TrackUse use) { return joinedBy(use, r1, tracks, cloud, networkAt, context); };
  return joinsEnough(joined(TrackUse::fixes), joined(TrackUse::lines)) ? TrackUse::fixes : TrackUse::lines;
}

}  // namespace arete
