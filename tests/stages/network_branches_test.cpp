// The references that judge the branches of a network, crest, background, fading tips and bridges, against cases worked out by hand.
#include <gtest/gtest.h>

#include "compute/network/background/background_judge.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;
using test::Streets;
using Edges = std::vector<Edge>;

struct NetworkBranches : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  NetworkRules rules = networkRules(2);
  static constexpr double kR1 = test::kNodeRadius;

  Edges crest(const SuperPoints& points, const Streets& streets) {
    return cpu::crestSequential({points, streets.nodes, streets.edges, kR1, rules}, context);
  }
  Edges background(const SuperPoints& points, const Streets& streets) {
    return cpu::backgroundSequential({points, streets.nodes, streets.edges, kR1, rules}, context);
  }
  Edges bridges(const Streets& streets) { return cpu::bridgesSequential({streets.nodes, streets.edges, 2, kR1, rules}, context); }
  size_t bridgesOf(const Streets& streets) { return bridges(streets).size() - streets.edges.size(); }
};

/// Whether an edge of the network passes within 1 of this place.
bool passes(const Streets& streets, const Edges& edges, const Vector3& place) {
  return std::ranges::any_of(edges, [&](const Edge& edge) {
    return test::distanceTo({{streets.nodes[edge.a].place, streets.nodes[edge.b].place}}, place) <= 1;
  });
}

/// A point every `spacing` units each way.
void strew(SuperPoints& points, const Vector3& low, const Vector3& high, double spacing) {
  for (double x = low.x; x <= high.x; x += spacing)
    for (double y = low.y; y <= high.y; y += spacing) points.places.push_back({x, y}), points.weights.push_back(1);
}

const Segment kTrunk = {{-40, 0}, {40, 0}}, kArm = {{0, 0}, {0, 40}};

TEST_F(NetworkBranches, ALeafBranchThroughEvenWeightHasNoCrestAndAStreetThereHasOne) {
  const Streets streets = test::streets({kTrunk, kArm});
  for (const bool isStreet : {false, true}) {
    SuperPoints points = test::coveredBy({kTrunk});
    if (isStreet) points = test::coveredBy({kTrunk, kArm});
    strew(points, {-60, -60}, {60, 60}, 2);
    const Edges kept = crest(points, streets);
    EXPECT_EQ(passes(streets, kept, {0, 20}), isStreet);
    EXPECT_TRUE(passes(streets, kept, {-20, 0}) && passes(streets, kept, {20, 0}));
  }
}

TEST_F(NetworkBranches, OnePointWithNothingBesideItIsACrestAndNoPointIsNone) {
  const Streets streets = test::streets({kTrunk, kArm});
  SuperPoints points = test::coveredBy({kTrunk});
  EXPECT_FALSE(passes(streets, crest(points, streets), {0, 20}));
  points.places.push_back({0, 30}), points.weights.push_back(1);
  EXPECT_TRUE(passes(streets, crest(points, streets), {0, 20})) << "absence of evidence is not evidence";
}

TEST_F(NetworkBranches, AStreetBesideAStreetHasACrestOfItsOwn) {
  const Segment parallel = {{12, 0}, {12, 40}};
  const Streets streets = test::streets({kTrunk, kArm, parallel});
  const Edges kept = crest(test::coveredBy({kTrunk, kArm, parallel}), streets);
  EXPECT_EQ(kept, streets.edges) << "between the two a bin is empty";
}

TEST_F(NetworkBranches, ARungWithoutACrestGoesUnlessItIsTheOnlyWay) {
  const Segment lower = {{0, 0}, {80, 0}}, upper = {{0, 32}, {80, 32}}, left = {{0, 0}, {0, 32}}, right = {{80, 0}, {80, 32}};
  const Segment rung = {{40, 0}, {40, 32}};
  const Streets ladder = test::streets({lower, upper, left, right, rung});
  EXPECT_FALSE(passes(ladder, crest(test::coveredBy({lower, upper, left, right}), ladder), {40, 16}));
  EXPECT_EQ(crest(test::coveredBy({lower, upper, left, right, rung}), ladder), ladder.edges);
  const Streets onlyWay = test::streets({lower, upper, rung});
  EXPECT_EQ(crest(test::coveredBy({lower, upper}), onlyWay), onlyWay.edges);
}

