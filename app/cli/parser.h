// The command line of arete-cli: what it accepts, and which command it selects.
#pragma once

#include "app/cli/command.h"

namespace arete::cli {

/// Adds all commands with their arguments and flags to `app`; app.parse() then leaves in `run` what is to be done, or throws CLI::ParseError.
void addCommands(CLI::App& app, Run& run);

}  // namespace arete::cli
