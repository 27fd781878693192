// How much of a cloud on the sphere is scattered evenly over the part of it that the cloud covers.
#pragma once

#include "compute/network/super_points/contract.h"

namespace arete {

/// Share of the weight, as stage "fog" finds it in space: the sphere is divided into cells along the faces of the cube around it, that would hold
/// `fogCellOnSphere` on average, and the median of the weights per solid angle of those whose middles lie in the super-points' bounds is the fog's. 0
/// where there are fewer than eight. Source: 3D, G.
double fogOnSphere(const SuperPoints& points, const NetworkRules& rules);

}  // namespace arete
