// arete-cli: the work of the window without one. Parses, runs one command, turns exceptions into a message and an exit code.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/help.h"
#include "app/cli/read_flags.h"
#include "compute/core/error.h"
#include "compute/core/guarded_main.h"
#include "compute/core/thread_pool.h"

namespace arete::cli {

namespace {

constexpr std::string_view kDescription = "Arete finds the curve in a point cloud by ridge detection.";
constexpr std::string_view kFooter = R"('arete-cli COMMAND --help' lists the flags of a command and shows examples.
Exit codes: 0 done, 1 failed, 2 wrong use or refused input, 130 interrupted.)";

int complain(ExitCode code, const std::string& message) {
  std::cerr << "arete-cli: " << message << '\n';
  return code;
}

std::string nameOf(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "arete-cli" : "arete-cli " + chosen.front()->get_name();
}

/// Parses and returns what is to be run. Throws CLI::Success for --help and --version.
Run parse(CLI::App& app, int argc, char** argv) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(std::string(kFooter));
  app.set_version_flag("--version", "arete-cli " ARETE_VERSION, "Print the version and end.");
  app.set_help_flag("-h,--help", "Print this help and end.");
  app.require_subcommand(1);
  Run run;
  for (const Command& command : commands()) {
    const auto added = std::make_shared<CommandApp>(command.name, command.summary, &app);
    app.add_subcommand(added);
    added->group("Commands");
    added->footer(std::string(command.examples));
    added->callback([&run, &flags = *added, todo = command.add(*added)] {
      run = [&flags, todo](std::stop_token stop) {
        flags.guardPaths();
        todo(std::move(stop));
      };
    });
  }
  app.parse(argc, argv);
  return run;
}

/// Runs the command, --help or --version, and makes sure that what it said has arrived.
void answer(CLI::App& app, int argc, char** argv, std::stop_token stop) {
  try {
    parse(app, argc, argv)(std::move(stop));
    if (const std::string threads = ThreadPool::shortOf(); !threads.empty())
      warn("the system started only " + threads +
           ": the same answer, but later\n  hint: raise the limit of processes (ulimit -u), or take fewer --threads");
  } catch (const CLI::Success& asked) {
    app.exit(asked, std::cout);
  }
  std::cout.flush();
  if (!std::cout)
    throw Error(ErrorKind::io, "cannot write", "standard output", "the system refused the bytes", "is the disk full or the pipe closed?");
}

int runMain(int argc, char** argv) {
  const InterruptWatcher interrupts;
  CLI::App app{std::string(kDescription)};
  try {
    answer(app, argc, argv, interrupts.token());
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (argc < 2) return complain(kWrongUse, "a command is missing\n  'arete-cli --help' lists them");
    const std::string unexpected = unexpectedArguments(app);
    return complain(kWrongUse, (unexpected.empty() ? error.what() : unexpected) + "\n  '" + nameOf(app) + " --help' explains the use");
  } catch (const Cancelled&) {
    return complain(kInterrupted, "interrupted" + interrupts.reason() + "; no file was written");
  }
}

}  // namespace

}  // namespace arete::cli

int main(int argc, char** argv) {
  return arete::guardedMain([&] { return arete::cli::runMain(argc, argv); });
}
