#include "compute/network/radius/network_radius.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <utility>

#include "compute/core/portable_math.h"
#include "compute/core/task_crew.h"
#include "compute/network/radius/suggest_radius.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

double weighedScore(const RadiusRung& rung, const RadiusRules& rules, double unit) {
  return *rung.score + rules.lengthWeight * shared::naturalLog(rung.pieceLength / unit);
}

namespace {

constexpr double kLn2 = 0.69314718055994530942;

/// A place between rungs: 0 is the first, 0.5 half-way (by ratio) to the second.
struct LadderPlace {
  double rung;
  std::string reason;
};

/// The network of a fold.
struct Judged {
  TubeFit fit;
  double pieceLength;
  double onR1;
};

double lengthOf(const PointArray& nodes, const Polyline& line) {
  double length = 0;
  for (size_t i = line.closed ? 0 : 1; i < line.nodes.size(); ++i) {
    const uint32_t from = line.nodes[i > 0 ? i - 1 : line.nodes.size() - 1];
    double squared = 0;
    for (int k = 0; k < nodes.dimension(); ++k) {
      const double way = nodes.coordinate(line.nodes[i], k) - nodes.coordinate(from, k);
      squared += way * way;
    }
    length += std::sqrt(squared);
  }
  return length;
}

/// Mean, over the network's length, of the length of the line that a place lies on, between junctions and ends.
double pieceLength(const Curve& network) {
  double squares = 0, sum = 0;
  for (const Polyline& line : network.polylines) {
    const double length = lengthOf(network.nodes, line);
    squares += length * length, sum += length;
  }
  return squares / sum;
}

/// The rungs of a ladder that have been looked at, by their number: the coarsest is 0.
class Ladder {
 public:
  Ladder(const FoldedCloud& folded, const RadiusRules& rules, const NetworkAt& networkAt, TaskCrew& crew)
      : folded_(folded), rules_(rules), networkAt_(networkAt), crew_(crew), folds_(folded.folds.size()) {}
  ~Ladder() { crew_.drop(tasks_); }
  Ladder(const Ladder&) = delete;

  /// Only the first so many count.
  void useFolds(size_t folds) { folds_ = std::min(folds, folded_.folds.size()); }
  /// Looks at those of these rungs that are on the ladder and not known yet. Returns whether there were any. `ahead`: rungs that are likely to be
  /// asked for next, the likeliest first.
  bool look(std::initializer_list<int> rungs, std::initializer_list<int> ahead = {});
  double radius(double rung) const { return rules_.firstRung * folded_.unit * shared::exponential(-rung * (kLn2 / 2)); }
  /// None where it is not known; without a score where a fold gave none.
  std::optional<RadiusRung> rung(int number) const;
  /// What rungs are compared by.
  std::optional<double> score(int number) const {
    const std::optional<RadiusRung> found = rung(number);
    if (!found || !found->score) return {};
    return weighedScore(*found, rules_, folded_.unit);
  }
  /// Whether the network of this rung, which has a score, has few points on R1.
  bool isSparse(int number) const { return rung(number)->onR1 < rules_.sparse; }
  /// The rung with the best score, or if that is sparse the best of the others, where one is nearly as good; the coarsest of equal ones.
  std::optional<int> best() const;
  std::vector<int> known() const;

 private:
  /// Of a rung and a fold, once the task is done. Both are kept apart from what is known, as it may have been done ahead.
  struct Look {
    std::optional<Judged> found;
    TaskCrew::TaskPtr task;
  };

  bool isOn(int rung) const { return rung >= 0 && rung < rules_.mostRungs; }
  Look& begun(int rung, size_t fold);
  std::optional<Judged> judged(int rung, size_t fold, const StageContext& context) const;

