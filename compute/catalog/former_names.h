// Stages that are a part of another one now, and their versions: sessions, presets, flags and races that name them mean those of that stage.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/core/stage_info.h"

namespace arete {

struct FormerStage {
  std::string_view name;
  Stage now;
  std::string_view version = {}, versionNow = {};  ///< the version that has another name there; all others have theirs
};

inline constexpr FormerStage kFormerStages[] = {
    {"wire_polish", Stage::polish},
    {"wire_shift", Stage::ridge_shift, "cuda.warps", "cuda.blocks"},
    {"wire_thin", Stage::thin},
};

/// The stage of this name, or of one that it had.
std::optional<Stage> stageNamed(std::string_view name);
/// The id that a version has now which had this one; any other id as it is.
std::string presentId(std::string_view id);

}  // namespace arete
