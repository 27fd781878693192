// APLS and LOC: paths between places of one network, looked up in the other network. One search per source in each network, on any
// thread; sums in order of the sources.
#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/core/philox.h"
#include "compute/measures/quality/path_measures.h"
#include "compute/measures/quality/path_search.h"

namespace arete::cpu {

namespace {

constexpr uint64_t kPathSeed = 0xA915;

/// Scores of the paths of one source.
struct Scores {
  double sum = 0;
  uint32_t count = 0;
  uint32_t found = 0;  // of those that are counted, with both places in the other network
};

class Follower {
 public:
  Follower(const PathNetwork& from, const PathNetwork& in, double tolerance, const StageContext& context)
      : from_(&from), in_(&in), tolerance_(tolerance), ticker_(context), there_(from), here_(in) {}

  void follow(uint32_t source, Scores& all, Scores& local) {
    constexpr double kNoLimit = std::numeric_limits<double>::infinity();
    shared::IndexedRandom random(kPathSeed, source);
    // One in each of equal parts of the length: the figures vary less than with places drawn anywhere.
    const PathNetwork::Component whole{0, from_->placeCount()};
    const uint32_t start = from_->placeAt(whole, (source + random.uniform()) / PathMeasure::kSources);
    there_.start(start, kNoLimit, ticker_);
    snapped_ = in_->nearest(from_->point(start), tolerance_);
    here_.start(snapped_, kNoLimit, ticker_);
    followFar(start, random, all);
    followNear(random, local);
  }

 private:
  /// Counts the path to `target`, by the similarity of its lengths in both networks.
  void score(uint32_t target, Scores& scores) const {
    ++scores.count;
    const uint32_t place = snapped_ == PathNetwork::kNone ? PathNetwork::kNone : in_->nearest(from_->point(target), tolerance_);
    if (place == PathNetwork::kNone) return;
    ++scores.found;
    const double length = there_.distanceTo(target);
    scores.sum += 1 - std::min(1.0, std::abs(here_.distanceTo(place) - length) / length);
  }

  /// A source without paths that lies off the other network still counts as wrong; otherwise stray pieces would cost nothing.
  void closeOff(Scores& scores) const {
    if (scores.count == 0 && snapped_ == PathNetwork::kNone) scores.count = PathMeasure::kTargets;
  }

  void followFar(uint32_t start, shared::IndexedRandom& random, Scores& scores) {
    constexpr int kTries = 20;
    const PathNetwork::Component& component = from_->componentOf(start);
    for (uint32_t i = 0; i < PathMeasure::kTargets; ++i)
      for (int t = 0; t < kTries; ++t) {
        const uint32_t target = from_->placeAt(component, random.uniform());
        if (there_.distanceTo(target) < PathMeasure::kShortestPath * tolerance_) continue;
        score(target, scores);
        break;
      }
    closeOff(scores);
  }

  void followNear(shared::IndexedRandom& random, Scores& scores) {
    places_.clear(), lengthUpTo_.clear();
    double length = 0;
    there_.forEachWithin(PathMeasure::kLocalLongest * tolerance_, [&](uint32_t place, double distance) {
      if (distance < PathMeasure::kLocalShortest * tolerance_) return;
      places_.push_back(place);
      lengthUpTo_.push_back(length += from_->lengthBefore(place + 1) - from_->lengthBefore(place));
    });
    for (uint32_t i = 0; i < PathMeasure::kTargets && !places_.empty(); ++i) {
      const auto at = std::upper_bound(lengthUpTo_.begin(), lengthUpTo_.end() - 1, random.uniform() * length) - lengthUpTo_.begin();
      score(places_[size_t(at)], scores);
    }
    closeOff(scores);
  }

  const PathNetwork *from_, *in_;
  double tolerance_;
  StopTicker ticker_;
  PathSearch there_, here_;
  uint32_t snapped_ = PathNetwork::kNone;  // the source in the other network
  std::vector<uint32_t> places_;           // targets of LOC
  std::vector<double> lengthUpTo_;
};

template <class T>
double meanOf(const std::vector<Scores>& scores, T Scores::*value) {
  double sum = 0, count = 0;
  for (const Scores& of : scores) sum += of.*value, count += of.count;
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

PathSimilarity pathSimilarity(const PathNetwork& from, const PathNetwork& in, double tolerance, ProgressSpan progress, const StageContext& context) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  if (from.placeCount() == 0) return {kNothing, kNothing, kNothing};
  std::vector<Scores> all(PathMeasure::kSources), local(PathMeasure::kSources);
  std::vector<Follower> followers(size_t(context.device.threads().size()), Follower(from, in, tolerance, context));
  forEachDraw(PathMeasure::kSources, progress, context, [&](uint32_t i, int thread) { followers[size_t(thread)].follow(i, all[i], local[i]); });
  return {meanOf(all, &Scores::sum), meanOf(local, &Scores::sum), meanOf(local, &Scores::found)};
}

}  // namespace arete::cpu
