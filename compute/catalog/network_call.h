// How a stage of networks is called that only needs what is known of the network: its row says by `input` what of that it is given. Neither the steps
// of a detection nor the check of versions know such a stage by name.
#pragma once

#include <concepts>

#include "compute/catalog/stage_table.h"

namespace arete {

/// What is known of a network once it has edges.
struct NetworkView {
  const SuperPoints& points;
  RadiiView radii;  ///< of the super-points
  NodesView nodes;
  std::span<const Edge> edges;  ///< ascending
  double r1;
  const NetworkRules& rules;  ///< those in force; where a stage judges branches, those of sparse maps too
};

template <Stage stage>
concept CalledByItsRow = requires(const NetworkView& at) {
  StageRow<stage>::input(at);
};

/// Whether it moves nodes and says how many; else it says which edges there are then.
template <Stage stage, class Nodes>
concept MovesNodes = requires(StageFunction<stage> version, const NetworkView& at, Nodes nodes, const StageContext& context) {
  { version(StageRow<stage>::input(at), nodes, context) } -> std::same_as<uint32_t>;
};

/// Calls `task.template operator()<stage>()` for every stage of networks that is called by its row.
template <class Task>
void forCalledByRow(const Task& task) {
  const auto each = [&]<size_t... index>(std::index_sequence<index...>) {
    const auto one = [&]<Stage stage>() {
      if constexpr (CalledByItsRow<stage>) task.template operator()<stage>();
    };
    (one.template operator()<kNetworkStages[index]>(), ...);
  };
  each(std::make_index_sequence<kNetworkStages.size()>());
}

}  // namespace arete
