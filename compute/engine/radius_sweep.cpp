#include "compute/engine/radius_sweep.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "compute/engine/direct_radius.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"

namespace arete {

std::vector<double> radiusLadder(double low, double high, int count) {
  if (count == 1) return {std::sqrt(low) * std::sqrt(high)};
  std::vector<double> radii;
  for (int i = 0; i < count; ++i) {
    const int fromMiddle = 2 * i - (count - 1);  // so that the middle and the ends are what was asked for, and not rounded
    const double step = std::pow(high / low, double(i) / (count - 1));
    radii.push_back(i == 0 ? low : i == count - 1 ? high : fromMiddle == 0 ? std::sqrt(low * high) : low * step);
  }
  return radii;
}

namespace {

constexpr int kChainSteps = 17, kMostSteps = 24;
constexpr double kChainFactor = 4;

/// Radii that a sweep spans.
struct RadiusSpan {
  double low, high;

  RadiusSpan with(double r1) const { return {std::min(low, r1), std::max(high, r1)}; }
};

RadiusSpan aroundR1(double r1) { return {r1 / kChainFactor, r1 * kChainFactor}; }

/// All that a cloud may show.
RadiusSpan spanOfCloud(const PointCloud& cloud, const Job& job, const std::stop_token& stop) {
  constexpr double kCoarsest = 4.0 / 6;  // of the coarsest ball of the profile, which is a quarter of the diagonal
  constexpr double kFinestInSpace = 1.0 / 2, kFinestOnSurface = 1.0 / 16;
  const auto device = makeDevice(job.onCpu());
  const std::vector<RadiusLevel> levels = radiusSeen(cloud, job.onCpu(), {*device, stop, {}}).levels;
  const auto finest = std::ranges::find_if(levels, [](const RadiusLevel& level) { return level.full > 0 && 2 * level.full >= level.places; });
  if (finest == levels.end()) return aroundR1(job.r1());
  const NetworkProfile profile = networkProfile(cloud, job.params);
  const bool isOnSurface = profile == NetworkProfile::map || profile == NetworkProfile::sphere;
  return {finest->radius * (isOnSurface ? kFinestOnSurface : kFinestInSpace), levels.back().radius * kCoarsest};
}

/// How many radii span that in steps of about √2.
int stepsOver(const RadiusSpan& span) { return std::clamp(1 + int(std::lround(2 * std::log2(span.high / span.low))), 1, kMostSteps); }

/// In even ratios over about this span, one of them R1, which lies in it.
std::vector<double> ladderThrough(double r1, const RadiusSpan& span, int steps) {
  if (steps == 1 || !(span.high > span.low)) return {r1};
  const double step = std::log(span.high / span.low) / (steps - 1);
  const int below = std::clamp(int(std::lround(std::log(r1 / span.low) / step)), 0, steps - 1);
  std::vector<double> radii;
  for (int i = 0; i < steps; ++i) radii.push_back(i == below ? r1 : r1 * std::exp((i - below) * step));
  return radii;
}

}  // namespace

std::vector<double> radiiToSweep(const PointCloud& cloud, const Job& job, const LadderWish& wish, std::stop_token stop) {
  const bool isNetwork = job.curveKind() == CurveKind::network;
  const auto stepsOf = [&](const RadiusSpan& span) { return wish.steps > 0 ? wish.steps : isNetwork ? stepsOver(span) : kChainSteps; };
  RadiusSpan span{wish.from, wish.to};
  if (wish.needsR1()) {
    const RadiusSpan all = isNetwork ? spanOfCloud(cloud, job, stop).with(job.r1()) : aroundR1(job.r1());
    if (isNetwork && wish.from == 0 && wish.to == 0) return ladderThrough(job.r1(), all, stepsOf(all));
    if (wish.from == 0) span.low = wish.to > 0 ? std::min(all.low, wish.to) : all.low;
    if (wish.to == 0) span.high = std::max(all.high, span.low);
  }
  return radiusLadder(span.low, span.high, stepsOf(span));
}

static SweepPoint pointOf(const SweepInput& input, double r1, Device& device, const std::stop_token& stop) {
  Job job = input.job;
  job.params.set(kR1Param, r1);
  job.params.reset(kBootstrapParam);  // how sure a network is would take a hundred detections more
  job.params.reset(kConsensusParam);
  const auto start = std::chrono::steady_clock::now();
  SweepPoint point{.r1 = r1, .frame = runJobOn(device, input.cloud, job, {}, stop)};
  point.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const StageContext context{device, stop, {}};
  const CurveEdges edges = edgesOf(point.frame->curve);
  const Explanation explanation = explain(edges, project(input.cloud.points(), edges, context), kReachInR1 * r1);
  point.explained = explanation.all;
  point.meanDistance = explanation.meanDistance;
  if (input.truth != nullptr && !edges.edges.empty())
    point.quality = quality(polylinesOf(point.frame->curve, input.cloud.origin()), *input.truth, {}, context);
  return point;
}

std::vector<SweepPoint> radiusSweep(const SweepInput& input, Device& device, std::stop_token stop,
                                    const std::function<void(const std::vector<SweepPoint>&)>& each) {
  std::vector<SweepPoint> points;
  std::optional<Error> last;
  for (const double r1 : input.radii) {
    try {
      points.push_back(pointOf(input, r1, device, stop));
    } catch (const Error& error) {
      if (!input.leftOut || (error.kind() != ErrorKind::badInput && error.kind() != ErrorKind::wrongUse)) throw;
      last = error;
      input.leftOut(r1, error);
      continue;
    }
    findSteady(points);
    if (each) each(points);
  }
  if (points.empty() && last) throw *last;
  return points;
}

}  // namespace arete
