// Where the house keeps a stage: its contract, its versions and all that only they need.
#pragma once

#include <filesystem>
#include <string>

#include "compute/catalog/stage_table.h"

namespace arete::house {

inline std::filesystem::path folderOf(Stage stage) {
  const std::filesystem::path compute = std::filesystem::path(ARETE_SOURCE_DIR) / "compute";
  switch (stageInfo(stage).use) {
    case StageUse::chains: return compute / "chains" / name(stage);
    case StageUse::network: return compute / "network" / name(stage);
    case StageUse::tiles: return compute / "tiles";
    case StageUse::neighbours: return compute / "neighbours" / name(stage);
  }
  return compute;
}

}  // namespace arete::house
