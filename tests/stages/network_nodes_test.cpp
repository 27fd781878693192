// The references of a network's first stages, super-points to thin, against cases worked out by hand.
#include <gtest/gtest.h>

#include <set>

#include "compute/core/error.h"
#include "compute/network/graph/node_graph.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/look/column_grid.h"
#include "compute/network/rules/symmetric_eigen.h"
#include "tests/support/network.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using shared::Vector3;
using Indices = std::vector<uint32_t>;

struct NetworkNodes : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(2);

  SuperPoints superPoints(const std::vector<Vector3>& points, double r1, int dimension = 2) {
    return cpu::superPointsSequential({test::cloudOf(points, dimension), r1, rules}, context);
  }
  /// Weighted places as they stand, of a cloud of this weight.
  static SuperPoints places(std::vector<Vector3> at, std::vector<int64_t> weights) { return {2, std::move(at), std::move(weights), 0x1p40}; }
};

TEST_F(NetworkNodes, PointsOfACellAreOneSuperPointAtTheirMean) {
  // R1 = 4: cells of side 1 from the minimum (1, 2).
  const SuperPoints found = superPoints({{1.25, 2}, {1, 2.5}, {3, 2.25}, {1, 4}}, 4);
  EXPECT_EQ(found.places, (std::vector<Vector3>{{1.125, 2.25}, {1, 4}, {3, 2.25}})) << "by x, then y";
  EXPECT_EQ(found.weights, (std::vector<int64_t>{2, 1, 1}));
  EXPECT_EQ(found.kernelScale, 0x1p58) << "2^3 is above a weight of 4";
}

TEST_F(NetworkNodes, AFaceOfACellBelongsToTheUpperOne) {
  EXPECT_EQ(superPoints({{0, 0}, {1, 0}, {0.5, 0}}, 4).weights, (std::vector<int64_t>{2, 1}));
}

TEST_F(NetworkNodes, EqualPointsWeighTogetherAndNoPointsAreNone) {
  const SuperPoints found = superPoints({{7, 3}, {7, 3}, {7, 3}}, 4);
  EXPECT_EQ(found.places, (std::vector<Vector3>{{7, 3}}));
  EXPECT_EQ(found.weights, (std::vector<int64_t>{3}));
  EXPECT_EQ(superPoints({}, 4).size(), 0u);
}

TEST_F(NetworkNodes, SuperPointsDoNotDependOnTheOrderOfThePoints) {
  std::vector<Vector3> points = test::noisySegments({{{0, 0}, {30, 10}}}, 2, 20, 1, 3);
  const SuperPoints one = superPoints(points, 4);
  std::ranges::reverse(points);
  std::ranges::rotate(points, points.begin() + 100);
  const SuperPoints other = superPoints(points, 4);
  EXPECT_EQ(one.places, other.places);
  EXPECT_EQ(one.weights, other.weights);
}

TEST_F(NetworkNodes, ATooSmallR1AndOtherDimensionsAreRefused) {
  EXPECT_THROW(superPoints({{0, 0}, {1e6, 0}}, 1e-6), Error);
  for (const int dimension : {1, 4}) EXPECT_THROW(networkRules(dimension), Error) << dimension;
}

/// Balls around places and beside them, with places on the border, find what comparing every place finds.
template <class Grid>
void expectBallsOf(const Grid& grid, const std::vector<Vector3>& at) {
  for (const double radius : {0.3, 1.0, 2.0, 5.5, 8.0, 100.0})
    for (uint32_t i = 0; i < at.size(); i += 7) {
      const Vector3 centre = at[i] + Vector3{radius, 0.25, 0} * (i % 3);
      Indices expected, found;
      for (uint32_t j = 0; j < at.size(); ++j)
        if (squaredDistance(at[j], centre) <= radius * radius) expected.push_back(j);
      grid.visitBall(centre, radius, [&](uint32_t j, double) { found.push_back(j); });
      std::ranges::sort(found);
      ASSERT_EQ(found, expected) << radius << " " << i;
    }
}

TEST_F(NetworkNodes, ABallHoldsWhatComparingEveryPlaceFinds) {
  for (const int dimension : {2, 3}) {
    const std::vector<Vector3> at = test::noisySegments({{{0, 0, 0}, {20, 5, 9}}}, dimension, 30, 2, 8);
    expectBallsOf(BallGrid(at, dimension, 1, 8, context), at);
  }
}

