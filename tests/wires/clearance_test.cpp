// Distances of points from wires: against every curve by itself, and places that do not depend on how points come.
#include "compute/wires/clearance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/core/error.h"
#include "tests/support/power_line.h"

namespace arete::test {
namespace {

using shared::Vector3;

std::vector<Catenary> manyCurves() {
  std::vector<Catenary> curves;
  for (const double a : {1000., 80.})
    for (const auto& wire : powerLine({.pylons = {{0, 0, 0}, {250, 0, 10}, {500, 60, 30}}, .wires = kTwoCircuits, .a = a, .perMetre = 0.01}).truth)
      curves.insert(curves.end(), wire.begin(), wire.end());
  curves.push_back(hangingBetween({100, -60, 20}, {120, 40, 25}, {0.19611613513818404, 0.98058067569092, 0}, {0, 0, 1}, 0));
  return curves;
}

Vector3 anyPlace(uint32_t number) {
  shared::IndexedRandom random(5, number);
  return {600 * random.uniform() - 50, 200 * random.uniform() - 100, 200 * random.uniform() * random.uniform() - 20};
}

TEST(WireSearch, FindsTheNearestOfAllCurves) {
  const auto device = makeCpuDevice(2);
  const std::vector<Catenary> curves = manyCurves();
  const WireSearch search(curves, 0, {{-20, -80, -20}, {520, 80, 100}}, {*device, {}, {}});  // some places are outside
  for (uint32_t i = 0; i < 5000; ++i) {
    const Vector3 place = anyPlace(i);
    double least = INFINITY;
    for (const Catenary& curve : curves) least = std::min(least, distanceTo(curve, place));
    const NearestWire found = search.nearest(place);
    EXPECT_NEAR(std::sqrt(found.squared), least, 1e-8) << i;
    EXPECT_NEAR(distance(curves[found.span].at(found.along), place), least, 1e-7) << i;
    EXPECT_EQ(found, search.nearestOfAll(place)) << i;
  }
}

TEST(WireSearch, AWireThatSwingsIsAsNearAsItsNearestPosition) {
  const auto device = makeCpuDevice(2);
  const std::vector<Catenary> curves = manyCurves();
  constexpr double kSwing = 0.6;
  const WireSearch search(curves, kSwing, {{-50, -100, -20}, {550, 100, 180}}, {*device, {}, {}});
  for (uint32_t i = 0; i < 150; ++i) {
    const Vector3 place = anyPlace(i);
    double least = INFINITY;
    constexpr int kPositions = 300;
    for (const Catenary& curve : curves)
      for (int k = -kPositions; k <= kPositions; ++k) least = std::min(least, distanceTo(curve.swung(kSwing * k / kPositions), place));
    const NearestWire found = search.nearest(place);
    EXPECT_LE(std::sqrt(found.squared), least + 1e-8) << i;
    EXPECT_GE(std::sqrt(found.squared), least - 0.01) << i;  // between two positions
    EXPECT_EQ(found, search.nearestOfAll(place)) << i;
  }
}

/// A line over trees of which two are too high.
struct Trees {
  std::vector<Span> spans;
  std::vector<double> rows;