TEST_F(NetworkBranches, APartOfACrossingNeedsNoCrest) {
  const std::vector<Segment> outline = {{{0, 0}, {80, 0}}, {{0, 0}, {0, 32}}, {{80, 0}, {80, 32}}, {{0, 32}, {40, 6}}, {{40, 6}, {80, 32}}};
  std::vector<Segment> all = outline;
  all.push_back({{40, 0}, {40, 6}});  // 1.5 R
  const Streets streets = test::streets(all);
  const SuperPoints points = test::coveredBy(outline);
  EXPECT_EQ(crest(points, streets), streets.edges) << "what lies beside it are the arms";
  rules.crestInnerShortest = 1;
  EXPECT_FALSE(passes(streets, crest(points, streets), {40, 3}));
}

TEST_F(NetworkBranches, ABranchThatFogExplainsGoesAndWithoutFogItStays) {
  const Streets streets = test::streets({kTrunk, kArm});
  SuperPoints points = test::coveredBy({kTrunk});
  EXPECT_EQ(background(points, streets), streets.edges);
  strew(points, {-100, -100}, {100, 100}, 4);
  const Edges kept = background(points, streets);
  EXPECT_FALSE(passes(streets, kept, {0, 20}));
  EXPECT_TRUE(passes(streets, kept, {-30, 0}) && passes(streets, kept, {30, 0}));
}

TEST_F(NetworkBranches, AnArmThatRunsOnIntoFogIsTrimmedToWhereItEnds) {
  const Streets streets = test::streets({{{-80, 0}, {80, 0}}});
  SuperPoints points = test::coveredBy({{{-80, 0}, {0, 0}}});
  strew(points, {-100, -100}, {100, 100}, 4);
  const Edges kept = background(points, streets);
  EXPECT_TRUE(passes(streets, kept, {-78, 0}) && passes(streets, kept, {-2, 0}));
  EXPECT_FALSE(passes(streets, kept, {20, 0})) << "parts are three radii long";
}

TEST_F(NetworkBranches, FogBetweenTwoArmsIsCutOutOfTheirBranch) {
  const Segment left = {{-80, -40}, {-80, 40}}, right = {{80, -40}, {80, 40}}, between = {{-80, 0}, {80, 0}};
  const Streets streets = test::streets({left, right, between});
  SuperPoints points = test::coveredBy({left, right, {{-80, 0}, {-40, 0}}, {{40, 0}, {80, 0}}});
  strew(points, {-118, -98}, {118, 98}, 4);
  const Edges kept = background(points, streets);
  EXPECT_TRUE(passes(streets, kept, {-60, 0}) && passes(streets, kept, {60, 0}));
  EXPECT_FALSE(passes(streets, kept, {0, 0}));
}

TEST_F(NetworkBranches, ALeafBranchNeedsLessWhereTheRestLiesInClumps) {
  const Streets streets = test::streets({kTrunk, kArm});
  SuperPoints even = test::coveredBy({kTrunk}), clumped = even;
  for (SuperPoints* points : {&even, &clumped})
    for (int y = 8; y <= 36; y += 2) points->places.push_back({0, double(y)}), points->weights.push_back(1);
  strew(even, {-95, -95}, {95, 95}, 10);
  for (const Vector3& corner : {Vector3{-95, -95}, Vector3{95, 95}}) clumped.places.push_back(corner), clumped.weights.push_back(200);
  EXPECT_FALSE(passes(streets, background(even, streets), {0, 20}));
  EXPECT_TRUE(passes(streets, background(clumped, streets), {0, 20}));
}

