// The one table of stages: a row says what a stage is called and does, what its versions are, and where its time is reported. Menus, flags,
// panels, plots, reports, benchmarks and docs/versions.md walk it. A new stage is a name in `Stage` (compute/core/stage_info.h) and a folder with its
// contract, its stage.h, which is included here (that of networks by compute/network/stages.def), and its versions.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/neighbours/within/stage.h"
#include "compute/network/rules/network_rules.h"  // first, as it includes the same list
#include "compute/tiles/stage.h"

#define ARETE_TEXT(words) #words
// clang-format off
#define ARETE_IN_FOLDER(folder) ARETE_TEXT(compute/network/folder/stage.h)
// clang-format on
#define ARETE_ALSO_WITHOUT_RULES
#include "compute/network/stages.def"
#undef ARETE_ALSO_WITHOUT_RULES
#undef ARETE_IN_FOLDER
#undef ARETE_TEXT

namespace arete {

/// What the versions of a stage are: its contract.
template <Stage stage>
using StageFunction = typename StageRow<stage>::Function;

namespace stage_table {

template <class Indices>
struct Rows;
template <size_t... index>
struct Rows<std::index_sequence<index...>> {
  static constexpr std::array<StageInfo, sizeof...(index)> infos = {StageRow<Stage(index)>::info...};
  static constexpr std::array<Stage, sizeof...(index)> stages = {Stage(index)...};
};
using All = Rows<std::make_index_sequence<kStageCount>>;

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
