// The one table of stages: a row says what a stage is called and does, what its versions are, and where its time is reported. Menus, flags,
// panels, plots, reports, benchmarks and docs/versions.md walk it. A new stage is a name in `Stage` (compute/core/stage_info.h) and a folder with its
// contract, its stage.h, which is included here, and its versions.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/network/background/stage.h"
#include "compute/network/bridges/stage.h"
#include "compute/network/crest/stage.h"
#include "compute/network/ends/stage.h"
#include "compute/network/fog/stage.h"
#include "compute/network/junctions/stage.h"
#include "compute/network/local_radius/stage.h"
#include "compute/network/polish/stage.h"
#include "compute/network/prune/stage.h"
#include "compute/network/radius/stage.h"
#include "compute/network/refit/stage.h"
#include "compute/network/ridge_shift/stage.h"
#include "compute/network/seeds/stage.h"
#include "compute/network/side_lines/stage.h"
#include "compute/network/spanner/stage.h"
#include "compute/network/super_points/stage.h"
#include "compute/network/thin/stage.h"
#include "compute/network/tree/stage.h"
#include "compute/network/twigs/stage.h"
#include "compute/network/wire_claims/stage.h"
#include "compute/network/wire_ends/stage.h"
#include "compute/network/wire_gaps/stage.h"
#include "compute/network/wire_lines/stage.h"
#include "compute/network/wire_polish/stage.h"
#include "compute/network/wire_shift/stage.h"
#include "compute/network/wire_strands/stage.h"
#include "compute/network/wire_thin/stage.h"
#include "compute/network/witnesses/stage.h"
#include "compute/tiles/stage.h"

namespace arete {

/// What the versions of a stage are: its contract.
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
