// The parameters of networks besides R1. Of numbers 0 means the profile's own value. Source: network, steps 2, 8 and 9.
#pragma once

#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

extern const ParamInfo kProfileParam;           ///< 1 + choice of NetworkProfile; 0: automatic
extern const ParamInfo kNeighboursWantedParam;  ///< weight of a ball that makes its local radius large enough
extern const ParamInfo kRadiusCapParam;         ///< greatest local radius, in units of R1
extern const ParamInfo kShortestBranchParam;    ///< of a leaf branch, in local radii
extern const ParamInfo kShortestLoopParam;      ///< least way round a loop, in local radii
extern const ParamInfo kTestBackgroundParam;    ///< whether points may be strewn evenly: background and fog

extern const ParamInfo kFollowWidthsParam;  ///< whether places look at least as far as their curve is wide

/// The profile that is asked for. If none is: the map in the plane; in space the sphere where all points lie on the unit sphere around the file's
/// origin, else surfaces.
NetworkProfile networkProfile(const PointCloud& cloud, const ParamValues& params);

/// Whether the profile that is asked for is that of wires, which have a plan of their own.
bool asksForWires(const ParamValues& params);

bool followsWidths(const ParamValues& params);

/// The rules of this profile with the values that are asked for. Throws Error(wrongUse) as networkRules does, and what checkDirections() throws.
NetworkRules networkRules(const PointCloud& cloud, const ParamValues& params);

}  // namespace arete
