// The references of a network's graph, witnesses to ends, against cases worked out by hand.
#include <gtest/gtest.h>

#include <numbers>

#include "compute/catalog/version.h"
#include "compute/network/polish/bends.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using Edges = std::vector<Edge>;

RidgeNode node(double x, double y, Vector3 tangent = {1, 0}) { return test::nodeAt({x, y}, tangent); }

struct NetworkGraph : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(2);
  static constexpr double kR1 = 4;

  Witnesses witnesses(const SuperPoints& points, const std::vector<RidgeNode>& nodes) {
    return cpu::witnessesSequential({points, std::vector<double>(points.size(), kR1), nodes, kR1, rules}, context);
  }
  Edges spanner(const SuperPoints& points, const std::vector<RidgeNode>& nodes) {
    const Witnesses found = witnesses(points, nodes);
    return cpu::spannerSequential({points, nodes, found, kR1, rules}, context);
  }
  Edges prune(const std::vector<RidgeNode>& nodes, const Edges& edges) { return cpu::pruneSequential({nodes, edges, rules}, context); }
};

TEST_F(NetworkGraph, AWitnessProjectsIntoTheMiddleHalfOfItsEdge) {
  const std::vector<RidgeNode> nodes = {node(0, 0), node(4, 0), node(30, 0)};
  const SuperPoints points{2, {{0.9, 0}, {1.5, 1}, {2, 0}, {3.2, 0}, {30, 1}}, {1, 2, 4, 8, 16}, 1};
  const Witnesses found = witnesses(points, nodes);
  EXPECT_EQ(found.pairs, (std::vector<Witness>{{0, 1, 6}}));
  EXPECT_EQ(found.nearestTo, (std::vector<int64_t>{7, 8, 16})) << "a tie, at 2, is the lower node's";
  EXPECT_EQ(found.of(0, 1), 6);
  EXPECT_EQ(found.of(1, 2), 0);
}