  const FoldedCloud& folded_;
  const RadiusRules& rules_;
  const NetworkAt& networkAt_;
  TaskCrew& crew_;
  size_t folds_;
  std::map<std::pair<int, size_t>, Look> looks_;
  std::vector<TaskCrew::TaskPtr> tasks_;                    // of all looks
  std::map<int, std::vector<std::optional<Judged>>> fits_;  // what is known: for each rung, from its first folds
};

std::optional<Judged> Ladder::judged(int rung, size_t number, const StageContext& context) const {
  const Fold& fold = folded_.folds[number];
  const double r1 = radius(rung);
  context.checkStop();
  const Curve network = networkAt_(fold.training, r1, context);
  const auto fit = heldOutScore(network, r1, fold, folded_, rules_.score, context);
  if (!fit) return {};
  return Judged{*fit, pieceLength(network), double(fold.training.size()) * (1 - fit->background) * r1 / network.length};
}

Ladder::Look& Ladder::begun(int rung, size_t fold) {
  const auto [place, isNew] = looks_.try_emplace({rung, fold});
  Look& look = place->second;  // a map does not move its values
  if (!isNew) return look;
  look.task = crew_.add([this, rung, fold, &look](const StageContext& context) { look.found = judged(rung, fold, context); });
  tasks_.push_back(look.task);
  return look;
}

bool Ladder::look(std::initializer_list<int> rungs, std::initializer_list<int> ahead) {
  std::vector<TaskCrew::TaskPtr> wanted;
  std::vector<int> added;
  for (const int rung : rungs) {
    if (!isOn(rung) || fits_[rung].size() >= folds_) continue;
    added.push_back(rung);
    for (size_t fold = fits_[rung].size(); fold < folds_; ++fold) wanted.push_back(begun(rung, fold).task);
  }
  for (const int rung : ahead)
    for (size_t fold = 0; isOn(rung) && fold < folds_; ++fold) begun(rung, fold);
  crew_.waitFor(wanted);
  for (const int rung : added)
    for (size_t fold = fits_[rung].size(); fold < folds_; ++fold) fits_[rung].push_back(begun(rung, fold).found);
  return !added.empty();
}

std::optional<RadiusRung> Ladder::rung(int number) const {
  const auto found = fits_.find(number);
  if (found == fits_.end() || found->second.size() < folds_) return {};
  RadiusRung rung{.r1 = radius(number), .score = 0.0};
  const double share = 1 / double(folds_);
  double logLength = 0;
  for (size_t fold = 0; fold < folds_; ++fold) {
    const std::optional<Judged>& judged = found->second[fold];
    if (!judged) return RadiusRung{.r1 = radius(number)};
    *rung.score += share * judged->fit.score;
    rung.sigma += share * judged->fit.sigma;
    rung.background += share * judged->fit.background;
    rung.onR1 += share * judged->onR1;
    logLength += share * shared::naturalLog(judged->pieceLength / folded_.unit);
  }
  rung.pieceLength = folded_.unit * shared::exponential(logLength);
  return rung;
}

std::vector<int> Ladder::known() const {
  std::vector<int> rungs;
  for (const auto& [number, fits] : fits_)
    if (fits.size() >= folds_) rungs.push_back(number);
  return rungs;
}

std::optional<int> Ladder::best() const {
  std::optional<int> best, dense;
  for (const int number : known()) {
    const std::optional<double> here = score(number);
    if (!here) continue;
    if (!best || *here > *score(*best)) best = number;
    if (!isSparse(number) && (!dense || *here > *score(*dense))) dense = number;
  }
  return dense && *score(*dense) >= *score(*best) - rules_.nearlyBest ? dense : best;
}

/// Every second rung, until so many in a row are bad, or one is hopeless.
void goDown(Ladder& ladder, const RadiusRules& rules, const std::function<void()>& looked) {
  int bad = 0;
  for (int rung = 0; rung < rules.mostRungs; rung += 2) {
    if (rung == 0) ladder.look({0, 2, 4, 6}, {8, 10, 12, 14});  // the coarse ones take little time, and side by side less
    else if (!ladder.score(rung)) ladder.look({rung}, {rung + 2, rung + 4, rung + 6});
    looked();
    const std::optional<int> best = ladder.best();
    const std::optional<double> score = ladder.score(rung);
    const double below = best && *best < rung && score ? *ladder.score(*best) - *score : 0;
    if (score || !best) bad = below > rules.bad ? bad + 1 : 0;
    else if (rung >= rules.fewestRungs) ++bad;  // a coarse rung may find nothing, between two that do
    if (rung + 2 >= rules.fewestRungs && (bad >= rules.badRungs || below > rules.hopeless)) return;
  }
}

/// The first and last of the rungs around the best one that are nearly as good, all sparse or none.
std::pair<int, int> run(const Ladder& ladder, const RadiusRules& rules) {
  const int best = *ladder.best();
  const double least = *ladder.score(best) - rules.nearlyBest;
  const auto isGood = [&](int rung) { return ladder.score(rung).value_or(-HUGE_VAL) >= least && ladder.isSparse(rung) == ladder.isSparse(best); };
  std::pair<int, int> run{best, best};
  while (isGood(run.first - 1)) --run.first;
  while (isGood(run.second + 1)) ++run.second;
  return run;
}

/// Climbs from a rung to where no neighbouring rung is better (on maps, where scores are flat, nor the next but one); there it looks to either side
/// as far as rungs are nearly as good.
void climb(Ladder& ladder, int from, const RadiusRules& rules, const std::function<void()>& looked) {
  const auto best = [&] { return ladder.best().value_or(from); };
  const bool isMap = rules.pick == RadiusPick::meanOfBest;
  const int wide = isMap ? 2 : 1;
  ladder.look({from - wide, from, from + wide}, {from - 1, from + 1, from - wide - 1, from + wide + 1, from - 2 * wide, from + 2 * wide});
  looked();
  while (ladder.look({best() - wide, best(), best() + wide}, {best() - 1, best() + 1, best() - wide - 1, best() + wide + 1})) looked();
  while (ladder.look({best() - 1, best() + 1}, {best() - 2, best() + 2})) looked();
  while (isMap && ladder.best()) {
    const auto [first, last] = run(ladder, rules);
    if (!ladder.look({first - 1, last + 1})) return;
    looked();
  }
}

}  // namespace

