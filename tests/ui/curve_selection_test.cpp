// What a click, Tab or a lasso selects, on curves made by hand; and how long that takes.
#include "ui/curve_selection.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace arete {
namespace {

constexpr Viewport kViewport{1000, 800, 1};

/// A T: a bar of 5 nodes from (0, 0) to (4, 0), a stem down from its middle (2, 0) over (2, −1) to (2, −2); and a triangle above it.
Curve tee() {
  const std::vector<double> rows = {0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 2, -1, 2, -2, 1, 3, 3, 3, 2, 4};
  return makeCurve(PointArray::fromRows(rows, 2), {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {5, 6}, {7, 8}, {8, 9}, {7, 9}});
}

View flatView(const Curve& curve) {
  View view;
  view.camera.setMode(CameraMode::flat);
  view.axes = {0, 1, kNoAxis};
  view.camera.fit(kViewport, Box{{0, -2, 0}, {4, 4, 0}});
  EXPECT_GT(curve.nodes.size(), 0u);
  return view;
}

std::array<double, 2> onScreen(const View& view, double x, double y) {
  const glm::dvec3 at = view.camera.toScreen(kViewport, {x, y, 0});
  return {at.x, at.y};
}

uint32_t edgeOf(const Curve& curve, Edge edge) { return uint32_t(std::ranges::find(curve.edges, edge) - curve.edges.begin()); }

std::vector<uint32_t> edgesOf(const Curve& curve, const std::vector<Edge>& edges) {
  std::vector<uint32_t> result;
  for (const Edge& edge : edges) result.push_back(edgeOf(curve, edge));
  std::ranges::sort(result);
  return result;
}

TEST(CurveSelection, ANodeIsNearestBeforeAnEdgeAndTabGoesOnToChainAndComponent) {
  const Curve curve = tee();
  const View view = flatView(curve);
  const auto [x, y] = onScreen(view, 1, 0);
  const auto found = CurveOnScreen(curve, view, kViewport).candidates(x + 2, y + 3, 8);
  ASSERT_GE(found.size(), 4u);
  EXPECT_EQ(found[0], (CurveSelection{{1}, {}}));
  EXPECT_EQ(found[1].edges, edgesOf(curve, {{1, 2}}));
  EXPECT_EQ(found[2].edges, edgesOf(curve, {{0, 1}, {1, 2}}));
  EXPECT_EQ(found[3].edges, edgesOf(curve, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {5, 6}}));
  EXPECT_EQ(found[4].edges, edgesOf(curve, {{0, 1}})) << "the other edge at the node";
}

TEST(CurveSelection, AnEdgeIsHitBesideItsNodesAndSaysWhere) {
  const Curve curve = tee();
  const View view = flatView(curve);
  const auto [x, y] = onScreen(view, 2, -1.25);
  const std::vector<CurvePart> parts = CurveOnScreen(curve, view, kViewport).near(x + 3, y, 8);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].isNode);
  EXPECT_EQ(parts[0].index, edgeOf(curve, {5, 6}));
  EXPECT_NEAR(parts[0].share, 0.25, 1e-9);
  EXPECT_NEAR(parts[0].distance, 3, 1e-9);
  const auto [far, away] = onScreen(view, 3.5, -1.5);
  EXPECT_TRUE(CurveOnScreen(curve, view, kViewport).candidates(far, away, 8).empty());
}

TEST(CurveSelection, AChainGoesRoundALoopToo) {
  const Curve curve = tee();
  EXPECT_EQ(chainOf(curve, edgeOf(curve, {7, 9})).edges, edgesOf(curve, {{7, 8}, {8, 9}, {7, 9}}));
  EXPECT_EQ(chainOf(curve, edgeOf(curve, {5, 6})).edges, edgesOf(curve, {{2, 5}, {5, 6}}));
}

TEST(CurveSelection, ShiftAddsAndTakesAway) {
  const CurveSelection one{{1}, {4, 5}}, chain{{}, {5, 6}};
  EXPECT_EQ(one.toggled(chain), (CurveSelection{{1}, {4, 5, 6}})) << "what is half there is completed";
  EXPECT_EQ(one.toggled(chain).toggled(chain), (CurveSelection{{1}, {4}}));
  EXPECT_EQ(CurveSelection{}.toggled(one), one);
}

