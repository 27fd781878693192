// What hangs together of the super-points that a network left over, and where it hangs on it.
#pragma once

#include <vector>

#include "compute/network/twig_finder.h"

namespace arete::cpu {

/// The twigs among these super-points (ascending).
std::vector<Twig> twigsAmong(const TwigsInput& in, const LeftOver& all, const StageContext& context);

}  // namespace arete::cpu
