// Rows that come while a program runs: users' versions (compute/mine).
#pragma once

#include "compute/catalog/version.h"

namespace arete {

/// Adds a row behind those of its stage, or in the place of one with its id. Its stage and backend are set, and what it points to lives as long as
/// the program. Rows that were found before stay where they are.
const Version& addVersion(Version version);

}  // namespace arete
