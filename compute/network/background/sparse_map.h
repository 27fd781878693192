// Whether the streets of a map typically hold so few points that few beside a branch prove nothing.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/core/thread_pool.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// Whether at least `sparseShare` of the weight on the network lies where a street holds less than `sparseWeight` on `sparseLength` R1. A node
/// stands for half of each of its edges, with the weight per length of a line that has its kernel density. Never without edges, or where
/// `sparseWeight` is 0.
bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules, ThreadPool& threads);

}  // namespace arete
