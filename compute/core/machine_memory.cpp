#include "compute/core/machine_memory.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace arete {

/// The first number of a file; 0 where there is none.
static uint64_t numberIn(const char* path) {
  std::ifstream file(path);
  uint64_t number = 0;
  return file >> number ? number : 0;
}

MachineMemory machineMemory() {
  MachineMemory memory;
  std::ifstream file("/proc/meminfo");  // lines like "MemTotal: 16318428 kB"
  std::string name, unit;
  for (uint64_t kilobytes = 0; file >> name >> kilobytes; std::getline(file, unit)) {
    if (name == "MemTotal:") memory.all_bytes = kilobytes << 10;
    if (name == "MemAvailable:") memory.free_bytes = kilobytes << 10;
  }
  if (const uint64_t most = numberIn("/sys/fs/cgroup/memory.max"); most > 0 && most < memory.all_bytes) {
    memory.all_bytes = most;
    memory.free_bytes = std::min(memory.free_bytes, most - std::min(most, numberIn("/sys/fs/cgroup/memory.current")));
  }
  return memory;
}

void keepFreedBlocks() {
#if defined(__GLIBC__)
  constexpr int kLargestBlock_bytes = 32 << 20, kKept_bytes = 2 * kLargestBlock_bytes;
  if (std::getenv("MALLOC_MMAP_THRESHOLD_") == nullptr) mallopt(M_MMAP_THRESHOLD, kLargestBlock_bytes);
  if (std::getenv("MALLOC_TRIM_THRESHOLD_") == nullptr) mallopt(M_TRIM_THRESHOLD, kKept_bytes);
#endif
}

}  // namespace arete
