// Spans of made power lines: pylons, curves, names, whatever terrain, wind and gaps there are.
#include "compute/wires/find_spans.h"

#include <gtest/gtest.h>

#include <set>

#include "compute/core/error.h"
#include "tests/support/power_line.h"

namespace arete::test {
namespace {

using shared::Vector3;

WireSpans spansOf(const PowerLine& line, int threads = 2, const SpanOptions& options = {}) {
  const auto device = makeCpuDevice(threads);
  return findSpans(line.array(), line.edges(), options, {*device, {}, {}});
}

/// Every true span has one found span beside it, whose sag is as wide of the truth as this share at most.
void expectTruth(const PowerLine& line, const WireSpans& found, double share) {
  size_t count = 0;
  for (const auto& wire : line.truth)
    for (const Catenary& truth : wire) {
      ++count;
      const Vector3 middle = truth.at((truth.from + truth.to) / 2);
      const Span* best = nullptr;
      for (const Span& span : found.spans)
        if (best == nullptr || distanceTo(span.curve, middle) < distanceTo(best->curve, middle)) best = &span;
      ASSERT_NE(best, nullptr);
      EXPECT_LT(distanceTo(best->curve, middle), 0.05);
      EXPECT_NEAR(best->curve.sag() / truth.sag(), 1, share) << "span of " << truth.horizontalLength() << " m";
      EXPECT_LT(std::min(distance(best->curve.start(), truth.start()), distance(best->curve.start(), truth.end())), 1);
      EXPECT_LT(std::min(distance(best->curve.end(), truth.start()), distance(best->curve.end(), truth.end())), 1);
    }
  EXPECT_EQ(found.spans.size(), count);
}

TEST(FindSpans, CutsWiresAtPylonsAndNamesTwoCircuitsAndTheEarthWire) {
  const PowerLine line = powerLine({.pylons = {{0, 0, 0}, {280, 0, 0}, {620, 0, 2}, {900, 0, -3}}, .wires = kTwoCircuits});
  const WireSpans found = spansOf(line);
  expectTruth(line, found, 0.01);
  EXPECT_EQ(found.pylons.size(), 2u);
  for (const Pylon& pylon : found.pylons) EXPECT_EQ(pylon.spans, 14u);
  EXPECT_NEAR(found.pylons[0].place.x, 280, 0.3);
  EXPECT_NEAR(found.pylons[1].place.x, 620, 0.3);
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> names;
  for (const Span& span : found.spans) {
    EXPECT_EQ(span.line, 1u);
    EXPECT_EQ(span.conductor, 1u);
    EXPECT_TRUE(names.insert({span.bay, span.circuit, span.position}).second);
    const Vector3 place = span.curve.at((span.curve.from + span.curve.to) / 2);
    EXPECT_EQ(span.earth, std::abs(place.y) < 1);
    EXPECT_EQ(span.circuit, span.earth ? 0u : place.y > 0 ? 1u : 2u) << "from left to right, from the west";
  }
  EXPECT_EQ(names.size(), 21u);
}

TEST(FindSpans, FollowsALineThatTurnsAndClimbs) {
  const PowerLine line =
      powerLine({.pylons = {{0, 0, 0}, {250, 40, 20}, {480, 180, 55}, {600, 400, 40}, {620, 700, 10}}, .wires = kTwoCircuits, .a = 900});
  const WireSpans found = spansOf(line);
  expectTruth(line, found, 0.01);
  ASSERT_EQ(found.pylons.size(), 3u);
  for (const Pylon& pylon : found.pylons) EXPECT_GT(pylon.turn, 0.3) << "to the left";
}

TEST(FindSpans, FindsSingleWiresOfFewPoints) {
  const PowerLine line =
      powerLine({.pylons = {{0, 0, 0}, {60, 0, 1}, {130, 5, 0}, {190, 5, 2}}, .wires = {{0, 8}}, .a = 400, .noise = 0.02, .perMetre = 5});
  const WireSpans found = spansOf(line);
  EXPECT_EQ(found.spans.size(), 3u);
  EXPECT_EQ(found.pylons.size(), 2u);
  expectTruth(line, found, 0.04);
}

TEST(FindSpans, ExtrapolatesOverGapsAndSaysSo) {
  PowerLine line = powerLine({.wires = kTwoCircuits, .gapFrom = 120, .gapTo = 170});
  const WireSpans found = spansOf(line);
  expectTruth(line, found, 0.01);
  for (const Span& span : found.spans) EXPECT_NEAR(span.longestGap, 50, 1);
  // One wire without points near the pylon: others know where it is.
  std::erase_if(line.points, [](const Vector3& p) { return p.y > 7.5 && p.x > 270 && p.x < 310; });
  const WireSpans without = spansOf(line);
  expectTruth(line, without, 0.01);
  double most = 0;
  for (const Span& span : without.spans) most = std::max({most, span.gapAtStart, span.gapAtEnd});
  EXPECT_NEAR(most, 30, 1);
}

TEST(FindSpans, JoinsAWireThatTheNetworkCutInTwo) {
  PowerLine line = powerLine({.pylons = {{0, 0, 0}, {300, 0, 0}}, .gapFrom = 100, .gapTo = 140});
  std::vector<double>& whole = line.lines.lines[0];
  const std::vector<double> second(whole.begin() + 3 * 70, whole.end());
  whole.resize(3 * 50);
  line.lines.lines.push_back(second), line.lines.closed.push_back(false);
  const WireSpans found = spansOf(line);
  ASSERT_EQ(found.spans.size(), 1u);
  EXPECT_NEAR(found.spans[0].longestGap, 40, 1);
}

TEST(FindSpans, SaysHowTheWindBlowsAWireOut) {
  const PowerLine line = powerLine({.wires = {{0, 25}}, .blowOut = 0.35});
  for (const Span& span : spansOf(line).spans) EXPECT_NEAR(span.curve.blowOut(), 0.35, 0.01);
}

TEST(FindSpans, ConductorsOfABundleAreOnePhase) {
  PowerLine line = powerLine({.wires = {{6, 24}, {6.4, 24}, {0, 24}, {-6, 24}}});
  const WireSpans found = spansOf(line);
  ASSERT_EQ(found.spans.size(), 8u);
  std::set<std::pair<uint32_t, uint32_t>> phases;
  uint32_t most = 0;
  for (const Span& span : found.spans) phases.insert({span.bay, span.position}), most = std::max(most, span.conductor);
  EXPECT_EQ(phases.size(), 6u);
  EXPECT_EQ(most, 2u);
}

TEST(FindSpans, TellsTheConductorsOfABundleThatIsOneWire) {
  for (const double spacing : {0.0, 0.4, 0.5}) {
    const PowerLine line = powerLine({.wires = {{5, 24}, {-5, 24}}, .noise = 0.04, .bundle = spacing});
    for (const Span& span : spansOf(line).spans) {
      EXPECT_EQ(span.inBundle, spacing > 0 ? 2u : 1u);
      EXPECT_NEAR(span.spacing, spacing, 0.01);
      EXPECT_NEAR(span.rmseConductor, 0.04 * std::sqrt(2.0), 0.003);
      EXPECT_NEAR(span.rmse, std::sqrt(0.04 * 0.04 * 2 + spacing * spacing / 4), 0.01);
    }
  }
  for (const Span& span : spansOf(powerLine({.noise = 0.1})).spans) EXPECT_EQ(span.inBundle, 1u) << "noise is no bundle";
}

TEST(FindSpans, HasTheSameBitsOnAnyNumberOfThreads) {
  const PowerLine line = powerLine({.wires = kTwoCircuits, .outliers = 0.05});
  const WireSpans one = spansOf(line, 1);
  for (const int threads : {2, 7}) {
    const WireSpans other = spansOf(line, threads);
    ASSERT_EQ(other.spans.size(), one.spans.size());
    for (size_t i = 0; i < one.spans.size(); ++i) {
      EXPECT_EQ(other.spans[i].curve, one.spans[i].curve);
      EXPECT_EQ(other.spans[i].band, one.spans[i].band);
      EXPECT_EQ(other.spans[i].rmse, one.spans[i].rmse);
    }
  }
}

TEST(FindSpans, RefusesThePlaneAndLinesWithoutPoints) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const PowerLine line = powerLine({});
  EXPECT_THROW(findSpans(PointArray(Scalar::float64, 2, 10), line.edges(), {}, context), Error);
  PowerLine away = line;
  for (Vector3& point : away.points) point.z += 100;
  EXPECT_THROW(findSpans(away.array(), line.edges(), {}, context), Error);
}

}  // namespace
}  // namespace arete::test
