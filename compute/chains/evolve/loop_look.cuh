// The first half of an iteration: which strips are due, and the nearest chosen points of their points. A warp takes a strip, a lane four points;
// those of large clouds are in loop_large.cuh.
#pragma once

#include "compute/chains/evolve/loop_large.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// The nearest and second-nearest candidates of one point so far; of equally near ones the lower slot is the nearest.
template <class T>
struct TwoNearest {
  T best = T(INFINITY), second = T(INFINITY);
  uint32_t slot = kUnassigned;

  __device__ void offer(T squared, uint32_t candidate) {
    const bool closer = shared::nearer(squared, candidate, best, slot);
    const T loser = closer ? best : squared;
    second = loser < second ? loser : second;
    if (closer) best = squared, slot = candidate;
  }
};

/// A lane's four points of a strip, one in each packet.
template <class T>
struct LanePoints {
  TwoNearest<T> nearest[kPacketsPerStrip];
  uint32_t before[kPacketsPerStrip], now[kPacketsPerStrip];
};

/// Adds the points whose bit of `pending` is set to the sums of their slot in `slots`, or takes them away. Called by whole warps; points of
/// the same slot are added up within the warp first.
template <class T, int D>
__device__ inline void changeSums(const LoopState<T>& s, const uint32_t (&slots)[kPacketsPerStrip], uint32_t pending, size_t first,
                                  const T (&here)[kPacketsPerStrip][D > 0 ? D : 1], int sign) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  for (uint32_t waiting; (waiting = __ballot_sync(kAllLanes, pending != 0)) != 0;) {
    uint32_t mine = kUnassigned;
#pragma unroll
    for (uint32_t t = kPacketsPerStrip; t-- > 0;)
      if (pending >> t & 1u) mine = slots[t];
    const uint32_t slot = __shfl_sync(kAllLanes, mine, __ffs(waiting) - 1);
    uint32_t same = 0;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      if ((pending >> t & 1u) && slots[t] == slot) same |= 1u << t;
    pending &= ~same;
    uint32_t points = 0;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t) points += __popc(__ballot_sync(kAllLanes, same >> t & 1u));
    if (lane == 0) {
      atomicAdd(s.counts + slot, uint32_t(sign * int(points)));
      s.touched[slot] = 1;
    }
    const auto addCoordinate = [&](uint32_t k, const auto& coordinate) {
      unsigned long long* const sum = s.sums + (size_t(slot) * d + k) * DeviceSums<T>::kWords;
      [[maybe_unused]] int64_t value = 0;
#pragma unroll
      for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
        if (same >> t & 1u) {
          const int64_t one = sign * shared::toFixed(coordinate(t), s.scale);
          if constexpr (sizeof(T) == sizeof(float)) value += one;  // sums of all the cloud's points fit into 64 bits
          else DeviceSums<T>::add(sum, one);
        }
      if constexpr (sizeof(T) == sizeof(float)) {
        value = added(value);
        if (lane == 0) DeviceSums<T>::add(sum, value);
      }
    };
    if constexpr (D > 0) {
#pragma unroll
      for (int k = 0; k < D; ++k) addCoordinate(uint32_t(k), [&](uint32_t t) { return here[t][k]; });
    } else {
      for (uint32_t k = 0; k < d; ++k)
        addCoordinate(k, [&](uint32_t t) { return s.coordinates[size_t(k) * s.count + first + t * kPacketPoints + lane]; });
    }
  }
}

/// Reads this lane's points of all packets, and their slots.
template <class T, int D>
__device__ inline void readPoints(const LoopState<T>& s, const DueStrip& strip, T (&here)[kPacketsPerStrip][D > 0 ? D : 1],
                                  uint32_t (&before)[kPacketsPerStrip]) {
  const uint32_t lane = threadIdx.x % kWarp;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) {
    const bool exists = t * kPacketPoints + lane < strip.count;
    const size_t point = strip.first + t * kPacketPoints + lane;
    before[t] = exists ? s.assigned[point] : kUnassigned;
#pragma unroll
    for (int k = 0; k < D; ++k) here[t][k] = exists ? s.coordinates[size_t(k) * s.count + point] : T(0);
  }
}

/// One of the chosen points around a strip's cell.
template <class T, int D>
__device__ inline Candidate<T, (D > 0 ? D : 1)> laneCandidate(const LoopState<T>& s, uint32_t slot, bool exists) {
  Candidate<T, (D > 0 ? D : 1)> mine;
  mine.slot = slot;
#pragma unroll
  for (int k = 0; k < D; ++k) mine.at[k] = exists ? s.chosen[size_t(slot) * D + uint32_t(k)] : T(0);
  return mine;
}

