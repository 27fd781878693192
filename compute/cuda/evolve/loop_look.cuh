// The first half of an iteration: which strips are due, and the nearest chosen points of theirs. A warp takes a strip, a lane four points.
#pragma once

#include "compute/cuda/evolve/loop_state.cuh"

namespace arete::cuda {

/// A strip as the thread that watches over it knows it.
struct OwnStrip {
  uint32_t index;
  Strip strip;
  StripState state;
};

/// A strip that is due.
struct DueStrip {
  uint32_t index, first, count, listStart, listCount, owner;  // owner: thread of the block
  double total;
};

template <class T, int D>
struct alignas(sizeof(T) * 4) Candidate {
  T at[D];
  uint32_t slot;
};

/// Shared memory of a block. D = 0: room for a few candidates of any dimension.
template <class T, int D>
struct LookMemory {
  static constexpr int kCoordinates = D > 0 ? D : kMaxDimension;
  static constexpr uint32_t kBatch = D > 0 ? kWarp : 8;  // candidates of a warp at a time
  DueStrip due[kLoopBlock];
  double earliest[kLoopBlock];  // by owner
  Candidate<T, kCoordinates> candidates[kLoopWarps][kBatch];
  uint32_t dueCount, taken;
  uint32_t moved, full;
  unsigned long long lookedAt;
};

/// A margin as a float, rounded down and not below 0.
__device__ inline float downward(float margin) { return fmaxf(margin, 0.0f); }
__device__ inline float downward(double margin) { return fmaxf(__double2float_rd(margin), 0.0f); }

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
  __device__ T margin(const shared::MarginRule<T>& rule) const {
    if (rule.reach < best) return ((best < rule.cap ? best : rule.cap) - rule.reach) * rule.toOutside;
    const T toSecond = ((second < rule.cap ? second : rule.cap) - best) * rule.toSecond, toInside = (rule.reach - best) * rule.toInside;
    return toSecond < toInside ? toSecond : toInside;
  }
};

/// A lane's four points of a strip, one in each tile.
template <class T>
struct LanePoints {
  Nearest<T> nearest[kTilesPerStrip];
  uint32_t before[kTilesPerStrip], now[kTilesPerStrip];
};

/// Adds the points whose bit of `pending` is set to the sums of their slot in `slots`, or takes them away. Called by whole warps; points of
/// the same slot are added up within the warp first.
template <class T, int D>
__device__ inline void changeSums(const LoopState<T>& s, const uint32_t (&slots)[kTilesPerStrip], uint32_t pending, size_t first,
                                  const T (&here)[kTilesPerStrip][D > 0 ? D : 1], int sign) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  for (uint32_t waiting; (waiting = __ballot_sync(kAllLanes, pending != 0)) != 0;) {
    uint32_t mine = kUnassigned;
#pragma unroll
    for (uint32_t t = kTilesPerStrip; t-- > 0;)
      if (pending >> t & 1u) mine = slots[t];
    const uint32_t slot = __shfl_sync(kAllLanes, mine, __ffs(waiting) - 1);
    uint32_t same = 0;
#pragma unroll
    for (uint32_t t = 0; t < kTilesPerStrip; ++t)
      if ((pending >> t & 1u) && slots[t] == slot) same |= 1u << t;
    pending &= ~same;
    uint32_t points = 0;
#pragma unroll
    for (uint32_t t = 0; t < kTilesPerStrip; ++t) points += __popc(__ballot_sync(kAllLanes, same >> t & 1u));
    if (lane == 0) {
      atomicAdd(s.counts + slot, uint32_t(sign * int(points)));
      s.touched[slot] = 1;
    }
    const auto addCoordinate = [&](uint32_t k, const auto& coordinate) {
      unsigned long long* const sum = s.sums + (size_t(slot) * d + k) * DeviceSums<T>::kWords;
      [[maybe_unused]] int64_t value = 0;
#pragma unroll
      for (uint32_t t = 0; t < kTilesPerStrip; ++t)
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
        addCoordinate(k, [&](uint32_t t) { return s.coordinates[size_t(k) * s.count + first + t * kTilePoints + lane]; });
    }
  }
}

