// The steps of a network: each calls the stage's version with the nodes and edges that the one before it left, and writes what has changed into the
// state, or owes it where nobody looks: the columns of a state take as long to write as many a stage to compute. Super-points and their local radii
// belong to the cloud, not to the state: they are kept from the steps that compute them. Nodes that lost their last edge leave with the step that
// removed it; so in the second round their points are witnesses for their neighbours. Source: network, steps 1 to 13.
#include <algorithm>
#include <functional>
#include <optional>

#include "compute/catalog/network_call.h"
#include "compute/core/error.h"
#include "compute/engine/held_network.h"
#include "compute/engine/network_ground.h"
#include "compute/engine/rules_in_force.h"
#include "compute/engine/steps.h"
#include "compute/network/background/sparse_map.h"
#include "compute/network/ends/fading_tips.h"
#include "compute/network/prune/after_bridges.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/rules/sphere_places.h"
#include "compute/network/wire_follow/wire_follow.h"

namespace arete {

namespace {

class NetworkSteps final : public Steps {
 public:
  NetworkSteps(const PointCloud& cloud, const Job& job, const NetworkRules& rules, SuperPointsSource source)
      : cloud_(cloud), job_(job), source_(std::move(source)), r1_(job.r1()), rules_(rules) {}

  bool ready(Stage) const override { return true; }
  void prepare(Stage, const ChosenState&, const StageContext&) override {}
  void forget() override { isHeld_ = false, network_.forget(); }

  void run(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) override {
    takeUp(first.stage, state);
    if (isIterated(first.stage) && run.wanted == EvolveVisit::counters) return atOnce(first, state, run, context);
    for (PlanPlace place = first; place.inRound < uint64_t(first.inRound) + run.limit; ++place.inRound) {
      context.checkStop();
      const StepDone done = one(place, context);
      if (!run.mayOwe) write(state);
      run.visit(done);
      if (!done.changed()) break;
    }
    isHeld_ = true;
  }

  bool canOwe() const override { return true; }
  bool owes() const override { return network_.owes(); }
  void write(ChosenState& state) override { network_.write(state, points_, radii_); }
  StateSize sizeOf(const ChosenState& state) const override { return owes() ? network_.size(points_.size()) : Steps::sizeOf(state); }

  Curve join(Stage, const ChosenState& state, const StageContext& context) const override {
    return makeCurve(*state.points, *state.edges, context.stop);
  }
  std::vector<uint32_t> assignment(Stage, const StageContext&) override { return {}; }
  std::shared_ptr<const StoreReport> store() const override {
    return source_.report ? std::make_shared<const StoreReport>(source_.report()) : nullptr;
  }

 private:
  StepDone one(const PlanPlace& place, const StageContext& context) {
    switch (place.stage) {
      case Stage::super_points: return superPoints(context);
      case Stage::fog: return fog(context);
      case Stage::local_radius: return localRadius(context);
      case Stage::seeds: return seeds(context);
      default: return ofNodes(place, context);
    }
  }

  /// What the last run left, if the next one goes on from there; a run that is broken off leaves nothing.
  void takeUp(Stage stage, const ChosenState& state) {
    if (!std::exchange(isHeld_, false)) network_.readFrom(state), witnesses_.reset();
    if (network_.hasNodes() && stage != Stage::super_points) rules_.know({.isFoggy = rules().isFoggy(fog_.share), .isTree = network_.isTree()});
  }

  const NetworkRules& rules() const { return rules_.now(); }

  // Before there are nodes

  StepDone superPoints(const StageContext& context) {
    points_ = source_.make ? withDirections(source_.make(context)) : superPointsOf(cloud_, job_, rules(), context);
    if (rules().wires) foundRadii(std::vector(points_.size(), r1_));  // as far as a wire looks across; wire_lines finds out how far along
    network_.beginSuperPoints();
    return {};
  }

  StepDone fog(const StageContext& context) {
    fog_ = fogAround(points_, job_, rules(), context);
    return {};
  }

  StepDone localRadius(const StageContext& context) {
    foundRadii(localRadiiOf(cloud_, points_, fog_, job_, rules(), context));
    network_.foundRadii();
    return {.altered = points_.size()};
  }

