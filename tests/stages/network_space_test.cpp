// The references of networks in space, fog and tree, and profiles: what holds for surfaces and spheres alone.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "compute/core/error.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/rules/sphere_places.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;
using test::Streets;
using Edges = std::vector<Edge>;

struct NetworkSpace : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(NetworkProfile::surface, 3);
};

/// A point every `spacing` units in a cube from 0 to 60.
SuperPoints strewn(double spacing) {
  SuperPoints points{3, {}, {}, 0x1p40};
  for (double x = 0; x <= 60; x += spacing)
    for (double y = 0; y <= 60; y += spacing)
      for (double z = 0; z <= 60; z += spacing) points.places.push_back({x, y, z}), points.weights.push_back(1);
  return points;
}

void addLine(SuperPoints& points, const Segment& line) {
  for (const Vector3& place : test::coveredBy({line}).places) points.places.push_back(place), points.weights.push_back(5);
}

TEST_F(NetworkSpace, FogIsWhatMostCellsHoldWhateverElseThereIs) {
  constexpr double kIntensity = 9000 / (60.0 * 60 * 60);
  std::mt19937 random(3);
  const auto uniform = [&] { return 60 * (double(random() % 65536u) + 0.5) / 65536; };
  SuperPoints points{3, {}, {}, 0x1p40};
  for (int i = 0; i < 9000; ++i) points.places.push_back({uniform(), uniform(), uniform()}), points.weights.push_back(1);
  const Fog even = cpu::fogSequential({points, rules}, context);
  EXPECT_NEAR(even.intensity, kIntensity, 0.1 * kIntensity);
  EXPECT_NEAR(even.share, 1, 0.1);
  addLine(points, {{0, 30, 30}, {60, 30, 30}});
  addLine(points, {{30, 0, 20}, {30, 60, 20}});
  const Fog withLines = cpu::fogSequential({points, rules}, context);
  EXPECT_NEAR(withLines.intensity, kIntensity, 0.1 * kIntensity);
  EXPECT_LT(withLines.share, 0.95);
}

TEST_F(NetworkSpace, AnEdgeOnTheSphereThatIsMuchLongerThanR1IsJudgedInFogByEveryVersion) {
  constexpr double kR1 = 0.03, kGoldenAngle = 2.399963229728653;
  constexpr int kCount = 6000;
  rules = networkRules(NetworkProfile::sphere, 3);
  SuperPoints points{3, {}, {}, 0x1p40};
  points.sphereCentre = Vector3{};
  for (int i = 0; i < kCount; ++i) {
    const double z = 1 - (2 * i + 1.0) / kCount, away = std::sqrt(1 - z * z);
    points.places.push_back({away * std::cos(kGoldenAngle * i), away * std::sin(kGoldenAngle * i), z}), points.weights.push_back(1);
  }
  const std::vector<RidgeNode> nodes = {{.place = {1, 0, 0}, .radius = kR1}, {.place = {0, 1, 0}, .radius = kR1}};
  const Edges edges = {{0, 1}};
  const BackgroundInput in{points, nodes, edges, kR1, rules};
  const Edges expected = cpu::backgroundSequential(in, context);
  for (const Version& version : versions(Stage::background))
    if (version.backend == Backend::cpu) {
      EXPECT_EQ(version.as<Stage::background>()(in, context), expected) << version.id;
    }
}

TEST_F(NetworkSpace, APlaceThatOnlySeesOthersFarOffIsAStrayAndAFewOnACurveAreNot) {
  constexpr double kR1 = 1;
  SuperPoints points{3, {}, {}, 0x1p40};
  for (int i = 0; i < 12; ++i) points.places.push_back({3.0 * i, 0, 0}), points.weights.push_back(1);  // each looks farther than R1
  points.places.push_back({60, 0, 10}), points.weights.push_back(1);
  for (int i = 0; i < 9; ++i) points.places.push_back({60, 0, 20 + 0.1 * i}), points.weights.push_back(1);
  const LocalRadiusInput in{points, kR1, rules};
  std::vector<double> radii = cpu::localRadiusSequential(in, context);
  EXPECT_GT(std::ranges::min(std::span(radii).first(13)), kR1);
  dropLonePlaces(in, radii, context);
  EXPECT_GT(std::ranges::min(std::span(radii).first(12)), kR1);
  EXPECT_EQ(radii[12], 0);
  EXPECT_EQ(std::ranges::count(radii, 0), 1);
}

