// What no branch of a network explains: the points off all of it. On a side street that was taken for noise they lie in a line; in fog, and in the
// tail of a street, they do not. Source: the crest test's second look (docs/networks.md).
#pragma once

#include <span>

#include "compute/stages/crest.h"

namespace arete {

struct Unexplained {
  SuperPoints points;
  double intensity = 0;  ///< their weight a unit area off the network
};

/// Of a map; `isNear`: of each super-point whether it is within `crestAway` R1 of one of these edges. The area off them is that of the bounding box
/// of all super-points less a strip of that width on both sides of every edge, and at least a quarter of the box.
Unexplained unexplainedBy(const CrestInput& in, std::span<const Edge> edges, std::span<const uint8_t> isNear);

}  // namespace arete
