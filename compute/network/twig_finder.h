// Which super-points that a network left over are twigs of it, however those were found.
#pragma once

#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/stages/twigs.h"

namespace arete {

/// The greatest distance of a super-point from an edge that it is not left over by.
inline double twigWidth(const TwigsInput& in) { return in.rules.twigAway * in.r1; }

/// What hangs together: numbers of super-points, ascending.
using LeftOver = std::vector<uint32_t>;

/// The place of it that is nearest to a node, and that node.
struct TwigFoot {
  double squared;
  uint32_t point, node;
  friend auto operator<=>(const TwigFoot&, const TwigFoot&) = default;
};

/// The weight of the network's points on a unit of its length.
double linearDensity(const TwigsInput& in);
/// Whether there is a network, but none that is too dense.
bool mayHaveTwigs(const TwigsInput& in);

/// Adds the twig, if it is one.
void addTwig(const TwigsInput& in, const LeftOver& together, const TwigFoot& foot, double density, std::vector<Twig>& twigs);

}  // namespace arete
