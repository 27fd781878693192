// The first half of an iteration while few packets are due: which are due, and the nearest chosen points of their points. A warp takes a packet, a
// lane a point.
#pragma once

#include "compute/chains/evolve/onchip_state.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// How many lanes look together at what moved around a strip: so that half of the block is busy; with all of it, more instructions wait for each
/// other.
__device__ inline uint32_t lanesOfStrip(uint32_t strips) {
  uint32_t lanes = kWarp;
  while (lanes > kPacketsPerStrip && strips * lanes > kLoopBlock / 2) lanes /= 2;
  return lanes;
}

/// Rebuilds a strip's candidate list: the chosen points in its cell and in touching ones. Called by whole warps.
template <int D>
__device__ inline void listRows(const OnChipMemory<D>& own, uint32_t strip, uint32_t rows) {
  const uint32_t lane = threadIdx.x % kWarp;
  const OnChipCell<D> cell = own.strips()[strip].cell;
  uint16_t* const list = own.list(strip);
  uint32_t count = 0;
  for (uint32_t first = 0; first < rows; first += kWarp) {
    const bool isNear = first + lane < rows && touch<D>(own.rowCells()[first + lane], cell);
    const uint32_t lanes = __ballot_sync(kAllLanes, isNear), place = count + __popc(lanes & ((1u << lane) - 1));
    if (isNear && place < own.at.listRoom) list[place] = uint16_t(first + lane);
    count += __popc(lanes);
  }
  if (lane == 0) own.listCounts()[strip] = count <= own.at.listRoom ? count : kEveryRow;
}

/// The largest movement around a strip that this lane, one of `lanes`, knows of.
template <int D>
__device__ inline uint32_t movementAround(const OnChipMemory<D>& own, uint32_t strip, uint32_t lanes, uint32_t moves) {
  constexpr uint32_t kAtOnce = 4;  // reads under way together
  const OnChipCell<D> cell = own.strips()[strip].cell;
  uint32_t most = 0;
  for (uint32_t first = threadIdx.x % lanes; first < moves; first += kAtOnce * lanes) {
    OnChipMove<D> some[kAtOnce];
#pragma unroll
    for (uint32_t i = 0; i < kAtOnce; ++i) some[i] = own.moves()[min(first + i * lanes, moves - 1)];
#pragma unroll
    for (uint32_t i = 0; i < kAtOnce; ++i) most = max(most, touch<D>(some[i].from, cell) ? some[i].movement : 0);
  }
  return most;
}

/// The same for chosen points that entered a cell around; they become candidates. `known`: the length of the list before any of them.
template <int D>
__device__ inline uint32_t movementOfEntering(const OnChipMemory<D>& own, uint32_t strip, uint32_t lanes, uint32_t known, uint32_t moves) {
  const OnChipCell<D> cell = own.strips()[strip].cell;
  uint32_t most = 0;
  for (uint32_t i = threadIdx.x % lanes; i < moves; i += lanes) {
    const OnChipMove<D> move = own.moves()[i];
    const uint32_t row = move.row & ~OnChipMove<D>::kEnters;
    if (row == move.row || touch<D>(move.from, cell) || !touch<D>(own.rowCells()[row], cell)) continue;
    most = max(most, move.movement);
    bool isThere = known == kEveryRow;
    for (uint32_t j = 0; j < known && !isThere; ++j) isThere = own.list(strip)[j] == row;
    if (isThere) continue;
    const uint32_t at = atomicAdd(own.listCounts() + strip, 1u);
    if (at < own.at.listRoom) own.list(strip)[at] = uint16_t(row);
    else own.words().relist = 1;
  }
  return most;
}