TEST_F(NetworkGraph, StraysAndWhatIsFarFromEveryNodeAreNoWitnesses) {
  const std::vector<RidgeNode> nodes = {node(0, 0), node(4, 0)};
  const SuperPoints points{2, {{2, 0}, {2, 7}}, {1, 1}, 1};
  EXPECT_EQ(cpu::witnessesSequential({points, std::vector<double>{0, 4}, nodes, kR1, rules}, context).nearestTo, (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(cpu::witnessesSequential({points, std::vector<double>{4, 8}, nodes, kR1, rules}, context).nearestTo, (std::vector<int64_t>{2, 0}));
}

TEST_F(NetworkGraph, NodesOfALineAreJoinedInTheirOrderAndNotAcrossAGap) {
  std::vector<RidgeNode> nodes;
  for (const double x : {8.0, 0.0, 4.0, 12.0, 22.0, 26.0}) nodes.push_back(node(x, 0));
  const SuperPoints points = test::coveredBy({{{0, 0}, {11.5, 0}}, {{22.5, 0}, {26, 0}}});
  EXPECT_EQ(spanner(points, nodes), (Edges{{0, 2}, {0, 3}, {1, 2}, {4, 5}})) << "12 and 22 are within 2.5 R, with next to nothing half-way";
}

TEST_F(NetworkGraph, ALoopIsClosedWhereThereAreWitnessesAndAWayRound) {
  for (const int count : {8, 30}) {  // edges of length 4: 8 are half of the girth, 30 almost twice
    const double pi = 3.14159265358979, radius = 4 * count / (2 * pi);
    std::vector<RidgeNode> nodes;
    std::vector<test::Segment> ring;
    const auto place = [&](int i) { return Vector3{radius * std::cos(2 * pi * i / count), radius * std::sin(2 * pi * i / count)}; };
    for (int i = 0; i < count; ++i) {
      nodes.push_back(node(place(i).x, place(i).y, unit(Vector3{-place(i).y, place(i).x})));
      ring.push_back({place(i), place(i + 1)});
    }
    EXPECT_EQ(spanner(test::coveredBy(ring), nodes).size(), size_t(count == 30 ? 30 : 7)) << count;
    ring.pop_back();  // nothing speaks for the last edge
    EXPECT_EQ(spanner(test::coveredBy(ring), nodes).size(), size_t(count - 1)) << count;
  }
}

TEST_F(NetworkGraph, PruneTakesShortLeavesAndCrumbsAndLeavesTheRest) {
  // A line of 24 with a leaf of 3 (less than R = 4) and one of 5, and a piece of 3 edges of 4: three local radii.
  const std::vector<RidgeNode> nodes = {node(0, 0),  node(8, 0),  node(16, 0), node(24, 0), node(8, 3),
                                        node(16, 5), node(0, 50), node(4, 50), node(8, 50), node(12, 50)};
  const Edges edges = {{0, 1}, {1, 2}, {1, 4}, {2, 3}, {2, 5}, {6, 7}, {7, 8}, {8, 9}};
  EXPECT_EQ(prune(nodes, edges), (Edges{{0, 1}, {1, 2}, {2, 3}, {2, 5}}));
  EXPECT_EQ(prune(nodes, {}), Edges{});
}

TEST_F(NetworkGraph, OfAJunctionOnlyTheShortestLeafGoes) {
  // Three leaves that are all too short: one goes, then the two others are one piece, of 1.6 R, and that goes too. With longer arms it stays.
  const std::vector<RidgeNode> close = {node(0, 0), node(3, 0), node(-3.5, 0), node(0, 2)};
  EXPECT_EQ(prune(close, {{0, 1}, {0, 2}, {0, 3}}), Edges{});
  const std::vector<RidgeNode> wide = {node(0, 0), node(5.5, 0), node(-12, 0), node(0, 3)};
  EXPECT_EQ(prune(wide, {{0, 1}, {0, 2}, {0, 3}}), (Edges{{0, 1}, {0, 2}})) << "17.5 is more than 4 R";
}

TEST_F(NetworkGraph, OfEqualLeavesTheOneOfTheLowerEndGoes) {
  const std::vector<RidgeNode> nodes = {node(0, 3), node(0, 0), node(0, -3), node(20, 0)};
  EXPECT_EQ(prune(nodes, {{0, 1}, {1, 2}, {1, 3}}), (Edges{{1, 2}, {1, 3}}));
}

TEST_F(NetworkGraph, PolishDrawsANodeToItsNeighboursAndBackToTheRidge) {
  const SuperPoints points = test::coveredBy({{{-20, 0}, {20, 0}}});
  std::vector<RidgeNode> nodes = {node(-4, 0), node(0, 2), node(4, 0)};
  EXPECT_EQ(cpu::polishSequential({points, Edges{{0, 1}, {1, 2}}, 4, rules}, nodes, context), 1u);
  EXPECT_NEAR(nodes[1].place.x, 0, 1e-6);
  EXPECT_NEAR(nodes[1].place.y, 0.3, 1e-6) << "half-way, to 1, then 0.7 of the way to the line";
  EXPECT_EQ(nodes[0].place, (Vector3{-4, 0})) << "ends stay";
}

TEST_F(NetworkGraph, PolishDrawsAJunctionToTheMeanOfItsNeighbours) {
  std::vector<RidgeNode> nodes = {node(0, 0), node(10, 0), node(0, 10), node(-10, 10)};
  EXPECT_EQ(cpu::polishSequential({test::coveredBy({{{0, 0}, {1, 0}}}), Edges{{0, 1}, {0, 2}, {0, 3}}, 4, rules}, nodes, context), 1u);
  EXPECT_NEAR(nodes[0].place.x, 0, 1e-12);
  EXPECT_NEAR(nodes[0].place.y, 2, 1e-12);
}

/// Nodes on a ring of this radius around the origin, about 4 apart.
std::vector<RidgeNode> ringOfNodes(double radius) {
  std::vector<RidgeNode> nodes;
  const int count = int(std::ceil(2 * std::numbers::pi * radius / 4));
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    nodes.push_back(node(radius * std::cos(angle), radius * std::sin(angle)));
  }
  return nodes;
}

TEST_F(NetworkGraph, ABendGetsBackWhatABallTakesFromIt) {
  std::vector<RidgeNode> nodes = ringOfNodes(20);
  Edges edges{{0, uint32_t(nodes.size() - 1)}};
  for (uint32_t i = 1; i < nodes.size(); ++i) edges.push_back({i - 1, i});
  std::ranges::sort(edges);
  double sum = 0, total = 0;  // of what the first node sees, how far right it lies
  for (const RidgeNode& other : nodes)
    if (const double far = squaredDistance(other.place, nodes[0].place) / (7 * 7); far < 1)
      sum += (1 - far) * (1 - far) * other.place.x, total += (1 - far) * (1 - far);
  const double taken = 20 - sum / total;
  EXPECT_EQ(restoreBends(test::coveredBy({}), edges, nodes, rules, context.device.threads()), nodes.size());
  for (const RidgeNode& one : nodes) EXPECT_NEAR(std::sqrt(squaredLength(one.place)), 20 + taken, 0.1 * taken);
}

TEST_F(NetworkGraph, StraightLinesEndsAndJunctionsHaveNothingToGetBack) {
  std::vector<RidgeNode> nodes = {node(0, 0), node(4, 0), node(8, 0), node(12, 0), node(16, 4), node(16, -4)};
  const std::vector<RidgeNode> start = nodes;
  EXPECT_EQ(restoreBends(test::coveredBy({}), Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}}, nodes, rules, context.device.threads()), 0u);
  EXPECT_EQ(nodes, start);
}

