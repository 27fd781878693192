// The three kernels of accelerated evolve and what they work on. See accelerated.cu for the idea.
#pragma once

#include "compute/cuda/cuda_device.h"
#include "compute/cuda/evolve/sorted_cloud.cuh"
#include "compute/cuda/evolve/sums.cuh"
#include "compute/shared/distance.h"
#include "compute/shared/move_rule.h"
#include "compute/stages/evolve.h"

namespace arete::cuda {

inline constexpr uint32_t kWarp = 32, kAllLanes = 0xffffffffu;
inline constexpr int kSmallBlock = 256;             // of the kernels over chosen points and strips
inline constexpr uint32_t kCandidatesAtOnce = 128;  // of a cell in shared memory

/// How squared distances become margins; see compute/cpu/evolve/accelerated.cpp for the proof.
template <class T>
struct MarginRule {
  T reach, cap, toSecond, toInside, toOutside;
  double slack;
};

/// Counters of one iteration.
struct IterationCounters {
  uint32_t moved;
  unsigned long long lookedAt;
};

/// Everything the kernels see; the pointers are owned by the evolver.
template <class T>
struct EvolveState {
  // The cloud.
  DeviceGrid grid;
  const T* coordinates;
  uint32_t count;
  int dimension;
  CellTable cellNumbers;
  const uint64_t* cellKeys;
  uint32_t cells;
  const Strip* strips;
  uint32_t stripCount;
  // What is known: by point, by tile, by strip, by cell. Totals and movements change places each iteration.
  uint32_t* assigned;
  double* deadlines;
  double* earliest;
  double *totals, *nextTotals;
  unsigned long long *movements, *nextMovements;  // bits of doubles ≥ 0, which compare as they do
  uint32_t* renewed;
  uint32_t* awake;  // strips to look at
  uint32_t* awakeCount;
  // Chosen points by slot, and the lists of them by cell.
  T* chosen;
  uint32_t slots;
  unsigned long long* sums;
  uint32_t* counts;
  uint32_t* touched;
  const uint32_t* presentIndex;  // in S now, or kNoEntry for a slot that is gone
  uint32_t* next;
  CellTable lists;
  uint32_t listsSize;
  MarginRule<T> margins;
  shared::MoveRule<T> rule;
  shared::FixedScale scale;
};

/// Adds (sign +1) or takes away (−1) this lane's point to the sums of its `slot`; kUnassigned: none. Called by whole warps.
template <class T>
__device__ inline void changeSums(const EvolveState<T>& state, uint32_t slot, size_t point, int sign) {
  const auto d = size_t(state.dimension);
  for (uint32_t left = __ballot_sync(kAllLanes, slot != kUnassigned); left != 0;) {
    const uint32_t one = __shfl_sync(kAllLanes, slot, __ffs(left) - 1), lane = threadIdx.x % kWarp;
    const bool mine = slot == one;
    const uint32_t same = __ballot_sync(kAllLanes, mine);
    left &= ~same;
    if (lane == 0) {
      atomicAdd(state.counts + one, uint32_t(sign * int(__popc(same))));
      state.touched[one] = 1;
    }
    for (size_t k = 0; k < d; ++k) {
      int64_t value = mine ? sign * shared::toFixed(state.coordinates[k * state.count + point], state.scale) : 0;
      unsigned long long* const sum = state.sums + (one * d + k) * DeviceSums<T>::kWords;
      if constexpr (sizeof(T) == sizeof(float)) {  // sums of all the cloud's points fit into 64 bits
        for (int step = kWarp / 2; step > 0; step /= 2) value += __shfl_down_sync(kAllLanes, value, step);
        if (lane == 0) DeviceSums<T>::add(sum, value);
      } else if (mine) {
        DeviceSums<T>::add(sum, value);
      }
    }
  }
}

/// The nearest and second-nearest candidates of one point so far; of equally near ones the lower slot is the nearest.
template <class T>
struct Nearest {
  T best = T(INFINITY), second = T(INFINITY);
  uint32_t slot = kUnassigned;