  Trees() {
    for (const auto& wire : powerLine({.wires = kTwoCircuits, .perMetre = 0.01}).truth)
      for (const Catenary& curve : wire) spans.emplace_back().curve = curve;
    for (uint32_t i = 0; i < 20'000; ++i) {
      shared::IndexedRandom random(3, i);
      const double x = 600 * random.uniform(), y = 60 * random.uniform() - 30, z = random.uniform();
      rows.insert(rows.end(), {x, y, z});
    }
    for (const double x : {150., 160.})
      for (int i = 0; i < 20; ++i) rows.insert(rows.end(), {x, 6.5, i * 0.3});
  }
  PointArray array(size_t begin = 0, size_t end = SIZE_MAX) const {
    return PointArray::fromRows(std::span<const double>(rows).subspan(3 * begin, 3 * (std::min(end, rows.size() / 3) - begin)), 3);
  }
};

Clearance clearanceOf(const Trees& trees, const ClearanceOptions& options, const StageContext& context) {
  return Clearance(trees.spans, options, {{0, -30, 0}, {600, 30, 10}}, context);
}

TEST(Clearance, GathersThePlacesBelowTheLimitWhateverBlocksAndThreads) {
  const Trees trees;
  const PointArray all = trees.array();
  std::vector<std::vector<DangerPlace>> found;
  for (const int threads : {1, 2, 7}) {
    const auto device = makeCpuDevice(threads);
    const StageContext context{*device, {}, {}};
    Clearance whole = clearanceOf(trees, {.limit = 5, .apart = 5}, context);
    whole.add({all, 0, all.size(), 0}, context);
    found.push_back(whole.places());
    Clearance blocks = clearanceOf(trees, {.limit = 5, .apart = 5}, context);
    for (uint32_t begin = 0; begin < all.size(); begin += 777) {
      const PointArray block = trees.array(begin, begin + 777);
      blocks.add({block, 0, block.size(), begin}, context);
    }
    found.push_back(blocks.places());
    EXPECT_EQ(blocks.below(), whole.below());
    EXPECT_EQ(blocks.least(), whole.least());
  }
  for (const auto& each : found) EXPECT_EQ(each, found.front());
  ASSERT_EQ(found.front().size(), 2u) << "two trees";
  double least = INFINITY;
  for (const Span& span : trees.spans) least = std::min(least, distanceTo(span.curve, {150, 6.5, 5.7}));
  EXPECT_NEAR(found.front()[0].distance, least, 1e-9);
  EXPECT_NEAR(found.front()[0].from, 150, 0.1);
  EXPECT_NEAR(found.front()[0].place.z, 5.7, 1e-9);
  EXPECT_NEAR(std::hypot(found.front()[0].horizontal, found.front()[0].vertical), least, 1e-9);
}

TEST(Clearance, MoreSagAndSwingBringWiresNearer) {
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  const Trees trees;
  const PointArray all = trees.array();
  std::vector<double> least;
  for (const ClearanceOptions& options : {ClearanceOptions{}, ClearanceOptions{.extraSag = 1}, ClearanceOptions{.extraSag = 1, .swing = 0.5}}) {
    Clearance clearance = clearanceOf(trees, options, context);
    clearance.add({all, 0, all.size(), 0}, context);
    least.push_back(clearance.least());
    for (const DangerPlace& place : clearance.places()) EXPECT_NEAR(std::hypot(place.horizontal, place.vertical), place.distance, 1e-6);
  }
  EXPECT_LT(least[1], least[0] - 0.5);
  EXPECT_LE(least[2], least[1]);
}

TEST(Clearance, LeavesOutClassesAndTheWiresOwnPoints) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const Trees trees;
  const Vector3 on = trees.spans[0].curve.at(0);
  const std::vector<double> rows = {on.x, on.y, on.z + 0.1, on.x, on.y, on.z - 2, on.x, on.y, on.z - 3};
  const PointArray points = PointArray::fromRows(std::span<const double>(rows), 3);
  const std::vector<uint8_t> classes = {14, 5, 2}, left = [] {
    std::vector<uint8_t> all(256);
    all[5] = 1;
    return all;
  }();
  Clearance clearance = clearanceOf(trees, {.own = 0.5}, context);
  const auto near = clearance.add({points, 0, 3, 0, classes, left}, context);
  EXPECT_EQ(near[0].span, NearestWire::kNone);
  EXPECT_EQ(near[1].span, NearestWire::kNone);
  EXPECT_EQ(clearance.looked(), 2u);
  EXPECT_EQ(clearance.own(), 1u);
  ASSERT_EQ(clearance.places().size(), 1u);
  EXPECT_EQ(clearance.places()[0].classOf, 2);
}

TEST(Clearance, TellsTheWiresOwnPointsByHowTheyHangNotByWhereTheySagOrSwingTo) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const Trees trees;
  const Catenary& wire = trees.spans[0].curve;
  const double middle = (wire.from + wire.to) / 2;
  const Vector3 on = wire.at(middle), branch = wire.swung(0.4).at(middle);
  ASSERT_GT(distanceTo(wire, branch), 1);
  const std::vector<double> rows = {on.x, on.y, on.z, branch.x, branch.y, branch.z};
  const PointArray points = PointArray::fromRows(std::span<const double>(rows), 3);
  for (const ClearanceOptions& options : {ClearanceOptions{.swing = 0.5, .own = 0.5}, ClearanceOptions{.extraSag = 2, .swing = 0.5, .own = 0.5}}) {
    Clearance clearance = clearanceOf(trees, options, context);
    const auto near = clearance.add({points, 0, 2, 0}, context);
    EXPECT_EQ(near[0].span, NearestWire::kNone) << "of the wire, also where that sags away from it";
    EXPECT_NE(near[1].span, NearestWire::kNone) << "a branch that the wire swings against";
    EXPECT_EQ(clearance.own(), 1u);
  }
}

TEST(Clearance, RefusesWhatIsNoMeasure) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const Trees trees;
  for (const ClearanceOptions& options :
       {ClearanceOptions{.limit = 0}, ClearanceOptions{.swing = 2}, ClearanceOptions{.own = -1}, ClearanceOptions{.extraSag = NAN}})
    EXPECT_THROW(clearanceOf(trees, options, context), Error);
  EXPECT_THROW(Clearance({}, {}, {}, context), Error);
}

}  // namespace
}  // namespace arete::test
