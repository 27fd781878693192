// From points alone to spans: whole detections of made power lines, with R1 found, in whatever terrain and wind.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"
#include "compute/wires/find_spans.h"
#include "tests/support/power_line.h"

namespace arete::test {
namespace {

struct Case {
  const char* name;
  PowerLineWish wish;
  double share;  ///< of the sag: the largest error
};

std::vector<Case> cases() {
  const std::vector<Hanging> flat = {{-9, 24}, {0, 24}, {9, 24}, {-5, 31}, {5, 31}}, low = {{-0.6, 8}, {0, 8.2}, {0.6, 8}};
  return {
      {"straight", {.pylons = {{0, 0, 0}, {280, 0, 0}, {620, 0, 2}, {900, 0, -3}}, .wires = kTwoCircuits, .noise = 0.05}, 0.01},
      {"turning", {.pylons = {{0, 0, 0}, {250, 40, 20}, {480, 180, 55}, {600, 400, 40}, {620, 700, 10}}, .wires = kTwoCircuits, .noise = 0.05}, 0.01},
      {"uphill", {.pylons = {{0, 0, 0}, {200, 0, 60}, {380, 0, 140}, {600, 0, 150}}, .wires = flat, .a = 700, .noise = 0.05}, 0.01},
      {"in wind", {.wires = kTwoCircuits, .noise = 0.05, .blowOut = 0.35}, 0.01},
      {"bundles", {.wires = kTwoCircuits, .noise = 0.04, .perMetre = 15, .bundle = 0.4}, 0.01},
      {"gaps of 50 m", {.wires = kTwoCircuits, .noise = 0.05, .gapFrom = 100, .gapTo = 150}, 0.01},
      {"2 points a metre", {.wires = kTwoCircuits, .noise = 0.08, .perMetre = 2}, 0.02},
      {"one wire, 5 points a metre", {.pylons = {{0, 0, 0}, {60, 0, 1}, {130, 5, 0}, {190, 5, 2}}, .wires = {{0, 8}}, .a = 400, .perMetre = 5}, 0.03},
      {"low voltage", {.pylons = {{0, 0, 0}, {45, 0, 0}, {92, 3, 0}, {140, 8, 1}}, .wires = low, .a = 350, .noise = 0.02, .perMetre = 8}, 0.03},
  };
}

TEST(DetectedWires, HaveAllTheirSpansWithTheirSag) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    const PowerLine line = powerLine(each.wish);
    const PointCloud cloud(line.array());
    Job job;
    job.params.set(kCurveParam, double(CurveKind::network));
    job.params.set(kProfileParam, 1 + double(NetworkProfile::wires));
    suggestIfUnset(cloud, job);
    const auto device = makeCpuDevice(2);
    const WireSpans found = findSpans(cloud.points(), edgesOf(runJob(cloud, job, {}, {}).frame->curve), {}, {*device, {}, {}});
    EXPECT_EQ(found.pylons.size(), each.wish.pylons.size() - 2);
    // A bundle is found as one wire whose conductors are told apart, or as its conductors, which are one phase.
    std::set<std::tuple<uint32_t, bool, uint32_t, uint32_t>> phases;
    size_t conductors = 0;
    for (const Span& span : found.spans) phases.insert({span.bay, span.earth, span.circuit, span.position}), conductors += span.inBundle;
    const size_t wanted = each.wish.wires.size() * (each.wish.pylons.size() - 1);
    if (each.wish.wires.size() != 3) {  // wires .6 m apart are nearly a bundle
      EXPECT_EQ(phases.size(), wanted);
    }
    EXPECT_EQ(conductors, wanted * (each.wish.bundle > 0 ? 2 : 1));
    double worst = 0, noise = 0;
    for (const Span& span : found.spans) {
      const shared::Vector3 middle = span.curve.at((span.curve.from + span.curve.to) / 2);
      const Catenary* nearest = &line.truth[0][0];
      for (const auto& wire : line.truth)
        for (const Catenary& truth : wire)
          if (distanceTo(truth, middle) < distanceTo(*nearest, middle)) nearest = &truth;
      worst = std::max(worst, std::abs(span.curve.sag() / nearest->sag() - 1));
      noise += span.rmseConductor / std::sqrt(2.0) / each.wish.noise / double(found.spans.size());
      EXPECT_NEAR(span.curve.blowOut(), nearest->blowOut() * (dot(span.curve.along, nearest->along) > 0 ? 1 : -1), 0.05);
    }
    std::string name = each.name;
    std::ranges::replace(name, ' ', '_');
    std::erase(name, ',');
    RecordProperty(name, std::to_string(worst) + " " + std::to_string(noise));
    EXPECT_LT(worst, each.share);
    EXPECT_NEAR(noise, 1, 0.05);
  }
}

}  // namespace
}  // namespace arete::test