  void foundRadii(std::vector<double> radii) { radii_ = std::move(radii), keptOfRadii_ = {}; }
  RadiiView radii() const { return {radii_, keptOfRadii_}; }

  StepDone seeds(const StageContext& context) {
    const std::vector<uint32_t> kept = job_.function<Stage::seeds>()({points_, radii(), r1_, rules()}, context);
    context.checkStop();
    network_.begin(points_, radii_, kept, context.device.threads());
    return {.removed = uint32_t(points_.size() - kept.size()), .altered = uint32_t(kept.size())};
  }

  // With nodes

  StepDone ofNodes(const PlanPlace& place, const StageContext& context) {
    if (isIterated(place.stage)) return iterations(place, 1, context).front();
    switch (place.stage) {
      case Stage::thin: return network_.keep(job_.function<Stage::thin>()({network_.nodes(), points_.dimension, r1_, rules()}, context));
      case Stage::witnesses: return witnesses(context);
      case Stage::spanner: return spanner(context);
      case Stage::prune: return isAfterJoining(place) ? pruneBridged(context) : byItsRow(place, context);
      case Stage::background: return background(place, context);
      case Stage::crest: return crest(context);
      case Stage::bridges:
        return network_.replaceEdges(job_.function<Stage::bridges>()({network_.nodes(), network_.edges(), points_.dimension, r1_, rules()}, context));
      case Stage::tree: return tree(context);
      case Stage::junctions: return junctions(context);
      case Stage::refit: return refit(context);
      case Stage::twigs: return twigs(context);
      case Stage::side_lines: return sideLines(context);
      default: return byItsRow(place, context);
    }
  }

  // Iterations: shifts and rounds of polish

  static bool isIterated(Stage stage) { return stage == Stage::ridge_shift || stage == Stage::polish; }

  /// Of iterations that nobody looks at only the last one is written into the state.
  void atOnce(const PlanPlace& first, ChosenState& state, const StepRun& run, const StageContext& context) {
    const std::vector<StepDone> all = iterations(first, run.limit, context);
    isHeld_ = true;
    if (!run.mayOwe) write(state);
    for (const StepDone& done : all) {
      run.visit(done);
      if (!done.changed()) return;
    }
  }

  /// At most so many, from this place in the plan on: those after one that changes nothing do the same.
  std::vector<StepDone> iterations(const PlanPlace& first, uint32_t limit, const StageContext& context) {
    const bool isPolish = first.stage == Stage::polish;
    const uint64_t planned = isPolish ? uint64_t(rules().polishes) : rules().shifts,
                   left = planned >= first.inRound ? planned - first.inRound + 1 : 1;
    const auto count = uint32_t(std::min<uint64_t>(limit, left));
    const bool last = count == left;
    std::vector<StepDone> all = isPolish ? polishes(count, last, context) : shifts(count, last, context);
    context.checkStop();
    return all;
  }

  std::vector<StepDone> shifts(uint32_t count, bool last, const StageContext& context) {
    std::vector<ShiftCount> counts(count);
    job_.function<Stage::ridge_shift>()({points_, r1_, rules(), last, count, counts}, network_.moved(), context);
    std::vector<StepDone> all;
    for (const ShiftCount& one : counts) all.push_back({.moved = one.went, .altered = one.rested});
    return all;
  }

  std::vector<StepDone> polishes(uint32_t count, bool last, const StageContext& context) {
    std::vector<uint32_t> moved(count);
    job_.function<Stage::polish>()({points_, network_.edges(), r1_, rules(), last, count, moved}, network_.moved(), context);
    std::vector<StepDone> all;
    for (const uint32_t one : moved) all.push_back({.moved = one});
    return all;
  }

  // Stages that only need what is known of the network are called as their rows say.

  StepDone byItsRow(const PlanPlace& place, const StageContext& context) {
    std::optional<StepDone> done;
    forCalledByRow([&]<Stage stage>() {
      if (place.stage == stage) done = called<stage>(context);
    });
    return done ? *done : ofWires(place, context);
  }

