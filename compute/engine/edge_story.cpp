#include "compute/engine/edge_story.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/engine/detector.h"
#include "compute/engine/network_ground.h"
#include "compute/engine/network_state.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/rules/sphere_places.h"

namespace arete {

namespace {

/// The two nodes at one step: places among the chosen points.
struct Pair {
  std::optional<uint32_t> a, b;

  bool both() const { return a && b; }
  Edge edge() const { return {std::min(*a, *b), std::max(*a, *b)}; }
};

class StoryTeller {
 public:
  StoryTeller(const Frame& frame, uint32_t a, uint32_t b, const StageContext& context)
      : frame_(frame),
        originA_(frame.chosenOrigin[a]),
        originB_(frame.chosenOrigin[b]),
        rules_(networkRules(frame.cloud, frame.job.params)),
        context_(context) {}

  EdgeStory tell() {
    Detector detector(frame_.cloud, frame_.job, context_.device, context_.stop, {.historyBytes = 0});
    detector.advance(StepKind::end, context_.stop, [this](Detector& at) { look(at); });
    story_.joined = joined_;
    return std::move(story_);
  }

 private:
  Pair pairIn(const Frame& frame) const {
    const auto placeOf = [&](uint64_t origin) -> std::optional<uint32_t> {
      const auto found = std::ranges::find(frame.chosenOrigin, origin);
      if (found == frame.chosenOrigin.end()) return {};
      return uint32_t(found - frame.chosenOrigin.begin());
    };
    return {placeOf(originA_), placeOf(originB_)};
  }

  /// Edges of witnesses are pairs that have some, not yet a network.
  void look(Detector& at) {
    const Stage stage = at.present().stage;
    const StageInfo& info = stageInfo(stage);
    if (stage == Stage::witnesses) {
      before_ = at.frame(true, false, context_.stop);
      return;
    }
    const bool mayChange = info.effect == StepEffect::joins || info.effect == StepEffect::removes;
    if (!mayChange || left_) return;
    const auto frame = at.frame(true, false, context_.stop);
    const Pair pair = pairIn(*frame);
    if (!pair.both()) {
      left_ = true;
      story_.turns.push_back({stage, at.present().round, false, true});
      joined_ = false;
      return;
    }
    const bool now = std::ranges::binary_search(frame->curve.edges, pair.edge());
    if (stage == Stage::spanner) {
      joined_ = false;  // it joins anew
      story_.spanner = viewOf(*frame);
      if (!now) story_.turns.push_back({stage, at.present().round, false, false});
    }
    if (now != joined_) story_.turns.push_back({stage, at.present().round, now, false});
    joined_ = now;
  }

  SpannerView viewOf(const Frame& after) {
    const Frame& before = *before_;
    if (before.column(NodeColumn::tree) != nullptr) rules_ = rulesInForce(networkRules(frame_.cloud, frame_.job.params), {.isTree = true});
    ChosenState state{.points = before.chosen, .origin = before.chosenOrigin, .columns = before.columns, .edges = {}};
    const std::vector<RidgeNode> nodes = nodesOf(state);
    const Pair pair = pairIn(before);
    const RidgeNode &a = nodes[pair.edge().a], &b = nodes[pair.edge().b];
    makePoints();
    const double r1 = frame_.job.r1();
    const Witnesses witnesses = frame_.job.function<Stage::witnesses>()({points_, radii_, nodes, r1, rules_}, context_);
    SpannerView view;
    view.length = distance(a.place, b.place);
    view.reach = rules_.reach * std::max(a.radius, b.radius);
    view.inRadii = view.length / (0.5 * (a.radius + b.radius));
    view.candidate = isCandidate(a, b);
    view.witnesses = witnesses.of(pair.edge().a, pair.edge().b);
    view.witnessesNeeded = rules_.loopWitnesses;
    view.witnessesExpected = expected(view.length, witnesses, nodes, after.curve.edges, pair.edge());
    const auto weight = double(view.witnesses);
    view.enough = weight + rules_.poissonDeviations * std::sqrt(weight) + rules_.poissonOffset >= view.witnessesExpected;
    view.wayRound = wayRound(nodes, after.curve.edges, pair.edge());
    view.shortestLoop = rules_.girth - view.inRadii;
    return view;
  }

  void makePoints() {
    if (points_.size() > 0) return;
    points_ = superPointsOf(frame_.cloud, frame_.job, rules_, context_);
    radii_ = localRadiiOf(frame_.cloud, points_, fogAround(points_, frame_.job, rules_, context_), frame_.job, rules_, context_);
  }

  /// Alone with each other, two candidates are always joined.
  bool isCandidate(const RidgeNode& a, const RidgeNode& b) {
    const std::array<RidgeNode, 2> two{a, b};
    Witnesses none;
    none.nearestTo.resize(two.size());
    return !frame_.job.function<Stage::spanner>()({points_, two, none, frame_.job.r1(), rules_}, context_).empty();
  }

