// The one table of stages: a row says what a stage is called and does, what its versions are, and where its time is reported. Menus, flags,
// panels, plots, reports, benchmarks and docs/versions.md walk it. A new stage is a name in `Stage` (stage_info.h), a row here (of networks:
// network_stages.h), a header in compute/stages/ and its versions.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "compute/catalog/network_stages.h"
#include "compute/catalog/stage_info.h"
#include "compute/catalog/wire_stages.h"
#include "compute/stages/choose.h"
#include "compute/stages/decimate.h"
#include "compute/stages/evolve.h"
#include "compute/stages/knn.h"
#include "compute/stages/order.h"
#include "compute/stages/tile.h"

namespace arete {

template <>
struct StageRow<Stage::choose> {
  using Function = ChooseFunction;
  static constexpr StageInfo info{.id = "choose",
                                  .title = "Choose",
                                  .help = "Picks the points that will move: each is more than R1 from all picked before it.",
                                  .use = StageUse::chains,
                                  .effect = StepEffect::picks,
                                  .time = "Picking the points that will move."};
};

template <>
struct StageRow<Stage::evolve> {
  using Function = EvolveFunction;
  static constexpr StageInfo info{
      .id = "evolve",
      .title = "Evolve",
      .help = "Moves every chosen point to the mean of the cloud points that are nearest to it, again and again, until they stand still.",
      .use = StageUse::chains,
      .effect = StepEffect::moves,
      .step = "iteration",
      .countKey = "evolve_iterations",
      .time = "All evolve iterations so far."};
};

template <>
struct StageRow<Stage::decimate> {
  using Function = DecimateFunction;
  static constexpr StageInfo info{.id = "decimate",
                                  .title = "Decimate",
                                  .help = "Removes chosen points that are crowded or alone within R2.",
                                  .use = StageUse::chains,
                                  .effect = StepEffect::removes,
                                  .step = "sweep",
                                  .countKey = "sweeps",
                                  .time = "All decimate sweeps so far."};
};

template <>
struct StageRow<Stage::order> {
  using Function = OrderFunction;
  static constexpr StageInfo info{.id = "order",
                                  .title = "Order",
                                  .help = "Joins the chosen points into a curve.",
                                  .use = StageUse::chains,
                                  .time = "Joining the chosen points into a curve."};
};

template <>
struct StageRow<Stage::tile> {
  using Function = TileFunction;
  static constexpr StageInfo info{.id = "tile",
                                  .title = "Tile",
                                  .help = "Divides the cloud into the tiles in which curves are detected.",
                                  .use = StageUse::tiles,
                                  .time = "Building the tree of tiles."};
};

template <>
struct StageRow<Stage::knn> {
  using Function = KnnFunction;
  static constexpr StageInfo info{
      .id = "knn", .title = "Neighbours", .help = "Finds the nearest points of each point, for links and lists.", .use = StageUse::neighbours};
};

/// What the versions of a stage are: its contract, in compute/stages/.
template <Stage stage>
using StageFunction = typename StageRow<stage>::Function;

namespace stage_table {

/// As many as there are rows.
template <size_t n = 0>
consteval size_t count() {
  if constexpr (requires { StageRow<Stage(n)>::info; }) return count<n + 1>();
  else return n;
}

template <class Indices>
struct Rows;
template <size_t... index>
struct Rows<std::index_sequence<index...>> {
  static constexpr std::array<StageInfo, sizeof...(index)> infos = {StageRow<Stage(index)>::info...};
  static constexpr std::array<Stage, sizeof...(index)> stages = {Stage(index)...};
  using Function = std::variant<StageFunction<Stage(index)>...>;  // the alternative with the number of the stage
};
using All = Rows<std::make_index_sequence<count()>>;

template <StageUse use>
consteval auto stagesOf() {
  std::array<Stage, size_t(std::ranges::count(All::infos, use, &StageInfo::use))> found{};
  std::ranges::copy_if(All::stages, found.begin(), [](Stage stage) { return All::infos[size_t(stage)].use == use; });
  return found;
}

}  // namespace stage_table

inline constexpr auto kStages = stage_table::All::stages;
inline constexpr auto kChainStages = stage_table::stagesOf<StageUse::chains>();
inline constexpr auto kNetworkStages = stage_table::stagesOf<StageUse::network>();
inline constexpr auto kTileStages = stage_table::stagesOf<StageUse::tiles>();
inline constexpr auto kNeighbourStages = stage_table::stagesOf<StageUse::neighbours>();

constexpr const StageInfo& stageInfo(Stage stage) { return stage_table::All::infos[size_t(stage)]; }
constexpr std::string_view name(Stage stage) { return stageInfo(stage).id; }
constexpr bool isOfDetection(Stage stage) { return stageInfo(stage).use == StageUse::chains || stageInfo(stage).use == StageUse::network; }

}  // namespace arete
