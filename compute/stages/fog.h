// Stage "fog" of networks: how many points are strewn evenly over a cloud in space. Source: 3D, G.
#pragma once

#include "compute/stages/super_points.h"

namespace arete {

struct Fog {
  double intensity = 0;  ///< weight a unit volume
  double share = 0;      ///< of the cloud's weight, over its bounds
  friend bool operator==(const Fog&, const Fog&) = default;
};

struct FogInput {
  const SuperPoints& points;  ///< in space
  const NetworkRules& rules;
};

/// The box of the super-points is divided into equal cells, along each axis as many as cubes that would hold `fogCell` on average fit whole into it,
/// at least one. The median of the weights of all cells, empty ones too (of an even number the lower one), over their volume is the intensity: a
/// curve leaves most cells to the fog. None where there are fewer than eight cells, or the box has no volume. Throws Cancelled.
using FogFunction = Fog (*)(const FogInput&, const StageContext&);

}  // namespace arete