  __device__ void offer(T squared, uint32_t candidate) {
    const bool closer = shared::nearer(squared, candidate, best, slot);
    const T loser = closer ? best : squared;
    second = loser < second ? loser : second;
    if (closer) best = squared, slot = candidate;
  }
  __device__ T margin(const MarginRule<T>& rule) const {
    if (rule.reach < best) return ((best < rule.cap ? best : rule.cap) - rule.reach) * rule.toOutside;
    const T toSecond = ((second < rule.cap ? second : rule.cap) - best) * rule.toSecond, toInside = (rule.reach - best) * rule.toInside;
    return toSecond < toInside ? toSecond : toInside;
  }
};

/// One thread's walk along the list of chosen points of one of the cells around.
template <class T>
__device__ inline uint32_t firstCandidate(const EvolveState<T>& state, uint32_t cell) {
  uint64_t key;
  if (threadIdx.x >= kTouching || !state.grid.touching(state.grid.cell(state.cellKeys[cell]), threadIdx.x, key)) return kNoEntry;
  return state.lists.find(key);
}

/// A block takes a strip that is awake, a warp a tile, a thread a point. The candidates of the cell go through shared memory.
template <class T, int D>
__global__ void __launch_bounds__(kStripPoints) lookKernel(EvolveState<T> state, IterationCounters* counters) {
  extern __shared__ __align__(16) unsigned char sharedBytes[];
  T* const candidates = reinterpret_cast<T*>(sharedBytes);
  __shared__ uint32_t slots[kCandidatesAtOnce], gathered, lookedAt;
  __shared__ double deadlines[kTilesPerStrip];
  constexpr double kRoundedDown = 1 - 4 * 2.220446049250313e-16;
  const int dimension = D > 0 ? D : state.dimension;
  const uint32_t warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  const uint32_t awake = *state.awakeCount;

  for (uint32_t entry = blockIdx.x; entry < awake; entry += gridDim.x) {
    const uint32_t index = state.awake[entry];
    const Strip strip = state.strips[index];
    const double total = state.totals[strip.cell];
    double deadline = state.deadlines[size_t(index) * kTilesPerStrip + warp];
    const bool exists = threadIdx.x < strip.count, due = warp * kWarp < strip.count && (deadline <= total || state.renewed[strip.cell] != 0);
    const size_t point = strip.first + (exists ? threadIdx.x : 0);
    T here[D > 0 ? D : 1];
    if constexpr (D > 0)
      for (int k = 0; k < D; ++k) here[k] = state.coordinates[size_t(k) * state.count + point];
    Nearest<T> nearest;
    if (threadIdx.x == 0) lookedAt = 0;

    uint32_t cursor = firstCandidate(state, strip.cell);
    for (bool more = true; more;) {
      __syncthreads();
      if (threadIdx.x == 0) gathered = 0;
      __syncthreads();
      while (cursor != kNoEntry) {
        const uint32_t at = atomicAdd(&gathered, 1u);
        if (at >= kCandidatesAtOnce) break;
        slots[at] = cursor;
        cursor = state.next[cursor];
      }
      more = __syncthreads_or(cursor != kNoEntry);
      const uint32_t count = min(gathered, kCandidatesAtOnce);
      for (uint32_t e = threadIdx.x; e < count * dimension; e += kStripPoints)
        candidates[e] = state.chosen[size_t(slots[e / dimension]) * dimension + e % dimension];
      __syncthreads();
      if (due)
        for (uint32_t j = 0; j < count; ++j) {
          if constexpr (D > 0) nearest.offer(shared::squaredDistance<D>(here, candidates + j * D), slots[j]);
          else nearest.offer(shared::squaredDistance(state.coordinates + point, state.count, candidates + j * dimension, 1, dimension), slots[j]);
        }
    }

    if (due) {
      T margin = exists ? nearest.margin(state.margins) : T(INFINITY);
      for (int step = kWarp / 2; step > 0; step /= 2) {
        const T other = __shfl_xor_sync(kAllLanes, margin, step);
        margin = other < margin ? other : margin;
      }
      const double safe = double(margin) - state.margins.slack;
      deadline = safe > 0 ? fmax(total, (total + safe) * kRoundedDown) : total;
      const uint32_t now = nearest.best <= state.margins.reach ? nearest.slot : kUnassigned, before = exists ? state.assigned[point] : kUnassigned;
      const bool changes = exists && now != before;
      if (changes) state.assigned[point] = now;
      changeSums(state, changes ? before : kUnassigned, point, -1);
      changeSums(state, changes ? now : kUnassigned, point, 1);
      if (lane == 0) {
        state.deadlines[size_t(index) * kTilesPerStrip + warp] = deadline;
        atomicAdd(&lookedAt, min(kWarp, strip.count - warp * kWarp));
      }
    } else if (warp * kWarp >= strip.count) {
      deadline = INFINITY;
    }
    if (lane == 0) deadlines[warp] = deadline;
    __syncthreads();
    if (threadIdx.x == 0) {
      double earliest = deadlines[0];
      for (uint32_t t = 1; t < kTilesPerStrip; ++t) earliest = fmin(earliest, deadlines[t]);
      state.earliest[index] = earliest;
      atomicAdd(&counters->lookedAt, static_cast<unsigned long long>(lookedAt));
    }
  }
}

/// Notes in the cells that touch `cell` that a chosen point there moved by `distance`. Called by whole warps.
template <class T>
__device__ inline void noteMovement(const EvolveState<T>& state, const DeviceCell& cell, double distance) {
  uint64_t key;
  if (threadIdx.x % kWarp >= kTouching || !state.grid.touching(cell, threadIdx.x % kWarp, key)) return;
  if (const uint32_t found = state.cellNumbers.find(key); found != kNoEntry)
    atomicMax(state.movements + found, static_cast<unsigned long long>(__double_as_longlong(distance)));
}

/// A warp moves a chosen point whose set of points changed, a lane a coordinate. Threads also clear what the next launch fills anew.
template <class T>
__global__ void __launch_bounds__(kSmallBlock) moveKernel(EvolveState<T> state, IterationCounters* counters) {
  constexpr double kRoundedUp = 1 + 1e-12, kSmallest = 2.2250738585072014e-308;
  const uint32_t thread = blockIdx.x * kSmallBlock + threadIdx.x, threads = gridDim.x * kSmallBlock;
  if (thread == 0) *state.awakeCount = 0;
  for (uint32_t i = thread; i < state.listsSize; i += threads) state.lists.clearAt(i);
  for (uint32_t i = thread; i < state.cells; i += threads) state.renewed[i] = 0;

  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = size_t(state.dimension);
  for (uint32_t slot = thread / kWarp; slot < state.slots; slot += threads / kWarp) {
    const bool touched = state.touched[slot] != 0;
    __syncwarp();
    if (!touched) continue;
    if (lane == 0) state.touched[slot] = 0;
    const uint32_t count = state.counts[slot];
    if (state.presentIndex[slot] == kNoEntry || count == 0) continue;
    T* const point = state.chosen + slot * d;
    const DeviceCell before = state.grid.cellOf(point, 1);
    __syncwarp();
    bool any = false;
    double squared = 0;
    if (lane < d) {
      const T old = point[lane],
              mean =
                  static_cast<T>(shared::fixedMean(DeviceSums<T>::read(state.sums + (slot * d + lane) * DeviceSums<T>::kWords), count, state.scale));
      const T moved = shared::movedCoordinate(old, mean, count, state.rule);
      const double difference = double(moved) - double(old);
      squared = difference * difference;
      any = moved != old;
      point[lane] = moved;
    }
    __syncwarp();
    if (!__any_sync(kAllLanes, any)) continue;
    for (int step = kWarp / 2; step > 0; step /= 2) squared += __shfl_xor_sync(kAllLanes, squared, step);
    const double distance = sqrt(squared) * kRoundedUp + kSmallest;
    const DeviceCell after = state.grid.cellOf(point, 1);
    noteMovement(state, before, distance);
    bool same = true;
    for (int a = 0; a < kGridAxes; ++a) same = same && before.at[a] == after.at[a];
    if (!same) noteMovement(state, after, distance);
    if (lane == 0) atomicAdd(&counters->moved, 1u);
  }
}

/// Puts the present chosen points into the lists of their cells and copies them to `rows` (in the order of S; null: not).
template <class T>
__device__ inline void listChosen(const EvolveState<T>& state, uint32_t thread, uint32_t threads, T* rows) {
  const auto d = size_t(state.dimension);
  for (uint32_t slot = thread; slot < state.slots; slot += threads) {
    const uint32_t index = state.presentIndex[slot];
    if (index == kNoEntry) continue;
    const T* const point = state.chosen + slot * d;
    state.next[slot] = atomicExch(state.lists.at(state.grid.key(state.grid.cellOf(point, 1))), slot);
    if (rows != nullptr)
      for (size_t k = 0; k < d; ++k) rows[index * d + k] = point[k];
  }
}

/// Adds the iteration's movements to the totals, lists the strips that have a tile whose deadline is reached, and the chosen points.
template <class T>
__global__ void __launch_bounds__(kSmallBlock) wakeKernel(EvolveState<T> state, T* rows) {
  constexpr double kRoundedUp = 1 + 4 * 2.220446049250313e-16;
  const uint32_t thread = blockIdx.x * kSmallBlock + threadIdx.x, threads = gridDim.x * kSmallBlock;
  listChosen(state, thread, threads, rows);
  for (uint32_t index = thread; index < state.stripCount; index += threads) {
    const Strip strip = state.strips[index];
    const double movement = __longlong_as_double(static_cast<long long>(state.movements[strip.cell]));
    const double total = movement > 0 ? (state.totals[strip.cell] + movement) * kRoundedUp : state.totals[strip.cell];
    if (strip.firstOfCell) state.nextTotals[strip.cell] = total, state.nextMovements[strip.cell] = 0;
    if (movement > 0 && state.earliest[index] <= total) state.awake[atomicAdd(state.awakeCount, 1u)] = index;
  }
}

/// After reset() and keep(): the lists of chosen points anew, awake: the strips of renewed cells and those that the last iteration woke.
/// `state` is that of the next iteration: its totals hold, the movements of the last one are in nextMovements.
template <class T>
__global__ void __launch_bounds__(kSmallBlock) relistKernel(EvolveState<T> state) {
  const uint32_t thread = blockIdx.x * kSmallBlock + threadIdx.x, threads = gridDim.x * kSmallBlock;
  listChosen<T>(state, thread, threads, nullptr);
  for (uint32_t index = thread; index < state.stripCount; index += threads) {
    const Strip strip = state.strips[index];
    const bool woken = state.nextMovements[strip.cell] != 0 && state.earliest[index] <= state.totals[strip.cell];
    if (woken || state.renewed[strip.cell] != 0) state.awake[atomicAdd(state.awakeCount, 1u)] = index;
  }
}

/// A warp for each removed chosen point: the cells that knew it are to be looked at whole.
template <class T>
__global__ void __launch_bounds__(kSmallBlock) renewKernel(EvolveState<T> state, const uint32_t* removed, uint32_t count) {
  const uint32_t i = (blockIdx.x * kSmallBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= count || lane >= kTouching) return;
  uint64_t key;
  if (!state.grid.touching(state.grid.cellOf(state.chosen + size_t(removed[i]) * size_t(state.dimension), 1), lane, key)) return;
  if (const uint32_t found = state.cellNumbers.find(key); found != kNoEntry) state.renewed[found] = 1;
}

}  // namespace arete::cuda
