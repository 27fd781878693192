// Measures how fast the CPU's threads can read and compute at best.
#pragma once

#include "compute/core/device.h"

namespace arete {

/// The best of a few turns of some milliseconds each.
Speed measuredSpeed(ThreadPool& threads);

}  // namespace arete
