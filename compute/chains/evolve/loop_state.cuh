// The data of accelerated evolve's loop, and how its blocks wait for each other. See accelerated.cu for the idea.
#pragma once

#include "compute/chains/evolve/contract.h"
#include "compute/chains/evolve/margin_rule.h"
#include "compute/chains/evolve/move_rule.h"
#include "compute/chains/evolve/onchip_launch.cuh"
#include "compute/chains/evolve/sorted_cloud.cuh"
#include "compute/chains/evolve/sums.cuh"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/device_clock.cuh"
#include "compute/gpu/patience.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kLoopBlock = 512, kLoopWarps = kLoopBlock / kWarp;
inline constexpr int kLoopBlocksEach = 2;  // blocks per multiprocessor for a large cloud; for others one, which may use all registers

/// Counters of one iteration.
struct IterationCounters {
  unsigned long long verdict;  // of GridBarrier: what decides whether to go on
  unsigned long long lookedAt;
};

/// What a block adds to the verdict, and the sum of all: one word, so that blocks that wait for the last one get it at once.
struct Verdict {
  static constexpr unsigned long long kArrived = 1, kLate = 1ull << 16, kFull = 1ull << 17;  // the rest: chosen points that moved, from bit 32 on

  __host__ __device__ static uint32_t arrived(unsigned long long word) { return uint32_t(word) & 0xffffu; }
  __host__ __device__ static bool isLate(unsigned long long word) { return (word & kLate) != 0; }      // the launch has taken its time
  __host__ __device__ static bool isFull(unsigned long long word) { return uint32_t(word) >= kFull; }  // a candidate list has no room
  __host__ __device__ static uint32_t moved(unsigned long long word) { return uint32_t(word >> 32); }
};

/// What an iteration adds to a chosen point's sums while few packets are due (onchip_loop.cuh): the sums, then the count. In turns one of these
/// buffers is written, one read and one cleared.
inline constexpr uint32_t kDeltaWords = 4, kDeltaBuffers = 3;

/// Why the loop returned. amid: time was up before all due strips of an iteration were looked at, which the next launch continues; crowded: so
/// many candidates lie around a cell that one look would take too long, and the iteration cannot be finished here.
enum class LoopEnd : uint32_t { limit, standsStill, time, amid, crowded };

/// The start of what the host reads after a launch.
struct LoopResult {
  uint32_t done;  // iterations
  LoopEnd end;
  uint32_t onChip;  // the launch ended while few packets were due: candidate lists and cells around in device memory are old
};

/// Words that all blocks share.
struct LoopControl {
  alignas(128) uint32_t arrived;     // of GridBarrier; alone in its line of the cache
  alignas(128) uint32_t candidates;  // entries of the candidate lists given away
  uint32_t crowded;                  // a due strip has more than kMostCandidates
};

/// How far the chosen points around a strip's cell moved since reset, and at which total a packet of it is due.
struct StripState {
  double total, earliest;
};

/// The movement around a strip since reset, after another one of `movement` (bits of a float).
__device__ inline double totalAfter(double total, uint32_t movement) { return shared::totalAfter(total, double(__uint_as_float(movement))); }

/// A ball that contains the points of a strip. In large clouds strips are small compared with the spacing of chosen points: the ball rules out most
/// candidates before any point is compared, and often decides for all points at once which is the nearest.
template <class T>
struct Ball {
  static constexpr int kMostCoordinates = 3;
  T centre[kMostCoordinates];
  float radius;
};

inline constexpr uint32_t kMixed = kUnassigned - 1;  // in LoopState::stripSlots: the strip's points have different chosen points

/// The chosen points that may be near the points of a cell: those in the cells around it, and some that have left.
struct CandidateList {
  uint32_t start, room, count, unused;
};

/// Everything that the kernel sees; the pointers are owned by the evolver.
template <class T>
struct LoopState {
  DeviceGrid grid;
  const T* coordinates;
  uint32_t count;
  int dimension;
  CellTable cellNumbers;
  uint32_t cells;
  const Strip* strips;
  const uint32_t* stripCount;

  uint32_t* assigned;             // by point: slot of its chosen point
  double* deadlines;              // by packet
  StripState* stripStates;        // by strip
  unsigned long long* movements;  // by cell: the iteration, then the bits of a float ≥ 0, the largest movement around it
  uint32_t* renewed;              // by cell: a candidate is gone, look at every point
  CandidateList* lists;           // by cell
  uint32_t* candidates;           // slots

