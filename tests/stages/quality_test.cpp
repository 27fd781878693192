// Quality against cases worked out by hand, against a search over all pairs, and over empty curves and all dimensions.
#include "compute/measures/quality/contract.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "compute/core/error.h"
#include "compute/core/join_rows.h"
#include "compute/core/philox.h"
#include "compute/core/segment_distance.h"
#include "compute/generate/generate.h"

namespace arete {
namespace {

Polylines lines(int dimension, std::vector<std::vector<double>> vertices, bool closed = false) {
  const size_t count = vertices.size();
  return {dimension, std::move(vertices), std::vector<bool>(count, closed)};
}

Quality measure(const Polylines& curve, const Polylines& truth, QualityOptions options = {}, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return quality(curve, truth, options, {*device, {}, {}});
}

const Polylines kSegment = lines(2, {{0, 0, 10, 0}});

TEST(Quality, ParallelSegmentsAreOneApartEverywhere) {
  const Quality q = measure(lines(2, {{0, 1, 10, 1}}), kSegment, {.tolerance = 0.5, .sigma = 2});
  for (const DistanceStats& stats : {q.toTruth, q.toCurve, q.thesis}) {
    EXPECT_DOUBLE_EQ(stats.mean, 1);
    EXPECT_DOUBLE_EQ(stats.median, 1);
    EXPECT_DOUBLE_EQ(stats.rootMeanSquare, 1);
    EXPECT_DOUBLE_EQ(stats.percentile95, 1);
    EXPECT_DOUBLE_EQ(stats.maximum, 1);
  }
  EXPECT_DOUBLE_EQ(q.hausdorff, 1);
  EXPECT_DOUBLE_EQ(q.meanRecoveringError, 1);
  EXPECT_EQ(q.score.fScore, 0);
  EXPECT_EQ(q.scores.back().fScore, 1);
  EXPECT_DOUBLE_EQ(q.scores.back().tolerance, 1);
  EXPECT_EQ(q.endDistances, (std::vector<double>{1, 1}));
}

TEST(Quality, ASegmentShiftedAlongItselfIsOffAtItsEnds) {
  const Quality q = measure(lines(2, {{5, 0, 15, 0}}), kSegment, {.tolerance = 1});
  for (const DistanceStats& stats : {q.toTruth, q.toCurve}) {
    EXPECT_NEAR(stats.mean, 1.25, 1e-6);
    EXPECT_NEAR(stats.median, 0, 1e-3);
    EXPECT_NEAR(stats.rootMeanSquare, std::sqrt(125.0 / 30), 1e-6);
    EXPECT_NEAR(stats.percentile95, 4.5, 1e-3);
    EXPECT_DOUBLE_EQ(stats.maximum, 5);  // at a vertex, where no sample is
  }
  EXPECT_NEAR(q.score.precision, 0.6, 1e-3);
  EXPECT_NEAR(q.score.recall, 0.6, 1e-3);
  EXPECT_EQ(q.endDistances, (std::vector<double>{5, 0}));
  EXPECT_EQ(q.thesis.maximum, 0);  // the infinite line hides it
}

TEST(Quality, AMissingHalfIsSeenFromTheTruthOnly) {
  const Quality q = measure(lines(2, {{0, 0, 5, 0}}), kSegment, {.tolerance = 1});
  EXPECT_NEAR(q.toTruth.maximum, 0, 1e-12);
  EXPECT_EQ(q.toCurve.maximum, 5);
  EXPECT_NEAR(q.toCurve.mean, 1.25, 1e-6);
  EXPECT_NEAR(q.meanRecoveringError, 0.625, 1e-6);
  EXPECT_EQ(q.score.precision, 1);
  EXPECT_NEAR(q.score.recall, 0.6, 1e-3);
  EXPECT_NEAR(q.score.fScore, 0.75, 1e-3);
  EXPECT_DOUBLE_EQ(q.curveLength / q.truthLength, 0.5);
  EXPECT_EQ(q.thesis.maximum, 0);
}

TEST(Quality, SamplesAreEvenOverLinesOfUnequalLength) {
  // 1 unit at distance 4 and 9 units at distance 0, in 1 + 90 pieces: the mean is by length, not by piece.
  Polylines curve = lines(2, {{0, 4, 1, 4}, {}});
  for (int i = 0; i <= 90; ++i) curve.lines[1].insert(curve.lines[1].end(), {1 + 0.1 * i, 0.0});
  EXPECT_NEAR(measure(curve, kSegment).toTruth.mean, 0.4, 1e-3);
}

TEST(Quality, ConcentricCirclesAreTheDifferenceOfTheirRadiiApart) {
  GenerateOptions inner, outer;
  const ShapeInfo& circle = findShape("circle");
  outer.shape.set(*circle.parameters[0], 101);
  const Quality q = measure(trueCurve(circle, outer), trueCurve(circle, inner));
  EXPECT_NEAR(q.hausdorff, 1, 1e-4);
  EXPECT_NEAR(q.toTruth.median, 1, 1e-4);
  EXPECT_EQ(q.curve.loops, 1u);
  EXPECT_EQ(q.truth.ends, 0u);
  EXPECT_TRUE(q.endDistances.empty());
}

TEST(Quality, EmptyCurvesRecallNothing) {
  const Quality nothingFound = measure({}, kSegment);
  EXPECT_EQ(nothingFound.score.recall, 0);
  EXPECT_EQ(nothingFound.score.fScore, 0);
  EXPECT_TRUE(std::isnan(nothingFound.hausdorff));
  EXPECT_EQ(nothingFound.truth.ends, 2u);
  EXPECT_EQ(measure(kSegment, {}).score.precision, 0);
  EXPECT_TRUE(std::isnan(measure({}, {}).toTruth.mean));
  EXPECT_EQ(measure(lines(2, {{3, 4}}), kSegment).toTruth.maximum, 4);  // a line of one vertex
}

TEST(Quality, RefusesCurvesOfDifferentDimensions) {
  EXPECT_THROW(measure(lines(3, {{0, 0, 0, 1, 1, 1}}), kSegment), Error);
  EXPECT_THROW(measure(kSegment, kSegment, {.step = -1}), Error);
  EXPECT_THROW(measure(kSegment, kSegment, {.sigma = 0}), Error);
}

TEST(Quality, StopsWhenAsked) {
  const auto device = makeCpuDevice(1);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(quality(kSegment, kSegment, {}, {*device, source.get_token(), {}}), Cancelled);
}

TEST(Quality, EqualsASearchOverAllPairsInEveryDimensionOnAnyNumberOfThreads) {
  for (int d = 1; d <= kMaxDimension; ++d) {
    shared::IndexedRandom random(7, uint32_t(d));
    Polylines curve = lines(d, {{}, {}}), truth = lines(d, {{}}, true);
    for (std::vector<double>* line : {&curve.lines[0], &curve.lines[1], &truth.lines[0]})
      for (int i = 0; i < 60 * d; ++i) line->push_back(random.uniform());
    double worst = 0;
    for (size_t line = 0; line < 2; ++line)
      for (size_t v = 0; v < 60; ++v) {
        double best = INFINITY;
        for (size_t s = 0; s < 60; ++s)
          best = std::min(best, shared::squaredDistanceToSegment(curve.vertex(line, v).data(), truth.vertex(0, s).data(),
                                                                 truth.vertex(0, (s + 1) % 60).data(), d));
        worst = std::max(worst, std::sqrt(best));
      }
    const Quality one = measure(curve, truth, {}, 1), three = measure(curve, truth, {}, 3);
    EXPECT_EQ(one.thesis.maximum, worst) << "dimension " << d;  // over the vertices of C alone
    EXPECT_GE(one.toTruth.maximum, worst);
    EXPECT_EQ(one.toTruth.mean, three.toTruth.mean);
    EXPECT_EQ(one.toCurve.rootMeanSquare, three.toCurve.rootMeanSquare);
  }
}

TEST(Topology, CountsComponentsLoopsJunctionsAndEnds) {
  const auto expect = [](const Polylines& curve, uint32_t components, uint32_t loops, uint32_t junctions, uint32_t ends) {
    const Topology t = topologyOf(curve, 1e-6);
    EXPECT_EQ((std::array{t.components, t.loops, t.junctions, t.ends}), (std::array{components, loops, junctions, ends}));
    EXPECT_EQ(t.endPoints.size(), 2 * size_t(ends));
  };
  expect({}, 0, 0, 0, 0);
  expect(kSegment, 1, 0, 0, 2);
  expect(lines(2, {{0, 0, 1, 0, 1, 1, 0, 1}}, true), 1, 1, 0, 0);
  expect(lines(2, {{0, 0, 1, 0, 1, 1, 0, 0}}), 1, 1, 0, 0);                         // closed by an equal last vertex
  expect(lines(2, {{0, 0, 1, 0}, {0, 0, 0, 1}, {1e-7, 0, -1, -1}}), 1, 0, 1, 3);    // a Y, one arm nearly joined
  expect(lines(2, {{0, 0, 2, 0}, {0.1, 0, 0.1, 1}}), 2, 0, 0, 4);                   // touches within a segment: not joined
  expect(lines(2, {{0, 0, 1, 0, 2, 0}, {1, 0, 1, 1}}), 1, 0, 1, 3);                 // a T at an inner vertex
  expect(lines(2, {{0, 0, 1, 0, 1, 1}, {0, 0, -1, 0, -1, -1}}, true), 1, 2, 1, 0);  // two triangles with a common corner
  expect(lines(2, {{0, 0, 1, 0}, {1, 0, 0, 0}}), 1, 0, 0, 2);                       // one edge, given twice
}

TEST(Topology, GeneratedShapesHaveTheirOwn) {
  for (const auto& [id, components, loops, junctions, ends] : {std::tuple{"spiral", 1, 0, 0, 2},
                                                               {"rings", 2, 2, 0, 0},
                                                               {"y", 1, 0, 1, 3},
                                                               {"crossing", 1, 0, 1, 4},
                                                               {"trefoil", 1, 1, 0, 0},
                                                               {"helix", 1, 0, 0, 2}}) {
    GenerateOptions options;
    options.dimension = 3;
    const Topology t = topologyOf(trueCurve(findShape(id), options), 1e-9);
    EXPECT_EQ((std::array{int(t.components), int(t.loops), int(t.junctions), int(t.ends)}), (std::array{components, loops, junctions, ends})) << id;
  }
}

TEST(QualityRows, HaveUniqueIdsAndValuesInSigmaOnlyWhereItIsKnown) {
  const auto rows = qualityRows(measure(lines(2, {{0, 1, 10, 1}}), kSegment, {.sigma = 2}));
  std::set<std::string_view> ids;
  double hausdorffInSigma = 0;
  for (const QualityRow& row : rows) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.label.empty());
    if (row.id == "hausdorff_sigma") hausdorffInSigma = row.value;
  }
  EXPECT_DOUBLE_EQ(hausdorffInSigma, 0.5);
  for (const QualityRow& row : qualityRows(measure(kSegment, kSegment))) EXPECT_NE(row.unit, "sigma") << row.id;
}

