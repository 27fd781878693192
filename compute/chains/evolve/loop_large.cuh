// How a warp looks at a strip of a large cloud, four points per lane. Such strips are small compared with the spacing of chosen points: the ball
// around one often decides for all its points at once which is the nearest, and otherwise rules out most candidates before any point is compared.
// When one point of a strip is due most are, so that a strip has one deadline and all of its points are looked at. Instructions decide here, not
// memory: ties are searched once at the end, and points that change from one chosen point to another are added up once for both.
#pragma once

#include "compute/chains/evolve/loop_strip.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

/// A lane's four points, one in each packet, with the slots that they had.
template <class T, int D>
struct StripPoints {
  T at[kPacketsPerStrip][D];
  uint32_t before[kPacketsPerStrip];
};

/// Their nearest chosen points so far.
template <class T>
struct StripNearest {
  T best[kPacketsPerStrip], second[kPacketsPerStrip];
  uint32_t slot[kPacketsPerStrip];
};

__device__ inline bool hasPoint(const DueStrip& strip, uint32_t packet) { return packet * kPacketPoints + threadIdx.x % kWarp < strip.count; }

template <class T, int D>
__device__ inline void readStrip(const LoopState<T>& s, const DueStrip& strip, StripPoints<T, D>& points) {
  const size_t first = size_t(strip.first) + threadIdx.x % kWarp;
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const T* const from = s.coordinates + size_t(k) * s.count + first;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t) points.at[t][k] = hasPoint(strip, t) ? from[t * kPacketPoints] : T(0);
  }
  const uint32_t* const assigned = s.assigned + first;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
    points.before[t] = strip.slot == kMixed && hasPoint(strip, t) ? assigned[t * kPacketPoints] : strip.slot;
}

/// One of the chosen points around a strip's cell, a lane each.
template <class T, int D>
struct BallCandidate {
  Candidate<T, D> candidate;
  float fromCentre;  // of the strip's ball; INFINITY where the lane has none
};

template <class T, int D>
__device__ inline BallCandidate<T, D> ballCandidate(const LoopState<T>& s, uint32_t slot, bool exists, const Ball<T>& ball) {
  BallCandidate<T, D> mine;
  mine.candidate.slot = slot;
  mine.fromCentre = INFINITY;
  if (!exists) return mine;
#pragma unroll
  for (int k = 0; k < D; ++k) mine.candidate.at[k] = s.chosen[size_t(slot) * D + uint32_t(k)];
  mine.fromCentre = sqrtf(float(shared::squaredDistance<D>(mine.candidate.at, ball.centre)));
  return mine;
}

/// The smallest and second-smallest distance of a warp's candidates from the centre of a ball, and the lane of the first.
struct FromCentre {
  float least, second;
  uint32_t lane;
};

__device__ inline FromCentre fromCentre(float mine) {
  const uint32_t bits = __float_as_uint(mine), least = smallest(bits), lane = __ffs(__ballot_sync(kAllLanes, bits == least)) - 1;
  return {__uint_as_float(least), __uint_as_float(smallest(threadIdx.x % kWarp == lane ? __float_as_uint(INFINITY) : bits)), lane};
}

/// Whether a candidate at this distance from the centre may be the nearest or second-nearest to a point in the ball: two others that are nearer to
/// every point by more than rounding say no. Candidates at the two smallest distances are at most the second smallest plus the radius away from any
/// point in the ball, this one at least its distance minus the radius.
__device__ inline bool mayBeNearest(float distance, const FromCentre& all, float radius) {
  return distance * (1 - shared::kDistanceRounding) <= (all.second + 2 * radius) * (1 + shared::kDistanceRounding);
}

/// The ball's verdict on all points of a strip at once. `nearest`: the slot of the candidate at all.least.
template <class T>
__device__ inline shared::BallVerdict stripVerdict(const FromCentre& all, uint32_t nearest, float radius, const LoopState<T>& s) {
  return shared::verdictOfBall(all.least, all.second, radius, s.r1, s.cap, float(s.margins.slack), nearest, kUnassigned);
}

/// Moves all points of a strip from one slot to another, either of them kUnassigned for none.
template <class T>
__device__ inline void moveStrip(const LoopState<T>& s, const DueStrip& strip, uint32_t from, uint32_t to) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  if (lane < d) {
    constexpr auto kWords = size_t(DeviceSums<T>::kWords);
    const auto sum = DeviceSums<T>::read(s.stripSums + (size_t(strip.index) * d + lane) * kWords);
    if (from != kUnassigned) DeviceSums<T>::addSum(s.sums + (size_t(from) * d + lane) * kWords, -sum);
    if (to != kUnassigned) DeviceSums<T>::addSum(s.sums + (size_t(to) * d + lane) * kWords, sum);
  } else if (lane == d) {
    if (from != kUnassigned) atomicAdd(s.counts + from, 0u - strip.count), s.touched[from] = 1;
    if (to != kUnassigned) atomicAdd(s.counts + to, uint32_t(strip.count)), s.touched[to] = 1;
    s.stripSlots[strip.index] = to;
  }
}

