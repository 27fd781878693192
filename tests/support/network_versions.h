// Runs any versions of the stages of networks beside the references: each gets the results of the references before it, and must give the same bits.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "compute/core/error.h"
#include "tests/support/network.h"
#include "tests/support/side_lines.h"
#include "tests/support/zoo.h"

namespace arete::test {

/// A version of each stage.
struct NetworkVersions {
  SuperPointsFunction superPoints = cpu::superPointsSequential;
  LocalRadiusFunction localRadius = cpu::localRadiusSequential;
  SeedsFunction seeds = cpu::seedsSequential;
  RidgeShiftFunction ridgeShift = cpu::ridgeShiftSequential;
  ThinFunction thin = cpu::thinSequential;
  WitnessesFunction witnesses = cpu::witnessesSequential;
  SpannerFunction spanner = cpu::spannerSequential;
  PruneFunction prune = cpu::pruneSequential;
  BackgroundFunction background = cpu::backgroundSequential;
  CrestFunction crest = cpu::crestSequential;
  BridgesFunction bridges = cpu::bridgesSequential;
  TreeFunction tree = cpu::treeSequential;
  JunctionsFunction junctions = cpu::junctionsSequential;
  PolishFunction polish = cpu::polishSequential;
  RefitFunction refit = cpu::refitSequential;
  EndsFunction ends = cpu::endsSequential;
  TwigsFunction twigs = cpu::twigsSequential;
  SideLinesFunction sideLines = cpu::sideLinesSequential;
};

inline std::vector<uint64_t> bitsOf(std::span<const double> values) {
  std::vector<uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<uint64_t>(value));
  return bits;
}
inline std::vector<uint64_t> bitsOf(std::span<const shared::Vector3> places) {
  std::vector<double> values;
  for (const shared::Vector3& place : places)
    for (int k = 0; k < 3; ++k) values.push_back(place[k]);
  return bitsOf(values);
}
inline std::vector<uint64_t> bitsOf(std::span<const RidgeNode> nodes) {
  std::vector<double> values;
  for (const RidgeNode& node : nodes) {
    for (int k = 0; k < 3; ++k) values.push_back(node.place[k]), values.push_back(node.tangent[k]);
    for (const double value : {node.radius, node.density, node.crest, double(node.still), double(node.lost)}) values.push_back(value);
  }
  return bitsOf(values);
}

/// Both on the same cloud, the versions on a device of their own.
class NetworkComparison {
 public:
  NetworkComparison(const NetworkVersions& versions, const StageContext& context) : versions_(versions), context_(context) {}

  /// All stages; nothing where the references refuse the cloud, as the versions must.
  void expectSame(const PointCloud& cloud, double r1) { expectSame(cloud, r1, networkRules(cloud.dimension())); }
  void expectSame(const PointCloud& cloud, double r1, const NetworkRules& rules) {
    rules_ = rules, r1_ = r1;
    const NetworkVersions references;
    try {
      points_ = references.superPoints({cloud, r1, rules_}, reference_);
    } catch (const Error&) {
      EXPECT_THROW(versions_.superPoints({cloud, r1, rules_}, context_), Error);
      return;
    }
    const SuperPoints found = versions_.superPoints({cloud, r1, rules_}, context_);
    ASSERT_EQ(bitsOf(found.places), bitsOf(points_.places)) << "super_points";
    ASSERT_EQ(found.weights, points_.weights);
    ASSERT_EQ(found.kernelScale, points_.kernelScale);
    ASSERT_EQ(found.dimension, points_.dimension);
    ASSERT_EQ(found.sphereCentre, points_.sphereCentre);
    fog_ = points_.dimension == 3 && !rules.onSphere ? cpu::fogSequential({points_, rules_}, reference_).intensity : 0;
    expectSameNodes();
    if (!testing::Test::HasFatalFailure()) expectSameGraph();
  }
  /// Of side lines, in all clouds so far.
  size_t sideNodes() const { return sideNodes_; }

