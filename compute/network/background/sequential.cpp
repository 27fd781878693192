// background.cpu.sequential: row 0 of its stage. Intensity, branches and parts one after the other.
// Memory: the graph, grids of the super-points and of the scattered places. Cost: each round looks around every edge for what is near, and beside
// every branch twice, as a whole and in parts. Loses to one thread per branch. Source: 2D, step 9b.
#include <algorithm>

#include "compute/network/background/background_judge.h"
#include "compute/network/background/contract.h"
#include "compute/network/background/strewn_field.h"
#include "compute/network/graph/beside_branch.h"
#include "compute/network/graph/leaf_sweeps.h"
#include "compute/network/look/kernel_look.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

std::vector<Vector3> strewnOver(const StrewnField& field, int count) {
  std::vector<Vector3> places;
  for (int i = 0; i < count; ++i) places.push_back(field.place(uint32_t(i)));
  return places;
}

class BackgroundTest {
 public:
  BackgroundTest(const BackgroundInput& in, const StageContext& context)
      : in_(in),
        rules_(in.rules),
        graph_(in.nodes.size(), in.edges),
        field_(in.points, in.points.fieldOnSphere(), context.device.threads()),
        places_(strewnOver(field_, in.rules.backgroundPlaces)),
        look_(in.points, in.r1, in.rules.backgroundVoid * in.r1, context),
        strewn_(places_, in.points.dimension, in.r1, 2 * in.rules.backgroundVoid * in.r1, context) {}

  /// Whether some branch failed.
  bool round(const StageContext& context);
  void sweepLeavesOfFog(const StageContext& context) {
    if (const auto ofFog = leafRulesInFog(found_, rules_)) sweepLeaves(graph_, in_.nodes, *ofFog, context);
  }
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  Background background(const StageContext& context) const;
  bool isClumped(double intensity, const StageContext& context) const;
  std::vector<bool> nearNetwork(const BallGrid& grid, std::span<const Vector3> places, double width, const StageContext& context) const;

  const BackgroundInput& in_;
  const NetworkRules& rules_;
  NodeGraph graph_;
  Background found_;  // by the last round
  const StrewnField field_;
  const std::vector<Vector3> places_;  // strewn over the field
  KernelLook look_;
  BallGrid strewn_;
};

/// Which of the places in a grid are within the width of an edge.
std::vector<bool> BackgroundTest::nearNetwork(const BallGrid& grid, std::span<const Vector3> places, double width,
                                              const StageContext& context) const {
  std::vector<bool> isNear(places.size());
  for (const Edge& edge : graph_.edges()) {
    context.checkStop();
    const Vector3 from = in_.nodes[edge.a].place, to = in_.nodes[edge.b].place;
    grid.visitBall((from + to) * 0.5, width + distance(from, to) / 2, [&](uint32_t i, double) {
      if (footOn(from, to, places[i]).squared <= width * width) isNear[i] = true;
    });
  }
  return isNear;
}

Background BackgroundTest::background(const StageContext& context) const {
  const double away = rules_.backgroundAway * in_.r1;
  const std::vector<bool> isNear = nearNetwork(look_.grid(), in_.points.places, away, context);
  int64_t weight = 0, off = 0;
  for (uint32_t i = 0; i < in_.points.size(); ++i) weight += in_.points.weights[i], off += isNear[i] ? 0 : in_.points.weights[i];
  const auto free = double(std::ranges::count(nearNetwork(strewn_, places_, away, context), false));
  const double intensity = strewnIntensity(off, weight, free, double(places_.size()), field_.area(), rules_);
  return {intensity, intensity > 0 && isClumped(intensity, context)};
}

bool BackgroundTest::isClumped(double intensity, const StageContext& context) const {
  const double radius = voidRadius(intensity, in_.r1, rules_);
  const std::vector<bool> isNear = nearNetwork(strewn_, places_, rules_.backgroundAway * in_.r1 + radius, context);
  int circles = 0, empty = 0;
  StopTicker tick(context);
  for (size_t i = 0; i < isNear.size(); ++i)
    if (tick(); !isNear[i]) ++circles, empty += look_.weight(places_[i], radius) == 0;
  return isClumpedBy(empty, circles, intensity, radius, rules_);
}

bool BackgroundTest::round(const StageContext& context) {
  found_ = background(context);
  if (found_.intensity == 0) return false;
  const BackgroundJudge judge(in_, graph_, found_);
  const auto weightBeside = [&](const BackgroundQuestion& asked) {
    int64_t weight = 0;
    for (const Beside& beside : besideBranch(in_.points, look_.grid(), in_.nodes, asked.part, asked.width))
      weight += asked.stretch.holds(beside.along) ? beside.weight : 0;
    return weight;
  };
  std::vector<Branch> failed;
  for (const Branch& branch : allBranches(graph_, in_.nodes)) {
    context.checkStop();
    const std::vector<BackgroundQuestion> questions = judge.questions(branch);
    for (Branch& part : judge.failing(questions, [&](size_t q) { return weightBeside(questions[q]); })) failed.push_back(std::move(part));
  }
  for (const Branch& part : failed) remove(graph_, part);
  if (!failed.empty()) sweepLeaves(graph_, in_.nodes, rules_, context);
  return !failed.empty();
}

}  // namespace

std::vector<Edge> backgroundSequential(const BackgroundInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  BackgroundTest test(in, context);
  for (int round = 0; round < in.rules.backgroundRounds && test.round(context); ++round) context.checkStop();
  test.sweepLeavesOfFog(context);
  return test.edges();
}

}  // namespace arete::cpu
