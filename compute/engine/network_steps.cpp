// The steps of a network: each reads nodes and edges from the state, calls the stage's version, and writes back the result. Super-points and their
// local radii belong to the cloud, not to the state: they are kept from the steps that compute them. Nodes that lost their last edge leave with the
// step that removed it; so in the second round their points are witnesses for their neighbours. Source: network, steps 1 to 13.
#include <algorithm>
#include <functional>
#include <optional>

#include "compute/core/error.h"
#include "compute/engine/network_state.h"
#include "compute/engine/steps.h"
#include "compute/stages/fading_tips.h"
#include "compute/stages/network_params.h"
#include "compute/stages/sparse_map.h"
#include "compute/stages/sphere_fog.h"
#include "compute/stages/wire_follow.h"

namespace arete {

namespace {

class NetworkSteps final : public Steps {
 public:
  NetworkSteps(const PointCloud& cloud, const Job& job, const NetworkRules& rules, SuperPointsSource source)
      : cloud_(cloud), job_(job), source_(std::move(source)), r1_(job.r1()), rules_(rules) {}

  bool ready(Stage) const override { return true; }
  void prepare(Stage, const ChosenState&, const StageContext&) override {}
  void forget() override { held_ = false; }

  void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) override {
    if (isIterated(first.stage) && run.wanted == EvolveVisit::counters) return atOnce(first, state, run, context);
    for (PlanPlace place = first; place.inRound < uint64_t(first.inRound) + run.limit; ++place.inRound) {
      context.checkStop();
      const StepDone done = one(place, state, context);
      run.visit(done);
      if (!done.changed()) return;
    }
  }

  Curve join(Stage, const ChosenState& state, const StageContext& context) const override {
    return makeCurve(*state.points, *state.edges, context.stop);
  }
  std::vector<uint32_t> assignment(Stage, const StageContext&) override { return {}; }

 private:
  StepDone one(const PlanPlace& place, ChosenState& state, const StageContext& context) {
    if (place.stage == Stage::super_points) return superPoints(state, context);
    if (place.stage == Stage::fog) return fog(context);
    if (place.stage == Stage::local_radius) return localRadius(state, context);
    if (place.stage == Stage::seeds) return seeds(state, context);
    takeUp(state);
    const StepDone done = ofNodes(place, state, context);
    held_ = true;
    return done;
  }

  void takeUp(const ChosenState& state) {
    if (!std::exchange(held_, false)) nodes_ = nodesOf(state), witnesses_.reset();
    now_ = rulesInFog(isTree(state) ? treeRules(rules_) : rules_, fog_.share);
  }

  // Before there are nodes

  StepDone superPoints(ChosenState& state, const StageContext& context) {
    points_ = source_ ? source_(context) : job_.function<Stage::super_points>()({cloud_, r1_, rules_}, context);
    state = stateOf(points_);
    if (rules_.wires) radii_.assign(points_.size(), r1_);  // as far as a wire looks across; wire_lines finds out how far along
    return {};
  }

  StepDone fog(const StageContext& context) {
    fog_ = {};
    if (points_.sphereCentre) fog_.share = fogOnSphere(points_, rules_);
    else if (points_.dimension == 3) fog_ = job_.function<Stage::fog>()({points_, rules_}, context);
    return {};
  }

  StepDone localRadius(ChosenState& state, const StageContext& context) {
    radii_ = job_.function<Stage::local_radius>()({points_, r1_, rules_, fog_.intensity}, context);
    putColumn(state, NodeColumn::radius, radii_);
    return {.altered = state.points->size()};
  }

  StepDone seeds(ChosenState& state, const StageContext& context) {
    const std::vector<uint32_t> kept = job_.function<Stage::seeds>()({points_, radii_, r1_, rules_}, context);
    context.checkStop();
    const auto removed = uint32_t(state.points->size() - kept.size());
    state.columns.clear();
    state = state.subset(kept);
    nodes_ = ridgeNodes(points_, radii_, kept);
    putNodes(state, nodes_);
    witnesses_.reset();
    held_ = true;
    return {.removed = removed, .altered = uint32_t(kept.size())};
  }

  // With nodes