 private:
  void expectSameNodes();
  void expectSameShifts(std::vector<RidgeNode>& nodes);
  void expectSameGraph();
  void expectSameBackground(std::vector<Edge>& edges);
  void expectSameBranches(std::vector<Edge>& edges);
  void expectSamePolish(std::span<const Edge> edges, std::vector<RidgeNode>& other);
  void expectSameSideLines(std::span<const Edge> edges);

  const NetworkVersions& versions_;
  const StageContext& context_;
  std::unique_ptr<Device> device_ = makeCpuDevice(1);
  StageContext reference_{*device_, {}, {}};
  NetworkRules rules_;
  double r1_ = 0, fog_ = 0;
  size_t sideNodes_ = 0;
  SuperPoints points_;
  std::vector<double> radii_;
  std::vector<RidgeNode> nodes_;
};

inline void NetworkComparison::expectSameNodes() {
  const NetworkVersions references;
  for (const double fog : {0.0, fog_}) {
    radii_ = references.localRadius({points_, r1_, rules_, fog}, reference_);
    ASSERT_EQ(bitsOf(versions_.localRadius({points_, r1_, rules_, fog}, context_)), bitsOf(radii_)) << "local_radius, fog " << fog;
  }
  const std::vector<uint32_t> seeds = references.seeds({points_, radii_, r1_, rules_}, reference_);
  ASSERT_EQ(versions_.seeds({points_, radii_, r1_, rules_}, context_), seeds) << "seeds";
  std::vector<RidgeNode> moving = ridgeNodes(points_, radii_, seeds);
  expectSameShifts(moving);
  const std::vector<uint32_t> stay = references.thin({moving, points_.dimension, r1_, rules_}, reference_);
  ASSERT_EQ(versions_.thin({moving, points_.dimension, r1_, rules_}, context_), stay) << "thin";
  nodes_.clear();
  for (const uint32_t i : stay) nodes_.push_back(moving[i]);
}

/// Iteration by iteration at first, then the rest at once.
inline void NetworkComparison::expectSameShifts(std::vector<RidgeNode>& nodes) {
  const NetworkVersions references;
  std::vector<RidgeNode> other = nodes;
  for (uint32_t shift = 1; shift <= 3; ++shift) {
    const RidgeShiftInput in{points_, r1_, rules_, false};
    ASSERT_EQ(versions_.ridgeShift(in, other, context_), references.ridgeShift(in, nodes, reference_)) << "ridge_shift " << shift;
    ASSERT_EQ(bitsOf(other), bitsOf(nodes)) << "ridge_shift " << shift;
  }
  RidgeShiftInput rest{points_, r1_, rules_, true, rules_.shifts - 3};
  std::vector<ShiftCount> counts(rest.iterations), otherCounts(rest.iterations);
  rest.counts = counts;
  const uint32_t went = references.ridgeShift(rest, nodes, reference_);
  rest.counts = otherCounts;
  ASSERT_EQ(versions_.ridgeShift(rest, other, context_), went) << "ridge_shift, the rest";
  ASSERT_TRUE(otherCounts == counts) << "ridge_shift, the rest";
  ASSERT_EQ(bitsOf(other), bitsOf(nodes)) << "ridge_shift, the rest";
}

