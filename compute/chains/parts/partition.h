// Into how many parts a cloud is divided, and by what.
#pragma once

#include "compute/core/param_info.h"

namespace arete {

/// Which points a part owns. Chosen points are always at home by space.
enum class Partition : uint8_t {
  automatic,  ///< dealt where few chosen points have very many points each, else space
  space,      ///< those of its region
  dealt       ///< strips of points of one cell, in turn: even work where chosen points are crowded
};

extern const ParamInfo kPartsParam;      ///< how many
extern const ParamInfo kPartitionParam;  ///< choice of Partition
extern const ParamInfo kWholeUpToParam;  ///< up to how many chosen points decimating and joining are not divided

}  // namespace arete