TEST_F(NetworkGraph, ABendThatMayBeNoiseStaysAsItIs) {
  const Edges edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  const auto bent = [&](double density, bool bends) {
    std::vector<RidgeNode> nodes = {node(-8, 0), node(-4, 0), node(0, 1), node(4, 0), node(8, 0)};
    for (RidgeNode& one : nodes) one.density = density, one.crest = 0.5;
    rules.bends = bends;
    restoreBends(test::coveredBy({}), edges, nodes, rules, context.device.threads());
    return nodes[2].place.y;
  };
  EXPECT_EQ(bent(10, true), 1) << "the crest is known to 0.55, and a ball takes 0.5";
  EXPECT_GT(bent(1000, true), 1.1);
  EXPECT_EQ(bent(1000, false), 1);
}

/// A line of 80 along x with nodes every 4, from `from` to `to`.
std::vector<RidgeNode> lineOfNodes(double from, double to) {
  std::vector<RidgeNode> nodes;
  for (double x = from; x <= to; x += 4) nodes.push_back(node(x, 0));
  return nodes;
}
Edges inARow(size_t nodes) {
  Edges edges;
  for (uint32_t i = 1; i < nodes; ++i) edges.push_back({i - 1, i});
  return edges;
}

TEST_F(NetworkGraph, AnEndGoesOnToWhereTheWeightEndsAndNeverBack) {
  const SuperPoints points = test::coveredBy({{{0, 0}, {80, 0}}});
  for (const double gap : {2.0, 1.0, 0.0, -3.0}) {
    std::vector<RidgeNode> nodes = lineOfNodes(gap, 80);
    cpu::endsSequential({points, inARow(nodes.size()), rules}, nodes, context);
    EXPECT_NEAR(nodes[0].place.x, std::min(gap, 0.0), 0.3) << gap;
    EXPECT_NEAR(nodes[0].place.y, 0, 1e-9) << gap;
  }
}

TEST_F(NetworkGraph, AnEndGoesNoFartherThanItMay) {
  const SuperPoints points = test::coveredBy({{{0, 0}, {80, 0}}});
  std::vector<RidgeNode> nodes = lineOfNodes(12, 68);
  cpu::endsSequential({points, inARow(nodes.size()), rules}, nodes, context);
  EXPECT_NEAR(nodes.front().place.x, 12 - 0.7 * 4, 1e-9);
  EXPECT_NEAR(nodes.back().place.x, 68 + 0.7 * 4, 1e-9);
}

TEST_F(NetworkGraph, AShortBranchGrowsByWhatIsBeyondIt) {
  const SuperPoints points = test::coveredBy({{{0, 0}, {18, 0}}});
  std::vector<RidgeNode> nodes = lineOfNodes(2, 18);
  cpu::endsSequential({points, inARow(nodes.size()), rules}, nodes, context);
  EXPECT_NEAR(nodes.front().place.x, 0, 0.1);
  EXPECT_NEAR(nodes.back().place.x, 18, 0.1);
}

TEST_F(NetworkGraph, AnEndAtALongBridgeIsMovedAlikeByEveryVersion) {
  const SuperPoints points = test::coveredBy({{{0, 0}, {8, 0}}, {{160, 0}, {200, 0}}});
  const std::vector<RidgeNode> start = {node(0, 0), node(160, 0), node(180, 0), node(200, 0)};  // the first edge is of 40 R, as no ball is
  for (const Version& version : versions(Stage::ends)) {
    if (version.backend != Backend::cpu) continue;
    std::vector<RidgeNode> nodes = start, expected = start;
    EXPECT_EQ(version.as<Stage::ends>()({points, inARow(nodes.size()), rules}, nodes, context),
              cpu::endsSequential({points, inARow(nodes.size()), rules}, expected, context));
    for (size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(nodes[i].place, expected[i].place) << version.id << " " << i;
  }
}

}  // namespace
}  // namespace arete
