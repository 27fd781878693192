#include "compute/engine/stage_times.h"

namespace arete {

std::vector<TimeRow> timeRows(const Plan& plan) {
  const std::vector<Stage> stages = plan.stages();
  const bool maybeInTiles = std::ranges::any_of(stages, [](Stage stage) { return stageInfo(stage).use == StageUse::chains; });
  std::vector<TimeRow> rows;
  for (const TimeRow& row : kTimeRows)
    if ((row.use == StageUse::tiles && maybeInTiles) || std::ranges::find(stages, row.stage) != stages.end()) rows.push_back(row);
  return rows;
}

}  // namespace arete