TEST_F(NetworkSpace, ACurveAloneAFlatCloudAndNoPointHaveNoFog) {
  SuperPoints line{3, {}, {}, 0x1p40};
  addLine(line, {{0, 0, 0}, {60, 60, 60}});
  EXPECT_EQ(cpu::fogSequential({line, rules}, context), Fog{});
  SuperPoints flat = strewn(3);
  for (Vector3& place : flat.places) place.z = 7;
  EXPECT_EQ(cpu::fogSequential({flat, rules}, context), Fog{});
  EXPECT_EQ(cpu::fogSequential({SuperPoints{3, {}, {}, 1}, rules}, context), Fog{});
}

TEST_F(NetworkSpace, ACurveThatFillsItsBoxIsNoFogAndIsFound) {
  const PointCloud cloud = test::cloudOf(test::noisySegments({{{0, 0}, {100, 0}}}, 3, 30, 1, 7), 3);
  const test::Network network = test::networkOf(cloud, 2.7, rules, context);
  EXPECT_EQ(network.fog, Fog{});
  EXPECT_GT(network.curve().length, 90);
}

/// Seen from below, as a scanner on the ground sees a pipe.
TEST_F(NetworkSpace, AWallThatSlantsThroughItsBoxIsNoFogAndIsFound) {
  clouds::Random random(3);
  std::vector<Vector3> wall;
  const Vector3 from, way{40, 4}, along = shared::unit(way), beside{-along.y, along.x};
  for (int i = 0; i < 4000; ++i) {
    const double angle = random.uniform(-std::numbers::pi / 2, std::numbers::pi / 2), away = 1 + 0.02 * random.normal();
    wall.push_back(from + way * random.uniform() + beside * (away * std::sin(angle)) + Vector3{0, 0, -away * std::cos(angle)});
  }
  const test::Network network = test::networkOf(test::cloudOf(wall, 3), 1.6, rules, context);
  EXPECT_EQ(network.fog, Fog{});
  EXPECT_GT(network.curve().length, 38);
}

TEST_F(NetworkSpace, AThinSheetAndASpaceWhoseVolumeNoNumberHoldsHaveNoFogAndFewCells) {
  for (const auto& [wide, thick] : {std::pair{60.0, 1e-12}, {60.0, 1e-300}, {1e140, 1e140}, {1e140, 1e-9}}) {
    SuperPoints sheet = strewn(3);
    for (Vector3& place : sheet.places) place = {place.x / 60 * wide, place.y / 60 * wide, place.z / 60 * thick};
    const FogCells cells = fogCells({}, {wide, wide, thick}, double(sheet.size()) / rules.fogCell);
    EXPECT_LT(double(cells.count()), 2.0 * sheet.size()) << wide << " wide, " << thick << " thick";
    EXPECT_EQ(cpu::fogSequential({sheet, rules}, context), Fog{}) << wide << " wide, " << thick << " thick";
  }
}

TEST_F(NetworkSpace, WhatFogExplainsIsAStray) {
  SuperPoints points = strewn(5);
  const size_t fog = points.size();
  addLine(points, {{2, 30, 31}, {58, 30, 31}});
  const std::vector<double> blind = cpu::localRadiusSequential({points, 2, rules}, context);
  const std::vector<double> aware = cpu::localRadiusSequential({points, 2, rules, 1 / 125.0}, context);
  EXPECT_EQ(cpu::localRadiusRows({points, 2, rules, 1 / 125.0}, context), aware);
  const Vector3 corner = points.places[0];
  EXPECT_EQ(corner, (Vector3{0, 0, 0}));
  EXPECT_GT(blind[0], 0) << "eight points of fog in a wide ball";
  EXPECT_EQ(aware[0], 0);
  for (size_t i = fog; i < points.size(); ++i) ASSERT_EQ(aware[i], 2) << i;
}

TEST_F(NetworkSpace, InFogLeafBranchesMustBeLonger) {
  EXPECT_EQ(rulesInForce(rules, {.isFoggy = rules.isFoggy(0.2)}).leaf, rules.fogLeaf);
  EXPECT_GT(rules.fogLeaf, rules.leaf);
  EXPECT_EQ(rulesInForce(rules, {.isFoggy = rules.isFoggy(0.01)}).leaf, rules.leaf) << "too little fog";
  EXPECT_EQ(rulesInForce(rules, {.isFoggy = rules.isFoggy(0)}).leaf, rules.leaf);
}

