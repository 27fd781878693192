// The stages that only wires have: what their references find, and that other versions find the same.
#include <gtest/gtest.h>

#include "compute/core/error.h"
#include "compute/network/wire_lines/row_vote.h"
#include "tests/support/wire_versions.h"

namespace arete {
namespace {

using shared::Vector3;
using Edges = std::vector<Edge>;

constexpr double kR1 = 0.3;

struct NetworkWires : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(NetworkProfile::wires, 3);
};

/// A node on a wire along x, or another way.
RidgeNode wireNode(const Vector3& place, const Vector3& tangent = {1, 0, 0}, double radius = 1) {
  return {.place = place, .tangent = tangent, .radius = radius, .density = 10, .crest = 1, .still = true};
}

/// Super-points of weight 1 every tenth of a unit along these lines.
SuperPoints along(const std::vector<test::Segment>& lines) {
  SuperPoints points{3, {}, {}, 0x1p40};
  for (const test::Segment& line : lines) {
    const int count = int(10 * distance(line.from, line.to));
    for (int i = 0; i <= count; ++i) points.places.push_back(line.from + (line.to - line.from) * (double(i) / count)), points.weights.push_back(1);
  }
  return points;
}

/// Which of two conductors of test::powerLine a place is nearer to, and how far that is.
std::pair<int, double> nearestConductor(const std::vector<test::Conductor>& line, const Vector3& place) {
  std::pair<int, double> nearest{0, HUGE_VAL};
  for (size_t i = 0; i < line.size(); ++i)
    for (double part = 0; part <= 1; part += 1.0 / 512)
      if (const double away = distance(line[i].at(part), place); away < nearest.second) nearest = {int(i / 2), away};
  return nearest;
}

TEST_F(NetworkWires, ConductorsSideBySideAreWholeAndNoneIsJoinedToTheNext) {
  const std::vector<test::Conductor> line = test::powerLine();
  for (const unsigned seed : {1u, 2u, 3u}) {
    const PointCloud cloud = test::cloudOf(test::measured(line, 4, 0.04, 0.8, seed), 3);
    const Curve curve = test::wiresOf(cloud, kR1, rules, context).curve();
    EXPECT_EQ(curve.junctions, 0u);
    EXPECT_EQ(curve.loops, 0u);
    ASSERT_EQ(curve.components, 2u) << seed;
    EXPECT_EQ(curve.ends, 4u);
    double length = 0;
    for (const Edge& edge : curve.edges) {
      const auto placeOf = [&](uint32_t i) {
        Vector3 place;
        for (int k = 0; k < 3; ++k) place.set(k, curve.nodes.coordinate(i, k) + cloud.origin()[size_t(k)]);
        return place;
      };
      const auto a = nearestConductor(line, placeOf(edge.a)), b = nearestConductor(line, placeOf(edge.b));
      EXPECT_EQ(a.first, b.first) << "a bridge";
      EXPECT_LT(std::max(a.second, b.second), 0.3);
      length += distance(placeOf(edge.a), placeOf(edge.b));
    }
    EXPECT_NEAR(length, 2 * (60 + 58.6), 4);
  }
}

TEST_F(NetworkWires, PointsInAnotherOrderGiveTheSame) {
  std::vector<Vector3> points = test::measured(test::powerLine(), 4, 0.04, 0.8, 1);
  const test::Network net = test::wiresOf(test::cloudOf(points, 3), kR1, rules, context);
  std::ranges::reverse(points);
  const test::Network other = test::wiresOf(test::cloudOf(points, 3), kR1, rules, context);
  EXPECT_EQ(net.edges, other.edges);
  EXPECT_EQ(test::bitsOf(net.nodes), test::bitsOf(other.nodes));
}

TEST_F(NetworkWires, OtherVersionsFindTheSameBitsOnAnyNumberOfThreads) {
  for (const test::WireCloud& cloud : test::wireClouds())
    for (const int threads : cloud.hasWires ? std::vector{1, 2, 7} : std::vector{2}) {
      SCOPED_TRACE(std::string(cloud.name) + ", " + std::to_string(threads) + " threads");
      const auto own = makeCpuDevice(threads);
      const uint64_t found = test::expectSameWires(Backend::cpu, cloud.cloud, cloud.r1, {*own, {}, {}});
      if (cloud.hasWires) {
        EXPECT_GT(found, 100u);
      }
      if (HasFailure()) return;
    }
}

TEST_F(NetworkWires, VotesAreTheSameOnEveryProcessor) {
  for (const uint32_t count : {0u, 1u, 5u, 512u}) {
    cpu::Voters voters;
    test::Random random(7 + count);
    for (std::vector<double>* values : {&voters.x, &voters.y, &voters.z})
      for (uint32_t i = 0; i < count + 8; ++i) values->push_back(i < count ? random.uniform(-3, 3) : 0);
    for (uint32_t i = 0; i < count + 8; ++i) {
      voters.squared.push_back(squaredLength(Vector3{voters.x[i], voters.y[i], voters.z[i]}));
      voters.weight.push_back(1 + i % 5), voters.farWeight.push_back(i % 2 == 0 ? 1 + i % 5 : 0);
    }
    voters.count = count;
    const Vector3 way = shared::unit({1, 0.5, -0.25});
    cpu::LineVotes expected{0, 0};
    for (uint32_t i = 0; i < count; ++i) {
      const double along = dot({voters.x[i], voters.y[i], voters.z[i]}, way);
      if (along * along > 1 && voters.squared[i] - along * along <= 1) expected.all += voters.weight[i], expected.far += voters.farWeight[i];
    }
    for (const cpu::VoteKernel kernel : cpu::voteKernels()) {
      const cpu::LineVotes found = kernel(voters, way, 1);
      EXPECT_EQ(found.all, expected.all) << count;
      EXPECT_EQ(found.far, expected.far) << count;
    }
  }
}

TEST_F(NetworkWires, ALineIsSeenBetweenOthersAndNotInAPlane) {
  SuperPoints points = along({{{0, 0, 0}, {40, 0, 0}}, {{0, 1, 0}, {40, 1, 0}}, {{0, 0, 1}, {40, 0, 1}}});
  std::vector<RidgeNode> nodes = {{.place = {20, 0, 0}, .radius = kR1}};
  ASSERT_EQ(cpu::wireLinesSequential({points, kR1, rules}, nodes, context), 1u);
  EXPECT_FALSE(nodes[0].lost);
  EXPECT_GT(std::abs(nodes[0].tangent.x), 0.99);
  SuperPoints plane{3, {}, {}, 0x1p40};
  for (int x = 0; x <= 60; ++x)
    for (int y = 0; y <= 60; ++y) plane.places.push_back({0.2 * x, 0.2 * y, 0}), plane.weights.push_back(1);
  nodes = {{.place = plane.places[30 * 61 + 30], .radius = kR1}};
  EXPECT_EQ(cpu::wireLinesSequential({plane, kR1, rules}, nodes, context), 0u);
  EXPECT_TRUE(nodes[0].lost && nodes[0].still);
}

TEST_F(NetworkWires, ShiftGoesToItsOwnWireWithoutALookAtTheNext) {
  SuperPoints points = along({{{0, 0, 0}, {40, 0, 0}}, {{0, 0.6, 0}, {40, 0.6, 0}}});
  for (size_t i = points.size() / 2; i < points.size(); ++i) points.weights[i] = 50;
  std::vector<RidgeNode> nodes = {wireNode({20, 0.05, 0.1}, {1, 0, 0}, 3)};
  nodes[0].still = false;
  cpu::ridgeShiftSequential({points, kR1, rules, true, rules.shifts}, nodes, context);
  EXPECT_NEAR(nodes[0].place.y, 0, 0.01);
  EXPECT_NEAR(nodes[0].place.z, 0, 0.01);
  EXPECT_NEAR(nodes[0].place.x, 20, 0.05);
  EXPECT_GT(nodes[0].crest, 0.9);
}

TEST_F(NetworkWires, ThinLeavesTheWireBesideAndWhatCrosses) {
  const std::vector<RidgeNode> nodes = {wireNode({0, 0, 0}), wireNode({0.2, 0.05, 0}), wireNode({0, 0.5, 0}), wireNode({0.1, 0, 0}, {0, 1, 0}),
                                        wireNode({2, 0, 0})};
  EXPECT_EQ(cpu::thinSequential({nodes, 3, kR1, rules}, context), (std::vector<uint32_t>{0, 2, 3, 4}));
  std::vector<RidgeNode> lost = nodes;
  lost[0].lost = true;
  EXPECT_EQ(cpu::thinSequential({lost, 3, kR1, rules}, context), (std::vector<uint32_t>{1, 2, 3, 4}));
}

TEST_F(NetworkWires, StrandsRunAlongWiresOnceOnEitherSide) {
  std::vector<RidgeNode> nodes;
  for (int wire = 0; wire < 2; ++wire)
    for (int i = 0; i < 5; ++i) nodes.push_back(wireNode({0.8 * i, 0.5 * wire, 0}));
  EXPECT_EQ(cpu::wireStrandsSequential({nodes, kR1, rules}, context), (Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 6}, {6, 7}, {7, 8}, {8, 9}}));
  nodes.push_back(wireNode({1.6, 0.02, 0.01}, {0, 1, 0}));  // of a wire that crosses: nothing leads on from it along its own way
  for (const Edge& edge : cpu::wireStrandsSequential({nodes, kR1, rules}, context)) EXPECT_FALSE(edge.a == 10 || edge.b == 10);
}

