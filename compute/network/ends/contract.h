// Stage "ends" of networks: puts every end where the cloud ends. Ridge nodes stop before it; the weight beyond the last one tells how much longer the
// curve is. Source: network, step 13.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct EndsInput {
  const SuperPoints& points;
  std::span<const Edge> edges;  ///< ascending
  const NetworkRules& rules;
};

/// An end moves outwards, along the line of its last two edges, by the weight beyond its tip over the linear density of the first `endStretch` R of
/// its branch; at most `endOutwards` R. R is that of the end. Weight within `ball` R of that part is counted at its nearest place on it. The end of a
/// part that holds nothing stays. All ends move at once. Returns how many moved. Throws Cancelled, after which the nodes must not be used.
using EndsFunction = uint32_t (*)(const EndsInput&, std::span<RidgeNode> nodes, const StageContext&);

}  // namespace arete
