// How the nodes of a network are written into the state of a detection, and read from it.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/engine/chosen_state.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// Names of columns. Super-points have a weight and, once known, a radius; nodes have the members of RidgeNode besides its place.
struct NodeColumn {
  static constexpr std::string_view weight = "weight", radius = "radius", density = "density", crest = "crest";
  static constexpr std::string_view tangent[] = {"tangent_x", "tangent_y", "tangent_z"};
  static constexpr std::string_view still = "still", lost = "lost";  ///< 1 or 0
  static constexpr std::string_view tree = "tree";                   ///< present, with value 1, where the network is nearly a tree
};

/// Whether what a step of this stage leaves chosen are super-points: a network has nodes from its seeds on.
constexpr bool hasOnlySuperPoints(Stage stage) { return stage == Stage::super_points || stage == Stage::fog || stage == Stage::local_radius; }

/// Super-points as the first state of a network: points in double, `origin` their numbers.
ChosenState stateOf(const SuperPoints& points);

/// The nodes of a state that has the columns of nodes.
std::vector<RidgeNode> nodesOf(const ChosenState& state);

/// Writes places and columns of nodes.
void putNodes(ChosenState& state, std::span<const RidgeNode> nodes, int dimension);

/// Adds a column, or replaces the one with that name.
void putColumn(ChosenState& state, std::string_view name, std::vector<double> values);

}  // namespace arete
