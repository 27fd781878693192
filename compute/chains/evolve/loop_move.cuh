// The second half of an iteration: chosen points whose sums changed move, and the cells around them are told. A warp takes a chosen
// point, a lane one of its coordinates or one of the cells around.
#pragma once

#include "compute/chains/evolve/loop_state.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// The number of this lane's cell around `cell`: kNoEntry where no point of the cloud is in it.
template <class T>
__device__ inline uint32_t cellAround(const LoopState<T>& s, const DeviceCell& cell) {
  uint64_t key;
  const uint32_t lane = threadIdx.x % kWarp;
  return lane < kTouching && s.grid.touching(cell, lane, key) ? s.cellNumbers.find(key) : kNoEntry;
}

/// The cell of a point; each lane below d holds one of its coordinates. All lanes get it.
template <class T>
__device__ inline DeviceCell cellOfLanes(const LoopState<T>& s, T coordinate) {
  DeviceCell cell{};
  for (int a = 0; a < s.grid.axes; ++a) cell.at[a] = uint32_t(s.grid.along(double(__shfl_sync(kAllLanes, coordinate, s.grid.axis[a])), a));
  return cell;
}

/// Puts the slot into the list of this lane's cell, unless it is there already; *full: there is no room. Only the slot's warp calls this for it.
template <class T>
__device__ inline void addCandidate(const LoopState<T>& s, uint32_t cell, uint32_t slot, uint32_t* full) {
  if (cell == kNoEntry) return;
  CandidateList& list = s.lists[cell];
  const uint32_t known = min(__ldcg(&list.count), list.room);
  constexpr uint32_t kAtOnce = 8;  // reads under way together
  for (uint32_t first = 0; first < known; first += kAtOnce) {
    bool isThere = false;
#pragma unroll
    for (uint32_t i = 0; i < kAtOnce; ++i) isThere |= first + i < known && __ldcg(s.candidates + list.start + first + i) == slot;
    if (isThere) return;
  }
  const uint32_t at = atomicAdd(&list.count, 1u);
  if (at < list.room) s.candidates[list.start + at] = slot;
  else *full = 1;
}

/// A movement as the bits of a float ≥ 0, rounded up, from the sum of its squares.
__device__ inline uint32_t movementBits(double squared) { return __float_as_uint(__double2float_ru(shared::movementOf(squared))); }

template <class T>
__device__ inline void noteMovement(const LoopState<T>& s, uint32_t cell, uint32_t movement, uint32_t iteration) {
  if (cell != kNoEntry) atomicMax(s.movements + cell, static_cast<unsigned long long>(iteration) << 32 | movement);
}

/// Moves a slot of S (`index`: its place in S, if any) from `old` to `moved`, of which each lane below d has a coordinate. `known`: this lane's cell
/// around it so far. True when a coordinate changed.
template <class T>
__device__ inline bool moveTo(const LoopState<T>& s, uint32_t slot, uint32_t index, uint32_t known, T old, T moved, uint32_t iteration,
                              uint32_t* full) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  if (index == kNoEntry || !__any_sync(kAllLanes, moved != old)) return false;
  const double difference = double(moved) - double(old);
  double squared = 0;
  for (uint32_t k = 0; k < d; ++k) squared += __shfl_sync(kAllLanes, difference * difference, int(k));
  const uint32_t movement = movementBits(squared);
  if (lane < d) s.chosen[size_t(slot) * d + lane] = moved;
  noteMovement(s, known, movement, iteration);

  const DeviceCell before = cellOfLanes(s, old), after = cellOfLanes(s, moved);
  bool same = true;
  for (int a = 0; a < kGridAxes; ++a) same = same && before.at[a] == after.at[a];
  if (same) return true;
  const uint32_t now = cellAround(s, after);
  bool isNew = true;
  for (uint32_t i = 0; i < kTouching; ++i) isNew = __shfl_sync(kAllLanes, known, int(i)) != now && isNew;
  if (isNew) {
    noteMovement(s, now, movement, iteration);
    addCandidate(s, now, slot, full);
  }
  if (lane < kTouching) s.around[size_t(slot) * kTouching + lane] = now;
  return true;
}

