// versions --check: the check of this machine as lines that come as they are known, or as JSON.
#pragma once

#include "compute/check/check_versions.h"

namespace arete::cli {

/// Writes to standard output. Throws Error(internal) where a version differs or fails, Cancelled; ends the program where one never ends.
void checkMachine(const CheckWish& wish, bool asJson, const std::stop_token& stop);

}  // namespace arete::cli
