// Programs that see neither a network nor home, by bubblewrap (Debian: apt install bubblewrap).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace arete::mine {

/// "" where programs can be isolated; else why not.
std::string isolationMissing();

struct IsolationWish {
  std::vector<std::filesystem::path> readable;  ///< files and folders beyond those of the system
  std::filesystem::path writable;               ///< the one folder; "" for none
  bool usesDevice = false;                      ///< also what a GPU needs
};

/// The command within bubblewrap: no network, no other processes, the system read-only, no home. isolationMissing() must be "".
std::vector<std::string> isolated(std::vector<std::string> command, const IsolationWish& wish);

}  // namespace arete::mine
