// Projection against cases worked out by hand; the fast version against the reference, bit for bit; profiles and what a curve explains.
#include "compute/measures/projection/contract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "compute/core/error.h"
#include "compute/measures/explanation/explanation.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using test::Random;

CurvePlaces projected(const ProjectionVersion& version, const PointArray& points, const CurveEdges& curve, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return version.function(points, curve, {*device, {}, {}});
}

Polylines linesOf(int dimension, std::vector<std::vector<double>> vertices, bool closed = false) {
  const size_t count = vertices.size();
  return {dimension, std::move(vertices), std::vector<bool>(count, closed)};
}

PointArray points(std::vector<double> rows, int dimension = 2) { return PointArray::fromRows(std::span<const double>(rows), dimension); }

class EveryProjection : public testing::TestWithParam<ProjectionVersion> {};

TEST_P(EveryProjection, FindsTheNearestPlaceItsSideAndTheArcLength) {
  // Along x from 0 to 10, then up to (10, 5): left of the way is above and then to the left.
  const CurveEdges curve = edgesOf(linesOf(2, {{0, 0, 10, 0, 10, 5}}), {});
  const CurvePlaces found = projected(GetParam(), points({3, 2, 4, -1, 12, 4, 9, 4, -3, -4}), curve);
  const std::vector<std::tuple<uint32_t, double, double>> expected = {{0, 3, 2}, {0, 4, -1}, {1, 14, -2}, {1, 14, 1}, {0, 0, -5}};
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto& [edge, length, offset] = expected[i];
    EXPECT_EQ(found[i].edge, edge) << i;
    EXPECT_DOUBLE_EQ(arcLength(found[i], curve.edges[edge]), length) << i;
    EXPECT_DOUBLE_EQ(found[i].offset, offset) << i;
    EXPECT_DOUBLE_EQ(found[i].distance(), std::abs(offset)) << i;
  }
}

TEST_P(EveryProjection, GivesTiesToTheLowerEdgeAndHasNoSideInSpace) {
  const CurveEdges curve = edgesOf(linesOf(3, {{0, 1, 0, 4, 1, 0}, {0, -1, 0, 4, -1, 0}}), {});
  const CurvePlaces found = projected(GetParam(), points({2, 0, 0, 2, -3, 0}, 3), curve);
  EXPECT_EQ(found[0].edge, 0u);
  EXPECT_EQ(found[0].offset, 1);
  EXPECT_EQ(found[1].edge, 1u);
  EXPECT_EQ(found[1].offset, 2) << "a distance, not a side";
}

TEST_P(EveryProjection, OfNoCurveIsNowhereAndOfNoPointsNothing) {
  const CurvePlaces nowhere = projected(GetParam(), points({1, 2, 3, 4}), CurveEdges{.dimension = 2});
  ASSERT_EQ(nowhere.size(), 2u);
  for (const CurvePlace& place : nowhere) EXPECT_TRUE(place.edge == CurvePlace::kNowhere && std::isinf(place.distance()));
  EXPECT_TRUE(projected(GetParam(), PointArray(Scalar::float64, 2, 0), edgesOf(linesOf(2, {{0, 0, 1, 0}}), {})).empty());
}

