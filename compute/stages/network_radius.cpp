#include "compute/stages/network_radius.h"

#include <algorithm>
#include <cmath>

#include "compute/shared/portable_math.h"
#include "compute/stages/suggest_radius.h"

namespace arete {

namespace {

constexpr double kLn2 = 0.69314718055994530942;

/// A place between rungs: 0 is the first, 0.5 half-way (by ratio) to the second.
struct Place {
  double rung;
  std::string reason;
};

/// When a ladder has gone far enough, and how far that is.
class LadderEnd {
 public:
  explicit LadderEnd(const RadiusRules& rules) : rules_(rules) {}

  /// True after the last rung.
  bool add(const std::optional<double>& score) {
    ++rungs_;
    if (score && (!best_ || *score > *best_)) best_ = score, bad_ = 0;
    else if (score) bad_ = *score < *best_ - rules_.bad ? bad_ + 1 : 0;
    else if (best_ && rungs_ >= rules_.fewestRungs) ++bad_;  // a coarse rung may find nothing, between two that do
    return rungs_ >= rules_.mostRungs || (rungs_ >= rules_.fewestRungs && bad_ >= rules_.badRungs);
  }
  /// Never less than before.
  double progress() {
    const int left = best_ ? rules_.badRungs - bad_ : rules_.badRungs;
    told_ = std::max(told_, double(rungs_) / double(std::max(rules_.fewestRungs, rungs_ + left)));
    return told_;
  }

 private:
  const RadiusRules& rules_;
  std::optional<double> best_;
  int rungs_ = 0, bad_ = 0;
  double told_ = 0;
};

}  // namespace

RadiusRules mapRadiusRules() { return {}; }

static constexpr double kWeightOfSparseParts = 8;  // medians: what is far from everything else is not noise there

RadiusRules spaceRadiusRules() {
  RadiusRules rules;
  rules.score.across = 2;
  rules.score.mostWeight = kWeightOfSparseParts;
  rules.pick = RadiusPick::maximum;
  return rules;
}

RadiusRules sphereRadiusRules() {
  constexpr double kUnitSphere = 12.5663706143591729539;  // 4 π
  RadiusRules rules;
  rules.score.area = kUnitSphere;
  rules.score.parts = 2;  // as in the source; with eighths the radius came out too fine for earthquakes
  rules.score.mostWeight = kWeightOfSparseParts;
  rules.pick = RadiusPick::maximum;
  return rules;
}

static RadiusRung rungAt(double r1, const FoldedCloud& folded, const RadiusRules& rules, const NetworkAt& networkAt, const StageContext& context) {
  RadiusRung rung{r1, 0.0, 0, 0};
  const double share = 1 / double(folded.folds.size());
  for (const Fold& fold : folded.folds) {
    context.checkStop();
    const std::optional<TubeFit> fit = heldOutScore(networkAt(fold.training, r1, context), r1, fold, folded, rules.score, context);
    if (!fit) return {r1, {}, 0, 0};
    *rung.score += share * fit->score;
    rung.sigma += share * fit->sigma;
    rung.background += share * fit->background;
  }
  return rung;
}

/// 2^(-rung / 2).
static double ratioOf(double rung) { return shared::exponential(-rung * (kLn2 / 2)); }

static size_t bestOf(const std::vector<RadiusRung>& rungs) {
  const auto scoreOf = [](const RadiusRung& rung) { return rung.score.value_or(-HUGE_VAL); };
  return size_t(std::ranges::max_element(rungs, {}, scoreOf) - rungs.begin());
}

static Place longestRun(const std::vector<RadiusRung>& rungs, double least) {
  struct Run {
    size_t begin = 0, length = 0;
    double best = -HUGE_VAL;
  } longest, run;
  for (size_t i = 0; i < rungs.size(); ++i) {
    if (!rungs[i].score || *rungs[i].score < least) {
      run = {i + 1};
      continue;
    }
    ++run.length, run.best = std::max(run.best, *rungs[i].score);
    if (run.length > longest.length || (run.length == longest.length && run.best > longest.best)) longest = run;
  }
  return {double(longest.begin) + double(longest.length - 1) / 2,
          "The middle of the radii whose networks explain points best that they were not made from."};
}

static Place maximum(const std::vector<RadiusRung>& rungs) {
  const size_t best = bestOf(rungs);
  double offset = 0;
  if (best > 0 && best + 1 < rungs.size() && rungs[best - 1].score && rungs[best + 1].score) {
    const double before = *rungs[best - 1].score, at = *rungs[best].score, after = *rungs[best + 1].score, bend = before - 2 * at + after;
    if (bend < 0) offset = std::clamp((before - after) / (2 * bend), -0.5, 0.5);
  }
  return {double(best) + offset, "The radius whose network explains points best that it was not made from."};
}

NetworkRadius networkRadius(const PointCloud& cloud, const RadiusRules& rules, const NetworkAt& networkAt, const StageContext& context) {
  NetworkRadius result;
  const StageContext silent{context.device, context.stop, {}};
  const FoldedCloud folded = foldedCloud(cloud, rules.score, silent);
  const double first = rules.firstRung * folded.unit;
  LadderEnd end(rules);
  if (!folded.folds.empty())
    for (bool last = false; !last;) {
      result.rungs.push_back(rungAt(first * ratioOf(double(result.rungs.size())), folded, rules, networkAt, silent));
      last = end.add(result.rungs.back().score);
      context.report(end.progress());
    }
  if (std::ranges::none_of(result.rungs, [](const RadiusRung& rung) { return rung.score.has_value(); })) {
    const RadiusSuggestion suggestion = explainRadius(cloud, context.stop);
    result.r1 = suggestion.r1;
    result.reason = suggestion.r1 > 0 ? "No network could be judged. " + suggestion.reason : suggestion.reason;
    return result;
  }
  const double best = *result.rungs[bestOf(result.rungs)].score;
  const Place place = rules.pick == RadiusPick::longestRun ? longestRun(result.rungs, best - rules.nearlyBest) : maximum(result.rungs);
  result.r1 = first * ratioOf(place.rung);
  result.reason = place.reason;
  return result;
}

}  // namespace arete
