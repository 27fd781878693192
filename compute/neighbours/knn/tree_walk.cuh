// The way of a warp through the tree of boxes.
#pragma once

#include "compute/gpu/device_clock.cuh"
#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/tree_build.cuh"

namespace arete::cuda {

inline constexpr int kMostLevels = 7;  // 32⁷ leaves

template <class T, int D>
struct TreeView {
  const Packed<T, D>* points;
  uint32_t count;
  int levels;
  const Box<T, D>* boxes[kMostLevels];  ///< level 0: the leaves
  uint32_t sizes[kMostLevels];
};

/// Squared distance between two boxes, or less: no query in one is nearer to a point in the other, as rounding is monotone and sums are
/// taken in the same order.
template <class T, int D>
__device__ T gapBetween(const Box<T, D>& a, const Box<T, D>& b) {
  T sum = T(0);
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const T gap = fmax(fmax(a.low[k] - b.high[k], b.low[k] - a.high[k]), T(0));
    sum = sum + gap * gap;
  }
  return sum;
}

/// The same from a point.
template <class T, int D>
__device__ T gapTo(const Box<T, D>& box, const Packed<T, D>& point) {
  T sum = T(0);
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const T gap = point.x[k] - fmin(fmax(point.x[k], box.low[k]), box.high[k]);
    sum = sum + gap * gap;
  }
  return sum;
}

/// When a launch began, and how many of the last items it did not start: kernels end in time for any points. All 0 at first.
struct Budget {
  unsigned long long begin;  ///< nanoseconds
  uint32_t undone;
};
inline constexpr unsigned long long kBudget_ns = 40'000'000;

/// Called by a warp's lane 0 before it starts an item, the last but `left` − 1: false when the time is over. Items not started are
/// launched again.
__device__ inline bool inTime(Budget* budget, uint32_t left) {
  const unsigned long long now = nanoseconds();
  if (blockIdx.x == 0) *reinterpret_cast<volatile unsigned long long*>(&budget->begin) = now;
  const unsigned long long begin = *reinterpret_cast<volatile unsigned long long*>(&budget->begin);
  if (begin == 0 || now < begin + kBudget_ns) return true;
  atomicMax(&budget->undone, left);
  return false;
}

/// When a visitor is called: before the way through the tree, at leaves on it, at its end.
enum class Turn : uint8_t { first, leaves, last };

/// Goes through the tree nearest box first among siblings. Visitor: box(), the queries' box; bound(), the bits of the largest squared distance
/// that still matters, the same in all lanes; visit(turn, first, live), called by all lanes, at leaves with some of 32 siblings.
template <class T, int D, class Visitor>
__device__ void walk(const TreeView<T, D>& tree, Visitor& visitor) {
  constexpr uint32_t kNone = UINT32_MAX;
  const uint32_t lane = threadIdx.x % kWarp;
  uint32_t open[kMostLevels], first[kMostLevels];
  Bits<T> gaps[kMostLevels];
  const Box<T, D> box = visitor.box();
  int level = tree.levels - 1;
  const auto gapOf = [&](int of, uint32_t child) {
    return child < tree.sizes[of] ? std::bit_cast<Bits<T>>(gapBetween(load(tree.boxes[of] + child), box)) : ~Bits<T>(0);
  };
  const auto enter = [&](uint32_t from) {
    gaps[level] = gapOf(level, from + lane);
    open[level] = __ballot_sync(kAllLanes, from + lane < tree.sizes[level]);
    first[level] = from;
  };
  const auto nextLeaves = [&](Bits<T> bound) {
    while (level < tree.levels) {
      if (level == 0) {  // there are no boxes above the leaves
        level = tree.levels;
        return 0u;
      }
      const uint32_t live = open[level] & __ballot_sync(kAllLanes, gaps[level] <= bound);
      if (live == 0) {
        ++level;
        continue;
      }
      const bool mine = live >> lane & 1;
      const uint32_t order = uint32_t(gaps[level] >> (8 * sizeof(T) - 32));
      const uint32_t nearest = ~largest(mine ? ~order : 0u);
      const uint32_t candidates = __ballot_sync(kAllLanes, mine && order == nearest);
      const int next = __ffs(int(candidates != 0 ? candidates : live)) - 1;
      open[level] = live & ~(1u << next);
      const uint32_t child = (first[level] + next) * kFan;
      if (level == 1) return child;
      --level;
      enter(child);
    }
    return kNone;
  };
  if (level > 0) enter(0);
  uint32_t from = 0, live = 0;
  for (Turn turn = Turn::first;;) {
    visitor.visit(turn, from, live);  // the only call, as all of it is compiled in here
    if (turn == Turn::last) return;
    const Bits<T> bound = visitor.bound();
    turn = Turn::leaves;
    do {
      from = nextLeaves(bound);
      if (from == kNone) turn = Turn::last;
      live = __ballot_sync(kAllLanes, from != kNone && from + lane < tree.sizes[0] && gapOf(0, from + lane) <= bound);
    } while (live == 0 && turn != Turn::last);
  }
}

}  // namespace arete::cuda