TEST_F(NetworkWires, NoLongWayThatIsNearlyStraightLeadsToTheWireBeside) {
  const double radius = 10;
  const std::vector<RidgeNode> across = {wireNode({0, 0, 0}, {1, 0, 0}, radius), wireNode({14, 0.5, 0}, {1, 0, 0}, radius)},
                               own = {across[0], wireNode({14, 0.25, 0}, {1, 0, 0}, radius)};
  EXPECT_TRUE(cpu::wireStrandsSequential({across, kR1, rules}, context).empty());
  EXPECT_EQ(cpu::wireStrandsSequential({own, kR1, rules}, context), (Edges{{0, 1}}));
}

/// A strand from place to place with a node every unit.
void addStrand(std::vector<RidgeNode>& nodes, Edges& edges, const Vector3& from, const Vector3& to) {
  const int count = int(distance(from, to));
  for (int i = 0; i <= count; ++i) {
    if (i > 0) edges.push_back({uint32_t(nodes.size() - 1), uint32_t(nodes.size())});
    nodes.push_back(wireNode(from + (to - from) * (double(i) / count), unit(to - from)));
  }
}

TEST_F(NetworkWires, AStrandThatLeadsFromWireToWireHasNothingOfItsOwn) {
  const std::vector<test::Segment> wires = {{{0, 0, 0}, {40, 0, 0}}, {{0, 1, 0}, {40, 1, 0}}, {{0, 2, 0}, {40, 2, 0}}};
  std::vector<RidgeNode> nodes;
  Edges edges;
  for (const test::Segment& wire : wires) addStrand(nodes, edges, wire.from, wire.to);
  const Edges ofWires = edges;
  addStrand(nodes, edges, {18, -0.2, 0}, {22, 2.2, 0});
  EXPECT_EQ(cpu::wireClaimsSequential({along(wires), nodes, edges, kR1, rules}, context), ofWires);
  EXPECT_EQ(cpu::wireClaimsSequential({along(wires), nodes, ofWires, kR1, rules}, context), ofWires);
}