RadiusRules mapRadiusRules() {
  const NetworkRules map = networkRules(NetworkProfile::map, 2);
  RadiusRules rules;
  rules.score.scoring = ScoringRule::pseudospherical;
  rules.nearlyBest = 0.05;
  rules.sparse = map.sparseWeight / map.sparseLength;
  rules.sparseSigmas = 1.4;
  return rules;
}

static constexpr double kWeightOfSparseParts = 8;  // medians: what is far from everything else is not noise there

RadiusRules spaceRadiusRules() {
  RadiusRules rules;
  rules.score.across = 2;
  rules.score.manyPoints = rules.score.somePoints;  // networks take longer there, and scores differ by more
  rules.score.mostWeight = kWeightOfSparseParts;
  rules.pick = RadiusPick::maximum;
  return rules;
}

RadiusRules sphereRadiusRules() {
  RadiusRules rules;
  rules.score.onUnitSphere = true;
  rules.firstRung = 1.0 / 24;  // a network of a few nodes and a wide tube would be a second background, not curves
  rules.score.parts = 2;       // as in the source; with eighths the radius came out too fine for earthquakes
  rules.score.divisions = 2;   // scores of one pair of halves differ by more than those of radii side by side
  rules.score.mostWeight = kWeightOfSparseParts;
  rules.pick = RadiusPick::maximum;
  return rules;
}

RadiusRules wireRadiusRules() {
  RadiusRules rules = spaceRadiusRules();
  rules.firstRung = 1.0 / 48;
  rules.lengthWeight = rules.score.across;
  return rules;
}

static LadderPlace meanOfBest(const Ladder& ladder, const RadiusRules& rules) {
  const auto [first, last] = run(ladder, rules);
  const double least = *ladder.score(*ladder.best()) - rules.nearlyBest;
  double sum = 0, weights = 0;
  for (int rung = first; rung <= last; ++rung) {
    const double weight = *ladder.score(rung) - least;
    sum += weight * rung, weights += weight;
  }
  return {sum / weights, "The mean of the radii whose networks best explain points that they were not made from."};
}

static LadderPlace maximum(const Ladder& ladder) {
  const int best = *ladder.best();
  const std::optional<double> before = ladder.score(best - 1), at = ladder.score(best), after = ladder.score(best + 1);
  double offset = 0;
  if (before && after)
    if (const double bend = *before - 2 * *at + *after; bend < 0) offset = std::clamp((*before - *after) / (2 * bend), -0.5, 0.5);
  return {best + offset, "The radius whose network best explains points that it was not made from."};
}

/// The finest place from this one up whose R1 is at least `sparseSigmas` σ, as far as rungs can be judged. Between rungs the logarithm of R1 over σ
/// is taken for a straight line.
static LadderPlace withoutSinglePoints(Ladder& ladder, LadderPlace place, const RadiusRules& rules) {
  const auto above = [&](int rung) -> std::optional<double> {
    ladder.look({rung});
    if (!ladder.score(rung)) return {};
    return shared::naturalLog(ladder.radius(rung) / (rules.sparseSigmas * ladder.rung(rung)->sigma));
  };
  int coarse = int(std::floor(place.rung));
  std::optional<double> atFine = above(coarse + 1), atCoarse = above(coarse);
  const auto crossing = [&] { return coarse + *atCoarse / (*atCoarse - *atFine); };
  while (atCoarse && *atCoarse < 0) atFine = atCoarse, atCoarse = above(--coarse);
  if (!atFine || !atCoarse || *atFine >= 0 || crossing() >= place.rung) return place;
  return {crossing(), "The finest radius whose network does not follow single points: what explains other points best is finer."};
}