TEST(CurveSelection, ALassoTakesNodesInItAndEdgesBetweenThem) {
  const Curve curve = tee();
  const View view = flatView(curve);
  std::vector<std::array<double, 2>> outline;
  for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{{-0.5, -0.5}, {2.5, -0.5}, {2.5, 0.5}, {-0.5, 0.5}})
    outline.push_back(onScreen(view, x, y));
  const CurveSelection inside = CurveOnScreen(curve, view, kViewport).inside(outline);
  EXPECT_EQ(inside.nodes, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(inside.edges, edgesOf(curve, {{0, 1}, {1, 2}}));
  EXPECT_TRUE(CurveOnScreen(curve, view, kViewport).inside(std::span(outline).first(2)).empty());
}

TEST(CurveSelection, KnowsComponentsNodesAndLengths) {
  const Curve curve = tee();
  EXPECT_EQ(componentNumbers(curve), (std::vector<uint32_t>{0, 0, 0, 0, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(nodesOf(curve, componentOf(curve, 8)), (std::vector<uint32_t>{7, 8, 9}));
  EXPECT_NEAR(lengthOf(curve, componentOf(curve, 8)), 2 + 2 * std::sqrt(2), 1e-12);
  const Curve alone = makeCurve(PointArray::fromRows(std::vector<double>{1, 2}, 2), {});
  EXPECT_EQ(componentOf(alone, 0), (CurveSelection{{0}, {}}));
}

TEST(CurveSelection, APlaceBeneathTheCursorKeepsTheDepthOfTheNode) {
  const std::vector<double> rows = {1, 2, 3, 4, 5, 6};
  const Curve curve = makeCurve(PointArray::fromRows(rows, 3), {{0, 1}});
  View view;
  view.camera.fit(kViewport, Box{{0, 0, 0}, {6, 6, 6}});
  view.camera.setPerspective(true);
  const glm::dvec3 at = view.camera.toScreen(kViewport, {1, 2, 3});
  const std::vector<double> same = placeBeneath(at.x, at.y, curve.nodes, 0, {10, 20, 30}, view, kViewport);
  for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(same[k], rows[k] + 10.0 * double(k + 1), 1e-9);
  const std::vector<double> moved = placeBeneath(at.x + 40, at.y - 20, curve.nodes, 0, {10, 20, 30}, view, kViewport);
  const glm::dvec3 there = view.camera.toScreen(kViewport, {moved[0] - 10, moved[1] - 20, moved[2] - 30});
  EXPECT_NEAR(there.x, at.x + 40, 1e-6);
  EXPECT_NEAR(there.y, at.y - 20, 1e-6);
  EXPECT_NEAR(there.z, at.z, 1e-6);
}

TEST(CurveSelection, OfTenThousandEdgesAClickAndALassoTakeFewMilliseconds) {
  constexpr uint32_t kEdges = 10'000;
  std::vector<double> rows;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i <= kEdges; ++i) {
    rows.insert(rows.end(), {5 + 5 * std::cos(i * 0.01), 5 * std::sin(i * 0.013), i * 0.001});
    if (i > 0 && i % 100 != 0) edges.push_back({i - 1, i});
  }
  const Curve curve = makeCurve(PointArray::fromRows(rows, 3), edges);
  View view;
  view.camera.fit(kViewport, Box{{0, -5, 0}, {10, 5, 10}});
  const auto begin = std::chrono::steady_clock::now();
  const CurveOnScreen screen(curve, view, kViewport);
  const auto found = screen.candidates(screen.place(5000)[0], screen.place(5000)[1], 8);
  const std::vector<std::array<double, 2>> all = {{-1e4, -1e4}, {1e4, -1e4}, {1e4, 1e4}, {-1e4, 1e4}};
  EXPECT_EQ(screen.inside(all).nodes.size(), curve.nodes.size());
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_FALSE(found.empty());
  RecordProperty("milliseconds", std::to_string(milliseconds));
  EXPECT_LT(milliseconds, 50);
}

}  // namespace
}  // namespace arete