TEST(QualityParameters, MakeTheOptions) {
  ParamValues values;
  for (const ParamInfo* info : qualityParameters()) values.set(*info, 3);
  const QualityOptions options = qualityOptions(values);
  EXPECT_EQ(options.step, 3);
  EXPECT_EQ(options.tolerance, 3);
  EXPECT_EQ(options.sigma, 3);
  EXPECT_EQ(options.joinTolerance, 3);
  EXPECT_EQ(qualityOptions({}).sigma, std::nullopt);
}

TEST(JoinRows, JoinsNeighboursOfOneGroupThatLieClose) {
  const std::vector<double> rows = {0, 1, 2, 10, 11, 12};
  const std::vector<std::string> groups = {"a", "a", "a", "a", "b", "b"};
  const Polylines joined = joinRows(rows, 1, groups, 1.5);
  EXPECT_EQ(joined.lines, (std::vector<std::vector<double>>{{0, 1, 2}, {11, 12}}));  // 10 is joined to nothing
  EXPECT_EQ(joinRows(rows, 1, {}, 100).lines, (std::vector<std::vector<double>>{rows}));
  EXPECT_TRUE(joinRows({}, 3, {}, 1).empty());
  EXPECT_THROW(joinRows(rows, 4, {}, 1), Error);
}

TEST(JoinRows, ReadsThePlateBoundaries) {
  const std::filesystem::path path = std::filesystem::path(ARETE_SHARED_DIR) / "data/usgs-quakes/plates.sphere.xyz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  std::ifstream file(path);
  std::vector<double> rows;
  std::vector<std::string> groups;
  for (std::string line; std::getline(file, line);) {
    std::istringstream text(line);
    double x, y, z;
    std::string plate;
    if (!(text >> x >> y >> z >> plate)) continue;
    rows.insert(rows.end(), {x, y, z});
    groups.push_back(plate);
  }
  ASSERT_GT(groups.size(), 10'000u);
  const Polylines plates = joinRows(rows, 3, groups, 0.03);
  size_t vertices = 0;
  for (size_t line = 0; line < plates.size(); ++line) vertices += plates.vertexCount(line);
  EXPECT_GT(plates.size(), 40u);  // some fifty plates, some in several pieces
  EXPECT_GT(double(vertices), 0.95 * double(groups.size()));
  const Quality q = measure(plates, plates);
  EXPECT_LT(q.hausdorff, 1e-12);
  EXPECT_GT(q.truthLength, 60);  // radians; every boundary is there twice, once for each plate
}

}  // namespace
}  // namespace arete
