// arete-cli is a table of commands: one file each, one row each in commands.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "compute/core/interrupt.h"

namespace arete::cli {

/// Exit codes. Everything that fails does so by throwing: main() turns the exception into a message and one of these.
enum ExitCode : int { kDone = 0, kFailed = 1, kWrongUse = 2, kInterrupted = InterruptWatcher::kExitCode };

/// What a command does once its arguments are known. Throws Error; Cancelled when `stop` was honoured.
using Run = std::function<void(std::stop_token stop)>;

struct Command {
  std::string_view name;
  std::string_view summary;   ///< one line of `arete-cli --help`, the first line of its own
  std::string_view examples;  ///< the end of its --help
  Run (*add)(CLI::App& app);  ///< adds its arguments and flags
};

/// In the order of --help.
std::span<const Command> commands();

Run addInfo(CLI::App& app);
Run addGenerate(CLI::App& app);
Run addDetect(CLI::App& app);
Run addKnn(CLI::App& app);
Run addQuality(CLI::App& app);
Run addVersions(CLI::App& app);
Run addBench(CLI::App& app);
Run addReplay(CLI::App& app);
Run addExperiment(CLI::App& app);
Run addRender(CLI::App& app);
Run addBenchDraw(CLI::App& app);

}  // namespace arete::cli