static RadiusRules screeningRules(RadiusRules rules) {
  rules.score.mostPoints = rules.screenedPoints;
  return rules;
}

NetworkRadiusSearch::NetworkRadiusSearch(const PointCloud& cloud, const RadiusRules& rules, NetworkAt networkAt, const StageContext& context)
    : cloud_(cloud), rules_(rules), fewRules_(screeningRules(rules)), networkAt_(std::move(networkAt)), division_(divided(context)) {}

NetworkRadiusSearch::NetworkRadiusSearch(const NetworkRadiusSearch& other, const RadiusRules& rules, NetworkAt networkAt, const StageContext& context)
    : cloud_(other.cloud_), rules_(rules), fewRules_(screeningRules(rules)), networkAt_(std::move(networkAt)) {
  const bool isAlike = rules_.score == other.rules_.score && rules_.screenedPoints == other.rules_.screenedPoints;
  division_ = isAlike ? other.division_ : divided(context);
}

std::shared_ptr<const NetworkRadiusSearch::Division> NetworkRadiusSearch::divided(const StageContext& context) const {
  const StageContext quiet{context.device, context.stop, {}};
  Division division{foldedCloud(cloud_, rules_.score, quiet), {}};
  if (hasSample()) division.few = foldedCloud(cloud_, fewRules_.score, quiet);
  return std::make_shared<const Division>(std::move(division));
}

/// The rung of the sample to climb from, on the ladder of the cloud where there are too few points for a sample; -1 where none can be judged.
static int screened(Ladder& ladder, const RadiusRules& rules, const std::function<void()>& looked) {
  ladder.useFolds(rules.screenedFolds);
  goDown(ladder, rules, looked);
  const int best = ladder.best().value_or(-1);
  ladder.useFolds(SIZE_MAX);
  return best;
}

/// What explainRadius() says of the set of points: in their order it looks around others where that changes.
static RadiusSuggestion explainedInAnyOrder(const PointCloud& cloud, const StageContext& context) {
  std::vector<uint32_t> order(cloud.size());
  std::iota(order.begin(), order.end(), 0u);
  StopTicker tick(context);
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = cloud.view<T>();
    std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
      tick();
      int k = 0;
      while (k < points.dimension - 1 && points.at(a, k) == points.at(b, k)) ++k;
      return points.at(a, k) < points.at(b, k);
    });
  });
  const auto gather = [&](std::span<const uint64_t> places) {
    std::vector<uint32_t> indices;
    for (const uint64_t place : places) indices.push_back(order[place]);
    return cloud.points().subset(indices);
  };
  return explainRadius(factsOf(cloud), gather, context.stop);
}

NetworkRadius NetworkRadiusSearch::find(TaskCrew& crew, const StageContext& context) const {
  constexpr double kNext = 0.15;  // of what is left of the work
  NetworkRadius result;
  const auto& [all, sample] = *division_;
  Ladder whole(all, rules_, networkAt_, crew), few(sample, fewRules_, networkAt_, crew);
  double done = 0;
  const auto looked = [&] { context.report(done += kNext * (1 - done)); };
  Ladder& screening = hasSample() ? few : whole;
  const bool isFolded = !all.folds.empty() && (!hasSample() || !sample.folds.empty());
  const int from = isFolded ? screened(screening, rules_, looked) : -1;
  if (from >= 0) climb(whole, from, rules_, looked);
  for (const int number : whole.known()) result.rungs.push_back(*whole.rung(number));
  if (from < 0 || !whole.best()) {
    const RadiusSuggestion suggestion = explainedInAnyOrder(cloud_, context);
    result.r1 = suggestion.r1;
    result.reason = suggestion.r1 > 0 ? "No network could be judged. " + suggestion.reason : suggestion.reason;
    return result;
  }
  LadderPlace place = rules_.pick == RadiusPick::meanOfBest ? meanOfBest(whole, rules_) : maximum(whole);
  if (rules_.sparseSigmas > 0 && whole.isSparse(*whole.best())) place = withoutSinglePoints(whole, std::move(place), rules_);
  result.r1 = whole.radius(place.rung);
  result.reason = place.reason;
  result.best = whole.rung(*whole.best());
  context.report(1);
  return result;
}

NetworkRadius networkRadius(const PointCloud& cloud, const RadiusRules& rules, const NetworkAt& networkAt, const StageContext& context) {
  const NetworkRadiusSearch search(cloud, rules, networkAt, context);
  NetworkRadius result;
  TaskCrew::run(context, {[&](TaskCrew& crew) { result = search.find(crew, context); }});
  return result;
}

}  // namespace arete