TEST_F(NetworkSpace, FogOnASphereIsWhatMostCellsHoldOfThePartThatIsCovered) {
  const NetworkRules sphere = networkRules(NetworkProfile::sphere, 3);
  const auto share = [&](double strewn) {
    return fogOnSphere(cpu::superPointsSequential({test::webOnSphere(0.01, strewn, 2), 0.03, sphere}, context), sphere);
  };
  EXPECT_EQ(share(0), 0);
  for (const double strewn : {0.2, 0.5, 0.8}) {
    EXPECT_GT(share(strewn), strewn - 0.05);
    EXPECT_LT(share(strewn), strewn + 0.2) << "lines fill some cells";
  }
}

TEST_F(NetworkSpace, StrewnPointsOnASphereAreNoNetwork) {
  for (const auto& [strewn, r1] : {std::pair{0.0, 0.03}, {0.3, 0.03}, {0.3, 0.02}, {0.5, 0.02}}) {
    const test::Network net = test::networkOf(test::webOnSphere(0.01, strewn, 2), r1, networkRules(NetworkProfile::sphere, 3), context);
    const Curve curve = net.curve();
    EXPECT_EQ(curve.components, 1u) << strewn;
    EXPECT_EQ(curve.loops, 3u) << strewn;
    EXPECT_EQ(curve.junctions, 4u) << strewn;
    EXPECT_EQ(curve.ends, 0u) << strewn;
  }
}

/// A trunk of nodes every 4 units along the x axis, 10 points on each unit, and these points beside it.
struct Trunk {
  Streets trunk = test::streets({{{0, 0}, {60, 0}}});
  SuperPoints points{3, {}, {}, 0x1p40};

  explicit Trunk(const std::vector<Vector3>& beside) {
    addLine(points, {{0, 0, 0}, {60, 0, 0}});
    for (const Vector3& place : beside) points.places.push_back(place), points.weights.push_back(1);
  }
};

TEST_F(NetworkSpace, WhatHangsOnATrunkAndIsTooShortForNodesIsATwig) {
  rules.twigShare = 0.05;
  const Trunk of({{20, 5, 0}, {20, 7, 1}, {20, 9, 0}, {44, 0, 5}, {44, 0, 6}, {28, 0, -4.5}, {30, 0, -6.5}, {32, 0, -8.5}});
  const std::vector<Twig> twigs = cpu::twigsSequential({of.points, of.trunk.nodes, of.trunk.edges, test::kNodeRadius, rules}, context);
  ASSERT_EQ(twigs.size(), 2u) << "two points are no twig";
  EXPECT_EQ(of.trunk.nodes[twigs[0].node].place, (Vector3{20, 0, 0}));
  EXPECT_NEAR(twigs[0].tip.y, 9, 0.5);
  EXPECT_NEAR(twigs[0].tip.x, 20, 1e-9);
  EXPECT_EQ(of.trunk.nodes[twigs[1].node].place, (Vector3{28, 0, 0})) << "the node that is nearest to where it begins";
  EXPECT_LT(twigs[1].tip.z, -8);
  EXPECT_EQ(tipOf(twigs[0], of.trunk.nodes[twigs[0].node]).radius, of.trunk.nodes[0].radius);
}

TEST_F(NetworkSpace, WhatIsFarFromEveryNodeIsNoTwig) {
  rules.twigShare = 0.05;
  const Trunk far({{20, 12, 0}, {20, 13, 0}, {20, 14, 0}, {20, 15, 0}});
  EXPECT_TRUE(cpu::twigsSequential({far.points, far.trunk.nodes, far.trunk.edges, test::kNodeRadius, rules}, context).empty());
  EXPECT_TRUE(cpu::twigsSequential({far.points, far.trunk.nodes, {}, test::kNodeRadius, rules}, context).empty()) << "no edge, no network";
}