TEST_F(NetworkNodes, BallsOfManyPlacesAreNotSortedOnceAStopIsAskedFor) {
  std::stop_source stop;
  stop.request_stop();
  const std::vector<Vector3> at = test::noisySegments({{{0, 0, 0}, {20, 5, 9}}}, 3, 300, 2, 8);
  EXPECT_THROW(BallGrid(at, 3, 1, 8, {*device, stop.get_token(), {}}), Cancelled);
}

TEST_F(NetworkNodes, ABallOfColumnsHoldsWhatComparingEveryPlaceFinds) {
  const std::vector<Vector3> at = test::noisySegments({{{0, 0, 0}, {20, 5, 9}}}, 3, 30, 2, 8);
  for (const double side : {1e-9, 0.5, 2.0, 1e3}) expectBallsOf(ColumnGrid(at, side), at);
  expectBallsOf(ColumnGrid(std::span(at).first(1), 2), {at[0]});
  EXPECT_FALSE(ColumnGrid({}, 2).anyInBall({0, 0, 0}, 1, [](uint32_t) { return true; }));
}

TEST_F(NetworkNodes, ALookIntoABallOfColumnsEndsWhereItIsTold) {
  const std::vector<Vector3> at(5, Vector3{1, 2, 3});
  int visited = 0;
  EXPECT_TRUE(ColumnGrid(at, 1).anyInBall({1, 2, 3}, 1, [&](uint32_t) { return ++visited == 3; }));
  EXPECT_EQ(visited, 3);
}

TEST_F(NetworkNodes, AGraphWhoseEdgesComeAndGoHasThoseThatAreLeft) {
  constexpr uint32_t kNodes = 12;
  std::set<Edge> expected{{0, 1}, {0, 5}, {3, 7}};
  NodeGraph graph(kNodes, std::vector<Edge>(expected.begin(), expected.end()));
  test::Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const auto a = uint32_t(random.uniform(0, kNodes - 1)), b = uint32_t(random.uniform(a + 1, kNodes));
    const Edge edge{a, b};
    ASSERT_EQ(graph.has(a, b), expected.contains(edge));
    if (expected.erase(edge) > 0) graph.remove(b, a);
    else if (random.uniform(0, 1) < (i < 1000 ? 0.8 : 0.3)) graph.add(b, a), expected.insert(edge);
    ASSERT_EQ(graph.edges(), std::vector<Edge>(expected.begin(), expected.end())) << i;
  }
  for (uint32_t node = 0; node < kNodes; ++node) EXPECT_TRUE(std::ranges::is_sorted(graph.neighbours(node)));
}

TEST_F(NetworkNodes, TheLocalRadiusIsTheSmallestThatHoldsEnough) {
  // Balls of 1.75 R, R from 4 to 16 in steps of 2^(1/4): 7, 8.32, 9.9, 11.8, 14, … 28. Twelve points are wanted.
  const auto radius = [&](double distance, int64_t weight) {
    const SuperPoints points = places({{0, 0}, {distance, 0}}, {6, weight});
    return cpu::localRadiusSequential({points, 4, rules}, context)[0];
  };
  EXPECT_EQ(radius(7, 6), 4) << "the border belongs to the ball";
  EXPECT_EQ(radius(7.01, 6), steppedRadius(4, 1));
  EXPECT_EQ(radius(27.9, 6), 16);
  EXPECT_EQ(radius(7, 5), 16) << "never enough: the largest";
  EXPECT_EQ(steppedRadius(4, 4), 8);
}

TEST_F(NetworkNodes, AStrayHasNoLocalRadius) {
  const SuperPoints points = places({{0, 0}, {100, 0}, {110, 0}}, {2, 2, 1});
  EXPECT_EQ(cpu::localRadiusSequential({points, 4, rules}, context), (std::vector<double>{0, 16, 16})) << "three within 28 are enough";
}

TEST_F(NetworkNodes, SeedsAreTheHeaviestAndOfEqualOnesTheFirst) {
  // Half of R1 = 4 is 2, and its border is covered.
  const SuperPoints points = places({{0, 0}, {2, 0}, {4, 0}, {5, 0}, {9, 0}}, {1, 1, 1, 2, 5});
  EXPECT_EQ(cpu::seedsSequential({points, std::vector<double>{4, 4, 4, 4, 4}, 4, rules}, context), (Indices{0, 3, 4}));
  EXPECT_EQ(cpu::seedsSequential({points, std::vector<double>{0, 4, 4, 0, 4}, 4, rules}, context), (Indices{1, 4})) << "strays are none";
}

