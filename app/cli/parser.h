// The command line of arete-cli: what it accepts, and which command it selects.
#pragma once

#include "app/cli/command.h"

namespace arete::cli {

/// How help, its flags and the version of a program look; `footer`: the end of its help.
void dress(CLI::App& app, std::string_view program, std::string_view footer);
/// One command; `add`: as Command::add.
void addCommand(CLI::App& app, Run& run, const Command& command, const std::function<Run(CommandApp&)>& add);

/// Adds all commands with their arguments and flags to `app`; app.parse() then leaves in `run` what is to be done, or throws CLI::ParseError.
void addCommands(CLI::App& app, Run& run);

}  // namespace arete::cli