TEST_F(NetworkSpace, TheNoiseAroundADenseCurveHasNoTwigs) {
  const std::vector<Vector3> few = {{20, 5, 0}, {20, 6.5, 0}, {20, 8, 0}};
  std::vector<Vector3> many;
  for (int i = 0; i < 4; ++i) many.insert(many.end(), few.begin(), few.end());
  const Trunk noise(few), twig(many);
  EXPECT_TRUE(cpu::twigsSequential({noise.points, noise.trunk.nodes, noise.trunk.edges, test::kNodeRadius, rules}, context).empty());
  EXPECT_EQ(cpu::twigsSequential({twig.points, twig.trunk.nodes, twig.trunk.edges, test::kNodeRadius, rules}, context).size(), 1u);
  rules.twigDensest = 10;
  EXPECT_TRUE(cpu::twigsSequential({twig.points, twig.trunk.nodes, twig.trunk.edges, test::kNodeRadius, rules}, context).empty());
}

TEST_F(NetworkSpace, SurfacesHaveTwigsAlsoInFogAndNothingElseHas) {
  EXPECT_TRUE(rules.twigs);
  EXPECT_TRUE(rulesInForce(rules, {.isFoggy = rules.isFoggy(0.2)}).twigs);
  for (const auto& [profile, dimension] : {std::pair{NetworkProfile::map, 2}, {NetworkProfile::sphere, 3}, {NetworkProfile::wires, 3}})
    EXPECT_FALSE(networkRules(profile, dimension).twigs);
}

TEST_F(NetworkSpace, InFogOnlyTheSphereAsksForACrest) {
  const Circumstances fog{.isFoggy = true};
  EXPECT_FALSE(rulesInForce(rules, fog).crest);
  const NetworkRules sphere = networkRules(NetworkProfile::sphere, 3);
  EXPECT_FALSE(sphere.crest);
  EXPECT_TRUE(rulesInForce(sphere, fog).crest);
}

TEST_F(NetworkSpace, ATubeWithAShortBranchGetsItsTwig) {
  std::vector<Vector3> points;
  const auto addTube = [&](const Vector3& from, const Vector3& along, const Vector3& one, const Vector3& other, double radius, int rings,
                           int around) {
    for (int i = 0; i < rings; ++i)
      for (int k = 0; k < around; ++k) {
        const double angle = 2 * M_PI * (k + 0.5 * (i % 2)) / around;
        points.push_back(from + along * double(i) + one * (radius * std::cos(angle)) + other * (radius * std::sin(angle)));
      }
  };
  const Vector3 along = shared::unit({1, 1, 1}), one = shared::unit({1, -1, 0}), other = shared::unit({1, 1, -2});
  addTube({0, 0, 0}, along * 3, one, other, 3, 80, 6);
  addTube(along * 90 + one * 4.5, one * 1.5, along, other, 1, 5, 3);
  const Curve with = test::networkOf(test::cloudOf(points, 3), 6, rules, context).curve();
  rules.twigs = false;
  const Curve without = test::networkOf(test::cloudOf(points, 3), 6, rules, context).curve();
  EXPECT_EQ(without.ends, 2u) << "shorter than R1";
  EXPECT_EQ(with.ends, 3u);
  EXPECT_EQ(with.components, 1u);
}

TEST_F(NetworkSpace, ATreeLosesTheWeakestEdgeOfEachLoop) {
  const std::vector<Segment> sides = {{{0, 0}, {40, 0}}, {{40, 0}, {40, 40}}, {{40, 40}, {0, 40}}, {{0, 40}, {0, 0}}};
  const Streets square = test::streets(sides);
  SuperPoints points = test::coveredBy(sides);
  for (size_t i = 0; i < points.size(); ++i)  // thin around the middle of one side
    if (points.places[i].x == 40 && points.places[i].y > 13 && points.places[i].y < 23) points.weights[i] = 1;
  const Edges kept = cpu::treeSequential({points, square.nodes, square.edges, rules}, context);
  ASSERT_EQ(kept.size() + 1, square.edges.size());
  for (const Edge& edge : square.edges)
    if (!std::ranges::count(kept, edge)) {
      const Vector3 middle = (square.nodes[edge.a].place + square.nodes[edge.b].place) * 0.5;
      EXPECT_EQ(middle, (Vector3{40, 18}));
    }
  EXPECT_EQ(cpu::treeSequential({points, square.nodes, kept, rules}, context), kept) << "no loop is left";
}