TEST_P(EveryProjection, RefusesACurveOfAnotherDimensionAndStopsWhenAsked) {
  const CurveEdges flat = edgesOf(linesOf(2, {{0, 0, 1, 0}}), {});
  EXPECT_THROW(projected(GetParam(), points({1, 2, 3}, 3), flat), Error);
  const auto device = makeCpuDevice(2);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(GetParam().function(test::uniformBox(100, 2, 1, 1), flat, {*device, stop.get_token(), {}}), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Versions, EveryProjection, testing::ValuesIn(projectionVersions().begin(), projectionVersions().end()),
                         [](const auto& info) { return "row" + std::to_string(info.index); });

/// Edges between neighbours of a spiral, as a detection makes them, with some far away and some without length.
CurveEdges spiralEdges(int dimension, uint32_t nodes, double offset = 0) {
  const PointArray along = test::moved(test::spiral(nodes, dimension, 0.1, 3, true), offset);
  Polylines curve{.dimension = dimension};
  std::vector<double> line;
  for (uint32_t i = 0; i < nodes; ++i)
    for (int k = 0; k < dimension; ++k) line.push_back(along.coordinate(i, k));
  curve.lines.push_back(line);
  curve.lines.push_back(std::vector<double>(line.begin(), line.begin() + 2 * dimension));  // an edge that is there twice
  curve.lines.push_back(std::vector<double>(size_t(3 * dimension), line.front()));         // no length
  for (const double far : {1e6, -1e7}) curve.lines.push_back(std::vector<double>(size_t(2 * dimension), far));
  curve.closed.assign(curve.lines.size(), false);
  curve.closed[0] = true;
  return edgesOf(curve, {});
}

void expectSameBits(const PointArray& points, const CurveEdges& curve, const std::string& what) {
  const CurvePlaces expected = projected(projectionVersions().front(), points, curve);
  for (const ProjectionVersion& version : projectionVersions())
    for (const int threads : {1, 3}) {
      const CurvePlaces found = projected(version, points, curve, threads);
      for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_TRUE(found[i] == expected[i] && std::signbit(found[i].offset) == std::signbit(expected[i].offset))
            << what << ", " << version.id << ", point " << i << ": edge " << found[i].edge << " instead of " << expected[i].edge;
    }
}

TEST(Projection, IsTheSameBitsInEveryVersionAndDimension) {
  for (const int dimension : {1, 2, 3, 4, 7, kMaxDimension})
    for (const uint32_t nodes : {2u, 30u, 400u}) {
      const CurveEdges curve = spiralEdges(dimension, nodes);
      const std::string what = std::to_string(dimension) + "D, " + std::to_string(nodes) + " nodes";
      const PointArray cloud = test::spiral(3000, dimension, 1.5, 7);
      expectSameBits(cloud, curve, what);
      expectSameBits(cloud.withScalar(Scalar::float32).withLayout(Layout::column), curve, what + ", float columns");
      expectSameBits(test::uniformBox(1000, dimension, 100, 5), curve, what + ", a box");
    }
}

TEST(Projection, IsTheSameBitsOnCloudsThatBreakSearches) {
  for (const int dimension : {2, 3}) {
    const CurveEdges grid =
        edgesOf(linesOf(dimension, {std::vector<double>(size_t(dimension), 0.0), std::vector<double>(size_t(2 * dimension), 3.0)}), {});
    expectSameBits(test::lattice(dimension == 2 ? 40 : 12, dimension), grid, "a lattice and points in place of edges");
    expectSameBits(test::lattice(dimension == 2 ? 40 : 12, dimension), spiralEdges(dimension, 50), "a lattice");
    const PointArray cloud = test::spiral(2000, dimension, 1, 9);
    expectSameBits(test::withStray(cloud, 17, 1e9), spiralEdges(dimension, 100), "a stray");
    expectSameBits(test::moved(cloud, 1e7), spiralEdges(dimension, 100, 1e7), "a huge offset");
    expectSameBits(test::moved(cloud, 1e4), spiralEdges(dimension, 100), "far from the curve");
    PointArray equal(Scalar::float64, dimension, 500);
    expectSameBits(equal, spiralEdges(dimension, 100), "equal points");
    PointArray tiny = test::uniformBox(500, dimension, 1e-100, 2);
    expectSameBits(tiny, edgesOf(linesOf(dimension, {std::vector<double>(size_t(dimension * 4), 1e-101)}), {}), "tiny coordinates");
  }
}

TEST(Projection, IsTheSameBitsOverSeveralPiecesOfTheCloud) { expectSameBits(test::spiral(40'000, 2, 2, 11), spiralEdges(2, 150), "five pieces"); }

TEST(CurveEdges, OfADetectionKeepTheOrderOfItsEdges) {
  // A T: 0–1–2 along x, 1–3 upwards; and a triangle 4, 5, 6 of its own.
  const Curve curve = makeCurve(points({0, 0, 1, 0, 2, 0, 1, 3, 9, 9, 10, 9, 9, 10}), {{1, 2}, {0, 1}, {1, 3}, {4, 5}, {5, 6}, {4, 6}});
  const CurveEdges edges = edgesOf(curve);
  ASSERT_EQ(edges.edges.size(), curve.edges.size());
  for (size_t e = 0; e < curve.edges.size(); ++e) EXPECT_TRUE(edges.edges[e].a == curve.edges[e].a && edges.edges[e].b == curve.edges[e].b) << e;
  EXPECT_EQ(edges.components, 2u);
  EXPECT_EQ(edges.paths.size(), curve.polylines.size());
  EXPECT_DOUBLE_EQ(edges.length(), curve.length);
  for (const CurveEdge& edge : edges.edges) {
    EXPECT_EQ(edges.paths[edge.path].component, edge.a < 4 ? 0u : 1u);
    EXPECT_EQ(edges.paths[edge.path].closed, edge.a >= 4);
  }
  // The arc length goes on from edge to edge along every path.
  for (size_t path = 0; path < edges.paths.size(); ++path) {
    double sum = 0;
    const Polyline& polyline = curve.polylines[path];
    for (size_t i = 0; i + 1 < polyline.nodes.size(); ++i) {
      const Edge wanted{std::min(polyline.nodes[i], polyline.nodes[i + 1]), std::max(polyline.nodes[i], polyline.nodes[i + 1])};
      const CurveEdge& edge = edges.edges[size_t(std::ranges::find(curve.edges, wanted) - curve.edges.begin())];
      EXPECT_EQ(edge.start, sum);
      EXPECT_EQ(edge.backwards, edge.a != polyline.nodes[i]);
      sum += edge.length;
    }
  }
}

TEST(CurveEdges, OfAFileJoinLinesThatShareAVertexAndAreLocal) {
  const CurveEdges edges = edgesOf(linesOf(2, {{100, 0, 101, 0}, {101, 0, 101, 2}, {150, 0, 151, 0}, {7, 7}}), {100, 0});
  EXPECT_EQ(edges.components, 2u);
  EXPECT_EQ(edges.edges.size(), 3u);
  EXPECT_EQ(edges.paths[0].component, edges.paths[1].component);
  EXPECT_NE(edges.paths[0].component, edges.paths[2].component);
  EXPECT_EQ(edges.vertex(0)[0], 0);
  EXPECT_EQ(edges.length(), 4);
}

TEST(Profile, CountsPointsAndTheirWidthAlongEveryPath) {
  const CurveEdges curve = edgesOf(linesOf(2, {{0, 0, 10, 0}, {0, 100, 4, 100}}), {});
  // Two points beside the first half, one beside the second, one too far away; nothing at the other path but its end.
  const auto device = makeCpuDevice(1);
  const CurvePlaces places = project(points({1, 3, 4, -1, 7, 2, 8, 40, 4, 101}), curve, {*device, {}, {}});
  const std::vector<PathProfile> profiles = profilesOf(curve, places, 10, 5);
  ASSERT_EQ(profiles.size(), 2u);
  ASSERT_EQ(profiles[0].bins.size(), 2u);
  EXPECT_EQ(profiles[0].bins[0].points, 2u);
  EXPECT_DOUBLE_EQ(profiles[0].bins[0].density, 0.4);
  EXPECT_DOUBLE_EQ(profiles[0].bins[0].offset, 1);
  EXPECT_DOUBLE_EQ(profiles[0].bins[0].width, std::sqrt(5));
  EXPECT_EQ(profiles[0].bins[1].points, 1u);
  EXPECT_DOUBLE_EQ(profiles[0].bins[1].from, 5);
  EXPECT_DOUBLE_EQ(profiles[0].bins[1].to, 10);
  ASSERT_EQ(profiles[1].bins.size(), 1u);
  EXPECT_EQ(profiles[1].bins[0].points, 1u) << "the end belongs to the last piece";
  EXPECT_TRUE(std::isnan(profilesOf(curve, places, 0.5, 5)[0].bins[0].width)) << "nothing is known without points";
}

TEST(Explanation, CountsWhatIsFartherThanTheReachByComponentAndEdge) {
  const CurveEdges curve = edgesOf(linesOf(2, {{0, 0, 10, 0, 20, 0}, {0, 100, 4, 100}}), {});
  const auto device = makeCpuDevice(1);
  const Explanation found = explain(curve, project(points({1, 3, 4, -1, 17, 2, 8, 40, 4, 101}), curve, {*device, {}, {}}), 3);
  EXPECT_EQ(found.all, (ExplainedShare{5, 1}));
  EXPECT_DOUBLE_EQ(found.all.share(), 0.2);
  EXPECT_EQ(found.components, (std::vector<ExplainedShare>{{4, 1}, {1, 0}}));
  EXPECT_EQ(found.density, (std::vector<double>{0.2, 0.1, 0.25}));
  EXPECT_DOUBLE_EQ(found.width[0], std::sqrt(5));
  EXPECT_EQ(found.pathLength, (std::vector<double>{20, 20, 4}));
  EXPECT_DOUBLE_EQ(found.meanDistance, (3 + 1 + 2 + 40 + 1) / 5.0);
}

TEST(Explanation, OfNoCurveIsThatNothingIsExplained) {
  const auto device = makeCpuDevice(1);
  const CurveEdges none{.dimension = 2};
  const Explanation found = explain(none, project(points({1, 3, 4, -1}), none, {*device, {}, {}}), 3);
  EXPECT_EQ(found.all, (ExplainedShare{2, 2}));
  EXPECT_TRUE(found.components.empty() && std::isnan(found.meanDistance));
}

}  // namespace
}  // namespace arete
