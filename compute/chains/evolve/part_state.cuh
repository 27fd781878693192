// What the parts of a cloud on several GPUs show each other, and what drives their loop. See parts.cu for the idea.
#pragma once

#include "compute/chains/evolve/loop_state.cuh"

namespace arete::cuda {

inline constexpr uint32_t kMostGpuParts = 32;

/// What a part shows the others: sums over its own points, all in one piece of memory.
template <class T>
struct PartSums {
  unsigned long long* sums;  // by slot and coordinate, DeviceSums<T>::kWords each
  uint32_t* counts;          // by slot
  uint32_t* touched;         // by slot, for even iterations, then for odd ones: the sums changed in the look of that iteration
  uint32_t* late;            // PartLate, for even and odd rounds

  static size_t bytes(size_t slots, size_t dimension) {
    return slots * dimension * DeviceSums<T>::kWords * sizeof(unsigned long long) + (3 * slots + 2) * sizeof(uint32_t);
  }
  static PartSums at(std::byte* memory, size_t slots, size_t dimension) {
    auto* const sums = reinterpret_cast<unsigned long long*>(memory);
    auto* const counts = reinterpret_cast<uint32_t*>(sums + slots * dimension * DeviceSums<T>::kWords);
    return {sums, counts, counts + slots, counts + 3 * slots};
  }
};

/// Bits of PartSums::late.
enum PartLate : uint32_t {
  kLookUnfinished = 1,  // time was up before all due strips were looked at
  kLookCrowded = 2      // it cannot be finished, as LoopEnd::crowded
};

/// The progress of the loop: each part has its own, and all are equal, as all decide by the same numbers. The first three are of a run.
struct PartProgress {
  uint32_t done;       // iterations
  uint32_t ended;      // nothing moved in the last one
  uint32_t crowded;    // a part cannot go on
  uint32_t iteration;  // number of the next one, from 1 on since reset
  uint32_t resumes;    // its look was begun
};

/// What a launch for a part gets besides its state.
template <class T>
struct PartOrder {
  PartSums<T> parts[kMostGpuParts];  // of all parts, this one too: their own memory, or copies
  PartSums<T> own;
  uint32_t count;  // of parts
  uint32_t round;  // the same for the look and the move that follows it
  uint32_t limit;  // iterations of the run
  uint32_t rowCount;
  PartProgress* progress;
  volatile PartProgress* told;  // where the host reads the first part's; null for others
};

}  // namespace arete::cuda
