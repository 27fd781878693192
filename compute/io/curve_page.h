// A cloud and its curve as one page that turns, zooms and tells in a browser: it needs nothing but itself, works from a mail and without a network.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "compute/engine/frame.h"

namespace arete {

inline constexpr uint32_t kMostPagePoints = 2'000'000, kMostPageSteps = 60;

/// HTML. Where the cloud has more points than `mostPoints` (≥ 1) every n-th is shown, to a 65 536th of the extent; the curve is whole. `frames`:
/// steps whose curves are known, the last one is shown first; none for the cloud alone. Beyond three dimensions the first three are shown.
std::string curvePage(const PointCloud& cloud, std::span<const std::shared_ptr<const Frame>> frames, uint32_t mostPoints = kMostPagePoints);

}  // namespace arete