TEST_F(NetworkWires, AStrandOfThreeNodesHardlySaysWhereItPointsAndGoes) {
  const std::vector<test::Segment> lines = {{{0, 0, 0}, {40, 0, 0}}, {{44, 0.3, 0}, {46, 0.6, 0}}, {{50, 0, 0}, {53, 0, 0}}};
  std::vector<RidgeNode> nodes;
  Edges edges, expected;
  for (const test::Segment& line : lines) addStrand(nodes, edges, line.from, line.to);  // the second one has nodes 41 to 43
  std::ranges::copy_if(edges, std::back_inserter(expected), [](const Edge& edge) { return edge.b <= 40 || edge.a >= 44; });
  ASSERT_EQ(expected.size() + 2, edges.size());
  EXPECT_EQ(cpu::wireClaimsSequential({along(lines), nodes, edges, kR1, rules}, context), expected);
  rules.wireFewest = 0;
  EXPECT_EQ(cpu::wireClaimsSequential({along(lines), nodes, edges, kR1, rules}, context), edges) << "as in the search of R1";
}

TEST_F(NetworkWires, OfStrandsOfThreeNodesThoseThatAreLongStayAsSparseWiresHaveThem) {
  const std::vector<double> along = {0, 4.4, 8.8, 20, 24.6, 29.2};  // 8.8 long and 9.2, where 30 R1 are 9
  std::vector<RidgeNode> nodes;
  SuperPoints points{3, {}, {}, 0x1p40};
  for (const double x : along) nodes.push_back(wireNode({x, 0, 0})), points.places.push_back({x, 0, 0}), points.weights.push_back(1);
  EXPECT_EQ(cpu::wireClaimsSequential({points, nodes, Edges{{0, 1}, {1, 2}, {3, 4}, {4, 5}}, kR1, rules}, context), (Edges{{3, 4}, {4, 5}}));
}