  StepDone ofNodes(const PlanPlace& place, ChosenState& state, const StageContext& context) {
    if (isIterated(place.stage)) return iterations(place, 1, state, context).front();
    switch (place.stage) {
      case Stage::thin: return keep(state, job_.function<Stage::thin>()({nodes_, points_.dimension, r1_, now_}, context));
      case Stage::witnesses: return witnesses(state, context);
      case Stage::spanner: return spanner(state, context);
      case Stage::prune: return keepEdges(state, job_.function<Stage::prune>()({nodes_, *state.edges, ofBranches(*state.edges)}, context));
      case Stage::background: return background(place, state, context);
      case Stage::crest: return crest(state, context);
      case Stage::bridges: return replaceEdges(state, job_.function<Stage::bridges>()({nodes_, *state.edges, points_.dimension, r1_, now_}, context));
      case Stage::tree: return tree(state, context);
      case Stage::junctions: return junctions(state, context);
      case Stage::refit: return refit(state, context);
      case Stage::ends: return ends(state, context);
      case Stage::twigs: return twigs(state, context);
      case Stage::side_lines: return sideLines(state, context);
      default: return ofWires(place, state, context);
    }
  }

  // Iterations: shifts and rounds of polish

  static bool isIterated(Stage stage) {
    return stage == Stage::ridge_shift || stage == Stage::wire_shift || stage == Stage::polish || stage == Stage::wire_polish;
  }

  /// Of iterations that nobody looks at only the last one is written into the state.
  void atOnce(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) {
    takeUp(state);
    const std::vector<StepDone> all = iterations(first, run.limit, state, context);
    held_ = true;
    for (const StepDone& done : all) {
      run.visit(done);
      if (!done.changed()) return;
    }
  }

  /// At most so many, from this place in the plan on: those after one that changes nothing do the same.
  std::vector<StepDone> iterations(const PlanPlace& first, uint32_t limit, ChosenState& state, const StageContext& context) {
    const bool isPolish = first.stage == Stage::polish || first.stage == Stage::wire_polish;
    const uint64_t planned = isPolish ? uint64_t(now_.polishes) : now_.shifts, left = planned >= first.inRound ? planned - first.inRound + 1 : 1;
    const auto count = uint32_t(std::min<uint64_t>(limit, left));
    const bool last = count == left;
    std::vector<StepDone> all = isPolish ? polishes(first.stage, count, last, *state.edges, context) : shifts(first.stage, count, last, context);
    context.checkStop();
    putNodes(state, nodes_);
    return all;
  }

  std::vector<StepDone> shifts(Stage stage, uint32_t count, bool last, const StageContext& context) {
    std::vector<ShiftCount> counts(count);
    if (stage == Stage::wire_shift) job_.function<Stage::wire_shift>()({points_, r1_, now_, last, count, counts}, nodes_, context);
    else job_.function<Stage::ridge_shift>()({points_, r1_, now_, last, count, counts}, nodes_, context);
    std::vector<StepDone> all;
    for (const ShiftCount& one : counts) all.push_back({.moved = one.went, .altered = one.rested});
    return all;
  }

  std::vector<StepDone> polishes(Stage stage, uint32_t count, bool last, std::span<const Edge> edges, const StageContext& context) {
    std::vector<uint32_t> moved(count);
    if (stage == Stage::wire_polish) job_.function<Stage::wire_polish>()({points_, edges, r1_, now_, count, moved}, nodes_, context);
    else job_.function<Stage::polish>()({points_, edges, now_, last, count, moved}, nodes_, context);
    std::vector<StepDone> all;
    for (const uint32_t one : moved) all.push_back({.moved = one});
    return all;
  }

  // Only wires have these; the rest of their way is that of other networks.

  StepDone ofWires(const PlanPlace& place, ChosenState& state, const StageContext& context) {
    switch (place.stage) {
      case Stage::wire_lines: return wireLines(state, context);
      case Stage::wire_thin: return keep(state, job_.function<Stage::wire_thin>()({nodes_, r1_, now_}, context));
      case Stage::wire_strands: return replaceEdges(state, job_.function<Stage::wire_strands>()({nodes_, r1_, now_}, context));
      case Stage::wire_claims: return keepEdges(state, job_.function<Stage::wire_claims>()({points_, nodes_, *state.edges, r1_, now_}, context));
      case Stage::wire_gaps: return wireGaps(place, state, context);
      case Stage::wire_ends: return wireEnds(state, context);
      default: throw Error(ErrorKind::internal, "cannot detect a network", name(place.stage), "it makes no step of networks", "please report this");
    }
  }

  /// Once wires are smooth and their ends at their last points, ends first follow points that are too few for a line to be seen.
  StepDone wireGaps(const PlanPlace& place, ChosenState& state, const StageContext& context) {
    constexpr uint32_t kSmooth = 3;  // the part of the plan
    const StepDone followed = place.round >= kSmooth ? follow(state, context) : StepDone{};
    StepDone done = keepEdges(state, job_.function<Stage::wire_gaps>()({nodes_, *state.edges, r1_, now_}, context));
    done.altered += followed.altered;
    return done;
  }

