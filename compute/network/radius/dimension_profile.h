// The rule by which R1 is read off a cloud, whoever looks into its balls: which balls are looked at, and what is made of their shapes. Source:
// radius.
#pragma once

#include <span>
#include <vector>

#include "compute/network/radius/ball_blocks.h"
#include "compute/network/radius/contract.h"
#include "compute/network/radius/lattice_sample.h"

namespace arete {

/// Rungs (compute/network/radius/ball_blocks.h) that balls are looked at of.
inline constexpr int kFinestRung = 9, kCoarsestRung = 45;

struct BallAsked {
  shared::LatticePlace centre;
  int rung;
};

/// Looks into balls of a sample: each goes twice across its longest axis to the middle of what it holds, and what it holds then is the answer.
class BallLooker {
 public:
  static constexpr int kMoves = 2;

  virtual ~BallLooker() = default;
  /// Throws Cancelled.
  virtual std::vector<shared::BallShape> look(std::span<const BallAsked> balls) = 0;
};

CloudRadius cloudRadius(const LatticeSample& sample, BallLooker& balls, const StageContext& context);

}  // namespace arete