inline void NetworkComparison::expectSameGraph() {
  const NetworkVersions references;
  std::vector<Edge> edges;
  for (int round = 1; round <= rules_.rounds; ++round) {
    if (round > 1) nodes_ = joined(nodes_, edges);
    const Witnesses witnesses = references.witnesses({points_, radii_, nodes_, r1_, rules_}, reference_),
                    found = versions_.witnesses({points_, radii_, nodes_, r1_, rules_}, context_);
    ASSERT_EQ(found.pairs, witnesses.pairs) << "witnesses";
    ASSERT_EQ(found.nearestTo, witnesses.nearestTo) << "witnesses";
    edges = references.spanner({points_, nodes_, witnesses, r1_, rules_}, reference_);
    ASSERT_EQ(versions_.spanner({points_, nodes_, witnesses, r1_, rules_}, context_), edges) << "spanner";
    const std::vector<Edge> left = references.prune({nodes_, edges, rules_}, reference_);
    ASSERT_EQ(versions_.prune({nodes_, edges, rules_}, context_), left) << "prune";
    edges = left;
    if (rules_.background) expectSameBackground(edges);
    if (testing::Test::HasFatalFailure()) return;
  }
  expectSameBranches(edges);
  if (testing::Test::HasFatalFailure()) return;
  std::vector<RidgeNode> other = nodes_;
  if (rules_.junctions) {
    const std::vector<Edge> one = references.junctions({edges, rules_}, nodes_, reference_);
    ASSERT_EQ(versions_.junctions({edges, rules_}, other, context_), one) << "junctions";
    ASSERT_EQ(bitsOf(other), bitsOf(nodes_)) << "junctions";
    edges = one;
  }
  expectSamePolish(edges, other);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_EQ(versions_.refit({edges, rules_}, other, context_), references.refit({edges, rules_}, nodes_, reference_)) << "refit";
  ASSERT_EQ(bitsOf(other), bitsOf(nodes_)) << "refit";
  const std::vector<Edge> last = references.ends({points_, edges, rules_}, nodes_, reference_);
  ASSERT_EQ(versions_.ends({points_, edges, rules_}, other, context_), last) << "ends";
  ASSERT_EQ(bitsOf(other), bitsOf(nodes_)) << "ends";
  const std::vector<Twig> twigs = references.twigs({points_, nodes_, last, r1_, rules_}, reference_);
  ASSERT_EQ(versions_.twigs({points_, nodes_, last, r1_, rules_}, context_), twigs) << "twigs";
  expectSameSideLines(last);
}

/// Also where a detection would leave them out, and by rules that take whatever is a little more on one side.
inline void NetworkComparison::expectSameSideLines(std::span<const Edge> edges) {
  NetworkRules rules = rules_, lenient = rules_;
  rules.sideLines = true, takeAll(lenient);
  for (const NetworkRules& by : {rules, lenient}) {
    const SideLinesInput in{points_, nodes_, edges, r1_, by};
    const SideLines found = versions_.sideLines(in, context_), expected = NetworkVersions().sideLines(in, reference_);
    ASSERT_EQ(bitsOf(found.added), bitsOf(expected.added)) << "side_lines";
    ASSERT_EQ(found.edges, expected.edges) << "side_lines";
    sideNodes_ += expected.added.size();
  }
}

/// Of maps. The edges that stay.
/// All rounds at once as one by one; `other`: nodes like nodes_.
inline void NetworkComparison::expectSamePolish(std::span<const Edge> edges, std::vector<RidgeNode>& other) {
  const auto rounds = uint32_t(rules_.polishes);
  std::vector<RidgeNode> oneByOne = other;
  std::vector<uint32_t> moved(rounds), otherMoved(rounds);
  const uint32_t went = NetworkVersions().polish({points_, edges, rules_, true, rounds, moved}, nodes_, reference_);
  ASSERT_EQ(versions_.polish({points_, edges, rules_, true, rounds, otherMoved}, other, context_), went) << "polish";
  ASSERT_EQ(otherMoved, moved) << "polish";
  ASSERT_EQ(bitsOf(other), bitsOf(nodes_)) << "polish";
  for (uint32_t round = 0; round < rounds; ++round)
    ASSERT_EQ(versions_.polish({points_, edges, rules_, round + 1 == rounds}, oneByOne, context_), moved[round]) << "polish " << round;
  ASSERT_EQ(bitsOf(oneByOne), bitsOf(nodes_)) << "polish, round by round";
}

