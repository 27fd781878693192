// The steps that led to a result, made once more: for who shows them after all is over.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "compute/engine/frame.h"

namespace arete {

using StepFrames = std::vector<std::shared_ptr<const Frame>>;

/// Steps before `end`, with their curves: at most `most` (≥ 1), evenly spread from the first on; then `end` itself. On CPU threads. Throws what
/// Detector throws, Cancelled.
StepFrames stepFrames(const std::shared_ptr<const Frame>& end, uint32_t most, std::stop_token stop);

}  // namespace arete
