// How much memory this machine has for programs.
#pragma once

#include <cstdint>

namespace arete {

struct MachineMemory {
  uint64_t all_bytes = 0;   ///< of the machine, or of the container that this program runs in where that has less; 0: not known
  uint64_t free_bytes = 0;  ///< that could be had now without moving other programs to the disk
};

MachineMemory machineMemory();

}  // namespace arete
