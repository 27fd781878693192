// What decides how long a measurement takes, beside the program: the machine and its state, as Linux tells them.
#pragma once

#include <filesystem>
#include <string>

namespace arete {

/// "" or 0 where the system does not tell it.
struct MachineState {
  std::string cpu;       ///< its maker's name: "AMD EPYC", which several kinds have
  std::string kind;      ///< family, model and stepping, which tell them apart: "25.1.1"
  std::string system;    ///< the kernel's release
  std::string governor;  ///< of the first core's clock: "performance", "powersave"
  std::string supply;    ///< "mains" or "battery"
  unsigned cores = 0;
  double load = 0;  ///< processes that ran or waited for a core, mean of the last minute
};

/// Reads /proc and /sys below `root`. Throws nothing but std::bad_alloc.
MachineState machineState(const std::filesystem::path& root = "/");

}  // namespace arete