  /// The spanner takes no node away, so places are the same before and after it.
  double expected(double length, const Witnesses& witnesses, const std::vector<RidgeNode>& nodes, std::span<const Edge> edges,
                  const Edge& own) const {
    const auto density = [&](uint32_t node) {
      double joined = length;
      for (const Edge& edge : edges)
        if (edge != own && (edge.a == node || edge.b == node)) joined += distance(nodes[edge.a].place, nodes[edge.b].place);
      return double(witnesses.nearestTo[node]) / joined;
    };
    const double one = density(own.a), other = density(own.b);
    return rules_.poissonShare * length * (rules_.poissonLesserEnd ? std::min(one, other) : std::max(one, other));
  }

  /// Dijkstra over the other edges, each over the mean radius of its nodes.
  static std::optional<double> wayRound(const std::vector<RidgeNode>& nodes, std::span<const Edge> edges, const Edge& own) {
    std::vector<std::vector<uint32_t>> neighbours(nodes.size());
    for (const Edge& edge : edges)
      if (edge != own) neighbours[edge.a].push_back(edge.b), neighbours[edge.b].push_back(edge.a);
    std::vector<double> way(nodes.size(), std::numeric_limits<double>::infinity());
    std::priority_queue<std::pair<double, uint32_t>, std::vector<std::pair<double, uint32_t>>, std::greater<>> next;
    next.emplace(way[own.a] = 0, own.a);
    while (!next.empty()) {
      const auto [length, node] = next.top();
      next.pop();
      if (node == own.b) return length;
      if (length > way[node]) continue;
      for (const uint32_t other : neighbours[node]) {
        const double sum = length + distance(nodes[node].place, nodes[other].place) / (0.5 * (nodes[node].radius + nodes[other].radius));
        if (sum < way[other]) next.emplace(way[other] = sum, other);
      }
    }
    return {};
  }

  const Frame& frame_;
  const uint32_t originA_, originB_;
  NetworkRules rules_;  // those of a tree once it is nearly one
  const StageContext& context_;
  EdgeStory story_;
  bool joined_ = false, left_ = false;
  std::shared_ptr<const Frame> before_;  // what the witnesses left
  SuperPoints points_;
  std::vector<double> radii_;
};

std::string roundText(const EdgeTurn& turn) { return std::string(name(turn.stage)) + " in round " + std::to_string(turn.round); }

/// Why the spanner did not join them.
std::string refusal(const SpannerView& view) {
  if (!view.candidate)
    return view.length > view.reach
               ? "They are " + numberText(view.length, 3) + " apart, farther than it looks: " + numberText(view.reach, 3) + " here."
               : "Between the two is a gap: the points are too sparse there.";
  if (!view.wayRound) return "It found a better way for each of the two.";
  std::string text;
  if (view.witnesses < view.witnessesNeeded)
    text = "The edge would close a loop, and that takes witnesses, points between the two: " + std::to_string(view.witnessesNeeded) +
           " at least, here are " + std::to_string(view.witnesses) + ".";
  if (!view.enough)
    text += (text.empty() ? "" : " ") + ("Between nodes as dense as these there must be about " + numberText(view.witnessesExpected, 3) +
                                         " of them; here are " + std::to_string(view.witnesses) + ".");
  if (*view.wayRound < view.shortestLoop)
    text += (text.empty() ? "" : " ") + ("There is a way round already, of " + numberText(*view.wayRound, 3) + " local radii; a loop needs " +
                                         numberText(view.shortestLoop, 3) + ".");
  return text.empty() ? "When its turn came, the way round was still too short, or witnesses too few." : text;
}

}  // namespace

std::vector<std::string> EdgeStory::sentences() const {
  std::vector<std::string> text;
  const EdgeTurn* last = turns.empty() ? nullptr : &turns.back();
  if (joined && last != nullptr) {
    text.push_back("Joined by " + roundText(*last) + ".");
  } else if (last != nullptr && last->stage == Stage::spanner) {
    text.push_back("Not joined by " + roundText(*last) + ".");
    if (spanner) text.push_back(refusal(*spanner));
  } else if (last != nullptr) {
    const bool wasJoined = turns.size() > 1 && turns[turns.size() - 2].joined;
    text.push_back(wasJoined ? "Joined first, then removed by " + roundText(*last) + "." : "One of them went with " + roundText(*last) + ".");
    text.emplace_back(stageInfo(last->stage).help);
  }
  if (spanner) {
    text.push_back("Length " + numberText(spanner->length, 3) + ", " + numberText(spanner->inRadii, 3) + " local radii; witnesses " +
                   std::to_string(spanner->witnesses) + "; " +
                   (spanner->wayRound ? "way round " + numberText(*spanner->wayRound, 3) + " local radii" : "no other way") + ".");
  }
  return text;
}

EdgeStory edgeStory(const Frame& frame, uint32_t a, uint32_t b, const StageContext& context) {
  if (frame.job.curveKind() != CurveKind::network || a == b || std::max(a, b) >= frame.chosenOrigin.size())
    throw Error(ErrorKind::wrongUse, "cannot explain an edge", std::to_string(a) + " and " + std::to_string(b), "they are not two nodes of a network",
                "choose two nodes of a finished network");
  return StoryTeller(frame, a, b, context).tell();
}

}  // namespace arete
