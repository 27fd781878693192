// arete-cli is a table of commands: one file each, one row each in commands.cpp.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "app/cli/path_flags.h"
#include "compute/core/interrupt.h"

namespace arete::cli {

/// Exit codes. Everything that fails does so by throwing: main() turns the exception into a message and one of these.
enum ExitCode : int { kDone = 0, kFailed = 1, kWrongUse = 2, kInterrupted = InterruptWatcher::kExitCode };

/// Runs a command once its arguments are known. Throws Error, and Cancelled when asked to stop.
using Run = std::function<void(std::stop_token stop)>;

struct Command {
  std::string_view name;
  std::string_view summary;     ///< one line of `arete-cli --help`, the first line of its own
  std::string_view examples;    ///< the end of its --help
  Run (*add)(CommandApp& app);  ///< adds its arguments and flags
};

/// In the order of --help.
std::span<const Command> commands();

Run addInfo(CommandApp& app);
Run addGenerate(CommandApp& app);
Run addConvert(CommandApp& app);
Run addDetect(CommandApp& app);
Run addKnn(CommandApp& app);
Run addProject(CommandApp& app);
Run addWires(CommandApp& app);
Run addClearance(CommandApp& app);
Run addSweep(CommandApp& app);
Run addRace(CommandApp& app);
Run addTry(CommandApp& app);
Run addGrade(CommandApp& app);
Run addQuality(CommandApp& app);
Run addVersions(CommandApp& app);
Run addBench(CommandApp& app);
Run addReplay(CommandApp& app);
Run addExperiment(CommandApp& app);
Run addRender(CommandApp& app);
Run addBenchDraw(CommandApp& app);
Run addCompletion(CommandApp& app);
Run addHelp(CommandApp& app);

}  // namespace arete::cli
