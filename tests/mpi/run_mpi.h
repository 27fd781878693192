// Runs arete-mpi as a user would: mpirun, ranks of one thread each, and what happens to one of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/cli/run_cli.h"

namespace arete::test {

struct MpiResult {
  int code = -1;  ///< of mpirun; 128 + signal when a signal ended it
  std::string out, err;
  double seconds = 0;  ///< from the start, or from when `then` was called, to the end
};

/// Process ids of the ranks: those that mpirun started, which know their rank.
struct Rank {
  int number = 0;
  pid_t process = 0;
};

struct MpiRun {
  int ranks = 1;
  std::vector<std::string> arguments;
  std::string program = ARETE_MPI;  ///< of all ranks
  std::string lastProgram = {};     ///< of the last rank, where it is another one
  bool direct = false;              ///< `program` starts the ranks itself
  /// As soon as standard error has this text, `then` is called once.
  std::string when = {};
  std::function<void(const std::vector<Rank>&)> then = {};
};

/// Waits for the end, at most a minute; then it is a failure, and everything is ended.
MpiResult runMpi(const MpiRun& run);
inline MpiResult runMpi(int ranks, std::vector<std::string> arguments) { return runMpi({.ranks = ranks, .arguments = std::move(arguments)}); }

/// How often a text occurs.
size_t countOf(const std::string& part, const std::string& text);

}  // namespace arete::test
