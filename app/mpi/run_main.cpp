#include <algorithm>
#include <bit>
#include <iostream>
#include <thread>

#include "app/cli/help.h"
#include "app/cli/parser.h"
#include "app/mpi/detect_on_ranks.h"
#include "app/mpi/main.h"
#include "compute/core/error.h"
#include "compute/text/printable.h"

namespace arete::mpi {

namespace {

constexpr std::string_view kDescription = "Arete finds the curve in a point cloud that is shared by processes on one machine or many.";
constexpr std::string_view kFooter = R"(Start it with mpirun or srun: 'mpirun -n 16 arete-mpi detect tiles/*.laz --r1 0.5 -o wires.dxf'.
'arete-mpi COMMAND --help' lists the flags of a command and shows examples.
Exit codes: 0 done, 1 failed, 2 wrong use, 130 interrupted.)";

constexpr cli::Command kDetect{"detect", "Finds the curve in a point cloud that all ranks share, and writes it.",
                               R"(The answer is that of arete-cli, to the bit, on any number of ranks. Rank 0 writes, and reports progress.
Several files are one cloud; give --point-order scattered, and neither their order nor which rank reads them matters.

Examples:
  mpirun -n 4 arete-mpi detect cloud.npy --r1 0.5 -o curve.ply
  mpirun -n 16 arete-mpi detect tiles/*.laz --class wire-conductor --r1 0.5 --point-order scattered -o wires.dxf --report run.json
  srun -n 256 arete-mpi detect tiles/*.las --r1 1 --point-order scattered -o ridges.gpkg)",
                               nullptr};

/// Different programs would send each other what the other does not understand, or compute other bits.
void checkSamePrograms(const Session& session, std::string_view version) {
  const std::string own = "arete-mpi " + std::string(version) + (std::endian::native == std::endian::little ? ", little" : ", big") + " endian";
  const std::vector<std::string> all = session.firstWords(own);
  const auto other = std::ranges::find_if(all, [&](const std::string& each) { return each != all.front(); });
  if (other == all.end()) return;
  throw Error(ErrorKind::wrongUse, "cannot work together", "rank " + std::to_string(other - all.begin()),
              "it is '" + *other + "', and rank 0 is '" + all.front() + "'", "start the same program on all machines");
}

/// Commands other than detect are those of arete-cli, done by rank 0.
void addOthers(CLI::App& app, cli::Run& run, const Session& session) {
  for (const cli::Command& command : cli::commands())
    if (command.name == "info" || command.name == "versions") {
      const auto add = [&command, &session](cli::CommandApp& flags) -> cli::Run {
        const cli::Run todo = command.add(flags);
        if (session.rank() == 0) return todo;
        return [](std::stop_token) {};
      };
      cli::addCommand(app, run, command, add);
    }
}

std::string placeOf(const Session& session) {
  return session.size() == 1 ? "" : "rank " + std::to_string(session.rank()) + ", " + session.host() + ": ";
}

/// Reported once, by the lowest of those that fail together; then all ranks end.
[[noreturn]] void fail(const Session& session, const std::string& text, int code) {
  constexpr auto kWait = std::chrono::seconds(5);
  if (session.mayTellFailure()) {
    std::cout.flush();
    std::cerr << "arete-mpi: " + printableLines(text) + '\n' << std::flush;
  } else {
    std::this_thread::sleep_for(kWait);  // until the one that reports ends this process
  }
  session.abort(code);
}

/// Returns the exit code of arguments that say that there is nothing to do: help, or a mistake.
int refuseArguments(const CLI::App& app, const CLI::ParseError& error, const Session& session, int argc) {
  if (const auto* const asked = dynamic_cast<const CLI::Success*>(&error)) {
    if (session.rank() == 0) app.exit(*asked, std::cout);
    return cli::kDone;
  }
  const std::string unexpected = cli::unexpectedArguments(app);
  const std::string text = argc < 2 ? "a command is missing" : unexpected.empty() ? error.what() : unexpected;
  if (session.rank() == 0) std::cerr << "arete-mpi: " << printableLines(text) << "\n  'arete-mpi --help' explains the use\n";
  return cli::kWrongUse;
}

}  // namespace

int runMain(int argc, char** argv, std::string_view version) {
  const InterruptWatcher interrupts;
  const Session session(argc, argv);
  CLI::App app{std::string(kDescription)};
  try {
    checkSamePrograms(session, version);
    cli::Run run;
    cli::dress(app, "arete-mpi", kFooter);
    cli::addCommand(app, run, kDetect, [&session](cli::CommandApp& flags) { return addDetectOnRanks(flags, session); });
    addOthers(app, run, session);
    app.parse(argc, argv);
    run(interrupts.token());
    return cli::kDone;
  } catch (const CLI::ParseError& error) {
    return refuseArguments(app, error, session, argc);
  } catch (const Cancelled&) {
    fail(session, "interrupted" + interrupts.reason() + "; no file was written", cli::kInterrupted);
  } catch (const Error& error) {
    fail(session, placeOf(session) + error.what(), error.kind() == ErrorKind::wrongUse ? cli::kWrongUse : cli::kFailed);
  } catch (const std::bad_alloc&) {
    fail(session, placeOf(session) + "out of memory\n  hint: take more ranks, on more machines", cli::kFailed);
  } catch (const std::exception& error) {
    fail(session, placeOf(session) + "internal error: " + error.what(), cli::kFailed);
  }
}

}  // namespace arete::mpi