/// Offers a batch of candidates in shared memory to all points. Of equally near ones any may be the nearest; then the second-nearest is as near.
template <class T, int D>
__device__ inline void offerBatch(const StripPoints<T, D>& points, const Candidate<T, D>* candidates, uint32_t count, StripNearest<T>& nearest) {
  for (uint32_t j = 0; j < count; ++j) {
    const Candidate<T, D> candidate = candidates[j];
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t) {
      const T squared = shared::squaredDistance<D>(points.at[t], candidate.at);
      if (squared < nearest.best[t]) nearest.slot[t] = candidate.slot;
      nearest.second[t] = min(nearest.second[t], max(nearest.best[t], squared));
      nearest.best[t] = min(nearest.best[t], squared);
    }
  }
}

/// The lowest slot of those at the best distance.
template <class T, int D>
__device__ inline void breakTies(const LoopState<T>& s, const DueStrip& strip, const StripPoints<T, D>& points, StripNearest<T>& nearest) {
  for (uint32_t i = 0; i < strip.listCount; ++i) {
    const uint32_t slot = s.candidates[strip.listStart + i];
    T at[D];
#pragma unroll
    for (int k = 0; k < D; ++k) at[k] = s.chosen[size_t(slot) * D + uint32_t(k)];
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      if (shared::squaredDistance<D>(points.at[t], at) == nearest.best[t]) nearest.slot[t] = min(nearest.slot[t], slot);
  }
}

/// The nearest chosen points of all points of the strip. `mine`: this lane's one of the first candidates.
template <class T, int D>
__device__ inline StripNearest<T> nearestOfStrip(const LoopState<T>& s, const DueStrip& strip, BallCandidate<T, D> mine, const FromCentre& all,
                                                 const Ball<T>& ball, const StripPoints<T, D>& points, LookMemory<T, D>& memory) {
  const uint32_t lane = threadIdx.x % kWarp;
  Candidate<T, D>* const candidates = memory.candidates[threadIdx.x / kWarp];
  StripNearest<T> nearest;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) nearest.best[t] = nearest.second[t] = T(INFINITY), nearest.slot[t] = kUnassigned;
  for (uint32_t begin = 0; begin < strip.listCount; begin += kWarp) {
    bool offered = begin + lane < strip.listCount;
    if (begin > 0) mine = ballCandidate<T, D>(s, offered ? s.candidates[strip.listStart + begin + lane] : kUnassigned, offered, ball);
    if (strip.listCount <= kWarp) offered = offered && mayBeNearest(mine.fromCentre, all, ball.radius);
    const uint32_t lanes = __ballot_sync(kAllLanes, offered);
    if (offered) candidates[__popc(lanes & ((1u << lane) - 1))] = mine.candidate;
    __syncwarp();
    offerBatch<T, D>(points, candidates, __popc(lanes), nearest);
    __syncwarp();
  }
  bool tied = false;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) tied = tied || (nearest.best[t] == nearest.second[t] && nearest.best[t] <= s.margins.reach);
  if (__any_sync(kAllLanes, tied)) breakTies<T, D>(s, strip, points, nearest);
  return nearest;
}

/// Moves the points whose bit of `pending` is set from the sums of their old slot to those of their new one. Points with the
/// same two slots are added up within the warp first. Called by whole warps.
template <class T, int D>
__device__ inline void changeSides(const LoopState<T>& s, const StripPoints<T, D>& points, const uint32_t (&now)[kPacketsPerStrip],
                                   uint32_t pending) {
  const uint32_t lane = threadIdx.x % kWarp;
  for (uint32_t waiting; (waiting = __ballot_sync(kAllLanes, pending != 0)) != 0;) {
    uint32_t from = kUnassigned, to = kUnassigned;
#pragma unroll
    for (uint32_t t = kPacketsPerStrip; t-- > 0;)
      if (pending >> t & 1u) from = points.before[t], to = now[t];
    const int leader = __ffs(waiting) - 1;
    from = __shfl_sync(kAllLanes, from, leader), to = __shfl_sync(kAllLanes, to, leader);
    uint32_t same = 0;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      if ((pending >> t & 1u) && points.before[t] == from && now[t] == to) same |= 1u << t;
    pending &= ~same;
    int64_t value = 0;  // of coordinate `lane`, then their number
#pragma unroll
    for (int k = 0; k < D; ++k) {
      int64_t one = 0;
#pragma unroll
      for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
        if (same >> t & 1u) {
          const int64_t fixed = shared::toFixed(points.at[t][k], s.scale);
          if constexpr (sizeof(T) == sizeof(float)) one += fixed;  // sums of all the cloud's points fit into 64 bits
          else {
            if (from != kUnassigned) DeviceSums<T>::add(s.sums + (size_t(from) * D + uint32_t(k)) * DeviceSums<T>::kWords, -fixed);
            if (to != kUnassigned) DeviceSums<T>::add(s.sums + (size_t(to) * D + uint32_t(k)) * DeviceSums<T>::kWords, fixed);
          }
        }
      if constexpr (sizeof(T) == sizeof(float)) {
        one = added(one);
        if (lane == uint32_t(k)) value = one;
      }
    }
    const uint32_t count = added(uint32_t(__popc(same)));
    if (lane < uint32_t(D)) {
      if constexpr (sizeof(T) == sizeof(float)) {
        if (from != kUnassigned) DeviceSums<T>::add(s.sums + size_t(from) * D + lane, -value);
        if (to != kUnassigned) DeviceSums<T>::add(s.sums + size_t(to) * D + lane, value);
      }
    } else if (lane == uint32_t(D)) {
      if (from != kUnassigned) atomicAdd(s.counts + from, 0u - count), s.touched[from] = 1;
      if (to != kUnassigned) atomicAdd(s.counts + to, count), s.touched[to] = 1;
    }
  }
}

