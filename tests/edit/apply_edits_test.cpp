// Edits on curves made by hand: each operation, what is gone on another curve, and the same bits again.
#include "compute/edit/apply_edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "compute/core/error.h"
#include "compute/core/hash.h"

namespace arete {
namespace {

constexpr EditTolerances kTolerances{.place = 0.25, .radius = 0.5};

Curve curveOf(const std::vector<double>& rows, std::vector<Edge> edges, int dimension = 2) {
  return makeCurve(PointArray::fromRows(rows, dimension), std::move(edges));
}

/// A line of nodes 1 apart from (0, 0) to (10, 0), numbers 0 to 10; a spur of 1.5 up from its middle, numbers 11 and 12; and 5 below a piece of its
/// own, numbers 13 and 14, 1 long.
Curve lineWithSpur() {
  std::vector<double> rows;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i <= 10; ++i) {
    rows.insert(rows.end(), {double(i), 0});
    if (i > 0) edges.push_back({i - 1, i});
  }
  rows.insert(rows.end(), {5, 0.75, 5, 1.5, 2, -5, 3, -5});
  edges.insert(edges.end(), {{5, 11}, {11, 12}, {13, 14}});
  return curveOf(rows, edges);
}

Edit ofNodes(EditKind kind, const Curve& curve, const std::vector<uint32_t>& nodes, std::vector<Edge> edges = {}) {
  Edit edit{.kind = kind, .dimension = curve.nodes.dimension(), .edges = std::move(edges)};
  for (const uint32_t node : nodes) {
    for (int k = 0; k < edit.dimension; ++k) edit.places.push_back(curve.nodes.coordinate(node, k));
    edit.numbers.push_back(node);
  }
  return edit;
}

EditedCurve made(const Curve& curve, const std::vector<Edit>& edits, const PointCloud& cloud = {}) {
  for (const Edit& edit : edits) check(edit);
  return applyEdits(curve, edits, cloud, kTolerances);
}

bool has(const Curve& curve, double x, double y) {
  for (uint32_t i = 0; i < curve.nodes.size(); ++i)
    if (curve.nodes.coordinate(i, 0) == x && curve.nodes.coordinate(i, 1) == y) return true;
  return false;
}

TEST(ApplyEdits, WithoutAnyTheCurveIsTheSame) {
  const Curve curve = lineWithSpur();
  const EditedCurve edited = made(curve, {});
  EXPECT_EQ(curveHash(edited.curve.nodes, edited.curve.edges), curveHash(curve.nodes, curve.edges));
  EXPECT_EQ(edited.curve.polylines, curve.polylines);
  EXPECT_TRUE(edited.statuses.empty());
}

TEST(ApplyEdits, NodesGoWithTheirEdges) {
  const EditedCurve edited = made(lineWithSpur(), {ofNodes(EditKind::deleteNodes, lineWithSpur(), {5, 11})});
  EXPECT_EQ(edited.statuses, (std::vector<EditStatus>{{true, "removed 2 nodes"}}));
  EXPECT_EQ(edited.curve.nodes.size(), 13u);
  EXPECT_EQ(edited.curve.edges.size(), 13u - 4u);
  EXPECT_EQ(edited.curve.components, 3u);  // two halves and the piece below; (5, 1.5) is left alone
  EXPECT_TRUE(has(edited.curve, 5, 1.5));
  EXPECT_EQ(edited.numbers[4], 4u);
  EXPECT_EQ(edited.numbers[5], 6u);
}

TEST(ApplyEdits, EdgesGoAndTakeNodesAlongThatLoseTheirLast) {
  const Curve curve = lineWithSpur();
  const EditedCurve edited = made(curve, {ofNodes(EditKind::deleteEdges, curve, {5, 11, 12}, {{0, 1}, {1, 2}})});
  EXPECT_EQ(edited.statuses.front().text, "removed 2 edges");
  EXPECT_FALSE(has(edited.curve, 5, 0.75));
  EXPECT_TRUE(has(edited.curve, 5, 0));
  EXPECT_EQ(edited.curve.junctions, 0u);
  EXPECT_EQ(edited.curve.length, 11);
}

TEST(ApplyEdits, TwoNodesAreJoinedStraight) {
  const Curve curve = lineWithSpur();
  const Edit join = ofNodes(EditKind::join, curve, {10, 14});
  const EditedCurve edited = made(curve, {join, join});
  EXPECT_EQ(edited.curve.components, 1u);
  EXPECT_NEAR(edited.curve.length, curve.length + std::sqrt(49.0 + 25), 1e-12);
  EXPECT_EQ(edited.statuses[1], (EditStatus{false, "the two are joined already"}));
}

/// Points around half of a circle of radius 5 whose ends are (−5, 0) and (5, 0).
PointCloud halfCircle(int points = 4000) {
  std::mt19937_64 random(3);
  const auto share = [&] { return double(random() >> 11) * 0x1p-53; };
  std::vector<double> rows;
  for (int i = 0; i < points; ++i) {
    const double angle = M_PI * share(), radius = 5 + 0.4 * (share() - 0.5);
    rows.insert(rows.end(), {radius * std::cos(angle), radius * std::sin(angle)});
  }
  for (int i = 0; i < points / 40; ++i) rows.insert(rows.end(), {14 * share() - 7, 14 * share() - 7});  // and some everywhere
  return PointCloud(PointArray::fromRows(rows, 2));
}

TEST(ApplyEdits, AJoinThroughTheCloudFollowsItsPoints) {
  const Curve curve = curveOf({-6, 0, -5, 0, 5, 0, 6, 0}, {{0, 1}, {2, 3}});
  Edit join = ofNodes(EditKind::join, curve, {1, 2});
  join.way = JoinWay::density;
  const EditedCurve edited = made(curve, {join}, halfCircle());
  ASSERT_TRUE(edited.statuses.front().applied) << edited.statuses.front().text;
  EXPECT_EQ(edited.curve.components, 1u);
  EXPECT_EQ(edited.curve.junctions, 0u);
  EXPECT_EQ(edited.curve.ends, 2u);
  EXPECT_GT(edited.curve.nodes.size(), 20u);
  for (uint32_t i = 4; i < edited.curve.nodes.size(); ++i) {
    const double away = std::hypot(edited.curve.nodes.coordinate(i, 0), edited.curve.nodes.coordinate(i, 1));
    EXPECT_NEAR(away, 5, 0.25) << i;
    EXPECT_GE(edited.curve.nodes.coordinate(i, 1), -0.25) << i;
    EXPECT_EQ(edited.like[i], 2 * i < 4 + edited.curve.nodes.size() ? 1u : 2u) << i;
  }
  EXPECT_NEAR(edited.curve.length, 2 + 5 * M_PI, 0.5);
}

TEST(ApplyEdits, AJoinThroughTheCloudIsTheSameToTheBitEveryTime) {
  const Curve curve = curveOf({-6, 0, -5, 0, 5, 0, 6, 0}, {{0, 1}, {2, 3}});
  Edit join = ofNodes(EditKind::join, curve, {1, 2});
  join.way = JoinWay::density;
  const EditedCurve one = made(curve, {join}, halfCircle()), other = made(curve, {join}, halfCircle());
  EXPECT_EQ(curveHash(one.curve.nodes, one.curve.edges), curveHash(other.curve.nodes, other.curve.edges));
}

TEST(ApplyEdits, WhereNoPointsLeadNothingIsJoined) {
  const Curve curve = curveOf({-6, 0, -5, 0, 5, 0, 6, 0}, {{0, 1}, {2, 3}});
  Edit join = ofNodes(EditKind::join, curve, {1, 2});
  join.way = JoinWay::density;
  const std::vector<double> rows = {-5, 0, -4.5, 0, 4.5, 0, 5, 0};
  const EditedCurve edited = made(curve, {join}, PointCloud(PointArray::fromRows(rows, 2)));
  EXPECT_EQ(edited.statuses.front(), (EditStatus{false, "no points lead from one to the other in steps of 2 R1"}));
  EXPECT_EQ(edited.curve.components, 2u);
}

TEST(ApplyEdits, ASplitMakesAnEndOfEveryEdge) {
  const Curve curve = lineWithSpur();
  const EditedCurve edited = made(curve, {ofNodes(EditKind::split, curve, {5})});
  EXPECT_EQ(edited.statuses.front().text, "divided into 3 ends");
  EXPECT_EQ(edited.curve.components, 4u);
  EXPECT_EQ(edited.curve.junctions, 0u);
  EXPECT_EQ(edited.curve.length, curve.length);
  EXPECT_EQ(edited.curve.nodes.size(), curve.nodes.size() + 2);
  EXPECT_FALSE(made(curve, {ofNodes(EditKind::split, curve, {0})}).statuses.front().applied);
}

TEST(ApplyEdits, NumbersTellNodesAtOnePlaceApart) {
  const Curve curve = lineWithSpur();
  Edit second = ofNodes(EditKind::deleteNodes, curve, {5});
  second.numbers = {15};  // the first that the split added
  const EditedCurve edited = made(curve, {ofNodes(EditKind::split, curve, {5}), second});
  EXPECT_EQ(edited.curve.edges.size(), curve.edges.size() - 1);
  EXPECT_EQ(std::ranges::count(edited.numbers, 15u), 0);
  EXPECT_EQ(std::ranges::count(edited.numbers, 5u), 1);
}

TEST(ApplyEdits, ANodeIsPutOnAnEdge) {
  const Curve curve = lineWithSpur();
  Edit insert = ofNodes(EditKind::insert, curve, {2, 3}, {{0, 1}});
  insert.to = {2.25, 0.5};
  const EditedCurve edited = made(curve, {insert});
  EXPECT_TRUE(has(edited.curve, 2.25, 0.5));
  EXPECT_EQ(edited.curve.edges.size(), curve.edges.size() + 1);
  EXPECT_EQ(edited.curve.components, curve.components);
  EXPECT_EQ(edited.like.back(), 2u);
}

TEST(ApplyEdits, ANodeIsMovedAndFoundThereByWhatComesAfter) {
  const std::vector<float> rows = {0, 0, 1, 0, 2, 0};  // floats hold 0.1 only nearly
  const Curve curve = makeCurve(PointArray::fromRows(rows, 2), {{0, 1}, {1, 2}});
  Edit move = ofNodes(EditKind::move, curve, {1});
  move.to = {1, 0.1};
  const EditedCurve moved = made(curve, {move});
  EXPECT_EQ(moved.curve.nodes.coordinate(1, 1), double(0.1F));
  Edit after = ofNodes(EditKind::deleteNodes, moved.curve, {1});
  after.numbers.clear();
  EXPECT_EQ(applyEdits(curve, std::vector{move, after}, {}, {}).curve.nodes.size(), 2u) << "to the bit, without any tolerance";
}

TEST(ApplyEdits, APinnedNodeIsKeptOnACurveThatIsFoundAnew) {
  const Curve before = lineWithSpur();
  Edit pin = ofNodes(EditKind::move, before, {3});
  pin.to = {3, 0.25}, pin.pinned = true;
  EXPECT_EQ(made(before, {pin}).statuses.front().text, "moved and pinned");
  const Curve shifted = curveOf({0.1, 0, 2.9, 0, 6, 0}, {{0, 1}, {1, 2}});
  EXPECT_TRUE(has(made(shifted, {pin}).curve, 3, 0.25));
  EXPECT_EQ(made(shifted, {pin}).curve.nodes.size(), 3u) << "the nearest node was moved";
  const Curve sparse = curveOf({0, 0, 6, 0}, {{0, 1}});
  EXPECT_EQ(made(sparse, {pin}).curve.edges.size(), 2u) << "it was put on the edge";
  const Curve elsewhere = curveOf({0, 50, 6, 50}, {{0, 1}});
  EXPECT_TRUE(has(made(elsewhere, {pin}).curve, 3, 0.25));
  EXPECT_EQ(made(elsewhere, {pin}).curve.edges.size(), 1u) << "it stands alone";
}

TEST(ApplyEdits, WhatIsRightReplacesWhatIsFoundThereAnew) {
  const Curve before = lineWithSpur();
  Edit right = ofNodes(EditKind::right, before, {13, 14}, {{0, 1}});
  right.reach = 0.5;
  EXPECT_EQ(made(before, {right}).statuses.front().text, "it is as it was");
  const Curve anew = curveOf({0, 0, 10, 0, 1.8, -5.2, 2.5, -4.8, 4, -5}, {{0, 1}, {2, 3}, {3, 4}});
  const EditedCurve edited = made(anew, {right});
  EXPECT_EQ(edited.statuses.front().text, "kept as it was, instead of 2 nodes found there");
  EXPECT_TRUE(has(edited.curve, 2, -5) && has(edited.curve, 3, -5) && has(edited.curve, 4, -5));
  EXPECT_EQ(edited.curve.edges.size(), 2u);
  const Curve nothing = curveOf({0, 0, 10, 0}, {{0, 1}});
  EXPECT_TRUE(has(made(nothing, {right}).curve, 2, -5));
}

TEST(ApplyEdits, NoiseGoesAndInForceItIsTheDetectionThatLeavesItOut) {
  const Curve curve = lineWithSpur();
  Edit noise = ofNodes(EditKind::noise, curve, {13, 14}, {{0, 1}});
  noise.reach = 0.5;
  EXPECT_EQ(made(curve, {noise}).curve.nodes.size(), 13u);
  EXPECT_FALSE(EditList({noise}).isInForce());
  const EditList inForce = EditList({noise}).inForce();
  EXPECT_TRUE(inForce.isInForce());
  EXPECT_EQ(applyEdits(curve, inForce.all(), {}, kTolerances).curve.nodes.size(), 15u);
}

Edit ofLength(EditKind kind, double length) { return {.kind = kind, .length = length}; }

TEST(ApplyEdits, ShortComponentsAndSpursGo) {
  const Curve curve = lineWithSpur();
  EXPECT_EQ(made(curve, {ofLength(EditKind::shorterThan, 0.9)}).statuses.front().text, "nothing is shorter");
  const EditedCurve piece = made(curve, {ofLength(EditKind::shorterThan, 1.2)});
  EXPECT_EQ(piece.statuses.front().text, "removed 1 component");
  const EditedCurve both = made(curve, {ofLength(EditKind::shorterThan, 2)});
  EXPECT_EQ(both.statuses.front().text, "removed 1 component and 1 spur");
  EXPECT_EQ(both.curve.length, 10);
  EXPECT_EQ(both.curve.junctions, 0u);
  EXPECT_TRUE(has(both.curve, 5, 0));
  EXPECT_EQ(made(curve, {ofLength(EditKind::shorterThan, 100)}).curve.nodes.size(), 0u);
}

TEST(ApplyEdits, OfAStarOfShortArmsTheShortestGoesAndTheOthersAreALine) {
  const Curve star = curveOf({0, 0, 3, 0, 0, 2, -4, 0}, {{0, 1}, {0, 2}, {0, 3}});
  const EditedCurve edited = made(star, {ofLength(EditKind::shorterThan, 5)});
  EXPECT_EQ(edited.curve.length, 7);
  EXPECT_FALSE(has(edited.curve, 0, 2));
}

TEST(ApplyEdits, RulesAboutLengthsLeaveWhatIsRight) {
  const Curve curve = lineWithSpur();
  Edit right = ofNodes(EditKind::right, curve, {13, 14}, {{0, 1}});
  right.reach = 0.5;
  EXPECT_TRUE(has(made(curve, {right, ofLength(EditKind::shorterThan, 3)}).curve, 2, -5));
  EXPECT_TRUE(has(made(curve, {right, ofLength(EditKind::longerThan, 0.5)}).curve, 2, -5));
}

TEST(ApplyEdits, LongEdgesGo) {
  const EditedCurve edited = made(lineWithSpur(), {ofLength(EditKind::longerThan, 0.8)});
  EXPECT_EQ(edited.statuses.front().text, "removed 11 edges");
  EXPECT_EQ(edited.curve.length, 1.5);
}

TEST(ApplyEdits, OnACurveFoundAnewTheNearestWithinTheToleranceIsMeantElseItIsGone) {
  const Curve before = lineWithSpur();
  const std::vector<Edit> edits = {ofNodes(EditKind::deleteNodes, before, {12}), ofNodes(EditKind::deleteEdges, before, {3, 4}, {{0, 1}}),
                                   ofNodes(EditKind::deleteNodes, before, {13, 14}), ofNodes(EditKind::deleteEdges, before, {13, 14}, {{0, 1}})};
  // The line with other nodes, a little higher; the spur's end nearby; the piece below is not found, but something crosses there.
  const Curve anew = curveOf({0.4, 0.1, 3.1, 0.1, 3.9, 0.1, 9, 0.1, 5.1, 1.6, 2.5, -4, 2.5, -6}, {{0, 1}, {1, 2}, {2, 3}, {2, 4}, {5, 6}});
  const EditedCurve edited = made(anew, edits);
  EXPECT_TRUE(edited.statuses[0].applied);
  EXPECT_FALSE(has(edited.curve, 5.1, 1.6));
  EXPECT_TRUE(edited.statuses[1].applied);
  EXPECT_EQ(edited.curve.components, 3u);  // 0.4 to 3.1, 3.9 to 9, and what crosses below
  EXPECT_EQ(edited.statuses[2], (EditStatus{false, "no node is there any more"}));
  EXPECT_EQ(edited.statuses[3], (EditStatus{false, "no edge is there any more"})) << "across is another edge";
  EXPECT_EQ(edited.numbers, (std::vector<uint32_t>{0, 1, 2, 3, 5, 6}));
}

TEST(ApplyEdits, PlacesAreOfTheFileWhateverTheOriginIs) {
  const PointCloud far = PointCloud::recentred(std::vector<double>{500'000, 5'000'000, 500'010, 5'000'010}, 2);
  ASSERT_NE(far.origin()[0], 0);
  const Curve curve = makeCurve(far.points(), {{0, 1}});
  Edit move{.kind = EditKind::move, .dimension = 2, .places = {500'010, 5'000'010}, .to = {500'008, 5'000'004}};
  const EditedCurve edited = applyEdits(curve, {&move, 1}, far, {});
  EXPECT_EQ(edited.curve.nodes.coordinate(1, 0) + far.origin()[0], 500'008);
  EXPECT_EQ(edited.curve.nodes.coordinate(1, 1) + far.origin()[1], 5'000'004);
}

TEST(ApplyEdits, OfAnotherDimensionAnEditIsGone) {
  Edit edit{.kind = EditKind::deleteNodes, .dimension = 3, .places = {0, 0, 0}};
  EXPECT_EQ(made(lineWithSpur(), {edit}).statuses.front().text, "it is of a curve of 3 coordinates a node");
}

TEST(ApplyEdits, WhatIsNotAnEditIsRefusedByItsKey) {
  const auto key = [](const Edit& edit) {
    try {
      check(edit);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      return error.where();
    }
    return std::string("nothing");
  };
  const Curve curve = lineWithSpur();
  EXPECT_EQ(key({.kind = EditKind::deleteNodes}), "nodes");
  EXPECT_EQ(key(ofNodes(EditKind::join, curve, {1, 2, 3})), "nodes");
  EXPECT_EQ(key(ofNodes(EditKind::deleteEdges, curve, {1, 2})), "edges");
  EXPECT_EQ(key(ofNodes(EditKind::deleteEdges, curve, {1, 2}, {{0, 2}})), "edges");
  EXPECT_EQ(key(ofNodes(EditKind::move, curve, {1})), "to");
  EXPECT_EQ(key(ofNodes(EditKind::noise, curve, {1})), "reach");
  EXPECT_EQ(key(ofLength(EditKind::shorterThan, -1)), "length");
  EXPECT_EQ(key(ofLength(EditKind::longerThan, NAN)), "length");
}

TEST(ApplyEdits, EveryOperationIsDescribed) {
  const Curve curve = lineWithSpur();
  EXPECT_EQ(describe(ofNodes(EditKind::deleteEdges, curve, {5, 11, 12}, {{0, 1}, {1, 2}})), "delete edges: 2 at 5, 0");
  EXPECT_EQ(describe(ofNodes(EditKind::deleteEdges, curve, {5, 11}, {{0, 1}})), "delete an edge at 5, 0");
  EXPECT_EQ(describe(ofNodes(EditKind::join, curve, {10, 14})), "join straight at 10, 0 and 3, -5");
  EXPECT_EQ(describe(ofLength(EditKind::shorterThan, 2.5)), "remove what is shorter than 2.5");
  for (const EditInfo& info : editKinds()) {
    EXPECT_EQ(&info - editKinds().data(), int(info.kind));
    EXPECT_FALSE(info.id.empty() || info.label.empty() || info.help.empty());
  }
}

TEST(ApplyEdits, AStopTokenEndsThem) {
  std::stop_source stop;
  stop.request_stop();
  const Edit edit = ofLength(EditKind::longerThan, 1);
  EXPECT_THROW(applyEdits(lineWithSpur(), {&edit, 1}, {}, kTolerances, stop.get_token()), Cancelled);
}

TEST(ApplyEdits, ANewPlaceThatTheCoordinatesCannotHoldIsRefusedByItsEdit) {
  Curve inFloats = lineWithSpur();
  inFloats.nodes = inFloats.nodes.withScalar(Scalar::float32);
  Curve inDoubles = lineWithSpur();
  for (const auto& [curve, far] : {std::pair(&inFloats, 1e300), {&inFloats, 4e38}, {&inDoubles, 1e300}, {&inDoubles, 1e154}}) {
    Edit fine = ofNodes(EditKind::move, *curve, {0}), move = ofNodes(EditKind::move, *curve, {1});
    Edit insert = ofNodes(EditKind::insert, *curve, {2, 3}, {{0, 1}}), pin = ofNodes(EditKind::move, inDoubles, {1});
    fine.to = {0, 1};
    move.to = {far, 1}, insert.to = {2.5, -far};
    pin.places = {77, 77}, pin.to = {-far, 0}, pin.pinned = true;
    for (const Edit& edit : {move, insert, pin}) try {
        made(*curve, {fine, edit});
        ADD_FAILURE() << describe(edit) << " was made";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::badInput);
        EXPECT_EQ(error.where(), "edit 2 (" + describe(edit) + ")");
      }
  }
  Edit edge = ofNodes(EditKind::move, inFloats, {0});
  edge.to = {3e38, 0};
  EXPECT_EQ(made(inFloats, {edge}).curve.nodes.coordinate(0, 0), double(3e38f)) << "what the type holds is a place like any other";
}

}  // namespace
}  // namespace arete