/// Adds the last iteration's movements to the totals of this block's strips and lists the packets that are due.
template <int D>
__device__ inline void findDuePackets(const OnChipMemory<D>& own, uint32_t strips, uint32_t moves, bool entered) {
  const uint32_t lane = threadIdx.x % kWarp, lanes = lanesOfStrip(strips), part = threadIdx.x % lanes;
  for (uint32_t first = 0; first < strips; first += kLoopBlock / lanes) {
    const uint32_t strip = first + threadIdx.x / lanes;
    const bool isStrip = strip < strips;
    double total = isStrip ? own.totals()[strip] : 0;
    const double deadline = isStrip && part < kPacketsPerStrip ? own.deadlines()[strip * kPacketsPerStrip + part] : double(INFINITY);
    uint32_t movement = isStrip ? movementAround(own, strip, lanes, moves) : 0;
    if (entered) {
      const uint32_t known = isStrip ? own.listCounts()[strip] : 0;
      __syncwarp();
      if (isStrip) movement = max(movement, movementOfEntering(own, strip, lanes, known, moves));
    }
    for (uint32_t step = lanes / 2; step > 0; step /= 2) movement = max(movement, __shfl_xor_sync(kAllLanes, movement, step));
    __syncwarp();
    if (movement != 0) {
      total = totalAfter(total, movement);
      if (isStrip && part == 0) own.totals()[strip] = total;
    }
    const bool isDue = deadline <= total;
    const uint32_t dueLanes = __ballot_sync(kAllLanes, isDue);
    if (dueLanes == 0) continue;
    const uint32_t place = __shfl_sync(kAllLanes, lane == 0 ? atomicAdd(&own.words().dueCount, uint32_t(__popc(dueLanes))) : 0, 0);
    if (isDue) own.due()[place + __popc(dueLanes & ((1u << lane) - 1))] = uint16_t(strip * kPacketsPerStrip + part);
  }
}

/// Adds a point to this iteration's changes of a row's sums, or subtracts it. Few points change sides, so they go one by one, without waiting.
template <int D>
__device__ inline void changeSum(unsigned long long* deltas, uint32_t row, const int64_t (&point)[D], int sign) {
  unsigned long long* const delta = deltas + row * kDeltaWords;
#pragma unroll
  for (int k = 0; k < D; ++k) atomicAdd(delta + k, static_cast<unsigned long long>(sign * point[k]));
  atomicAdd(delta + D, static_cast<unsigned long long>(static_cast<long long>(sign)));
}

/// One warp looks at a packet: new assignments, what they change of the sums, a new deadline. As lookAtStrip.
template <int D>
__device__ inline uint32_t lookAtPacket(const LoopState<float>& s, const OnChipMemory<D>& own, unsigned long long* deltas, uint32_t packet,
                                        uint32_t rows) {
  const uint32_t strip = packet / kPacketsPerStrip, at = packet % kPacketsPerStrip * kPacketPoints + threadIdx.x % kWarp,
                 point = strip * kStripPoints + at;
  const bool exists = at < own.strips()[strip].count;
  const uint32_t listed = own.listCounts()[strip], before = own.assigned()[point];
  const uint16_t* const list = own.list(strip);
  const double total = own.totals()[strip];
  float here[D];
#pragma unroll
  for (int k = 0; k < D; ++k) here[k] = own.points(k)[point];
  TwoNearest<float> nearest;
  const auto offer = [&](uint32_t row) {
    const OnChipPoint<D> candidate = own.chosen()[row];
    nearest.offer(shared::squaredDistance<D>(here, candidate.at), row);
  };
  if (listed == kEveryRow) {
    for (uint32_t row = 0; row < rows; ++row) offer(row);
  } else {
#pragma unroll 4
    for (uint32_t i = 0; i < listed; ++i) offer(list[i]);
  }
  const uint32_t now = exists && nearest.best <= s.margins.reach ? nearest.slot : kNoRow;
  const float margin = exists ? downward(shared::marginOf(nearest.best, nearest.second, s.margins)) : float(INFINITY);
  const uint32_t least = smallest(__float_as_uint(margin));  // floats ≥ 0 compare as their bits do
  if (now != before) {
    own.assigned()[point] = uint16_t(now);
    int64_t fixed[D];
#pragma unroll
    for (int k = 0; k < D; ++k) fixed[k] = shared::toFixed(here[k], s.scale);
    if (before != kNoRow) changeSum(deltas, before, fixed, -1);
    if (now != kNoRow) changeSum(deltas, now, fixed, 1);
  }
  if (threadIdx.x % kWarp == 0) own.deadlines()[packet] = shared::deadlineAfter(total, double(__uint_as_float(least)) - s.margins.slack);
  return uint32_t(__popc(__ballot_sync(kAllLanes, exists)));
}

template <int D>
__device__ inline void lookAtDuePackets(const LoopState<float>& s, const OnChipMemory<D>& own, unsigned long long* deltas, uint32_t rows) {
  const uint32_t count = own.words().dueCount;
  uint32_t lookedAt = 0;
  for (uint32_t entry = threadIdx.x / kWarp; entry < count; entry += kLoopWarps) lookedAt += lookAtPacket(s, own, deltas, own.due()[entry], rows);
  if (lookedAt > 0 && threadIdx.x % kWarp == 0) atomicAdd(&own.words().lookedAt, lookedAt);
}

}  // namespace arete::cuda
