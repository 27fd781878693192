// Which super-points that a network left over are twigs of it, however those were found.
#pragma once

#include <vector>

#include "compute/core/device.h"
#include "compute/network/twigs/contract.h"

namespace arete {

/// The greatest distance of a super-point from an edge that it is not left over by.
inline double twigWidth(const TwigsInput& in) { return in.rules.twigAway * in.r1; }

/// What hangs together: numbers of super-points, ascending.
using LeftOver = std::vector<uint32_t>;

/// Whether there is a network, but none that is too dense.
bool mayHaveTwigs(const TwigsInput& in);

/// The twigs among these super-points, which are left over.
std::vector<Twig> twigsAmong(const TwigsInput& in, const LeftOver& all, const StageContext& context);

}  // namespace arete
