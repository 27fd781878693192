#include "compute/engine/radius_sweep.h"

#include <chrono>
#include <cmath>

#include "compute/engine/run_job.h"

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
  for (const double r1 : input.radii) {
    points.push_back(pointOf(input, r1, device, stop));
    if (each) each(points);
  }
  return points;
}

}  // namespace arete
