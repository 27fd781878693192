// Tiles with tight bounds that fit into the shared memory of a block: makes their whole subtree at once.
//
// Idea. With tight bounds a round of all points makes one level, because the next boundary depends on the points. But as soon as a tile fits into
// shared memory, a block reads its points once, makes all levels that are left there, puts the points in the order of its leaves and writes the
// leaves' bounds: what would be ten more rounds, a sort by leaf instead of by tile, and one more way to every point for the bounds.
// A warp has a run of neighbouring points, a thread every 32nd of it; each knows in a register the leaf that a point is in, or the tile that is
// divided on. A level counts in the fields of one word a thread, which are added up by warp, and finds extents by atomics that look first whether
// they are needed. Points keep their order within a leaf: those before them in their lane's, step's and warp's turn are counted.
#pragma once

#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

inline constexpr uint32_t kSmallBlock = 1024, kSmallEach = 16;  // threads; points of each
inline constexpr uint32_t kSmallSlots = 6;                      // tiles of a subtree that may be too full at once
inline constexpr uint32_t kSmallLeastCapacity = 32;             // below that a block would work for a handful of points

/// By node: least and largest coordinates of leaves with tight bounds, `dimension` of each. Room for as many nodes as the state has.
template <class T>
struct LeafExtents {
  OrderedBits<T>*lows, *highs;
};

/// The most points that such a tile may have; 0 where the device, the capacity or the size of the cloud does not suit.
template <class T>
uint32_t mostSmallPoints(int dimension, uint32_t capacity, uint32_t points, const CudaDevice& device);

/// Divides the `control->small` tiles in `tiles` to their leaves: adds nodes, as far as there is room for them, and counts all. `order`: points
/// by tile, ascending; `ordered`: takes those of these tiles, by leaf. May be repeated with more room.
template <class T>
void divideSmallTiles(const TileState<T>& state, const uint32_t* tiles, const uint32_t* order, uint32_t* ordered, const LeafExtents<T>& extents,
                      const CudaDevice& device);

}  // namespace arete::cuda