  T* chosen;  // by slot, row layout
  uint32_t slots;
  unsigned long long* sums;
  uint32_t* counts;
  uint32_t* touched;       // the sums changed since the last move
  uint32_t* alive;         // in S at the last listing
  uint32_t* presentIndex;  // in S now, or kNoEntry for a slot that is gone
  uint32_t* around;        // kTouching numbers of the cells around it, kNoEntry where none is occupied

  Patience patience;
  LoopControl* control;
  LoopResult* result;
  IterationCounters* counters;    // one an iteration
  T* rows;                        // S at the end, row layout
  T* history;                     // S after each iteration; null: not wanted
  Ball<T>* balls;                 // by strip; this and the next two are for large clouds only, else null
  unsigned long long* stripSums;  // by strip and coordinate, of all its points; DeviceSums<T>::kWords each
  uint32_t* stripSlots;           // by strip: the slot of all its points, kUnassigned too, whatever `assigned` says; or kMixed
  uint32_t together;              // neighbouring strips that a block takes together
  float r1, cap;                  // roots of margins.reach and margins.cap
  unsigned long long* deltas;     // what an iteration adds to the sums while few packets are due, see onchip_loop.cuh
  OnChipLayout onChip;            // bytes = 0: no such iterations
  shared::MarginRule<T> margins;
  shared::MoveRule<T> rule;
  shared::FixedScale scale;
};

/// The task of a launch.
struct LoopOrder {
  uint32_t iteration;  // number of the first one, from 1 on since reset
  uint32_t limit;      // iterations
  uint32_t rowCount;   // points in S
  bool list;           // the candidate lists are to be made first
  bool lookOnly;       // assign, do not move
  bool resumes;        // the previous launch ended within the first iteration
  bool onChip;         // start in the on-chip loop, as the last launch ended in it
  uint32_t mostMoved;  // when at most this many chosen points moved, few packets will be due
};

inline constexpr uint32_t kLaunch_ns = 30'000'000;  // after which a launch ends, with its iteration or before the next strip

/// All blocks of a cooperative launch.
class GridBarrier {
 public:
  template <class T>
  __device__ explicit GridBarrier(const LoopState<T>& state) : arrived_(&state.control->arrived), patience_(state.patience) {}
  /// Returns once all blocks have arrived: whether any of them, in this or an earlier wait, said that it is late. Thread 0's argument counts. Late,
  /// too, is who gives up waiting.
  __device__ bool wait(bool late = false) {
    __shared__ bool anyLate;
    target_ += gridDim.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      arrive(arrived_, 1u + (late ? kLate : 0));
      uint32_t all = 0;
      const bool isMet = patience_.until([&] { return ((all = read(arrived_)) & (kLate - 1)) >= target_; });
      anyLate = all >= kLate || !isMet;
    }
    __syncthreads();
    return anyLate;
  }
  /// The same, and returns the sum of all blocks' `mine` (of thread 0). `word` must be 0 at first and is used once.
  __device__ unsigned long long wait(unsigned long long* word, unsigned long long mine) {
    __shared__ unsigned long long verdict;
    __syncthreads();
    if (threadIdx.x == 0) {
      arrive(word, mine + Verdict::kArrived);
      unsigned long long all = 0;
      const bool isMet = patience_.until([&] { return Verdict::arrived(all = read(word)) >= gridDim.x; });
      verdict = isMet ? all : all | Verdict::kLate;
    }
    __syncthreads();
    return verdict;
  }

 private:
  __device__ static void arrive(uint32_t* word, uint32_t add) {
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(word), "r"(add) : "memory");
  }
  __device__ static void arrive(unsigned long long* word, unsigned long long add) {
    asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(word), "l"(add) : "memory");
  }
  __device__ static uint32_t read(const uint32_t* word) {
    uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
  }
  __device__ static unsigned long long read(const unsigned long long* word) {
    unsigned long long value;
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
  }
  static constexpr uint32_t kLate = 1u << 22;  // more blocks than come in the iterations of a launch

  uint32_t* arrived_;
  Patience patience_;
  uint32_t target_ = 0;
};

}  // namespace arete::cuda
