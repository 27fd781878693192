// The command line of arete-cli: what may be given, and which command that asks for.
#pragma once

#include "app/cli/command.h"

namespace arete::cli {

/// Adds all commands with their arguments and flags to `app`; app.parse() then leaves in `run` what is to be done, or throws CLI::ParseError.
void addCommands(CLI::App& app, Run& run);

}  // namespace arete::cli
