// What a network loses where it bends: a ball around a bend sees more of the curve on the inner side, so crest and polish lie there.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// Moves the nodes with two neighbours outwards by what their ball would take from the network itself: by the mean of how far nodes lie off the
/// kernel's mean of the chain around them, across it ("twicing": the bias of a smoother is estimated by smoothing its result once more, Tukey 1977).
/// The kernel is that of the ridge shift, radius `ball` · R; both means are taken over as many nodes on either side, as far as the ball and the chain
/// reach, each weighing the length that it stands for. Of the move, m, stays 1 - `bendDeviations`² s² / m², if that is more than 0: s is the
/// deviation of the crest, the spread of the points across it over the square root of their density, so what may be noise is not made stronger.
/// Junctions and ends stay. All nodes at once. Where `bends` is not set nothing moves. Returns how many moved.
uint32_t restoreBends(const SuperPoints& points, std::span<const Edge> edges, std::span<RidgeNode> nodes, const NetworkRules& rules,
                      ThreadPool& threads);

}  // namespace arete