/// Edges that came.
Edges addedTo(const Edges& edges, const Edges& found) {
  Edges added;
  std::ranges::set_difference(found, edges, std::back_inserter(added));
  return added;
}

TEST_F(NetworkWires, GapsAreClosedWhereBothEndsPointAtEachOtherToTheRightWire) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {20, 0, 0});    // 0 to 20
  addStrand(nodes, edges, {24, 0, 0}, {44, 2, 0});   // 21 to 41, turned at the pylon
  addStrand(nodes, edges, {0, 1, 0}, {20, 1, 0});    // 42 to 62
  addStrand(nodes, edges, {24, 1, 0}, {44, 3, 0});   // 63 to 83
  addStrand(nodes, edges, {22, 5, 0}, {22, 25, 0});  // 84 on: across
  EXPECT_EQ(addedTo(edges, cpu::wireGapsSequential({nodes, edges, kR1, rules}, context)), (Edges{{20, 21}, {62, 63}}));
}

TEST_F(NetworkWires, EndsWhoseLinesMeetElsewhereThanWiresBesideThemTurnAreOfTwoWires) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});          // 0 to 40, to the pylon at 45
  addStrand(nodes, edges, {50, 0, -0.5}, {90, 0, -4.5});   // 41 to 81
  addStrand(nodes, edges, {0, 1.5, 0}, {38, 1.5, 0});      // 82 to 120
  addStrand(nodes, edges, {52, 1.5, 0}, {90, 1.5, -7.6});  // 121 to 159: meets the one before it where it begins, 1.4 too high at the pylon
  addStrand(nodes, edges, {0, 3, 0}, {38, 3, 0});          // 160 to 198
  addStrand(nodes, edges, {52, 3, -0.7}, {90, 3, -4.5});   // 199 on: turns at the pylon
  EXPECT_EQ(addedTo(edges, cpu::wireGapsSequential({nodes, edges, kR1, rules}, context)), (Edges{{40, 41}, {198, 199}}));
  rules.wireAbreast = 0;
  EXPECT_EQ(addedTo(edges, cpu::wireGapsSequential({nodes, edges, kR1, rules}, context)), (Edges{{40, 41}, {120, 121}, {198, 199}}))
      << "as in the search of R1";
}

TEST_F(NetworkWires, TwoTipsThatPassedEachOtherAreJoinedRatherThanOneOfThemToAThird) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {20, 0, 0});           // 0 to 20
  addStrand(nodes, edges, {21, 0, 0}, {60, 0, 0});          // 21 to 60
  addStrand(nodes, edges, {-32, 0.9, 1.4}, {6, 0.9, 1.4});  // 61 to 99: another wire
  nodes.push_back(wireNode({19.8, 0.2, 0.3}));              // 100: the tip of the second one, which points at the third
  const Edges own = edges;
  edges.push_back({21, 100});
  std::ranges::sort(edges);
  const Edges found = cpu::wireGapsSequential({nodes, edges, kR1, rules}, context);
  EXPECT_EQ(addedTo(own, found), (Edges{{20, 21}})) << "without the tip";
  EXPECT_EQ(found.size(), own.size() + 1);
  rules.wireTips = 0;
  EXPECT_EQ(addedTo(edges, cpu::wireGapsSequential({nodes, edges, kR1, rules}, context)), (Edges{{99, 100}})) << "as in the search of R1";
}

TEST_F(NetworkWires, NoTipStepsBackForAStrandThatIsTooShortForAWire) {
  for (const double to : {29.0, 49.0}) {
    std::vector<RidgeNode> nodes;
    Edges edges;
    addStrand(nodes, edges, {0, 0, 0}, {20, 0, 0});
    const Edges first = edges;
    addStrand(nodes, edges, {19.5, 0.1, 0}, {to + 0.5, 0.1, 0});
    const Edges found = cpu::wireGapsSequential({nodes, edges, kR1, rules}, context);
    if (to < 40) EXPECT_EQ(found, first) << "the short one goes";
    else EXPECT_EQ(found.size(), edges.size()) << "one node less, and one edge that joins them";
  }
}

TEST_F(NetworkWires, AGapIsNoLongerThanTwiceTheShorterStrandAndShortStrandsGo) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {20, 0, 0});
  const Edges first = edges;
  addStrand(nodes, edges, {26, 0, 0}, {28, 0, 0});
  EXPECT_EQ(cpu::wireGapsSequential({nodes, edges, kR1, rules}, context), first);
}