/// Reads this lane's points of the tiles in `tiles`, and their slots, unless `whole` says these.
template <class T, int D>
__device__ inline void readPoints(const LoopState<T>& s, const DueStrip& strip, uint32_t tiles, uint32_t whole,
                                  T (&here)[kTilesPerStrip][D > 0 ? D : 1], uint32_t (&before)[kTilesPerStrip]) {
  const uint32_t lane = threadIdx.x % kWarp;
#pragma unroll
  for (uint32_t t = 0; t < kTilesPerStrip; ++t) {
    const bool exists = (tiles >> t & 1u) && t * kTilePoints + lane < strip.count;
    const size_t point = strip.first + t * kTilePoints + lane;
    before[t] = !exists ? kUnassigned : whole != kMixed ? whole : s.assigned[point];
#pragma unroll
    for (int k = 0; k < D; ++k) here[t][k] = exists ? s.coordinates[size_t(k) * s.count + point] : T(0);
  }
}

/// Whether this lane's candidate, at distance `distance` from the centre of a ball, may be the nearest or second-nearest to a point in it: two
/// others that are nearer to every point by more than rounding say no. Candidates at the two smallest distances are at most the second smallest
/// plus the radius away from any point in the ball, this one at least its distance minus the radius. Called by whole warps.
__device__ inline bool mayBeNearest(float distance, float radius) {
  constexpr float kRounding = 1e-5f;  // far above that of a distance in float, which is relative
  const uint32_t bits = __float_as_uint(distance), least = smallest(bits), first = __ffs(__ballot_sync(kAllLanes, bits == least)) - 1;
  const float second = __uint_as_float(smallest(threadIdx.x % kWarp == first ? __float_as_uint(INFINITY) : bits));
  return distance * (1 - kRounding) <= (second + 2 * radius) * (1 + kRounding);
}

/// One of the chosen points around a strip's cell, a lane each.
template <class T, int D>
struct LaneCandidate {
  Candidate<T, (D > 0 ? D : 1)> candidate;
  float fromCentre;  // of the strip's ball; INFINITY where the lane has none
};

template <class T, int D, bool kLarge>
__device__ inline LaneCandidate<T, D> laneCandidate(const LoopState<T>& s, uint32_t slot, bool exists, const Ball<T>& ball) {
  LaneCandidate<T, D> mine;
  mine.candidate.slot = slot;
  mine.fromCentre = INFINITY;
  if (!exists) return mine;
  [[maybe_unused]] T squared = T(0);
#pragma unroll
  for (int k = 0; k < D; ++k) {
    mine.candidate.at[k] = s.chosen[size_t(slot) * D + uint32_t(k)];
    if constexpr (kLarge) {
      const T difference = mine.candidate.at[k] - ball.centre[k];
      squared += difference * difference;
    }
  }
  if constexpr (kLarge) mine.fromCentre = sqrtf(float(squared));
  return mine;
}

/// Offers all candidates of the strip's cell to the points of its due tiles. `mine`: this lane's one of the first. D = 0: points are
/// read from memory again and again.
template <class T, int D, bool kLarge>
__device__ inline void offerCandidates(const LoopState<T>& s, const DueStrip& strip, uint32_t dueTiles, LaneCandidate<T, D> mine, const Ball<T>& ball,
                                       const T (&here)[kTilesPerStrip][D > 0 ? D : 1], LookMemory<T, D>& memory, LanePoints<T>& points) {
  constexpr uint32_t kBatch = LookMemory<T, D>::kBatch;
  const uint32_t lane = threadIdx.x % kWarp, last = strip.count - 1;
  const int d = D > 0 ? D : s.dimension;
  auto* const candidates = memory.candidates[threadIdx.x / kWarp];
  for (uint32_t begin = 0; begin < strip.listCount; begin += kBatch) {
    uint32_t count = min(kBatch, strip.listCount - begin);
    if (begin > 0) {
      const uint32_t slot = lane < count ? s.candidates[strip.listStart + begin + lane] : kUnassigned;
      mine = laneCandidate<T, D, kLarge>(s, slot, lane < count, ball);
    }
    if constexpr (D > 0) {
      bool offered = lane < count;
      if (kLarge && strip.listCount <= kBatch) offered = mayBeNearest(mine.fromCentre, ball.radius) && offered;
      const uint32_t lanes = __ballot_sync(kAllLanes, offered);
      if (offered) candidates[__popc(lanes & ((1u << lane) - 1))] = mine.candidate;
      count = __popc(lanes);
    } else if (lane < count) {
      const uint32_t slot = mine.candidate.slot;
      for (int k = 0; k < d; ++k) candidates[lane].at[k] = s.chosen[size_t(slot) * uint32_t(d) + uint32_t(k)];
      candidates[lane].slot = slot;
    }
    __syncwarp();
    for (uint32_t j = 0; j < count; ++j) {
      if constexpr (D > 0) {
        const auto candidate = candidates[j];
#pragma unroll
        for (uint32_t t = 0; t < kTilesPerStrip; ++t)
          if (dueTiles >> t & 1u) points.nearest[t].offer(shared::squaredDistance<D>(here[t], candidate.at), candidate.slot);
      } else {
#pragma unroll
        for (uint32_t t = 0; t < kTilesPerStrip; ++t)
          if (dueTiles >> t & 1u)
            points.nearest[t].offer(
                shared::squaredDistance(s.coordinates + strip.first + min(t * kTilePoints + lane, last), s.count, candidates[j].at, 1, d),
                candidates[j].slot);
      }
    }
    __syncwarp();
  }
}

