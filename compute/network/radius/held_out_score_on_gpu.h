// The score of held-out points where the networks that it judges are made on a GPU.
#pragma once

#include "compute/network/radius/held_out_score.h"

namespace arete {

/// As heldOutScore(), with the same bits, on the context's GPU, for a network that has edges. Throws Error(wrongUse) without CUDA.
std::optional<TubeFit> heldOutScoreOnGpu(const Curve& network, double r1, const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules,
                                         const StageContext& context);

}  // namespace arete
