// R1 for the wires of a cloud that is mostly something else. By all points a score would tell how well the ground is explained, so R1 is found from
// those near wires; and it must not be so fine that chance lines through the rest are taken for wires.
#pragma once

#include <functional>
#include <optional>

#include "compute/network/radius/network_radius.h"

namespace arete {

/// A ladder of radii goes from twice `from` down by √2, until none of two in a row finds clearly longer wires than the one with the longest, all
/// together; the points within that radius of these wires are what `radiusOf` looks at. From the R1 that it gives up by √2 the first one is taken at
/// which the whole cloud has hardly longer wires than that. None where the longest wires are chance lines: shorter than the diagonal of the cloud's
/// bounds, or half gone at one of the next two radii; nor where more than half of the points are near them: then they are not among something else.
/// `wiresAt` makes the network of a cloud as wires. Throws Cancelled, and what both throw.
std::optional<NetworkRadius> radiusOfWiresAmong(const PointCloud& cloud, double from, const NetworkAt& wiresAt,
                                                const std::function<NetworkRadius(const PointCloud&)>& radiusOf, const StageContext& context);

}  // namespace arete