TEST_F(NetworkBranches, InEvenFogAShortLeafBranchGoesHoweverDenseItIs) {
  const Segment stub = {{20, 0}, {20, 10}};  // 2.5 R
  const Streets streets = test::streets({kTrunk, kArm, stub});
  const SuperPoints clear = test::coveredBy({kTrunk, kArm, stub});
  SuperPoints foggy = clear, clumped = clear;
  strew(foggy, {-95, -95}, {95, 95}, 10);
  for (const Vector3& corner : {Vector3{-95, -95}, Vector3{95, 95}}) clumped.places.push_back(corner), clumped.weights.push_back(200);
  EXPECT_EQ(background(clear, streets), streets.edges);
  EXPECT_EQ(background(clumped, streets), streets.edges);
  const Edges kept = background(foggy, streets);
  EXPECT_FALSE(passes(streets, kept, {20, 6}));
  EXPECT_TRUE(passes(streets, kept, {0, 20})) << "longer than 3 R";
  rules = rulesInForce(rules, {.isSparse = true});
  EXPECT_EQ(background(foggy, streets), streets.edges) << "streets of a sparse map look like fog";
}

TEST_F(NetworkBranches, BetweenJunctionsNeedFewerDeviationsWhereTheBackgroundIsEven) {
  const Streets streets = test::streets({{{0, 0}, {0, 64}}, {{0, 32}, {100, 32}}, {{100, 0}, {100, 64}}});
  const SuperPoints points = test::coveredBy({kTrunk});
  const BackgroundInput in{points, streets.nodes, streets.edges, kR1, rules};
  const ShrinkingGraph graph(streets.nodes.size(), streets.edges);
  for (const bool clumped : {false, true}) {
    const Background background{0.05, clumped};
    const BackgroundJudge judge(in, graph, background);
    int between = 0;
    for (const Branch& branch : allBranches(graph, std::span(streets.nodes))) {
      if (graph.degree(branch.nodes[0]) < 3 || graph.degree(branch.nodes.back()) < 3) continue;
      const BackgroundQuestion whole = judge.questions(branch)[0];
      const double strewn = rules.backgroundFactor * background.intensity * 2 * whole.width * whole.stretch.length();
      EXPECT_DOUBLE_EQ(whole.least, strewn + (clumped ? 3 : 1.5) * std::sqrt(strewn)) << clumped;
      ++between;
    }
    EXPECT_EQ(between, 1);
  }
}

TEST_F(NetworkBranches, AMapIsSparseWhereATypicalStreetHoldsFewPoints) {
  Streets streets = test::streets({kTrunk, kArm});
  const double line = 16.0 / 15 * rules.ball * kR1, few = rules.sparseWeight / (rules.sparseLength * kR1) * line;
  const auto isSparseWith = [&](double density) {
    for (RidgeNode& node : streets.nodes) node.density = density;
    return isSparse(streets.nodes, streets.edges, kR1, rules, context.device.threads());
  };
  EXPECT_TRUE(isSparseWith(0.99 * few));
  EXPECT_FALSE(isSparseWith(1.01 * few));
  EXPECT_FALSE(isSparse({}, {}, kR1, networkRules(NetworkProfile::surface, 3), context.device.threads())) << "only maps";
}

TEST_F(NetworkBranches, FogOnTheNetworkDoesNotMakeItsMapSparse) {
  Streets streets = test::streets({{{0, 0}, {40, 0}}, {{40, 0}, {1000, 0}}});
  const double line = 16.0 / 15 * rules.ball * kR1, limit = rules.sparseWeight / (rules.sparseLength * kR1) * line;
  for (const double ofFog : {0.25, 0.4}) {  // of the weight
    const double dense = limit * (1 - ofFog) / ofFog * 960 / 40;
    for (RidgeNode& node : streets.nodes) node.density = node.place.x <= 40 ? dense : 0.99 * limit;
    EXPECT_EQ(isSparse(streets.nodes, streets.edges, kR1, rules, context.device.threads()), ofFog > rules.sparseShare) << ofFog;
  }
}

TEST_F(NetworkBranches, LeafBranchesOfASparseMapNeedNoCrest) {
  const Streets streets = test::streets({kTrunk, kArm});
  const SuperPoints points = test::coveredBy({kTrunk});
  EXPECT_FALSE(passes(streets, crest(points, streets), {0, 20}));
  rules = rulesInForce(rules, {.isSparse = true});
  EXPECT_EQ(crest(points, streets), streets.edges);
}

