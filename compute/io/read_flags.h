// How to read a file, as flags: the one list of them, for `arete` with and without a window and for the commands of `arete-cli`.
#pragma once

#include <vector>

#include "compute/core/flag.h"
#include "compute/io/read_cloud.h"

namespace arete {

using ReadFlag = Flag<ReadOptions>;

/// In the order of --help.
const std::vector<ReadFlag>& readFlags();

}  // namespace arete
