// Rows that are not stored as such in a file, but unpacked on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arete {

class RowSource {
 public:
  static constexpr uint64_t kBlockRows = 16 * 1024;  ///< a block of three double coordinates stays in the L2 cache

  virtual ~RowSource() = default;
  /// Blocks are counted from this row on, else from the first one. Before the first block.
  virtual void beginWith(uint64_t first) = 0;
  /// The `count` rows of the block that begins with row `first`, one after the other. They stay until they are released, and may be asked for again
  /// and again, by several threads.
  virtual std::span<const std::byte> block(uint64_t first, size_t count) = 0;
  /// Of the block that begins there only the first `bytes` of each row are wanted from now on, so that its rows are as long: for its only user. The
  /// same number for all blocks.
  virtual void narrow(uint64_t first, size_t count, size_t bytes) = 0;
  /// Nobody asks for the block that begins there any more.
  virtual void release(uint64_t first) = 0;
};

}  // namespace arete
