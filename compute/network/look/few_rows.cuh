// Grids of rows over few places, several of them at once: a block sorts the keys of one in its registers, gathers its places and finds where its rows
// begin. One launch instead of the dozen of a sort by the whole GPU, which small networks would spend most of their time with.
// Memory: none but the grids'. Cost: a multiprocessor each, for about 25 us on an H100 with 6000 places, where the other way takes 60.
#pragma once

#include <span>

#include "compute/network/look/row_grid.cuh"

namespace arete::cuda {

/// A grid whose memory is there, to be filled.
struct RowsToFill {
  shared::RowLayout layout;
  uint64_t* keys;
  uint32_t* index;
  double *x, *y, *z, *weight;  ///< z: nullptr in the plane
  uint32_t* starts;            ///< nullptr: not wanted
  uint32_t rows;               ///< of the box
};

/// Whether a block can sort so many places by such keys.
bool areFewRows(uint32_t places, const shared::RowLayout& layout);
/// At most RowLevels::kLevels grids of the same places, each of which is areFewRows().
void fillFewRows(const DevicePlaces& from, std::span<const RowsToFill> grids, cudaStream_t stream);

}  // namespace arete::cuda
