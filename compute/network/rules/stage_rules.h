// The constants of one stage, in its folder: compute/network/STAGE/rules.h specialises this, where the stage has any.
#pragma once

#include <cstddef>

#include "compute/core/stage_info.h"
#include "compute/network/rules/network_profile.h"

namespace arete {

inline constexpr size_t kStageCount = size_t(Stage::knn) + 1;

/// Fields with the values of most profiles, and where others have other values: `fit(NetworkProfile)`, and `fit(const Circumstances&)` for what is
/// found out on the way. Names of fields differ between stages, as NetworkRules has them all.
template <Stage>
struct StageRules {};

}  // namespace arete
