// A program of others, run to its end: what it said, and how it ended.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace arete::mine {

struct ProgramRun {
  int status = 0;       ///< exit status; 128 and more where a signal ended it
  bool isLate = false;  ///< it took longer than the limit, and was ended
  std::string output;   ///< the beginning of all that it said, on both streams
};

/// Runs it by its full name in that folder, with an empty input and the few variables of the environment that compilers need. Throws Cancelled, after
/// ending it, and Error(io) where it cannot be started.
ProgramRun runProgram(const std::vector<std::string>& command, const std::filesystem::path& folder, std::chrono::milliseconds limit,
                      const std::stop_token& stop);

/// Variables of the environment, each as NAME=VALUE: folders of PATH with full names, how text is encoded.
std::vector<std::string> plainEnvironment();

/// For posix_spawn: pointers to these texts, then null.
std::vector<char*> pointersTo(std::vector<std::string>& texts);

}  // namespace arete::mine