/// What the ball says of all points of a strip at once: the slot that all are assigned to, or kUnassigned, and how far chosen points may move
/// before that changes; margin ≤ 0: the points have to be looked at. A point is at most the radius nearer to or farther from anything than the
/// centre is; chosen points that are no candidates are beyond the cap from any point. Called by whole warps.
struct WholeVerdict {
  uint32_t slot;
  float margin;
};

template <class T>
__device__ inline WholeVerdict wholeVerdict(float fromCentre, uint32_t slot, float radius, const shared::MarginRule<T>& rule) {
  constexpr float kRounding = 4e-5f;  // of all that is added here
  const uint32_t bits = __float_as_uint(fromCentre), least = smallest(bits), first = __ffs(__ballot_sync(kAllLanes, bits == least)) - 1;
  const float second = __uint_as_float(smallest(threadIdx.x % kWarp == first ? __float_as_uint(INFINITY) : bits));
  const uint32_t nearest = __shfl_sync(kAllLanes, slot, first);
  const float r1 = sqrtf(float(rule.reach)), cap = sqrtf(float(rule.cap)), centre = __uint_as_float(least);
  const float rounding = kRounding * (cap + radius + fminf(centre, cap)) + float(rule.slack);
  if (const float farthest = centre + radius; farthest < r1)
    return {nearest, fminf(r1 - farthest, (fminf(second - radius, cap) - farthest) / 2) - rounding};
  return {kUnassigned, fminf(centre - radius, cap) - r1 - rounding};
}

/// Moves all points of a strip from one slot to another, either of them kUnassigned for none.
template <class T>
__device__ inline void moveWhole(const LoopState<T>& s, const DueStrip& strip, uint32_t from, uint32_t to) {
  const uint32_t lane = threadIdx.x % kWarp;
  const auto d = uint32_t(s.dimension);
  if (lane < d) {
    constexpr auto kWords = size_t(DeviceSums<T>::kWords);
    const auto sum = DeviceSums<T>::read(s.stripSums + (size_t(strip.index) * d + lane) * kWords);
    if (from != kUnassigned) DeviceSums<T>::addSum(s.sums + (size_t(from) * d + lane) * kWords, -sum);
    if (to != kUnassigned) DeviceSums<T>::addSum(s.sums + (size_t(to) * d + lane) * kWords, sum);
  } else if (lane == d) {
    if (from != kUnassigned) atomicAdd(s.counts + from, 0u - strip.count), s.touched[from] = 1;
    if (to != kUnassigned) atomicAdd(s.counts + to, strip.count), s.touched[to] = 1;
    s.whole[strip.index] = to;
  }
}

/// At which total a tile is due whose assignments stand for `margin`.
__device__ inline double deadlineAfter(double total, double margin) {
  constexpr double kRoundedDown = 1 - 4 * 2.220446049250313e-16;
  const double next = __longlong_as_double(__double_as_longlong(total) + 1);  // due at any further movement; total ≥ 0
  return margin > 0 ? fmax((total + margin) * kRoundedDown, next) : next;
}

