// How sure a network is, by a bootstrap: networks of resampled points, made like it, say where they agree with it. Source: network, section 4.
#pragma once

#include <cstdint>

#include "compute/core/device.h"
#include "compute/engine/job.h"
#include "compute/network/bootstrap/resampled_points.h"
#include "compute/network/bootstrap/support_tally.h"

namespace arete {

/// Resamples one after the other or side by side; the sums are of integers, so neither their number at a time nor that of threads changes a bit.
class NetworkBootstrap {
 public:
  /// `network`: the finished one of this cloud and job, with R1 set. Throws as Detector does, Cancelled.
  NetworkBootstrap(PointCloud cloud, const Job& job, Curve network, const StageContext& context);
  NetworkBootstrap(const NetworkBootstrap&) = delete;

  /// Looks at the next so many resamples. On the CPU each is the work of one thread, on a GPU that of one stream and a thread; as many side by side
  /// as there are threads, or lanes of the GPU, or as memory allows. Progress counts resamples, on any thread, one at a time. Throws Cancelled, after
  /// which it is as if it had not been called; and as Detector does.
  void add(uint32_t count, const StageContext& context);

  uint32_t resamples() const { return tally_.resamples(); }
  const Curve& network() const { return network_; }
  /// By the resamples so far, at least one; with a consensus where the job asks for one.
  NetworkSupport support() const;

 private:
  Curve networkOf(uint32_t number, const StageContext& context) const;
  size_t sideBySide(uint32_t count, const StageContext& context) const;

  PointCloud cloud_;
  Job job_;
  double consensus_;
  Curve network_;
  ResampledPoints points_;
  SupportTally tally_;
};

}  // namespace arete