/// After a look at its points: notes the strip's slot if all have one now, else writes each one's; changed ones change sides.
template <class T, int D>
__device__ inline void assignStrip(const LoopState<T>& s, const DueStrip& strip, const StripPoints<T, D>& points, const StripNearest<T>& nearest) {
  const uint32_t lane = threadIdx.x % kWarp;
  uint32_t now[kPacketsPerStrip], changed = 0;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) {
    now[t] = nearest.best[t] <= s.margins.reach ? nearest.slot[t] : kUnassigned;
    if (hasPoint(strip, t) && now[t] != points.before[t]) changed |= 1u << t;
  }
  const uint32_t first = __shfl_sync(kAllLanes, now[0], 0);
  bool same = true;
#pragma unroll
  for (uint32_t t = 0; t < kPacketsPerStrip; ++t) same = same && (!hasPoint(strip, t) || now[t] == first);
  const uint32_t slot = __all_sync(kAllLanes, same) ? first : kMixed;
  if (slot != strip.slot && lane == 0) s.stripSlots[strip.index] = slot;
  if (slot == kMixed) {
    uint32_t* const assigned = s.assigned + strip.first + lane;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      if (hasPoint(strip, t) && (strip.slot != kMixed || (changed >> t & 1u))) assigned[t * kPacketPoints] = now[t];
  }
  changeSides<T, D>(s, points, now, changed);
}

/// One warp looks at a strip: new assignments, sums and the deadline. Returns how many points were looked at.
template <class T, int D>
__device__ inline uint32_t lookAtLargeStrip(const LoopState<T>& s, const DueStrip& strip, LookMemory<T, D>& memory) {
  constexpr float kWorth = sizeof(T) == sizeof(float) ? 0 : 0.25f;  // of the radius; measured for float: less is better
  const uint32_t lane = threadIdx.x % kWarp;
  const Ball<T> ball = s.balls[strip.index];
  const bool hasCandidate = lane < strip.listCount;
  const uint32_t slot = hasCandidate ? s.candidates[strip.listStart + lane] : kUnassigned;
  StripPoints<T, D> points;
  if (strip.slot == kMixed) readStrip<T, D>(s, strip, points);  // before it is known whether the ball decides alone: less waiting
  const BallCandidate<T, D> mine = ballCandidate<T, D>(s, slot, hasCandidate, ball);
  const FromCentre all = fromCentre(mine.fromCentre);
  double deadline;
  uint32_t lookedAt = 0;
  const shared::BallVerdict verdict = stripVerdict(all, __shfl_sync(kAllLanes, slot, int(all.lane)), ball.radius, s);
  if (strip.slot != kMixed && strip.listCount <= kWarp && verdict.margin > kWorth * ball.radius) {
    if (verdict.slot != strip.slot) moveStrip(s, strip, strip.slot, verdict.slot);
    deadline = shared::deadlineAfter(strip.total, verdict.margin);
  } else {
    if (strip.slot != kMixed) readStrip<T, D>(s, strip, points);
    const StripNearest<T> nearest = nearestOfStrip<T, D>(s, strip, mine, all, ball, points, memory);
    float margin = INFINITY;
#pragma unroll
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      if (hasPoint(strip, t)) margin = fminf(margin, downward(shared::marginOf(nearest.best[t], nearest.second[t], s.margins)));
    const uint32_t least = smallest(__float_as_uint(margin));  // floats ≥ 0 compare as their bits do
    assignStrip<T, D>(s, strip, points, nearest);
    deadline = shared::deadlineAfter(strip.total, double(__uint_as_float(least)) - s.margins.slack);
    lookedAt = strip.count;
  }
  if (lane == 0) s.stripStates[strip.index].earliest = memory.earliest[strip.owner] = deadline;
  return lookedAt;
}

}  // namespace arete::cuda