/// After a look at the points of all tiles in `dueTiles`: notes whether all of the strip have one slot now, and if not, writes the slots.
template <class T, bool kLarge>
__device__ inline void writeAssigned(const LoopState<T>& s, const DueStrip& strip, uint32_t dueTiles, uint32_t whole, const LanePoints<T>& points) {
  const uint32_t lane = threadIdx.x % kWarp;
  uint32_t now = kMixed;
  if constexpr (kLarge) {
    const uint32_t first = __shfl_sync(kAllLanes, points.now[0], 0);
    bool same = dueTiles == (1u << (strip.count + kTilePoints - 1) / kTilePoints) - 1;
#pragma unroll
    for (uint32_t t = 0; t < kTilesPerStrip; ++t) same = same && (t * kTilePoints + lane >= strip.count || points.now[t] == first);
    if (__all_sync(kAllLanes, same)) now = first;
    if (now != whole && lane == 0) s.whole[strip.index] = now;
    if (now != kMixed) return;
  }
#pragma unroll
  for (uint32_t t = 0; t < kTilesPerStrip; ++t) {
    const uint32_t at = t * kTilePoints + lane;
    const bool changes = whole != kMixed || points.now[t] != points.before[t];
    if ((dueTiles >> t & 1u) && at < strip.count && changes) s.assigned[strip.first + at] = points.now[t];
  }
}

/// One warp looks at the due tiles of a strip: new assignments, sums and deadlines. In a large cloud the ball may say it all, and a strip whose
/// points have one chosen point has one deadline.
template <class T, int D, bool kLarge>
__device__ inline void lookAtStrip(const LoopState<T>& s, const DueStrip& strip, LookMemory<T, D>& memory) {
  constexpr uint32_t kBatch = LookMemory<T, D>::kBatch;
  constexpr float kWorth = sizeof(T) == sizeof(float) ? 0 : 0.25f;  // of the radius; measured for float: the less the better
  const uint32_t lane = threadIdx.x % kWarp;
  Ball<T> ball{};
  uint32_t whole = kMixed;
  if constexpr (kLarge) ball = s.balls[strip.index], whole = s.whole[strip.index];
  double* const deadlines = s.deadlines + size_t(strip.index) * kTilesPerStrip;
  const bool isTile = lane < kTilesPerStrip && lane * kTilePoints < strip.count;
  double deadline = isTile && whole == kMixed ? deadlines[lane] : double(INFINITY);
  const bool hasCandidate = lane < min(strip.listCount, kBatch);
  const uint32_t slot = hasCandidate ? s.candidates[strip.listStart + lane] : kUnassigned;
  LanePoints<T> points;
  T here[kTilesPerStrip][D > 0 ? D : 1];
  if constexpr (!kLarge) readPoints<T, D>(s, strip, kAllLanes, kMixed, here, points.before);  // before it is known which are due: less waiting
  const auto mine = laneCandidate<T, D, kLarge>(s, slot, hasCandidate && D > 0, ball);
  bool isDue = isTile && (whole != kMixed || deadline <= strip.total);
  if constexpr (kLarge) {
    if (strip.listCount <= kBatch) {
      const WholeVerdict verdict = wholeVerdict(mine.fromCentre, slot, ball.radius, s.margins);
      const bool holds = verdict.margin > kWorth * ball.radius;
      if (holds && whole != kMixed) {
        if (verdict.slot != whole) moveWhole(s, strip, whole, verdict.slot);
        if (lane == 0) s.stripStates[strip.index].earliest = memory.earliest[strip.owner] = deadlineAfter(strip.total, verdict.margin);
        return;
      }
      isDue = isDue || (holds && isTile);  // all of them, once: then they have one chosen point
    }
  }
  const uint32_t dueTiles = __ballot_sync(kAllLanes, isDue);
  if constexpr (kLarge) readPoints<T, D>(s, strip, dueTiles, whole, here, points.before);
  offerCandidates<T, D, kLarge>(s, strip, dueTiles, mine, ball, here, memory, points);

  uint32_t leaving = 0, coming = 0, lookedAt = 0;
  float margin = INFINITY;  // of tile `lane`
#pragma unroll
  for (uint32_t t = 0; t < kTilesPerStrip; ++t) {
    if (!(dueTiles >> t & 1u)) continue;
    const uint32_t at = t * kTilePoints + lane;
    const Nearest<T>& nearest = points.nearest[t];
    const bool exists = at < strip.count;
    points.now[t] = nearest.best <= s.margins.reach ? nearest.slot : kUnassigned;
    if (exists && points.now[t] != points.before[t]) {
      if (points.before[t] != kUnassigned) leaving |= 1u << t;
      if (points.now[t] != kUnassigned) coming |= 1u << t;
    }
    const float own = exists ? downward(nearest.margin(s.margins)) : float(INFINITY);
    const uint32_t least = smallest(__float_as_uint(own));  // floats ≥ 0 compare as their bits do
    if (lane == t) margin = __uint_as_float(least);
    lookedAt += min(kTilePoints, strip.count - t * kTilePoints);
  }
  writeAssigned<T, kLarge>(s, strip, dueTiles, whole, points);
  changeSums<T, D>(s, points.before, leaving, strip.first, here, -1);
  changeSums<T, D>(s, points.now, coming, strip.first, here, 1);

  if (isDue) deadlines[lane] = deadline = deadlineAfter(strip.total, double(margin) - s.margins.slack);
  for (int step = kTilesPerStrip / 2; step > 0; step /= 2) deadline = fmin(deadline, __shfl_xor_sync(kAllLanes, deadline, step));
  if (lane == 0) {
    s.stripStates[strip.index].earliest = memory.earliest[strip.owner] = deadline;
    atomicAdd(&memory.lookedAt, static_cast<unsigned long long>(lookedAt));
  }
}

