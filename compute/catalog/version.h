// The catalogue: all versions of all stages.
#pragma once

#include <span>
#include <string_view>

#include "compute/catalog/former_names.h"
#include "compute/catalog/stage_table.h"
#include "compute/core/version.h"
#include "compute/neighbours/outofcore/leaf_search.h"

namespace arete {

/// All rows; row 0 of each stage is its reference.
std::span<const Version> catalog();
/// The rows of one stage, reference first.
std::span<const Version> versions(Stage stage);
/// By its id, or one that it had (former_names.h). Throws Error(wrongUse) that lists the known ids, the closest first.
const Version& findVersion(std::string_view id);
/// The same, but also refuses a version of another stage. It may be one that cannot run here, or no longer since the GPU was lost.
const Version& namedVersion(std::string_view id, Stage stage);
/// The version itself where it can run here. Else throws Error with the reason: deviceLost where it could before, wrongUse where it never could.
const Version& runnable(const Version& version);
/// A version of this stage that can run here. Throws as the three above.
const Version& findVersion(std::string_view id, Stage stage);
/// The fastest exact available version for a backend: the default. For CUDA a CPU version where no CUDA version qualifies.
const Version& defaultVersion(Stage stage, Backend backend);

}  // namespace arete
