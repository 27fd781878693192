// Kernels over tiles: make the nodes from a round's counts, and tell where points go next. One kernel after the points of each round;
// its last block prepares the next round.
#pragma once

#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

inline constexpr uint32_t kNodeBlock = 1u << kMostBits;

/// Halvings of the next round: as many as the table has counters for; for very many points fewer, if their counters then fit into the shared
/// memory of a cluster, because there they do not wait for each other.
template <class T>
__device__ uint32_t bitsOfRound(const TileState<T>& s, uint32_t level, uint32_t active, uint32_t activePoints, bool isTight) {
  if (isTight || active == 0) return 1;
  const uint32_t known = kPathBits - (level - 1) % kPathBits, left = kDeepestTileLevel - level;
  const uint32_t most = min(min(kMostBits, known), left);
  const auto bitsFor = [&](uint64_t counters) {
    uint32_t bits = 1;
    while (bits < most && (uint64_t(active) << (bits + 1)) <= counters) ++bits;
    return bits;
  };
  constexpr uint32_t kManyPoints = 1 << 22, kLeastBits = 4;
  const uint32_t bits = bitsFor(s.ownCounters * s.cluster);
  return activePoints >= kManyPoints && bits >= kLeastBits ? bits : bitsFor(s.counters);
}

/// Called by the last block of a kernel that made nodes.
template <class T>
__device__ void prepareRound(const TileState<T>& s, bool isTight) {
  volatile TileControl& control = *s.control;
  const uint32_t made = control.bits == 0 ? 1 : control.bits, active = control.nextActive;
  const uint32_t level = control.level + made, bits = bitsOfRound(s, level, active, control.nextPoints, isTight);
  control.level = level;
  control.bits = bits;
  control.active = active;
  control.activePoints = control.nextPoints;
  control.round = control.round + 1;
  control.nextActive = 0, control.nextPoints = 0, control.ticket = 0;
  // At each depth a node is half of one with more than `roundCapacity` points; there are at most `most` of those.
  uint64_t wanted = control.nodes;
  for (uint32_t depth = 0; depth < bits; ++depth) wanted += 2 * min(uint64_t(active) << depth, uint64_t(s.most));
  control.wanted = wanted;
  control.paused = wanted > s.nodeRoom;
}

/// A block's additions to the control, collected in shared memory.
struct NodeCounts {
  uint32_t nodes, parts, slots, points;
};

/// Ends a kernel that made nodes: the last block to arrive prepares the next round.
template <class T>
__device__ void endOfBlock(const TileState<T>& s, bool isTight, uint32_t* ticket) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *ticket = atomicAdd(&s.control->ticket, 1u);
  __syncthreads();
  if (*ticket == gridDim.x - 1 && threadIdx.x == 0) prepareRound(s, isTight);
}

/// Turns what the block counted into the first numbers of its nodes and slots.
__device__ inline void take(TileControl* control, NodeCounts& counts) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (counts.parts > 0) atomicAdd(&control->parts, counts.parts);
    if (counts.points > 0) atomicAdd(&control->nextPoints, counts.points);
    counts.nodes = counts.nodes > 0 ? atomicAdd(&control->nodes, counts.nodes) : 0;
    counts.slots = counts.slots > 0 ? atomicAdd(&control->nextActive, counts.slots) : 0;
  }
  __syncthreads();
}

/// Continues the division of a tile: stores its node and, with tight bounds, where it is halved; returns the entry for its points.
template <class T, bool kTight>
__device__ uint32_t openSlot(const TileState<T>& s, uint32_t round, uint32_t slot, uint32_t node, uint32_t counter) {
  s.slots[(round + 1) % 2][slot] = node;
  if (kTight) s.middles[slot] = middleOf(double(fromOrdered<T>(s.lows[counter])), double(fromOrdered<T>(s.highs[counter])));
  return slot;
}

template <class T, bool kTight>
__device__ void clearCounter(const TileState<T>& s, uint32_t counter) {
  s.counts[counter] = 0;
  if (kTight) s.lows[counter] = ~OrderedBits<T>(0), s.highs[counter] = 0;
}

/// The nodes of level 1, and the root. `begins`: the exclusive sums of the counts.
template <class T, bool kTight>
__global__ void __launch_bounds__(kNodeBlock) cellNodeKernel(TileState<T> s, const uint32_t* begins) {
  __shared__ NodeCounts taken;
  __shared__ uint32_t ticket;
  const auto d = uint32_t(s.points.dimension);
  const uint32_t cell = blockIdx.x * kNodeBlock + threadIdx.x, count = cell < s.cells ? s.counts[cell] : 0;
  if (threadIdx.x == 0) taken = {};
  __syncthreads();
  const bool divides = count > s.roundCapacity;
  uint32_t node = 0, slot = 0;
  if (count > 0) {
    node = atomicAdd(&taken.nodes, 1u);
    if (divides) slot = atomicAdd(&taken.slots, 1u), atomicAdd(&taken.points, count);
    else atomicAdd(&taken.parts, 1u);
  }
  take(s.control, taken);
  if (cell == 0) {
    s.nodes[0] = {TileNode::kNone, 0, s.points.count, 0};
    for (uint32_t k = 0; k < d && !kTight; ++k) {
      s.bounds[k] = s.axes.boundaries[s.axes.first[k]];
      s.bounds[d + k] = s.axes.boundaries[s.axes.first[k] + s.axes.counts[k]];
    }
  }
  if (count > 0) {
    node += taken.nodes;
    s.nodes[node] = {0, begins[cell], begins[cell] + count, 1};
    s.entries[cell] = divides ? openSlot<T, kTight>(s, 0, slot + taken.slots, node, cell) : kDone | node;
    clearCounter<T, kTight>(s, cell);
    double* const bounds = s.bounds + size_t(node) * 2 * d;
    for (uint32_t k = 0, rest = cell; k < d && !kTight; rest /= s.axes.counts[k++]) {
      const double* const boundary = s.axes.boundaries + s.axes.first[k] + rest % s.axes.counts[k];
      bounds[k] = boundary[0], bounds[d + k] = boundary[1];
    }
  }
  endOfBlock(s, kTight, &ticket);
}

