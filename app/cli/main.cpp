// arete-cli: the work of the window without one. Parses, runs one command, turns exceptions into a message and an exit code.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/help.h"
#include "app/cli/parser.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/version_files.h"
#include "app/guarded_main.h"
#include "compute/core/error.h"
#include "compute/core/thread_pool.h"
#include "compute/files/file_error.h"
#include "compute/files/standard_streams.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

constexpr std::string_view kDescription = "Arete finds the curve in a point cloud by ridge detection.";

int complain(ExitCode code, const std::string& message) {
  std::cerr << "arete-cli: " << printableLines(message) << '\n';
  return code;
}

std::string nameOf(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "arete-cli" : "arete-cli " + chosen.front()->get_name();
}

/// Runs the command, --help or --version, and makes sure that its output has been written.
void answer(CLI::App& app, int argc, char** argv, std::stop_token stop) {
  Run run;
  try {
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    for (const std::string& taken : takeVersionFiles(arguments, stop)) remark(taken);
    addCommands(app, run);
    app.parse(argc, argv);
    run(std::move(stop));
    if (const std::string threads = ThreadPool::shortOf(); !threads.empty())
      warn("the system started only " + threads +
           ": the same answer, but later\n  hint: raise the limit of processes (ulimit -u), or take fewer --threads");
  } catch (const CLI::Success& asked) {
    app.exit(asked, std::cout);
  }
  std::cout.flush();
  if (std::cout) return;
  errno = 0;
  std::fputc('\n', stdout);  // refused for the same reason, which the stream has forgotten
  if (std::fflush(stdout) != 0 && errno != 0) failFile("cannot write", errno == EPIPE ? kStandardOutput : "standard output", errno);
  throw Error(ErrorKind::io, "cannot write", "standard output", "the system refused the bytes", "is the disk full or the pipe closed?");
}

/// As other programs end whose reader has seen enough: by the signal that would have ended them, without a word.
[[noreturn]] void endByClosedPipe() {
  constexpr int kAsTheShellSays = 128 + SIGPIPE;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  std::signal(SIGPIPE, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::raise(SIGPIPE);
  _exit(kAsTheShellSays);
}

int runMain(int argc, char** argv) {
  const InterruptWatcher interrupts(kPatience, "arete-cli");
  CLI::App app{std::string(kDescription)};
  try {
    answer(app, argc, argv, interrupts.token());
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (argc < 2) return complain(kWrongUse, "a command is missing\n  'arete-cli --help' lists them");
    const std::string unexpected = unexpectedArguments(app);
    return complain(kWrongUse, (unexpected.empty() ? error.what() : unexpected) + "\n  '" + nameOf(app) + " --help' explains the use");
  } catch (const ClosedPipe& closed) {
    if (closed.where() != kStandardOutput) throw;
    endByClosedPipe();
  } catch (const NoPointLeft& nothing) {
    warnOf(nothing.file());
    throw;
  } catch (const Cancelled&) {
    return complain(kInterrupted, "interrupted" + interrupts.reason() + "; no file was written");
  }
}

}  // namespace

}  // namespace arete::cli

int main(int argc, char** argv) {
  return arete::guardedMain([&] { return arete::cli::runMain(argc, argv); });
}
