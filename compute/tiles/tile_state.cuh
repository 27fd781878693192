// Shared by the kernels of tile.cuda.levels: the state in device memory, and where a coordinate belongs.
#pragma once

#include "compute/gpu/cuda_device.h"
#include "compute/tiles/assemble.cuh"
#include "compute/tiles/contract.h"
#include "compute/tiles/ordered.cuh"
#include "compute/tiles/tile_rule.h"

namespace arete::cuda {

inline constexpr uint32_t kMostBits = 8;     // halvings of a round
inline constexpr uint32_t kPathBits = 32;    // halvings that are known of a point at a time
inline constexpr uint32_t kDone = 1u << 31;  // in an entry: the rest is a part's node; else it is a slot

/// Level 1: boundaries of its cells, as the host computed them.
struct TileAxes {
  const double* boundaries;                                                   // of axis k from first[k] on: one more than cells
  uint32_t first[kMaxDimension], counts[kMaxDimension], last[kMaxDimension];  // last: the highest cell that has points
  double low[kMaxDimension], inverse[kMaxDimension];
  // Halvings of a cell at one stroke: pathScale = 2^halvings / width, and how far from a boundary that is sure. See pathWithin().
  double pathScale[kMaxDimension], pathSlack[kMaxDimension];

  __device__ uint32_t cellOf(int axis, double x) const {
    const double* const boundary = boundaries + first[axis];
    const double guess = (x - low[axis]) * inverse[axis];
    uint32_t cell = guess > 0 ? (guess < last[axis] ? uint32_t(guess) : last[axis]) : 0;
    while (cell > 0 && x < boundary[cell]) --cell;
    while (cell < last[axis] && x >= boundary[cell + 1]) ++cell;
    return cell;
  }
};

/// The progress of the building; in device memory, so that no round waits for the host.
struct TileControl {
  uint32_t level = 0;         // of the nodes that are divided in this round
  uint32_t bits = 0;          // how many halvings it makes; 0: the first division
  uint32_t active = 1;        // nodes that are divided; 0: the tree is finished
  uint32_t activePoints = 0;  // points in them
  uint32_t round = 0;
  uint32_t nodes = 1, parts = 0;  // parts: nodes that no round divides
  uint32_t small = 0;             // of these, tiles that are divided within a block
  uint32_t paused = 0;            // the next round might not find room for its nodes
  uint32_t crowded = 0;           // buckets do not suit this cloud: their results are useless
  uint32_t nextActive = 0, nextPoints = 0, ticket = 0;
  uint64_t wanted = 0;  // room for nodes that the next round might need
};

enum class TileHistogram : uint32_t { automatic, block, global };

template <class T>
struct TileState {
  DevicePoints<T> points;
  TileAxes axes;
  TileHistogram histogram;
  uint32_t cells, capacity;
  uint32_t roundCapacity;  // rounds divide tiles of more points; above capacity where smaller ones fit into a block
  uint32_t most;           // how many disjoint tiles may hold more than that
  uint32_t ownCounters;    // room in a block's shared memory in this launch, a power of two
  uint32_t cluster;        // blocks that share theirs in this launch, a power of two
  uint32_t counters;       // room in the tables by counter
  uint64_t nodeRoom;
  size_t first;          // of the points that this launch divides into cells
  uint32_t listed;       // points to look at
  const uint32_t* list;  // which; null: all
  // By point: its counter in the present round, or kDone and its part; the halves that it is in.
  uint32_t *places, *paths;
  // By counter, that is by slot and digit: points; slot or part that they go to; extent along the axis that is halved next (tight bounds).
  uint32_t *counts, *entries;
  OrderedBits<T>*lows, *highs;
  // By slot, that is by tile that is divided: its node, in this round and the next; where it is halved (tight bounds).
  uint32_t* slots[2];
  double* middles;
  DeviceTileNode* nodes;  // in no order
  double* bounds;         // exact cells: of each node
  TileControl* control;

  __device__ const T* point(size_t i) const { return points.data + i * points.pointStride; }
  __device__ double coordinate(const T* point, uint32_t axis) const { return double(point[axis * points.coordinateStride]); }
  __device__ uint32_t axisOf(uint32_t level) const { return (level - 1) % uint32_t(points.dimension); }
};

template <class T>
__device__ bool isLeaf(const TileState<T>& s, const DeviceTileNode& node) {
  return node.level > 0 && (node.end - node.begin <= s.capacity || node.level == kDeepestTileLevel);
}

/// Whether a kernel of a round has nothing to do.
__device__ inline bool isIdle(const TileControl& control) { return control.active == 0 || control.paused != 0 || control.crowded != 0; }

/// The coordinate from which points belong to the upper half; a tile without width has none.
__device__ inline double middleOf(double low, double high) { return high > low ? shared::tileBoundary(low, high, 1, 2) : double(INFINITY); }

}  // namespace arete::cuda
