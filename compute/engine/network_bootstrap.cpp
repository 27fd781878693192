// Each resample is a detection of its own, which begins with super-points that are there already: only they look at the cloud. So a resample costs a
// pass over the points, and then what a network of that many cells costs. Threads do not share one: stages have parts that only one thread can
// do, and a GPU waits for the host between its launches, so there as many run side by side, each on a stream of its own.
// Memory: ResampledPoints, and what each detection holds at a time. Source: network, section 4.
#include "compute/engine/network_bootstrap.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "compute/core/side_by_side.h"
#include "compute/engine/detector.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/super_points/distinct_points.h"
#include "compute/network/tracks/track_points.h"

namespace arete {

/// What the resamples run: the same stages and rules. What the cloud decides about those is decided by all of it.
static Job jobOfResamples(Job job, const PointCloud& cloud) {
  job.params.set(kProfileParam, 1 + double(networkProfile(cloud, job.params)));
  job.params.reset(kCloudLayoutParam);
  for (const ParamInfo* info : bootstrapParameters()) job.params.reset(*info);
  return job;
}

/// Points of tracks count as their tracks do.
static ResampledPoints resampledPoints(const PointCloud& cloud, const Job& job, const StageContext& context) {
  const NetworkRules rules = networkRules(cloud, job.params);
  const auto ofTracks = pointsOfTracks(cloud, job.params, job.r1(), context);
  if (ofTracks) return {{ofTracks->cloud, job.r1(), rules}, context, ofTracks->hashes};
  return {{distinctPoints(cloud, context), job.r1(), rules}, context};
}

NetworkBootstrap::NetworkBootstrap(PointCloud cloud, const Job& job, Curve network, const StageContext& context)
    : cloud_(std::move(cloud)),
      job_(jobOfResamples(job, cloud_)),
      consensus_(job.params.get(kConsensusParam)),
      network_(std::move(network)),
      points_(resampledPoints(cloud_, job_, context)),
      tally_(network_, job_.r1()) {}

Curve NetworkBootstrap::networkOf(uint32_t number, const StageContext& context) const {
  const SuperPoints points = points_.resample(number, context);
  if (points.size() == 0) return makeCurve(PointArray(Scalar::float64, network_.nodes.dimension(), 0), {});
  DetectorOptions options{.historyBytes = 0};
  options.makeSteps = [&](const PointCloud& cloud, const Job& job) {
    return makeNetworkSteps(cloud, job, {.make = [&](const StageContext&) { return points; }});
  };
  Detector detector(cloud_, job_, context.device, context.stop, std::move(options));
  detector.advance(StepKind::end, context.stop);
  return detector.frame(true, false, context.stop)->curve;
}

size_t NetworkBootstrap::sideBySide(uint32_t count, const StageContext& context) const {
  constexpr size_t kBytesOfAPoint = 256, kMostBytes = size_t(4) << 30;  // of a detection; 150 where most points have a cell of their own
  const size_t fit = std::max<size_t>(1, kMostBytes / (kBytesOfAPoint * std::max<size_t>(1, cloud_.size())));
  return std::min({lanesOf(context.device), size_t(count), fit});
}

void NetworkBootstrap::add(uint32_t count, const StageContext& context) {
  if (count == 0) return;
  std::atomic<uint32_t> next = 0;
  uint32_t done = 0;
  std::mutex mutex;
  SupportTally sum(network_, job_.r1());
  const auto work = [&](const StageContext& own) {
    SupportTally tally(network_, job_.r1());
    try {
      for (uint32_t i; (i = next++) < count;) {
        tally.add(networkOf(resamples() + i, own), own);
        const std::lock_guard lock(mutex);
        context.report(double(++done) / count);
      }
    } catch (...) {
      next = count;  // the others need not go on
      throw;
    }
    const std::lock_guard lock(mutex);
    sum.add(tally);
  };
  onLanes(sideBySide(count, context), context, work);
  tally_.add(sum);
}

NetworkSupport NetworkBootstrap::support() const {
  NetworkSupport result = tally_.support();
  result.consensusShare = consensus_;
  if (consensus_ > 0) result.consensus = consensusOf(network_, result.edgeSupport, consensus_);
  return result;
}

}  // namespace arete
