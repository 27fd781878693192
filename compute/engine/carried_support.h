// What is known of a network stays known of the parts of it that an edit leaves as they are.
#pragma once

#include <memory>
#include <span>

#include "compute/engine/frame.h"

namespace arete {

/// The support of an edited frame until it is found out anew: of each edge, node and junction that is in one of `before`, at the same places, what
/// the first of these says of it. What is new is not doubted: support and confidence 1, spread 0, and of the consensus. Frames in `before` may be
/// null, and are passed over where they have no support. Null where none has.
std::shared_ptr<const NetworkSupport> carriedSupport(const Frame& edited, std::span<const std::shared_ptr<const Frame>> before);

}  // namespace arete
