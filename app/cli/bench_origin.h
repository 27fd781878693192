// Where the figures of a bench are from, in its JSON.
#pragma once

#include <string_view>

#include "app/cli/text.h"
#include "compute/core/device.h"

namespace arete::cli {

/// The head of what `bench WHAT --json` prints: bench, program, commit, machine and its state, device, threads.
Json benchOrigin(std::string_view what, Device& device);

}  // namespace arete::cli
