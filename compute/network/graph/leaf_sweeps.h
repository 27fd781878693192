// How leaf branches are removed, sweep by sweep: what prune does, and what the crest and background tests repeat after removing something.
#pragma once

#include <functional>
#include <optional>

#include "compute/core/device.h"
#include "compute/network/graph/node_graph.h"

namespace arete::cpu {

/// Judges a branch from an end to a junction that is long enough. A value of at least 0 condemns it, least first; nothing: it stays.
using LeafTest = std::function<std::optional<double>(const Branch&)>;

/// Sweeps as in the stage "prune", until one finds nothing; within a sweep, branches that `test` condemns go after those that are too short.
void sweepLeaves(NodeGraph& graph, std::span<const RidgeNode> nodes, const NetworkRules& rules, const StageContext& context,
                 const LeafTest& test = {});

}  // namespace arete::cpu
