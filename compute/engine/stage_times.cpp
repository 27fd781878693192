#include "compute/engine/stage_times.h"

namespace arete {

std::vector<TimeRow> timeRows(const Plan& plan) {
  const std::vector<Stage> stages = plan.stages();
  std::vector<TimeRow> rows;
  for (const TimeRow& row : kTimeRows)
    if (row.use == StageUse::tiles || std::ranges::find(stages, row.stage) != stages.end()) rows.push_back(row);
  return rows;
}

}  // namespace arete