  StepDone follow(ChosenState& state, const StageContext& context) {
    FollowedWires found = followWires({points_, nodes_, *state.edges, r1_, now_}, context);
    context.checkStop();
    return added(state, found.added, std::move(found.edges));
  }

  StepDone wireEnds(ChosenState& state, const StageContext& context) {
    const uint32_t moved = job_.function<Stage::wire_ends>()({points_, *state.edges, r1_, now_}, nodes_, context);
    context.checkStop();
    putNodes(state, nodes_);
    return {.moved = moved};
  }

  StepDone wireLines(ChosenState& state, const StageContext& context) {
    const uint32_t found = job_.function<Stage::wire_lines>()({points_, r1_, now_}, nodes_, context);
    context.checkStop();
    putNodes(state, nodes_);
    return {.altered = found};
  }

  /// The pairs are the edges until the spanner joins: what the cloud says.
  StepDone witnesses(ChosenState& state, const StageContext& context) {
    witnesses_ = witnessesOf(context);
    std::vector<Edge> edges;
    for (const Witness& witness : witnesses_->pairs) edges.push_back({witness.a, witness.b});
    // After the first round. A column tells all later steps, as what a step yields depends on the state alone.
    if (rules_.treeLikely && !isTree(state) && isNearlyTree(nodes_.size(), *state.edges, rules_))
      putColumn(state, NodeColumn::tree, std::vector<double>(nodes_.size(), 1));
    return replaceEdges(state, std::move(edges));
  }

  StepDone spanner(ChosenState& state, const StageContext& context) {
    if (!witnesses_) witnesses_ = witnessesOf(context);
    return replaceEdges(state, job_.function<Stage::spanner>()({points_, nodes_, *witnesses_, r1_, now_}, context));
  }

  /// The rules by which the branches of a network of these edges are judged.
  NetworkRules ofBranches(std::span<const Edge> edges) const { return isSparse(nodes_, edges, r1_, now_) ? rulesOfSparse(now_) : now_; }

  // For the next two, junctions and refit: where the profile does not ask for one, its step changes nothing.

  StepDone background(const PlanPlace& place, ChosenState& state, const StageContext& context) {
    std::vector<Edge> left = *state.edges;
    if (now_.background) left = job_.function<Stage::background>()({points_, nodes_, left, r1_, ofBranches(left)}, context);
    const bool isLast = place.round > uint32_t(now_.rounds) + 1;  // before that a tip may only lack an edge
    if (isLast) left = withoutFadingTips(nodes_, left, ofBranches(left));
    return now_.background || left != *state.edges ? keepEdges(state, std::move(left)) : StepDone{};
  }

  StepDone crest(ChosenState& state, const StageContext& context) {
    if (!now_.crest && fog_.share <= now_.fogShare) return {};
    return keepEdges(state, job_.function<Stage::crest>()({points_, nodes_, *state.edges, r1_, ofBranches(*state.edges)}, context));
  }

  static bool isTree(const ChosenState& state) { return state.column(NodeColumn::tree) != nullptr; }

  StepDone tree(ChosenState& state, const StageContext& context) {
    if (!isTree(state)) return {};
    return keepEdges(state, job_.function<Stage::tree>()({points_, nodes_, *state.edges, now_}, context));
  }

  StepDone junctions(ChosenState& state, const StageContext& context) {
    if (!now_.junctions) return {};
    return moveNodes(state, context, [&] { return job_.function<Stage::junctions>()({*state.edges, now_}, nodes_, context); });
  }

  StepDone refit(ChosenState& state, const StageContext& context) {
    if (!now_.junctions) return {};
    const uint32_t moved = job_.function<Stage::refit>()({*state.edges, now_}, nodes_, context);
    context.checkStop();
    putNodes(state, nodes_);
    return {.moved = moved};
  }

  StepDone ends(ChosenState& state, const StageContext& context) {
    return moveNodes(state, context, [&] { return job_.function<Stage::ends>()({points_, *state.edges, now_}, nodes_, context); });
  }

  // What is left over beside a network: twigs on surfaces, lines beside busier ones on maps. New nodes come after all others.

