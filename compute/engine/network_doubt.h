// What speaks against a finished network: there is hardly any, it is hair on a surface, or its points are those of tracks that nobody named. Source:
// radius, "Rough bodies".
#pragma once

#include <string>

#include "compute/core/device.h"
#include "compute/engine/frame.h"

namespace arete {

/// Why the network of a finished frame may be wrong, and what to do: one or two sentences. Empty where nothing speaks against it, for chains, and
/// before the end. It says of
///  the test of the background, that it took 97 % of the edges or more: a true background leaves more of a network that can be used;
///  no network, whether R1 is too small or too large, or in space all points are taken for strewn ones;
///  hair, which grows on a body with a skin where R1 is too small: branches (ways between junctions and ends) are shorter than 4 local radii on
///  average, and the cloud is flat where nodes are. It is flat where a quarter of them have (l2 - l3) / l1 > .45, l1 ≥ l2 ≥ l3 being the eigenvalues
///  of the covariance of the points within 2 local radii. Only profile *surface*. Lengths are in local radii and not in R1, since these grow where R1
///  is too small to see anything;
///  tracks, where no column names them and the points come one after the other. This alone depends on the order of the points.
/// Takes a pass over the cloud where branches are short, and what the stage `radius` takes where it names an R1; else next to nothing. It is the same
/// text on any number of threads. Throws Cancelled, and what the stage `radius` throws.
std::string networkDoubt(const Frame& frame, const StageContext& context);

}  // namespace arete