inline void NetworkComparison::expectSameBackground(std::vector<Edge>& edges) {
  const NetworkVersions references;
  const BackgroundInput in{points_, nodes_, edges, r1_, rules_};
  std::vector<Edge> left = references.background(in, reference_);
  ASSERT_EQ(versions_.background(in, context_), left) << "background";
  edges = std::move(left);
}

/// What goes and comes of branches after the rounds. In space the crest test and the tree are tried also where a detection would leave them out.
inline void NetworkComparison::expectSameBranches(std::vector<Edge>& edges) {
  const NetworkVersions references;
  std::vector<Edge> left = references.crest({points_, nodes_, edges, r1_, rules_}, reference_);
  ASSERT_EQ(versions_.crest({points_, nodes_, edges, r1_, rules_}, context_), left) << "crest";
  if (rules_.crest) edges = left;
  if (rules_.background) expectSameBackground(edges);
  left = references.bridges({nodes_, edges, points_.dimension, r1_, rules_}, reference_);
  ASSERT_EQ(versions_.bridges({nodes_, edges, points_.dimension, r1_, rules_}, context_), left) << "bridges";
  edges = left;
  left = references.tree({points_, nodes_, edges, rules_}, reference_);
  ASSERT_EQ(versions_.tree({points_, nodes_, edges, rules_}, context_), left) << "tree";
}

/// The clouds of the zoo in the plane and in space, as doubles and as floats where their coordinates allow it, and R1 for each.
inline std::vector<ZooCloud> networkZoo() {
  std::vector<ZooCloud> clouds;
  for (ZooCloud& cloud : zoo())
    if (cloud.points.dimension() == 2 || cloud.points.dimension() == 3) clouds.push_back(std::move(cloud));
  const std::vector<Segment> town = {{{0, 0}, {60, 0}}, {{60, 0}, {60, 60}}, {{60, 60}, {0, 60}},
                                     {{0, 60}, {0, 0}}, {{0, 30}, {60, 30}}, {{30, 30}, {44, 41}}};
  const std::vector<Segment> space = star({{0, 90, 30}, {78, -45, 30}, {-78, -45, 30}});
  const auto add = [&](const char* name, const std::vector<Segment>& segments, int dimension, double perUnit) {
    clouds.push_back({name, cloudOf(noisySegments(segments, dimension, perUnit, 1, 17), dimension).points(), 4});
  };
  add("a town", town, 2, 20);
  add("a sparse town", town, 2, 1);
  add("a star in space", space, 3, 20);
  add("a sparse star in space", space, 3, 2);
  clouds.push_back({"fog in space", uniformBox(3000, 3, 60, 3), 5});
  clouds.push_back({"fog", uniformBox(3000, 2, 200, 4), 5});
  std::vector<shared::Vector3> foggy = noisySegments(town, 2, 8, 1, 18);
  const PointArray strewn = uniformBox(900, 2, 80, 5);
  for (uint32_t i = 0; i < strewn.size(); ++i) foggy.push_back({strewn.coordinate(i, 0) - 10, strewn.coordinate(i, 1) - 10});
  clouds.push_back({"a town in fog", cloudOf(foggy, 2).points(), 4});
  std::vector<Segment> lattice;
  for (int i = 0; i < 6; ++i) lattice.push_back({{0, i * 30.0}, {150, i * 30.0}}), lattice.push_back({{i * 30.0, 0}, {i * 30.0, 150}});
  add("many crossings", lattice, 2, 4);
  std::vector<shared::Vector3> carriageways = noisySegments({{{0, 0}, {300, 0}}, {{0, 0}, {0, 120}}}, 2, 10, 2, 19);
  for (const shared::Vector3& point : noisySegments({{{60, 11}, {240, 11}}}, 2, 2, 2, 20)) carriageways.push_back(point);
  clouds.push_back({"a carriageway beside a busier one", cloudOf(carriageways, 2).points(), 4});
  return clouds;
}

}  // namespace arete::test
