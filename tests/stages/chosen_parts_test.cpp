// Decimate and order in parts give the bits of row 0, however many parts there are and whoever is late.
#include <gtest/gtest.h>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/chains/parts/about_chosen.h"
#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/partition.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/tiles/stage.h"
#include "tests/support/chain_reference.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr uint32_t kPartCounts[] = {1, 2, 3, 7, 16};

class ChosenParts : public testing::Test {
 protected:
  /// One sweep and the curve, against row 0.
  void check(const PointArray& chosen, double r2, uint32_t parts, uint64_t seed, Device& device) {
    SCOPED_TRACE(std::to_string(parts) + " parts, seed " + std::to_string(seed) + ", " + std::to_string(chosen.size()) + " chosen points");
    const StageContext here{device, {}, {}};
    parts::LocalExchange exchange{std::vector<std::vector<uint32_t>>(parts)};
    const cpu::PartRange range{0, parts, parts};
    const auto& [kept, expected] = referenceFor(chosen, r2);
    const parts::Swept swept = cpu::decimateChosen(chosen, r2, range, exchange, {seed}, here);
    ASSERT_EQ(swept.kept, kept);
    ASSERT_GT(swept.rounds, 0u);
    sweepRounds_ = std::max(sweepRounds_, swept.rounds);
    removed_ += chosen.size() - kept.size();
    const parts::Joined joined = cpu::joinChosen(chosen, r2, range, exchange, {seed}, here);
    joinRounds_ = std::max(joinRounds_, joined.rounds);
    const size_t found = joined.edges.size();
    const Curve curve = makeCurve(chosen.withLayout(Layout::row), joined.edges);
    ASSERT_EQ(curve.edges, expected.edges);
    ASSERT_EQ(found, expected.edges.size()) << "an edge was told twice";
    ASSERT_EQ(curve.polylines, expected.polylines);
  }

  struct Reference {
    std::vector<uint32_t> kept;
    Curve curve;
  };
  /// That of the last points once more, where these are the same.
  const Reference& referenceFor(const PointArray& chosen, double r2) {
    if (reference_ && r2 == lastR2_ && chosen == last_) return *reference_;
    const auto device = makeCpuDevice(1);
    const StageContext here{*device, {}, {}};
    const ParamValues none;
    last_ = chosen, lastR2_ = r2;
    return reference_.emplace(Reference{cpu::decimateSequential({chosen, r2, none}, here), cpu::orderSequential({chosen, r2, none}, here)});
  }

  std::optional<Reference> reference_;
  PointArray last_;
  double lastR2_ = 0;
  uint64_t removed_ = 0;
  uint32_t sweepRounds_ = 0, joinRounds_ = 0;
};

TEST_F(ChosenParts, SweepAndJoinLikeTheReferenceOverTheZoo) {
  const auto device = makeCpuDevice(1);
  uint64_t seed = 0;
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      if (!test::suits(scalar, each.r1)) continue;
      for (const bool inOrder : {true, false}) {
        SCOPED_TRACE(each.name + (scalar == Scalar::float32 ? ", float" : ", double") + (inOrder ? "" : ", shuffled"));
        const PointArray points = (inOrder ? each.points : test::shuffled(each.points)).withScalar(scalar);
        if (points.size() <= kFewestChosen || points.size() > (test::kSanitized ? 300u : 1200u)) continue;
        for (const double r2 : {each.r1 / 2, each.r1, 2 * each.r1})
          for (const uint32_t parts : kPartCounts) {
            check(points, r2, parts, seed++ % 3, *device);
            if (HasFatalFailure()) return;
          }
      }
    }
  EXPECT_GT(removed_, 1000u);
  EXPECT_GT(sweepRounds_, 3u);
  EXPECT_GT(joinRounds_, 3u);
}

// Of random points most are near others of which their fate depends, and nearly all are ends: chains of both go across many parts.
TEST_F(ChosenParts, SweepAndJoinLikeTheReferenceOnManySmallRandomClouds) {
  const auto one = makeCpuDevice(1), three = makeCpuDevice(3);
  test::Random random(2031);
  for (int i = 0; i < (test::kSanitized ? 100 : 1500); ++i) {
    const uint32_t n = 4 + random.below(500);
    const int d = 1 + int(random.below(4));
    PointArray points = test::uniformBox(n, d, random.uniform(3, 40), random.bits());
    for (uint32_t p = 0; random.below(3) == 0 && p < n; ++p)  // ties
      for (int k = 0; k < d; ++k) points.setCoordinate(p, k, std::floor(points.coordinate(p, k)));
    points =
        points.withScalar(random.below(2) == 0 ? Scalar::float32 : Scalar::float64).withLayout(random.below(2) == 0 ? Layout::row : Layout::column);
    SCOPED_TRACE("cloud " + std::to_string(i));
    check(points, random.uniform(0.3, 3), 1 + random.below(40), random.below(3) * (1 + random.below(100)), i % 2 == 0 ? *one : *three);
    if (HasFatalFailure()) return;
  }
}

// A sweep leaves kFewestChosen − 1 points where all would go: which ones, only all parts together know.
TEST_F(ChosenParts, KeepTheLastPointsWhereAllWouldGo) {
  const auto device = makeCpuDevice(1);
  test::Random random(5);
  for (const uint32_t n : {4u, 5u, 20u, 300u}) {
    PointArray apart(Scalar::float32, 2, n);
    for (uint32_t i = 0; i < n; ++i) apart.setCoordinate(i, 0, 100.0 * random.below(1000)), apart.setCoordinate(i, 1, 100.0 * i);
    for (const uint32_t parts : kPartCounts) {
      check(apart, 1, parts, 0, *device);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(ChosenParts, AreVersionsThatTakeFewPointsWhole) {
  const auto device = makeCpuDevice(2);
  const StageContext here{*device, {}, {}};
  const PointArray chosen = test::uniformBox(800, 2, 20, 3).withScalar(Scalar::float32);
  const ParamValues none;
  const auto kept = cpu::decimateSequential({chosen, 1, none}, here);
  const Curve curve = cpu::orderSequential({chosen, 1, none}, here);
  for (const double wholeUpTo : {0.0, 799.0, 800.0, 5e6}) {
    ParamValues params;
    params.set(kWholeUpToParam, wholeUpTo), params.set(kPartsParam, 5);
    EXPECT_EQ(cpu::worthParts(chosen, 1, params), wholeUpTo < 800);
    EXPECT_EQ(cpu::decimateParts({chosen, 1, params}, here), kept);
    EXPECT_EQ(cpu::orderParts({chosen, 1, params}, here).edges, curve.edges);
  }
  EXPECT_FALSE(cpu::worthParts(chosen, 1, none)) << "four million and fewer are taken whole";
}

TEST_F(ChosenParts, StopWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const auto device = makeCpuDevice(1);
  const StageContext stopped{*device, source.get_token(), {}};
  const PointArray chosen = test::uniformBox(800, 2, 20, 3);
  ParamValues params;
  params.set(kWholeUpToParam, 0);
  EXPECT_THROW(cpu::decimateParts({chosen, 1, params}, stopped), Cancelled);
  EXPECT_THROW(cpu::orderParts({chosen, 1, params}, stopped), Cancelled);
}

}  // namespace
}  // namespace arete
