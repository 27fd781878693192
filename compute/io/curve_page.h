// A cloud and its curve as one page that turns, zooms and tells in a browser: it needs nothing but itself, works from a mail and without a network.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/engine/frame.h"

namespace arete {

using PageFrames = std::vector<std::shared_ptr<const Frame>>;

inline constexpr uint32_t kMostPagePoints = 2'000'000, kMostPageSteps = 60;

/// HTML. Of a cloud with more points than `mostPoints` (≥ 1) every n-th is shown, to a 65 536th of the extent; the curve is whole. `frames`: steps
/// whose curves are known, the last one is shown first; none for the cloud alone. Beyond three dimensions the first three are shown.
std::string curvePage(const PointCloud& cloud, std::span<const std::shared_ptr<const Frame>> frames, uint32_t mostPoints = kMostPagePoints);

/// The steps that led to this one, and itself, which is the last: evenly spread where they are more than `kMostPageSteps`. The detection is made once
/// more, on CPU threads. Throws what Detector throws, Cancelled.
PageFrames pageSteps(const std::shared_ptr<const Frame>& end, std::stop_token stop);

}  // namespace arete
