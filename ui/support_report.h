// What the panels show of a bootstrap that is still going on.
#pragma once

#include <cstdint>

namespace arete {

/// Resamples of the network on the picture, and what those that are known say of it.
struct SupportReport {
  uint32_t known = 0, wanted = 0;
  bool running = false;
  double meanSupport = 0;                        ///< over the length
  double doubtedShare = 0;                       ///< of the length, that less than half of the resamples have
  double medianSpread = 0, upperSpread = 0;      ///< that a half and three quarters of the length do not exceed
  uint32_t junctions = 0, doubtedJunctions = 0;  ///< doubted: less than half of the resamples have them
};

}  // namespace arete