  StepDone twigs(ChosenState& state, const StageContext& context) {
    if (!now_.twigs) return {};
    const std::vector<Twig> found = job_.function<Stage::twigs>()({points_, nodes_, *state.edges, r1_, now_}, context);
    context.checkStop();
    if (found.empty()) return {};
    std::vector<Edge> edges = *state.edges;
    std::vector<RidgeNode> tips;
    for (const Twig& twig : found) {
      edges.push_back({twig.node, uint32_t(nodes_.size() + tips.size())});
      tips.push_back(tipOf(twig, nodes_[twig.node]));
    }
    std::ranges::sort(edges);
    const StepDone done = added(state, tips, std::move(edges));
    if (isTree(state)) putColumn(state, NodeColumn::tree, std::vector<double>(nodes_.size(), 1));
    return done;
  }

  StepDone sideLines(ChosenState& state, const StageContext& context) {
    if (!now_.sideLines) return {};
    SideLines found = job_.function<Stage::side_lines>()({points_, nodes_, *state.edges, r1_, now_}, context);
    context.checkStop();
    return added(state, found.added, std::move(found.edges));
  }

  /// New nodes, after all others, with the edges that are then there.
  StepDone added(ChosenState& state, std::span<const RidgeNode> nodes, std::vector<Edge> edges) {
    if (nodes.empty() && edges == *state.edges) return {};
    for (size_t i = 0; i < nodes.size(); ++i) state.origin.edit().push_back(points_.size() + nodes_.size() + i);  // no super-point's
    nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    state.edges = std::move(edges);
    putNodes(state, nodes_);
    witnesses_.reset();
    return {.altered = uint32_t(std::max<size_t>(nodes.size(), 1))};
  }

  /// Uses a function that moves nodes and returns the new edges.
  StepDone moveNodes(ChosenState& state, const StageContext& context, const std::function<std::vector<Edge>()>& move) {
    std::vector<Edge> edges = move();
    context.checkStop();
    const uint32_t moved = movedFrom(*state.points, nodes_);
    putNodes(state, nodes_);
    StepDone done = keepEdges(state, std::move(edges));
    done.moved = moved;
    return done;
  }

  Witnesses witnessesOf(const StageContext& context) const {
    return job_.function<Stage::witnesses>()({points_, radii_, nodes_, r1_, now_}, context);
  }

  // Back into the state

  static StepDone replaceEdges(ChosenState& state, std::vector<Edge> edges) {
    if (edges == *state.edges) return {};
    state.edges = std::move(edges);
    return {.altered = uint32_t(std::max<size_t>(state.edges->size(), 1))};
  }

  /// Replaces the edges; nodes without any leave.
  StepDone keepEdges(ChosenState& state, std::vector<Edge> edges) {
    const bool same = edges == *state.edges;
    StepDone done{.altered = same ? 0 : uint32_t(std::max(state.edges->size(), edges.size()))};
    std::vector<uint8_t> joined(nodes_.size());
    for (const Edge& edge : edges) joined[edge.a] = joined[edge.b] = 1;
    std::vector<uint32_t> kept;
    kept.reserve(nodes_.size());
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      if (joined[i] != 0) kept.push_back(i);
    if (!same) state.edges = std::move(edges);
    done.removed = keep(state, kept).removed;
    return done;
  }

  StepDone keep(ChosenState& state, std::span<const uint32_t> kept) {
    const auto removed = uint32_t(nodes_.size() - kept.size());
    witnesses_.reset();
    if (removed == 0) return {};
    std::vector<RidgeNode> left;
    left.reserve(kept.size());
    for (const uint32_t i : kept) left.push_back(nodes_[i]);
    nodes_ = std::move(left);
    state = state.subset(kept);
    return {.removed = removed};
  }

  const PointCloud& cloud_;
  const Job& job_;
  const SuperPointsSource source_;
  const double r1_;
  const NetworkRules rules_;
  NetworkRules now_;           // rules_, or those of what is nearly a tree
  SuperPoints points_;         // known from the first step on
  Fog fog_;                    // known from the second step on
  std::vector<double> radii_;  // known from the third step on
  std::vector<RidgeNode> nodes_;
  std::optional<Witnesses> witnesses_;  // of `nodes_`, where they have just been found
  bool held_ = false;                   // `nodes_` belong to the state that the last call left
};

}  // namespace

std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, SuperPointsSource source) {
  return std::make_unique<NetworkSteps>(cloud, job, networkRules(cloud, job.params), std::move(source));
}

std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, const NetworkRules& rules) {
  return std::make_unique<NetworkSteps>(cloud, job, rules, SuperPointsSource());
}

}  // namespace arete
