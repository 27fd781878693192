// The sums of a ball over runs of super-points, one register at a time. The terms are those of shared::add, and integers are added, so the sums
// are the same to the bit for every register width.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/network/look/row_grid.h"
#include "compute/network/look/spheroid_kernel.h"

namespace arete::cpu {

inline constexpr int kBallsAtOnce = 3;  ///< balls of one radius whose densities are summed together

struct BallKernel {
  /// Adds the super-points of the runs that lie within the ball; each run once.
  void (*addSums)(const shared::RowPlaces&, const std::vector<shared::Run>&, const shared::Vector3& centre, double radius, double scale,
                  shared::KernelSums&);
  /// Adds only KernelSums::density, for balls around kBallsAtOnce centres.
  void (*addDensities)(const shared::RowPlaces&, const std::vector<shared::Run>&, const shared::Vector3* centres, double radius, double scale,
                       int64_t* densities);
  /// Adds those of the first places that lie within the spheroid.
  void (*addSpheroid)(const shared::RowPlaces&, uint32_t count, const shared::Spheroid&, double scale, shared::KernelSums&);
};

/// The kernels that this processor can run, the fastest last. `greatestTerm`: the greatest weight times the scale.
std::vector<BallKernel> ballKernels(int dimension, double greatestTerm, double totalWeight);

}  // namespace arete::cpu