/// The street kTrunk, whose nodes see this much, except the first ones, the end's before the others.
Streets fadingStreet(double density, const std::vector<double>& first) {
  Streets street = test::streets({kTrunk});
  for (RidgeNode& node : street.nodes) node.density = density;
  for (size_t i = 0; i < first.size(); ++i) street.nodes[i].density = first[i];
  return street;
}

TEST_F(NetworkBranches, NodesThatSeeLessThanHalfLieBeyondTheEnd) {
  const Streets street = fadingStreet(400, {2, 30, 150, 240, 100});
  const Edges kept = withoutFadingTips(street.nodes, street.edges, rules);
  EXPECT_EQ(kept, Edges(street.edges.begin() + 3, street.edges.end())) << "what is sparse farther in is no tip";
  rules.fadingShare = 0;
  EXPECT_EQ(withoutFadingTips(street.nodes, street.edges, rules), street.edges);
}

TEST_F(NetworkBranches, AWiderNodeBeyondTheEndMustSeeMoreToStay) {
  Streets street = fadingStreet(400, {240});
  EXPECT_EQ(withoutFadingTips(street.nodes, street.edges, rules), street.edges);
  street.nodes[0].radius *= 2;
  EXPECT_EQ(withoutFadingTips(street.nodes, street.edges, rules), Edges(street.edges.begin() + 1, street.edges.end()));
}

TEST_F(NetworkBranches, WhereNodesSeeFewPointsNothingFades) {
  const Streets street = fadingStreet(4, {0.5, 1});
  EXPECT_EQ(withoutFadingTips(street.nodes, street.edges, rules), street.edges);
}

TEST_F(NetworkBranches, ANodeOfFogThatHangsOnAStreetGoesAndAPieceKeepsAnEdge) {
  Streets street = test::streets({kTrunk, {{0, 0}, {0, 4}}}), piece = test::streets({{{0, 0}, {4, 0}}});
  for (RidgeNode& node : street.nodes) node.density = 400;
  street.nodes.back().density = piece.nodes[0].density = 5, piece.nodes[1].density = 400;
  EXPECT_EQ(withoutFadingTips(street.nodes, street.edges, rules), test::streets({kTrunk}).edges);
  EXPECT_EQ(withoutFadingTips(piece.nodes, piece.edges, rules), piece.edges);
}

TEST_F(NetworkBranches, AGapOfUpToThreeRadiiIsBridgedWhereBothEndsPointAcross) {
  EXPECT_EQ(bridgesOf(test::streets({{{0, 0}, {40, 0}}, {{51, 0}, {91, 0}}})), 1u);
  EXPECT_EQ(bridgesOf(test::streets({{{0, 0}, {40, 0}}, {{53, 0}, {93, 0}}})), 0u) << "13 is more than 3 R";
  EXPECT_EQ(bridgesOf(test::streets({{{0, 0}, {40, 0}}, {{0, 8}, {40, 8}}})), 0u) << "side by side";
  rules.bridgeEnds = rules.bridgeNode = 0;
  EXPECT_EQ(bridgesOf(test::streets({{{0, 0}, {40, 0}}, {{51, 0}, {91, 0}}})), 0u) << "none are wanted";
}

TEST_F(NetworkBranches, AnEndIsBridgedToTheStreetThatItPointsTo) {
  const Streets streets = test::streets({{{-40, 0}, {40, 0}}, {{0, 8}, {0, 48}}});
  EXPECT_EQ(bridgesOf(streets), 1u);
  EXPECT_TRUE(passes(streets, bridges(streets), {0, 4}));
  rules = networkRules(3);
  EXPECT_EQ(bridgesOf(streets), 0u) << "in space only from 1.5 radii";
}

TEST_F(NetworkBranches, ABridgeClosesOnlyALongLoopAndInSpaceNone) {
  for (const double side : {16.0, 40.0}) {
    const Streets streets = test::streets({{{0, 0}, {side, 0}}, {{side, 0}, {side, side}}, {{side, side}, {0, side}}, {{0, side}, {0, 8}}});
    rules = networkRules(2);
    EXPECT_EQ(bridgesOf(streets), size_t(side > 20 ? 1 : 0)) << side;
    rules = networkRules(3);
    EXPECT_EQ(bridgesOf(streets), 0u) << side;
  }
}

}  // namespace
}  // namespace arete