/// The tiles within one that is divided `bits` times, as a heap: part p of the last halving is number 2^bits + p, number h is half of h / 2, and
/// 1 is the tile itself. In shared memory.
struct TileHeap {
  const uint32_t* counts;
  uint32_t capacity;

  __device__ bool holds(uint32_t h) const { return counts[h] > 0 && counts[h / 2] > capacity; }
  __device__ uint32_t before(uint32_t h) const {
    uint32_t points = 0;
    for (; h > 1; h /= 2) points += h % 2 == 1 ? counts[h - 1] : 0;
    return points;
  }
};

/// The exact cell of number h in the heap of a node.
template <class T>
__device__ void writeBounds(const TileState<T>& s, const double* from, uint32_t level, uint32_t h, uint32_t depth, double* to) {
  const auto d = uint32_t(s.points.dimension);
  for (uint32_t k = 0; k < d; ++k) {
    double low = from[k], high = from[d + k];
    for (uint32_t step = 0; step < depth; ++step)
      if (s.axisOf(level + step) == k) (h >> (depth - 1 - step) & 1 ? low : high) = shared::tileBoundary(low, high, 1, 2);
    to[k] = low, to[d + k] = high;
  }
}

/// A further round: 2^bits threads per slot, each for one part of the last halving and one tile above.
template <class T, bool kTight>
__global__ void __launch_bounds__(kNodeBlock) nodeKernel(TileState<T> s) {
  __shared__ uint32_t counts[2 * kNodeBlock], numbers[2 * kNodeBlock];
  __shared__ NodeCounts taken;
  __shared__ uint32_t ticket;
  const TileControl control = *s.control;
  if (isIdle(control)) return;
  const uint32_t bits = control.bits, parts = 1u << bits, together = kNodeBlock >> bits;
  const uint32_t group = threadIdx.x >> bits, part = threadIdx.x & (parts - 1);
  uint32_t *const heap = counts + 2 * parts * group, *const number = numbers + 2 * parts * group;
  const TileHeap tiles{heap, s.roundCapacity};
  for (uint32_t first = blockIdx.x * together; first < control.active; first += gridDim.x * together) {
    const uint32_t slot = first + group, counter = (slot << bits) + part;
    const bool isHere = slot < control.active;
    heap[parts + part] = isHere ? s.counts[counter] : 0;
    if (threadIdx.x == 0) taken = {};
    __syncthreads();
    for (uint32_t width = parts / 2; width > 0; width /= 2) {
      if (part < width) heap[width + part] = heap[2 * (width + part)] + heap[2 * (width + part) + 1];
      __syncthreads();
    }
    const auto forMine = [&](const auto& visit) {  // the tiles that this thread makes
      if (isHere && part >= 2 && tiles.holds(part)) visit(part);
      if (isHere && tiles.holds(parts + part)) visit(parts + part);
    };
    const auto depthOf = [](uint32_t h) { return 31u - uint32_t(__clz(int(h))); };
    const auto levelOf = [&](uint32_t h) { return control.level + depthOf(h); };
    const auto isDivided = [&](uint32_t h) { return heap[h] > s.roundCapacity && levelOf(h) < kDeepestTileLevel; };
    uint32_t open = 0;
    forMine([&](uint32_t h) {
      number[h] = atomicAdd(&taken.nodes, 1u);
      if (!isDivided(h)) atomicAdd(&taken.parts, 1u);
      else if (h >= parts) open = atomicAdd(&taken.slots, 1u), atomicAdd(&taken.points, heap[h]);
    });
    take(s.control, taken);
    if (isHere) {
      const uint32_t parent = s.slots[control.round % 2][slot], begin = s.nodes[parent].begin;
      forMine([&](uint32_t h) {
        const uint32_t node = taken.nodes + number[h], at = begin + tiles.before(h);
        s.nodes[node] = {h / 2 == 1 ? parent : taken.nodes + number[h / 2], at, at + heap[h], levelOf(h)};
        if (!kTight)
          writeBounds(s, s.bounds + size_t(parent) * 2 * s.points.dimension, control.level, h, depthOf(h),
                      s.bounds + size_t(node) * 2 * s.points.dimension);
      });
      if (heap[parts + part] > 0) {
        uint32_t h = parts + part;
        while (!tiles.holds(h)) h /= 2;
        const uint32_t node = taken.nodes + number[h];
        s.entries[counter] = h >= parts && isDivided(h) ? openSlot<T, kTight>(s, control.round, taken.slots + open, node, counter) : kDone | node;
      }
      clearCounter<T, kTight>(s, counter);
    }
    __syncthreads();  // the heap is reused
  }
  endOfBlock(s, kTight, &ticket);
}

}  // namespace arete::cuda