/// The strip that this thread watches over in turn `turn`. Neighbours in memory, which are due together, go to different blocks, a few at a time.
template <class T>
__device__ inline OwnStrip ownStrip(const LoopState<T>& s, uint32_t turn) {
  const uint32_t together = (turn * (kLoopBlock / s.together) + threadIdx.x / s.together) * gridDim.x + blockIdx.x;
  const uint32_t index = together * s.together + threadIdx.x % s.together;
  if (index >= *s.stripCount) return {index, {}, {0, double(INFINITY)}};
  return {index, s.strips[index], s.stripStates[index]};
}

/// The next strip for a warp that is done with one: they take unequally long.
__device__ inline uint32_t nextEntry(uint32_t& taken) { return __shfl_sync(kAllLanes, threadIdx.x % kWarp == 0 ? atomicAdd(&taken, 1u) : 0, 0); }

/// Adds the last iteration's movements to the totals of this block's strips and looks at those that are due. Where a thread has one strip at
/// most, `own` is kept between iterations.
template <class T, int D, bool kLarge>
__device__ inline void lookAtDueStrips(const LoopState<T>& s, uint32_t iteration, uint32_t turns, OwnStrip& own, LookMemory<T, D>& memory) {
  constexpr double kRoundedUp = 1 + 4 * 2.220446049250313e-16;
  const uint32_t lane = threadIdx.x % kWarp;
  for (uint32_t turn = 0; turn < turns; ++turn) {
    if (threadIdx.x == 0) memory.dueCount = 0, memory.taken = kLoopWarps;
    __syncthreads();
    if (turns > 1) own = ownStrip(s, turn);
    CandidateList list{};
    if (own.strip.count > 0) {
      const unsigned long long movement = s.movements[own.strip.cell];
      list = s.lists[own.strip.cell];
      if (uint32_t(movement >> 32) == iteration - 1 && uint32_t(movement) != 0) {
        own.state.total = (own.state.total + double(__uint_as_float(uint32_t(movement)))) * kRoundedUp;
        s.stripStates[own.index].total = own.state.total;
      }
    }
    const bool due = own.state.earliest <= own.state.total;
    const uint32_t dueLanes = __ballot_sync(kAllLanes, due);
    uint32_t place = 0;
    if (lane == 0 && dueLanes != 0) place = atomicAdd(&memory.dueCount, uint32_t(__popc(dueLanes)));
    place = __shfl_sync(kAllLanes, place, 0) + __popc(dueLanes & ((1u << lane) - 1));
    if (due) memory.due[place] = {own.index, own.strip.first, own.strip.count, list.start, list.count, threadIdx.x, own.state.total};
    __syncthreads();
    const uint32_t count = memory.dueCount;
    for (uint32_t entry = threadIdx.x / kWarp; entry < count; entry = nextEntry(memory.taken))
      lookAtStrip<T, D, kLarge>(s, memory.due[entry], memory);
    __syncthreads();
    if (due) own.state.earliest = memory.earliest[threadIdx.x];
  }
}

}  // namespace arete::cuda
