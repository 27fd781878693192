// What networks of resamples say of one network, added up. Source: network, section 4.
#pragma once

#include "compute/core/device.h"
#include "compute/network/bootstrap/network_support.h"

namespace arete {

/// Sums are of integers, so tallies of any resamples can be added in any order with the same result.
class SupportTally {
 public:
  /// `network`: outlives the tally, unchanged.
  SupportTally(const Curve& network, double r1);

  /// The network of one more resample. Throws Cancelled, after which the tally is of no use.
  void add(const Curve& other, const StageContext& context);
  /// Adds a tally of the same network and R1.
  void add(const SupportTally& other);

  uint32_t resamples() const { return resamples_; }
  /// What is known so far, without a consensus; at least one resample.
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
