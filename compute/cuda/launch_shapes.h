// Launch shapes of the nearest kernel: data, found by `arete-cli bench tune` on a card of each architecture.
#pragma once

#include "compute/core/param_info.h"
#include "compute/core/point_array.h"

namespace arete::cuda {

struct LaunchShape {
  int block = 256;  // threads
  int points = 4;   // cloud points a thread
};

/// What the parameters ask for; where they leave it open, what was measured best on the newest architecture that is not newer than
/// `capability` (10 · major + minor), for the dimension or the next lower one that was measured.
LaunchShape launchShape(const ParamValues& params, int capability, Scalar scalar, int dimension);

}  // namespace arete::cuda
