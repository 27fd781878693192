// What is known of a network stays known of the parts of it that an edit leaves as they are.
#pragma once

#include <memory>
#include <span>

#include "compute/engine/frame.h"

namespace arete {

/// The support of an edited frame until a bootstrap finds its own. An edge, node or junction that a frame in `before` has at the same places keeps
/// the values of the first such frame. A new one counts as sure: support and confidence 1, spread 0, part of the consensus. Frames in `before` may be
/// null; those without support are passed over. The result is null where none has any.
std::shared_ptr<const NetworkSupport> carriedSupport(const Frame& edited, std::span<const std::shared_ptr<const Frame>> before);

}  // namespace arete
