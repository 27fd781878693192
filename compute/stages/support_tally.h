// What networks of resamples say of one network, counted up. Source: network, section 4.
#pragma once

#include "compute/core/device.h"
#include "compute/stages/network_support.h"

namespace arete {

/// Sums are of integers, so that tallies of any resamples add up in any order to the same.
class SupportTally {
 public:
  /// `network`: outlives it, as it is.
  SupportTally(const Curve& network, double r1);

  /// The network of one more resample. Throws Cancelled, after which the tally is of no use.
  void add(const Curve& other, const StageContext& context);
  /// Of the same network and R1.
  void add(const SupportTally& other);

  uint32_t resamples() const { return resamples_; }
  /// Without a consensus; at least one resample.
  NetworkSupport support() const;

 private:
  const Curve* network_;
  double r1_;
  std::vector<uint32_t> junctions_;
  uint32_t resamples_ = 0;
  std::vector<int64_t> nodeSquares_, edgeSquares_;  // squared distances in 2^-30 (kFarthest R1)^2
  std::vector<uint32_t> edgeSupporters_, junctionSupporters_;
};

}  // namespace arete
