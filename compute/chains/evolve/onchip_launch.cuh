// A block's use of shared memory while few packets are due, see onchip_loop.cuh. The host decides where each array lies.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arete::cuda {

/// Offsets in bytes, the same in all blocks. bytes = 0: it does not fit.
struct OnChipLayout {
  uint32_t strips, listRoom;  // of a block; candidates of a strip
  uint32_t words, moves, sums, totals, deadlines, points, chosen, rowCells, slots, counts, stripInfo, listCounts, assigned, due, lists, bytes;
};

/// For `rows` chosen points and `strips` strips of a block; float coordinates, d = 2 or 3.
OnChipLayout onChipLayout(int dimension, size_t rows, size_t strips, size_t most_bytes);

}  // namespace arete::cuda