/// Offers all candidates of the strip's cell to the points of its due packets. `mine`: this lane's one of the first. D = 0: points are
/// read from memory again and again.
template <class T, int D>
__device__ inline void offerCandidates(const LoopState<T>& s, const DueStrip& strip, uint32_t duePackets, Candidate<T, (D > 0 ? D : 1)> mine,
                                       const T (&here)[kPacketsPerStrip][D > 0 ? D : 1], LookMemory<T, D>& memory, LanePoints<T>& points) {
  constexpr uint32_t kBatch = LookMemory<T, D>::kBatch;
  const uint32_t lane = threadIdx.x % kWarp, last = strip.count - 1u;
  const int d = D > 0 ? D : s.dimension;
  auto* const candidates = memory.candidates[threadIdx.x / kWarp];
  for (uint32_t begin = 0; begin < strip.listCount; begin += kBatch) {
    const uint32_t count = min(kBatch, strip.listCount - begin);
    if (begin > 0) mine = laneCandidate<T, D>(s, lane < count ? s.candidates[strip.listStart + begin + lane] : kUnassigned, lane < count);
    if constexpr (D > 0) {
      if (lane < count) candidates[lane] = mine;
    } else if (lane < count) {
      const uint32_t slot = mine.slot;
      for (int k = 0; k < d; ++k) candidates[lane].at[k] = s.chosen[size_t(slot) * uint32_t(d) + uint32_t(k)];
      candidates[lane].slot = slot;
    }
    __syncwarp();
    for (uint32_t j = 0; j < count; ++j) {
      if constexpr (D > 0) {
        const auto candidate = candidates[j];
#pragma unroll
        for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
          if (duePackets >> t & 1u) points.nearest[t].offer(shared::squaredDistance<D>(here[t], candidate.at), candidate.slot);
      } else {
#pragma unroll
        for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
          if (duePackets >> t & 1u)
            points.nearest[t].offer(
                shared::squaredDistance(s.coordinates + strip.first + min(t * kPacketPoints + lane, last), s.count, candidates[j].at, 1, d),
                candidates[j].slot);
      }
    }
    __syncwarp();
  }
}

inline constexpr uint32_t kLongList = 4096;            // candidates: comparing a packet with them takes milliseconds
inline constexpr uint32_t kMostCandidates = 1u << 17;  // these take 66 ms in 16D, at 0.5 ms per 1000, after the 30 ms of the launch (kLaunch_ns)

/// One warp looks at the due packets of a strip: new assignments, sums and deadlines. Returns how many points were looked at.
template <class T, int D>
__device__ inline uint32_t lookAtStrip(const LoopState<T>& s, const DueStrip& strip, LookMemory<T, D>& memory) {
  constexpr uint32_t kBatch = LookMemory<T, D>::kBatch;
  const uint32_t lane = threadIdx.x % kWarp;
  if (D == 0 && strip.listCount > kMostCandidates) {  // it stays due; the host takes care of it
    if (lane == 0) s.control->crowded = 1;
    memory.late = true;
    return 0;
  }
  double* const deadlines = s.deadlines + size_t(strip.index) * kPacketsPerStrip;
  const bool isPacket = lane < kPacketsPerStrip && lane * kPacketPoints < strip.count;
  double deadline = isPacket ? deadlines[lane] : double(INFINITY);
  const bool hasCandidate = lane < min(strip.listCount, kBatch);
  const uint32_t slot = hasCandidate ? s.candidates[strip.listStart + lane] : kUnassigned;
  LanePoints<T> points;
  T here[kPacketsPerStrip][D > 0 ? D : 1];
  readPoints<T, D>(s, strip, here, points.before);  // before it is known which are due: less waiting
  const auto mine = laneCandidate<T, D>(s, slot, hasCandidate);
  bool isDue = isPacket && deadline <= strip.total;
  uint32_t duePackets = __ballot_sync(kAllLanes, isDue);
  if (D == 0 && strip.listCount > kLongList && (duePackets & (duePackets - 1)) != 0) {  // one packet now, the others in the next launch
    duePackets &= 0u - duePackets;
    isDue = duePackets >> lane == 1;
    memory.late = true;
  }
  offerCandidates<T, D>(s, strip, duePackets, mine, here, memory, points);

  uint32_t leaving = 0, coming = 0, lookedAt = 0;
  float margin = INFINITY;  // of packet `lane`
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) {
    if (!(duePackets >> t & 1u)) continue;
    const uint32_t at = t * kPacketPoints + lane;
    const TwoNearest<T>& nearest = points.nearest[t];
    const bool exists = at < strip.count;
    points.now[t] = nearest.best <= s.margins.reach ? nearest.slot : kUnassigned;
    if (exists && points.now[t] != points.before[t]) {
      if (points.before[t] != kUnassigned) leaving |= 1u << t;
      if (points.now[t] != kUnassigned) coming |= 1u << t;
    }
    const float own = exists ? downward(shared::marginOf(nearest.best, nearest.second, s.margins)) : float(INFINITY);
    const uint32_t least = smallest(__float_as_uint(own));  // floats ≥ 0 compare as their bits do
    if (lane == t) margin = __uint_as_float(least);
    lookedAt += min(kPacketPoints, strip.count - t * kPacketPoints);
    if (exists && points.now[t] != points.before[t]) s.assigned[strip.first + at] = points.now[t];
  }
  changeSums<T, D>(s, points.before, leaving, strip.first, here, -1);
  changeSums<T, D>(s, points.now, coming, strip.first, here, 1);

  if (isDue) deadlines[lane] = deadline = shared::deadlineAfter(strip.total, double(margin) - s.margins.slack);
  for (int step = kPacketsPerStrip / 2; step > 0; step /= 2) deadline = fmin(deadline, __shfl_xor_sync(kAllLanes, deadline, step));
  if (lane == 0) s.stripStates[strip.index].earliest = memory.earliest[strip.owner] = deadline;
  return lookedAt;
}

