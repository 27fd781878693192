// What may be asked of a network besides R1. Each is 0 where the profile's own value is to be taken. Source: network, steps 2, 8 and 9.
#pragma once

#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"
#include "compute/stages/network_rules.h"

namespace arete {

extern const ParamInfo kProfileParam;           ///< choice of NetworkProfile, one less; 0: found out
extern const ParamInfo kNeighboursWantedParam;  ///< weight of a ball that makes its local radius large enough
extern const ParamInfo kRadiusCapParam;         ///< greatest local radius, of R1
extern const ParamInfo kShortestBranchParam;    ///< of a leaf branch, of the local radius
extern const ParamInfo kShortestLoopParam;      ///< way round, local radii

/// The profile that is asked for; where none is, the map in the plane, in space the sphere where all points lie on the unit sphere around the file's
/// origin, else surfaces.
NetworkProfile networkProfile(const PointCloud& cloud, const ParamValues& params);

/// Those of this profile with what is asked for instead. Throws Error(wrongUse) as networkRules does.
NetworkRules networkRules(const PointCloud& cloud, const ParamValues& params);

}  // namespace arete
