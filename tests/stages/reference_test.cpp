// Row 0 of every stage against cases worked out by hand.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"

namespace arete {
namespace {

PointArray line(std::vector<float> x) { return PointArray::fromRows(std::move(x), 1); }

struct Reference : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  ParamValues params;

  std::vector<uint32_t> choose(const PointArray& points, double r1) {
    return versions(Stage::choose)[0].as<Stage::choose>()({PointCloud(points), r1, params}, context);
  }
  std::vector<uint32_t> decimate(const PointArray& points, double r2) {
    return versions(Stage::decimate)[0].as<Stage::decimate>()({points, r2, params}, context);
  }
  Curve order(const PointArray& points, double r2) { return versions(Stage::order)[0].as<Stage::order>()({points, r2, params}, context); }
};

using Indices = std::vector<uint32_t>;

TEST_F(Reference, ChooseTakesPointsFartherThanR1FromAllBefore) {
  EXPECT_EQ(choose(line({0, 1, 2, 3, 10, 2.5}), 2), (Indices{0, 3, 4}));  // 2 is at distance 2 of 0: covered
  EXPECT_EQ(choose(line({}), 1), Indices{});
  EXPECT_EQ(choose(line({5, 5, 5}), 1), Indices{0});
}

TEST_F(Reference, EvolveMovesToTheMeanOfTheAssignedPoints) {
  const PointCloud cloud(line({0, 1, 2, 5, 6, 100}));
  params.set(kToleranceParam, 0);
  const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, 3, params}, context);
  evolver->reset(line({0, 5, 50}), context);
  EXPECT_EQ(evolver->assignment(context), (Indices{0, 0, 0, 1, 1, kUnassigned}));
  EXPECT_EQ(evolver->step(context).moved, 2u);
  EXPECT_EQ(evolver->chosen(), line({1, 5.5, 50}));
  EXPECT_EQ(evolver->step(context).moved, 0u);
}

TEST_F(Reference, EvolveGivesTiesToTheLowerIndex) {
  const PointCloud cloud(line({2}));
  const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, 3, params}, context);
  evolver->reset(line({4, 0}), context);
  EXPECT_EQ(evolver->assignment(context), Indices{0});
}

TEST_F(Reference, EvolveIgnoresMovesWithinTheTolerance) {
  const PointCloud cloud(line({0, 1}));
  params.set(kToleranceParam, 0.25);
  const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, 2, params}, context);
  evolver->reset(line({0}), context);
  EXPECT_EQ(evolver->step(context).moved, 0u);  // |0.5 − 0| = 0.25 · 2, not more
}

TEST_F(Reference, DecimateActsAtOnceInIndexOrder) {
  // 0 sees 0, 1, 2, 3 within 3: four, removed. Then 1 sees 1, 2, 3 and 4: removed. 2 sees 2, 3, 4: stays, and so do the others.
  EXPECT_EQ(decimate(line({0, 1, 2, 3, 4}), 3), (Indices{2, 3, 4}));
  // 100 and 101 are lonely: two within twice R2.
  EXPECT_EQ(decimate(line({0, 2, 4, 6, 100, 101}), 2), (Indices{0, 1, 2, 3}));
}

// The same five points in another order: other points go, and another number of them.
TEST_F(Reference, DecimateDependsOnTheOrderOfThePoints) {
  // 2 sees all five: removed. 0 sees 0, 1, 3; 4 sees 4, 1, 3; 1 sees 1, 0, 3, and 4 at 3: removed. 3 sees 3, 0, 4: stays.
  EXPECT_EQ(decimate(line({2, 0, 4, 1, 3}), 3), (Indices{1, 2, 4}));
  // 2 again; without it nobody sees four within 2.5.
  EXPECT_EQ(decimate(line({2, 0, 4, 1, 3}), 2.5), (Indices{1, 2, 3, 4}));
}

TEST_F(Reference, DecimateStopsInMidSweepBelowThreePoints) {
  EXPECT_EQ(decimate(line({0, 10, 20, 30}), 1), (Indices{2, 3}));
  EXPECT_EQ(decimate(line({0, 10, 20}), 1), (Indices{0, 1, 2}));
}

TEST_F(Reference, OrderJoinsWithinR2ThenLooseEndsClosestFirst) {
  const Curve curve = order(line({0, 1, 2, 3.5, 5.5, 100}), 1);
  // 0-1-2 within 1; loose ends 2–3.5 (1.5) and 3.5–5.5 (2) within 2; 100 stays alone.
  EXPECT_EQ(curve.edges, (std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  ASSERT_EQ(curve.polylines.size(), 1u);
  EXPECT_EQ(curve.polylines[0], (Polyline{{0, 1, 2, 3, 4}, false}));
  EXPECT_EQ(curve.components, 1u);
  EXPECT_EQ(curve.loops, 0u);
  EXPECT_EQ(curve.ends, 2u);
  EXPECT_DOUBLE_EQ(curve.length, 5.5);
}

TEST_F(Reference, OrderFindsClosedCurves) {
  const Curve curve = order(PointArray::fromRows(std::vector<double>{0, 0, 1, 0, 1, 1, 0, 1}, 2), 1);
  ASSERT_EQ(curve.polylines.size(), 1u);
  EXPECT_EQ(curve.polylines[0], (Polyline{{0, 1, 2, 3}, true}));
  EXPECT_EQ(curve.loops, 1u);
}

TEST(Curve, SplitsAtJunctions) {
  const Curve curve = makeCurve(line({0, 1, 2, 3}), {{0, 1}, {2, 1}, {1, 3}});
  EXPECT_EQ(curve.polylines, (std::vector<Polyline>{{{0, 1}, false}, {{1, 2}, false}, {{1, 3}, false}}));
  EXPECT_EQ(curve.junctions, 1u);
}

TEST(Catalogue, ReferencesComeFirstAndAreExact) {
  for (Stage stage : kStages) {
    ASSERT_FALSE(versions(stage).empty());
    EXPECT_TRUE(versions(stage)[0].exact);
    EXPECT_TRUE(versions(stage)[0].id.ends_with(isOfDetection(stage) ? "sequential" : stage == Stage::tile ? "recursive" : "v0"));
  }
}

}  // namespace
}  // namespace arete