/// The strip that this thread watches in turn `turn`. Neighbours in memory, which are due together, go to different blocks, a few at a time.
template <class T>
__device__ inline OwnStrip ownStrip(const LoopState<T>& s, uint32_t turn) {
  const uint32_t together = (turn * (kLoopBlock / s.together) + threadIdx.x / s.together) * gridDim.x + blockIdx.x;
  const uint32_t index = together * s.together + threadIdx.x % s.together;
  if (index >= *s.stripCount) return {index, {}, {0, double(INFINITY)}};
  return {index, s.strips[index], s.stripStates[index]};
}

/// The next of `count` due strips for a warp that has finished one, as they take different times; none when the time of the launch is up.
template <class T, int D>
__device__ inline uint32_t nextEntry(LookMemory<T, D>& memory, uint32_t count) {
  uint32_t entry = 0;
  if (threadIdx.x % kWarp == 0) {
    entry = atomicAdd(&memory.taken, 1u);
    if (entry < count && nanosecondsLow() - memory.start_ns > kLaunch_ns) entry = count, memory.late = true;
  }
  return __shfl_sync(kAllLanes, entry, 0);
}

/// Adds the last iteration's movements to the totals of this block's strips, unless `known`, and looks at those that are due. Returns
/// whether time was up before that was done. Where a thread has at most one strip, `own` is kept between iterations.
template <class T, int D, bool kLarge>
__device__ inline bool lookAtDueStrips(const LoopState<T>& s, uint32_t iteration, uint32_t turns, bool known, OwnStrip& own,
                                       LookMemory<T, D>& memory) {
  const uint32_t lane = threadIdx.x % kWarp;
  uint32_t lookedAt = 0;  // points, by this warp
  for (uint32_t turn = 0; turn < turns; ++turn) {
    if (threadIdx.x == 0) {
      memory.dueCount = 0, memory.taken = kLoopWarps;
      if (turn > 0 && nanosecondsLow() - memory.start_ns > kLaunch_ns) memory.late = true;
    }
    __syncthreads();
    if (turns > 1) own = ownStrip(s, turn);
    CandidateList list{};
    uint32_t stripSlot = kMixed;
    if (own.strip.count > 0) {
      if constexpr (kLarge) stripSlot = s.stripSlots[own.index];
      const unsigned long long movement = s.movements[own.strip.cell];
      list = s.lists[own.strip.cell];
      if (uint32_t(movement >> 32) == iteration - 1 && uint32_t(movement) != 0 && !known) {
        own.state.total = totalAfter(own.state.total, uint32_t(movement));
        s.stripStates[own.index].total = own.state.total;
      }
    }
    const bool due = own.state.earliest <= own.state.total && !memory.late;
    const uint32_t dueLanes = __ballot_sync(kAllLanes, due);
    uint32_t place = 0;
    if (lane == 0 && dueLanes != 0) place = atomicAdd(&memory.dueCount, uint32_t(__popc(dueLanes)));
    place = __shfl_sync(kAllLanes, place, 0) + __popc(dueLanes & ((1u << lane) - 1));
    if (due)
      memory.due[place] = {own.index,  own.strip.first, uint16_t(own.strip.count), uint16_t(threadIdx.x), stripSlot, list.start,
                           list.count, own.state.total};
    __syncthreads();
    const uint32_t count = memory.dueCount;
    for (uint32_t entry = threadIdx.x / kWarp; entry < count; entry = nextEntry(memory, count)) {
      if constexpr (kLarge) lookedAt += lookAtLargeStrip<T, D>(s, memory.due[entry], memory);
      else lookedAt += lookAtStrip<T, D>(s, memory.due[entry], memory);
    }
    __syncthreads();
    if (due) own.state.earliest = memory.earliest[threadIdx.x];
  }
  if (lane == 0 && lookedAt > 0) atomicAdd(&memory.lookedAt, static_cast<unsigned long long>(lookedAt));
  return memory.late;
}

}  // namespace arete::cuda
