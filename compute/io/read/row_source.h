// Rows that do not lie in a file as they are, but are unpacked as they are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arete {

class RowSource {
 public:
  static constexpr uint64_t kBlockRows = 16 * 1024;  ///< a block of three double coordinates stays in the L2 cache

  virtual ~RowSource() = default;
  /// `count` rows from `first` on, one after the other: a block, counted from the first row that was ever asked for. They stay until the next call.
  /// The rows may be gone through again and again; where `last` is set nobody asks for them or those before them any more.
  virtual std::span<const std::byte> block(uint64_t first, size_t count, bool last) = 0;
};

}  // namespace arete