TEST_F(NetworkNodes, AShiftGoesAcrossTheRidgeAndNotAlongIt) {
  // A row along x at y = 0, denser towards the right, and a node above it.
  std::vector<Vector3> row;
  std::vector<int64_t> weights;
  for (int i = -6; i <= 6; ++i) row.push_back({double(i), 0}), weights.push_back(10 + i);
  const SuperPoints points = places(row, weights);
  std::vector<RidgeNode> nodes(1);
  nodes[0] = {.place = {0, 1}, .tangent = {}, .radius = 2};
  uint32_t shifts = 0;
  while (!nodes[0].still) ++shifts, cpu::ridgeShiftSequential({points, 2, rules, false}, nodes, context);
  EXPECT_EQ(shifts, 2u) << "at once to the row, then less than a thousandth of R1";
  EXPECT_NEAR(nodes[0].place.x, 0, 1e-6);
  EXPECT_NEAR(nodes[0].place.y, 0, 1e-6);
  EXPECT_NEAR(std::abs(nodes[0].tangent.x), 1, 1e-9);
  EXPECT_NEAR(nodes[0].crest, 1, 1e-9) << "nothing lies beside the line";
  // The ball of 3.5 holds i = -3 … 3 with (1 - i²/12.25)².
  double density = 0;
  for (int i = -3; i <= 3; ++i) density += (10 + i) * std::pow(1 - i * i / 12.25, 2);
  EXPECT_NEAR(nodes[0].density, density, 1e-6);
  EXPECT_FALSE(nodes[0].lost);
}

TEST_F(NetworkNodes, TheLastShiftBringsEveryNodeToRestAndAnEmptyBallLosesIt) {
  const SuperPoints points = places({{0, 0}, {1, 0.5}, {50, 0}}, {2, 2, 2});
  std::vector<RidgeNode> nodes = ridgeNodes(points, std::vector<double>{4, 4, 4}, Indices{1, 2});
  cpu::ridgeShiftSequential({points, 4, rules, true}, nodes, context);
  EXPECT_LT(distance(nodes[0].place, {1, 0.5}), 1e-9) << "two places make a line, and one of them is on it";
  EXPECT_TRUE(nodes[0].still && nodes[1].still);
  EXPECT_FALSE(nodes[0].lost);
  EXPECT_TRUE(nodes[1].lost) << "2 of the 3 that are needed";
}

TEST_F(NetworkNodes, ThinKeepsTheSharpestOfACrowdAndOfEqualOnesTheFirst) {
  const auto node = [](double x, double density) {
    return RidgeNode{.place = {x, 0}, .tangent = {1, 0}, .radius = 4, .density = density, .crest = 1, .still = true};
  };
  // A quarter of R1 + R = 8 is 2.
  std::vector<RidgeNode> nodes = {node(0, 5), node(1.5, 6), node(3.5, 6), node(10, 1), node(12, 1)};
  EXPECT_EQ(cpu::thinSequential({nodes, 2, 4, rules}, context), (Indices{1, 3}));
  nodes[1].lost = true;
  EXPECT_EQ(cpu::thinSequential({nodes, 2, 4, rules}, context), (Indices{0, 2, 3}));
  nodes[0].crest = 0, nodes[2].radius = 12;
  EXPECT_EQ(cpu::thinSequential({nodes, 2, 4, rules}, context), (Indices{2, 3})) << "a wide one reaches farther: 4";
}

TEST_F(NetworkNodes, EigenvectorsAreThoseOfTheMatrix) {
  const shared::Matrix3 matrix{{{4, 1, -2}, {1, 3, 0.5}, {-2, 0.5, 6}}};
  const shared::Eigen3 found = shared::symmetricEigen(matrix);
  EXPECT_TRUE(found.value[0] >= found.value[1] && found.value[1] >= found.value[2]);
  for (int k = 0; k < 3; ++k) {
    const Vector3 v = found.vector[k];
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(matrix.m[a][0] * v.x + matrix.m[a][1] * v.y + matrix.m[a][2] * v.z, found.value[k] * v[a], 1e-12);
    EXPECT_NEAR(lengthOf(v), 1, 1e-14);
  }
  const shared::Eigen3 flat = shared::symmetricEigen({{{2, 0, 0}, {0, 2, 0}, {0, 0, 0}}});
  EXPECT_EQ(flat.vector[0], (Vector3{1, 0, 0})) << "of equal values the lower axis";
  EXPECT_EQ(flat.vector[2], (Vector3{0, 0, 1}));
}

}  // namespace
}  // namespace arete