TEST_F(NetworkWires, AnEndGoesToTheLastPointOfItsWire) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {3, 0, 0}, {36, 0, 0});
  const SuperPoints points = along({{{0, 0, 0}, {40, 0, 0}}, {{41, 1, 0}, {60, 1, 0}}, {{42, 0, 0}, {60, 0, 0}}});
  EXPECT_EQ(cpu::wireEndsSequential({points, edges, kR1, rules}, nodes, context), 2u);
  EXPECT_NEAR(nodes.front().place.x, 0, 1e-9);
  EXPECT_NEAR(nodes.back().place.x, 40, 1e-9) << "not over the gap, nor to the wire beside";
}

TEST_F(NetworkWires, AWireTurnsInAGapWhereTheLinesOfBothSidesMeet) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});   // 0 to 40, to the pylon at 45
  addStrand(nodes, edges, {55, 2, 0}, {85, 8, 0});  // 41 on: turned by 11 degrees
  edges.push_back({40, 41});
  const std::vector<RidgeNode> before = nodes;
  const SuperPoints none = along({{{-100, 0, 0}, {-99, 0, 0}}});
  EXPECT_EQ(cpu::wireEndsSequential({none, edges, kR1, rules}, nodes, context), 1u);
  EXPECT_NEAR(distance(nodes[40].place, {45, 0, 0}), 0, 1e-6);
  EXPECT_EQ(nodes[41].place, before[41].place) << "the farther one stays";
  nodes = before;
  for (uint32_t i = 41; i < nodes.size(); ++i) nodes[i].place.y += 3;  // past each other
  EXPECT_EQ(cpu::wireEndsSequential({none, edges, kR1, rules}, nodes, context), 0u);
}

TEST_F(NetworkWires, AWireThatGoesOnStraightHasNoKinkInItsGap) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});
  addStrand(nodes, edges, {50, 0.05, 0}, {90, 0.1, 0});
  edges.push_back({40, 41});
  EXPECT_EQ(cpu::wireEndsSequential({along({{{-100, 0, 0}, {-99, 0, 0}}}), edges, kR1, rules}, nodes, context), 0u);
}

TEST_F(NetworkWires, AStrandThatSeesFarTurnsInItsLongEdgesToo) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});
  addStrand(nodes, edges, {55, 2, 0}, {85, 8, 0});
  edges.push_back({40, 41});
  for (RidgeNode& node : nodes) node.radius = 6;  // so that wire_strands may join over 15
  EXPECT_EQ(cpu::wireEndsSequential({along({{{-100, 0, 0}, {-99, 0, 0}}}), edges, kR1, rules}, nodes, context), 1u);
  EXPECT_NEAR(distance(nodes[40].place, {45, 0, 0}), 0, 1e-6);
}

TEST_F(NetworkWires, PolishDrawsNoNodeTowardsTheOtherSideOfAGap) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});
  addStrand(nodes, edges, {55, 6, 0}, {85, 18, 0});
  edges.push_back({40, 41});
  const std::vector<RidgeNode> before = nodes;
  cpu::polishSequential({along({{{0, 0, 0}, {40, 0, 0}}, {{55, 6, 0}, {85, 18, 0}}}), edges, kR1, rules}, nodes, context);
  EXPECT_EQ(nodes[40].place, before[40].place);
  EXPECT_EQ(nodes[41].place, before[41].place);
}

TEST_F(NetworkWires, PolishDrawsAKinkOfNoiseBackAndLeavesEnds) {
  std::vector<RidgeNode> nodes;
  Edges edges;
  addStrand(nodes, edges, {0, 0, 0}, {40, 0, 0});
  nodes[20].place.y = 0.1;
  const SuperPoints points = along({{{0, 0, 0}, {40, 0, 0}}});
  for (int round = 0; round < rules.polishes; ++round) EXPECT_GT(cpu::polishSequential({points, edges, kR1, rules}, nodes, context), 0u);
  EXPECT_LT(std::abs(nodes[20].place.y), 0.01);
  EXPECT_EQ(nodes[0].place, (Vector3{0, 0, 0}));
  EXPECT_EQ(nodes[40].place, (Vector3{40, 0, 0}));
}

TEST_F(NetworkWires, OfNoPointAreNone) {
  const test::Network net = test::wiresOf(test::cloudOf({{1, 2, 3}}, 3), kR1, rules, context);
  EXPECT_TRUE(net.edges.empty());
  EXPECT_THROW(networkRules(NetworkProfile::wires, 2), Error);
}

}  // namespace
}  // namespace arete
