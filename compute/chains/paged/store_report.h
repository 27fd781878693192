// What a detection read and wrote of a cloud whose points are on disk.
#pragma once

#include <cstdint>

namespace arete {

struct StoreReport {
  uint64_t memory_bytes = 0;                   ///< that the whole program was allowed
  uint64_t store_bytes = 0;                    ///< of all points with what evolve knows of each
  uint64_t resident_bytes = 0;                 ///< of these, what was kept in memory
  uint64_t read_bytes = 0, written_bytes = 0;  ///< of the store, while evolving
  uint64_t inputReads = 0;                     ///< how often the input was gone through after its survey

  /// How often what is not in memory was read.
  double passes() const { return store_bytes > resident_bytes ? double(read_bytes) / double(store_bytes - resident_bytes) : 0; }
  friend bool operator==(const StoreReport&, const StoreReport&) = default;
};

}  // namespace arete