TEST_F(NetworkSpace, LoopsAreRareOnlyBesideManyJunctions) {
  std::vector<Segment> comb = {{{0, 0}, {200, 0}}, {{0, 0}, {0, 40}}, {{0, 40}, {40, 40}}, {{40, 40}, {40, 0}}};
  const Streets ring = test::streets(comb);
  EXPECT_FALSE(isNearlyTree(ring.nodes.size(), ring.edges, rules)) << "one loop, one junction";
  for (int x = 80; x < 180; x += 8) comb.push_back({{double(x), 0}, {double(x), 20}});
  const Streets many = test::streets(comb);
  EXPECT_TRUE(isNearlyTree(many.nodes.size(), many.edges, rules)) << "one loop, fourteen junctions";
  comb.erase(comb.begin() + 2);
  const Streets none = test::streets(comb);
  EXPECT_FALSE(isNearlyTree(none.nodes.size(), none.edges, rules)) << "no loop to open";
}

TEST_F(NetworkSpace, APointAtTheCentreOfTheSphereHasNoPlaceOnItAndIsRefusedByItsNumber) {
  ParamValues sphere;
  sphere.setText(kProfileParam, "sphere");
  for (const double near : {0.0, -0.0, 1e-200, 1e-13}) {
    std::vector<Vector3> points{{1, 0, 0}, {0, 1, 0}, {near, near, near}, {0, 0, -1}};
    try {
      networkRules(test::cloudOf(points, 3), sphere);
      ADD_FAILURE() << near;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      EXPECT_EQ(error.where(), "point 2");
    }
    EXPECT_NO_THROW(networkRules(test::cloudOf(points, 3), {})) << "not all points lie on the sphere, so it is not asked for";
    points.erase(points.begin() + 2);
    EXPECT_NO_THROW(networkRules(test::cloudOf(points, 3), sphere));
  }
}

TEST_F(NetworkSpace, MeansOfPointsFromAllSidesOfTheSphereAreLeftOut) {
  const NetworkRules sphere = networkRules(NetworkProfile::sphere, 3);
  const std::vector<Vector3> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const SuperPoints all = cpu::superPointsSequential({test::cloudOf(points, 3), 16, sphere}, context);
  ASSERT_EQ(all.places, std::vector<Vector3>{{}});
  const SuperPoints left = withDirections(all);
  EXPECT_EQ(left.size(), 0u);
  EXPECT_EQ(fogOnSphere(left, sphere), 0);
  const SuperPoints fine = cpu::superPointsSequential({test::cloudOf(points, 3), 1, sphere}, context);
  EXPECT_EQ(withDirections(fine).places, fine.places);
}

TEST_F(NetworkSpace, AProfileIsOfItsDimension) {
  EXPECT_NO_THROW(networkRules(NetworkProfile::map, 2));
  EXPECT_NO_THROW(networkRules(NetworkProfile::sphere, 3));
  EXPECT_THROW(networkRules(NetworkProfile::map, 3), Error);
  EXPECT_THROW(networkRules(NetworkProfile::surface, 2), Error);
  EXPECT_THROW(networkRules(NetworkProfile::sphere, 2), Error);
}

TEST_F(NetworkSpace, ANetworkOnASphereStaysOnItAndClosesItsLoops) {
  std::vector<Vector3> points;
  unsigned state = 1;
  const auto noise = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) state = state * 1664525 + 1013904223, sum += state / 4294967296.0;
    return 0.01 * sum;
  };
  for (int i = 0; i < 4000; ++i) {  // a small circle, around the pole
    const double angle = 2 * M_PI * i / 4000;
    points.push_back(unit(Vector3{0.8 * std::cos(angle) + noise(), 0.8 * std::sin(angle) + noise(), 0.6 + noise()}));
  }
  const test::Network net = test::networkOf(test::cloudOf(points, 3), 0.05, networkRules(NetworkProfile::sphere, 3), context);
  const Curve curve = net.curve();
  EXPECT_EQ(curve.components, 1u);
  EXPECT_EQ(curve.loops, 1u);
  EXPECT_EQ(curve.ends, 0u);
  const auto centre = cpu::superPointsTables({test::cloudOf(points, 3), 0.05, networkRules(NetworkProfile::sphere, 3)}, context).sphereCentre;
  EXPECT_EQ(centre, Vector3{});
  for (const RidgeNode& node : net.nodes) {
    EXPECT_NEAR(lengthOf(node.place), 1, 1e-14);
    EXPECT_NEAR(node.place.z, 0.6, 0.01);
  }
}

}  // namespace
}  // namespace arete
