// The memory of a task's arrays in the worker: each between two pages that nobody may touch.
#pragma once

#include <array>
#include <cstddef>

#include "compute/mine/protocol.h"

namespace arete::mine {

class GuardedArrays {
 public:
  /// Maps the descriptor and closes it; what was mapped for the slot goes. False where the system has no room.
  bool map(Slot slot, int descriptor, size_t bytes);
  /// The array, at the end of its memory.
  void* at(Slot slot, size_t bytes);

  /// Says in the block where an address lies. A handler of signals may call it.
  void describe(const void* address, Control& control) const;

 private:
  struct Mapping {
    std::byte* begin = nullptr;  ///< behind the first guard page
    size_t bytes = 0;
    size_t arrayBytes = 0;  ///< of the last at()
  };
  std::array<Mapping, kSlots> mappings_;
};

}  // namespace arete::mine
