// What a network is made on, and what belongs to the cloud rather than to its nodes: super-points, fog, local radii. Source: network, steps 1 and 2.
#pragma once

#include <vector>

#include "compute/engine/job.h"
#include "compute/network/fog/contract.h"
#include "compute/network/super_points/contract.h"

namespace arete {

/// By the job's versions, from points, from lines of tracks or from fixes, as the job asks; places on the sphere as directions. Throws Cancelled.
SuperPoints superPointsOf(const PointCloud& cloud, const Job& job, const NetworkRules& rules, const StageContext& context);

/// On maps there is none. Throws Cancelled.
Fog fogAround(const SuperPoints& points, const Job& job, const NetworkRules& rules, const StageContext& context);

/// How far each super-point looks; 0: it is a stray. Where the job follows widths, the cloud is asked how wide its curves are. Throws
/// Cancelled.
std::vector<double> localRadiiOf(const PointCloud& cloud, const SuperPoints& points, const Fog& fog, const Job& job, const NetworkRules& rules,
                                 const StageContext& context);

}  // namespace arete