  template <Stage stage>
  StepDone called(const StageContext& context) {
    const auto inputBy = [&](const NetworkRules& rules) {
      return StageRow<stage>::input(NetworkView{points_, radii(), network_.nodes(), network_.edges(), r1_, rules});
    };
    if constexpr (MovesNodes<stage, MovedNodes>) {
      const uint32_t moved = job_.function<stage>()(inputBy(rules()), network_.moved(), context);
      context.checkStop();
      return {.moved = moved};
    } else {
      return network_.keepEdges(job_.function<stage>()(inputBy(ofBranches(network_.edges(), context)), context));
    }
  }

  // Only wires have these; the rest of their way is that of other networks.

  StepDone ofWires(const PlanPlace& place, const StageContext& context) {
    switch (place.stage) {
      case Stage::wire_lines: return wireLines(context);
      case Stage::wire_strands: return network_.replaceEdges(job_.function<Stage::wire_strands>()({network_.nodes(), r1_, rules()}, context));
      case Stage::wire_claims:
        return network_.keepEdges(job_.function<Stage::wire_claims>()({points_, network_.nodes(), network_.edges(), r1_, rules()}, context));
      case Stage::wire_gaps: return wireGaps(place, context);
      case Stage::wire_ends: return wireEnds(context);
      default: throw Error(ErrorKind::internal, "cannot detect a network", name(place.stage), "it makes no step of networks", "please report this");
    }
  }

  /// Once wires are smooth and their ends at their last points, ends first follow points that are too few for a line to be seen.
  StepDone wireGaps(const PlanPlace& place, const StageContext& context) {
    constexpr uint32_t kSmooth = 3;  // the part of the plan
    const StepDone followed = place.round >= kSmooth ? follow(context) : StepDone{};
    StepDone done = network_.keepEdges(job_.function<Stage::wire_gaps>()({network_.nodes(), network_.edges(), r1_, rules()}, context));
    done.altered += followed.altered;
    return done;
  }

  StepDone follow(const StageContext& context) {
    FollowedWires found = followWires({points_, network_.nodes(), network_.edges(), r1_, rules()}, context);
    context.checkStop();
    return network_.add(found.added, std::move(found.edges), points_.size());
  }

  StepDone wireEnds(const StageContext& context) {
    const uint32_t moved = job_.function<Stage::wire_ends>()({points_, network_.edges(), r1_, rules()}, network_.moved(), context);
    context.checkStop();
    return {.moved = moved};
  }

  StepDone wireLines(const StageContext& context) {
    const uint32_t found = job_.function<Stage::wire_lines>()({points_, r1_, rules()}, network_.moved(), context);
    context.checkStop();
    return {.altered = found};
  }

  /// The pairs are the edges until the spanner joins: what the cloud says.
  StepDone witnesses(const StageContext& context) {
    witnesses_ = witnessesOf(context);
    std::vector<Edge> edges;
    for (const Witness& witness : witnesses_->pairs) edges.push_back({witness.a, witness.b});
    // After the first round. A column of the state tells all later steps, as what a step yields depends on the state alone.
    if (rules().treeLikely && !network_.isTree() && isNearlyTree(network_.nodes().size(), network_.edges(), rules())) network_.foundTree();
    return network_.replaceEdges(std::move(edges));
  }

  StepDone spanner(const StageContext& context) {
    const Witnesses witnesses = witnesses_ ? *std::exchange(witnesses_, {}) : witnessesOf(context);
    return network_.replaceEdges(job_.function<Stage::spanner>()({points_, network_.nodes(), witnesses, r1_, rules()}, context));
  }

  /// The rules by which the branches of a network of these edges are judged.
  NetworkRules ofBranches(std::span<const Edge> edges, const StageContext& context) const {
    return rules_.ofBranches(isSparse(network_.nodes(), edges, r1_, rules(), context.device.threads()));
  }

  /// The part of the plan after the rounds of joining; wires are joined in rounds of their own.
  bool isAfterJoining(const PlanPlace& place) const { return !rules().wires && place.round > uint32_t(rules().rounds) + 1; }

  StepDone pruneBridged(const StageContext& context) {
    if (rules().bridgedLeaf == 0) return {};
    const AfterBridges leaves(network_.nodes(), r1_, rules());
    return network_.keepEdges(job_.function<Stage::prune>()(leaves.input(network_.edges()), context));
  }