/// True when a coordinate changed. Everything is read at once, including whether the sums changed at all: lane 0 passes that on,
/// because it clears the mark.
template <class T>
__device__ inline bool movePoint(const LoopState<T>& s, uint32_t slot, uint32_t iteration, uint32_t* full) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  const uint32_t touched = __shfl_sync(kAllLanes, s.touched[slot], 0), count = s.counts[slot], index = s.presentIndex[slot],
                 known = lane < kTouching ? s.around[size_t(slot) * kTouching + lane] : kNoEntry;
  T old = 0, moved = 0;
  if (lane < d) {
    const auto sum = DeviceSums<T>::read(s.sums + (size_t(slot) * d + lane) * DeviceSums<T>::kWords);
    old = moved = s.chosen[size_t(slot) * d + lane];
    if (count > 0) moved = shared::movedCoordinate(old, static_cast<T>(shared::fixedMean(sum, count, s.scale)), count, s.rule);
  }
  if (touched == 0) return false;
  if (lane == 0) s.touched[slot] = 0;
  return moveTo(s, slot, index, known, old, moved, iteration, full);
}

/// Copies S, in its order; each warp the slots that it moves.
template <class T>
__device__ inline void writeRows(const LoopState<T>& s, T* rows) {
  const uint32_t lane = threadIdx.x % kWarp, warps = gridDim.x * kLoopWarps, d = uint32_t(s.dimension);
  for (uint32_t slot = blockIdx.x + gridDim.x * (threadIdx.x / kWarp); slot < s.slots; slot += warps) {
    const uint32_t index = s.presentIndex[slot];
    if (index != kNoEntry && lane < d) rows[size_t(index) * d + lane] = s.chosen[size_t(slot) * d + lane];
  }
}

/// Moves the chosen points whose sums changed; returns this warp's number of moved ones.
template <class T>
__device__ inline uint32_t moveTouched(const LoopState<T>& s, uint32_t iteration, uint32_t* full) {
  const uint32_t lane = threadIdx.x % kWarp, warps = gridDim.x * kLoopWarps, own = blockIdx.x + gridDim.x * (threadIdx.x / kWarp);
  if (s.slots <= warps) return own < s.slots && movePoint(s, own, iteration, full) ? 1 : 0;
  uint32_t moved = 0;
  for (uint32_t first = own; first < s.slots; first += kWarp * warps) {
    const uint32_t mine = first + lane * warps;
    for (uint32_t left = __ballot_sync(kAllLanes, mine < s.slots && s.touched[mine] != 0); left != 0; left &= left - 1)
      moved += movePoint(s, first + (__ffs(left) - 1) * warps, iteration, full);
  }
  return moved;
}

/// Rebuilds the candidate list of every cell, and makes all points due again in cells that lost a candidate from S.
template <class T>
__device__ inline void listCandidates(const LoopState<T>& s, GridBarrier& barrier) {
  const uint32_t thread = blockIdx.x * kLoopBlock + threadIdx.x, threads = gridDim.x * kLoopBlock, lane = threadIdx.x % kWarp;
  const uint32_t warp = thread / kWarp, warps = threads / kWarp, strips = *s.stripCount;
  const auto d = uint32_t(s.dimension);
  for (uint32_t cell = thread; cell < s.cells; cell += threads) s.lists[cell] = {}, s.renewed[cell] = 0;
  if (thread == 0) s.control->candidates = 0;
  barrier.wait();
  for (uint32_t slot = warp; slot < s.slots; slot += warps) {
    if (s.alive[slot] == 0) continue;
    const DeviceCell cell = cellOfLanes(s, lane < d ? s.chosen[size_t(slot) * d + lane] : T(0));
    const uint32_t number = cellAround(s, cell);
    const bool stays = s.presentIndex[slot] != kNoEntry;
    if (lane < kTouching) s.around[size_t(slot) * kTouching + lane] = number;
    if (number != kNoEntry) stays ? void(atomicAdd(&s.lists[number].count, 1u)) : void(s.renewed[number] = 1);
    __syncwarp();
    if (lane == 0 && !stays) s.alive[slot] = 0;
  }
  barrier.wait();
  for (uint32_t cell = thread; cell < s.cells; cell += threads) {
    constexpr uint32_t kRoom = 8;
    CandidateList& list = s.lists[cell];
    list.room = list.count + list.count / 2 + kRoom;
    list.start = atomicAdd(&s.control->candidates, list.room);
    list.count = 0;
  }
  for (uint32_t index = thread; index < strips; index += threads) {
    if (s.renewed[s.strips[index].cell] == 0) continue;
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t) s.deadlines[size_t(index) * kPacketsPerStrip + t] = 0;
    s.stripStates[index].earliest = 0;
  }
  barrier.wait();
  for (uint32_t slot = warp; slot < s.slots; slot += warps) {
    if (s.alive[slot] == 0 || lane >= kTouching) continue;
    const uint32_t number = s.around[size_t(slot) * kTouching + lane];
    if (number != kNoEntry) s.candidates[s.lists[number].start + atomicAdd(&s.lists[number].count, 1u)] = slot;
  }
  barrier.wait();
}

}  // namespace arete::cuda
