// How much memory this machine has for programs.
#pragma once

#include <cstdint>

namespace arete {

/// What a program takes before it holds any points, its threads' stacks and buffers of reading included.
inline constexpr uint64_t kProgramBytes = 24 << 20;

struct MachineMemory {
  uint64_t all_bytes = 0;   ///< of the machine, or of the container that this program runs in where that has less; 0: not known
  uint64_t free_bytes = 0;  ///< that could be had now without moving other programs to the disk
};

MachineMemory machineMemory();

/// For programs that make many detections or large ones, and need not stay within a bound: the C library keeps blocks of up to 32 MB that are freed
/// for the next ones, instead of returning them to the system, from where they come back as page faults. It does so by itself as soon as a block of
/// 32 MB has been freed. What the user has set in the environment stays.
void keepFreedBlocks();

}  // namespace arete