  // For the next two, junctions and refit: where the profile does not ask for one, its step changes nothing.

  StepDone background(const PlanPlace& place, const StageContext& context) {
    std::vector<Edge> left = network_.edges();
    if (rules().background) left = job_.function<Stage::background>()({points_, network_.nodes(), left, r1_, ofBranches(left, context)}, context);
    if (isAfterJoining(place)) left = withoutFadingTips(network_.nodes(), left, rules());  // before that a tip may only lack an edge
    return rules().background || left != network_.edges() ? network_.keepEdges(std::move(left)) : StepDone{};
  }

  StepDone crest(const StageContext& context) {
    if (!rules().crest) return {};
    return called<Stage::crest>(context);
  }

  StepDone tree(const StageContext& context) {
    if (!network_.isTree()) return {};
    return called<Stage::tree>(context);
  }

  StepDone junctions(const StageContext& context) {
    if (!rules().junctions) return {};
    return moveNodes(context, [&] { return job_.function<Stage::junctions>()({network_.edges(), rules()}, network_.moved(), context); });
  }

  StepDone refit(const StageContext& context) {
    if (!rules().junctions) return {};
    return called<Stage::refit>(context);
  }

  // What is left over beside a network: twigs on surfaces, lines beside busier ones on maps. New nodes come after all others.

  StepDone twigs(const StageContext& context) {
    if (!rules().twigs) return {};
    const std::vector<Twig> found = job_.function<Stage::twigs>()({points_, network_.nodes(), network_.edges(), r1_, rules()}, context);
    context.checkStop();
    if (found.empty()) return {};
    std::vector<Edge> edges = network_.edges();
    std::vector<RidgeNode> tips;
    for (const Twig& twig : found) {
      edges.push_back({twig.node, uint32_t(network_.nodes().size() + tips.size())});
      tips.push_back(tipOf(twig, network_.nodes()[twig.node]));
    }
    std::ranges::sort(edges);
    return network_.add(tips, std::move(edges), points_.size());
  }

  StepDone sideLines(const StageContext& context) {
    if (!rules().sideLines) return {};
    SideLines found = job_.function<Stage::side_lines>()({points_, network_.nodes(), network_.edges(), r1_, rules()}, context);
    context.checkStop();
    return network_.add(found.added, std::move(found.edges), points_.size());
  }

  /// Uses a function that moves nodes and returns the new edges.
  StepDone moveNodes(const StageContext& context, const std::function<std::vector<Edge>()>& move) {
    std::vector<shared::Vector3> before(network_.nodes().size());
    std::ranges::transform(network_.nodes(), before.begin(), &RidgeNode::place);
    std::vector<Edge> edges = move();
    context.checkStop();
    uint32_t moved = 0;
    for (size_t i = 0; i < before.size(); ++i) moved += network_.nodes()[i].place != before[i];
    StepDone done = network_.keepEdges(std::move(edges));
    done.moved = moved;
    return done;
  }

  Witnesses witnessesOf(const StageContext& context) const {
    return job_.function<Stage::witnesses>()({points_, radii(), network_.nodes(), r1_, rules()}, context);
  }

  const PointCloud& cloud_;
  const Job& job_;
  const SuperPointsSource source_;
  const double r1_;
  RulesInForce rules_;
  SuperPoints points_;         // known from the first step on
  Fog fog_;                    // known from the second step on
  std::vector<double> radii_;  // known from the third step on
  Kept keptOfRadii_;
  HeldNetwork network_;
  std::optional<Witnesses> witnesses_;  // of the nodes, where they have just been found
  bool isHeld_ = false;                 // the network belongs to the state that the last call left, but for what it owes
};

}  // namespace

std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, SuperPointsSource source) {
  return std::make_unique<NetworkSteps>(cloud, job, networkRules(cloud, job.params), std::move(source));
}

std::unique_ptr<Steps> makeNetworkSteps(const PointCloud& cloud, const Job& job, const NetworkRules& rules) {
  return std::make_unique<NetworkSteps>(cloud, job, rules, SuperPointsSource());
}

}  // namespace arete
