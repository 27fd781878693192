// Iterations of accelerated evolve while few packets are due, part of the loop's launch (loop_kernel.cuh) for small clouds of floats, d = 2 and 3.
//
// Idea. On the way to the true fixed point a few hundred packets are due in an iteration, of tens of thousands, and a few tens of chosen points move.
// What counts then is how often blocks wait for each other and how many reads of memory depend on each other. So everything is in shared memory: of
// each block its strips, their points, assignments, deadlines and candidates, and a copy of S with all its sums. In an iteration blocks wait for each
// other once: a block that looks adds the changes to a buffer in device memory, then every block adds all changes to its own sums and moves all
// chosen points itself. Three buffers in turn: one is written, one is read, one cleared; between clearing and writing, and between writing and
// reading, is a wait. Everything is counted as in the loop on device memory, to the bit, so either may continue where the other stopped.
//
// When shared memory is written, by the barriers of an iteration: 1 after findDuePackets, 2 when all blocks have looked, 3 after moving.
// dueCount, due: 3 to 1, read 1 to 2, cleared 2 to 3. totals: 3 to 1, read 1 to 2. deadlines: 1 to 2, read 3 to 1. lists: 3 to 1, entries behind the
// length before, by lanes of one warp; read 1 to 2; relist: 3 to 1, cleared by listAgain. assigned: 1 to 2, by the point's lane. lookedAt: 1 to 2,
// taken 2 to 3. sums, counts, chosen, rowCells, moves: 2 to 3, by the row's thread, read 3 to 2. movedCount, entered: 2 to 3, read 3 to 1, cleared 1
// to 2.
//
// Memory: of a block's shared memory 10 bytes (2D) or 14 a point and 52 or 72 a chosen point. Loses when many packets are due: then a thread of the
// loop on device memory looks at four points at once, and changes are added up within a warp. Source: ours.
#pragma once

#include "compute/chains/evolve/onchip_look.cuh"
#include "compute/chains/evolve/onchip_move.cuh"
#include "compute/gpu/warp.cuh"

namespace arete::cuda {

inline constexpr uint32_t kManyPacketsOfBlock = 4 * kLoopWarps, kManyPatience = 8;  // so many due, so many iterations after each other: too many
inline constexpr uint32_t kTimeEvery = 16;                                          // iterations: reading the clock takes long

/// The buffer of deltas of an iteration.
__device__ inline unsigned long long* deltasOf(const LoopState<float>& s, uint32_t rows, uint32_t iteration) {
  return s.deltas + size_t(iteration % kDeltaBuffers) * kDeltaWords * rows;
}

/// S, its sums and counts.
template <int D>
__device__ inline void loadRows(const LoopState<float>& s, const OnChipMemory<D>& own, uint32_t rows) {
  for (uint32_t slot = threadIdx.x; slot < s.slots; slot += kLoopBlock) {
    const uint32_t row = s.presentIndex[slot];
    if (row == kNoEntry) continue;
    own.slots()[row] = slot;
    own.counts()[row] = s.counts[slot];
    for (uint32_t k = 0; k < D; ++k) {
      own.chosen()[row].at[k] = s.chosen[size_t(slot) * D + k];
      own.sums(row)[k] = DeviceSums<float>::read(s.sums + size_t(slot) * D + k);
    }
    own.rowCells()[row] = onChipCell<D>(s.grid, own.chosen()[row].at);
  }
  for (uint32_t i = 0; i < kDeltaBuffers; ++i) clearDeltas(deltasOf(s, rows, i), rows);
  if (threadIdx.x == 0) own.words() = {};
}

/// This block's strips and their points; what moved in the last iteration is added to the totals. After loadRows and a barrier.
template <int D>
__device__ inline void loadStrips(const LoopState<float>& s, const OnChipMemory<D>& own, uint32_t strips, uint32_t rows, uint32_t iteration) {
  for (uint32_t j = threadIdx.x; j < strips; j += kLoopBlock) {
    const uint32_t index = j * gridDim.x + blockIdx.x;
    const Strip strip = s.strips[index];
    float point[D];
    for (int k = 0; k < D; ++k) point[k] = s.coordinates[size_t(k) * s.count + strip.first];
    own.strips()[j] = {strip.first, strip.count, onChipCell<D>(s.grid, point)};
    const unsigned long long movement = s.movements[strip.cell];
    const double total = s.stripStates[index].total;
    own.totals()[j] = uint32_t(movement >> 32) == iteration - 1 && uint32_t(movement) != 0 ? totalAfter(total, uint32_t(movement)) : total;
    for (uint32_t t = 0; t < kPacketsPerStrip; ++t)
      own.deadlines()[j * kPacketsPerStrip + t] =
          t * kPacketPoints < strip.count ? s.deadlines[size_t(index) * kPacketsPerStrip + t] : double(INFINITY);
  }
  __syncthreads();
#pragma unroll 4  // reads under way together
  for (uint32_t i = threadIdx.x; i < strips * kStripPoints; i += kLoopBlock) {
    const OnChipStrip<D> strip = own.strips()[i / kStripPoints];
    const bool exists = i % kStripPoints < strip.count;
    const size_t point = strip.first + i % kStripPoints;
    const uint32_t slot = exists ? s.assigned[point] : kUnassigned;
    own.assigned()[i] = uint16_t(slot == kUnassigned ? kNoRow : s.presentIndex[slot]);
    for (int k = 0; k < D; ++k) own.points(k)[i] = exists ? s.coordinates[size_t(k) * s.count + point] : 0;
  }
  for (uint32_t j = threadIdx.x / kWarp; j < strips; j += kLoopWarps) listRows(own, j, rows);
}

/// Writes what the next launch, or the loop on device memory, continues from. A slot is written by the block that moves it there.
template <int D>
__device__ inline void storeOnChip(const LoopState<float>& s, const OnChipMemory<D>& own, uint32_t strips, uint32_t rows) {
  for (uint32_t row = threadIdx.x; row < rows; row += kLoopBlock) {
    const uint32_t slot = own.slots()[row];
    if (slot % gridDim.x != blockIdx.x) continue;
    s.counts[slot] = own.counts()[row];
    for (uint32_t k = 0; k < D; ++k) {
      s.chosen[size_t(slot) * D + k] = own.chosen()[row].at[k];
      DeviceSums<float>::write(s.sums + size_t(slot) * D + k, own.sums(row)[k]);
    }
  }
  for (uint32_t j = threadIdx.x; j < strips; j += kLoopBlock) {
    const uint32_t index = j * gridDim.x + blockIdx.x;
    double earliest = INFINITY;
    for (uint32_t t = 0; t * kPacketPoints < own.strips()[j].count; ++t) {
      const double deadline = own.deadlines()[j * kPacketsPerStrip + t];
      s.deadlines[size_t(index) * kPacketsPerStrip + t] = deadline;
      earliest = fmin(earliest, deadline);
    }
    s.stripStates[index] = {own.totals()[j], earliest};
  }
  for (uint32_t i = threadIdx.x; i < strips * kStripPoints; i += kLoopBlock) {
    const OnChipStrip<D> strip = own.strips()[i / kStripPoints];
    const uint32_t row = own.assigned()[i];
    if (i % kStripPoints < strip.count) s.assigned[strip.first + i % kStripPoints] = row == kNoRow ? kUnassigned : own.slots()[row];
  }
}

/// Rebuilds the candidate lists of strips whose list is full. By all threads.
template <int D>
__device__ inline void listAgain(const OnChipMemory<D>& own, uint32_t strips, uint32_t rows) {
  for (uint32_t j = threadIdx.x / kWarp; j < strips; j += kLoopWarps)
    if (own.listCounts()[j] > own.at.listRoom && own.listCounts()[j] != kEveryRow) listRows(own, j, rows);
  __syncthreads();
  if (threadIdx.x == 0) own.words().relist = 0;
}

/// Iterates as the loop does, from `done` on, until it ends or many packets are due; adds to `done`. By all threads.
template <int D>
__device__ inline LoopEnd iterateOnChip(const LoopState<float>& s, const LoopOrder& order, uint32_t start_ns, GridBarrier& barrier, uint32_t& done) {
  const OnChipMemory<D> own{s.onChip};
  OnChipWords& words = own.words();
  const bool isFirst = blockIdx.x == 0 && threadIdx.x == 0;
  const uint32_t rows = order.rowCount, allStrips = *s.stripCount, strips = allStrips > blockIdx.x ? (allStrips - blockIdx.x - 1) / gridDim.x + 1 : 0;
  loadRows(s, own, rows);
  __syncthreads();
  loadStrips(s, own, strips, rows, order.iteration + done);
  barrier.wait();  // all deltas are cleared

  LoopEnd end = LoopEnd::limit;
  uint32_t patience = kManyPatience;
  findDuePackets(own, strips, 0, false);
  while (done < order.limit && end == LoopEnd::limit && patience > 0) {
    __syncthreads();  // 1
    IterationCounters& counters = s.counters[done];
    unsigned long long* const deltas = deltasOf(s, rows, done);
    if (words.relist != 0) listAgain(own, strips, rows);
    lookAtDuePackets(s, own, deltas, rows);
    if (threadIdx.x == 0) words.movedCount = words.entered = 0;
    unsigned long long mine = words.dueCount > kManyPacketsOfBlock ? Verdict::kFull : 0;
    if (isFirst && done % kTimeEvery == 0 && nanosecondsLow() - start_ns > kLaunch_ns) mine |= Verdict::kLate;
    const unsigned long long verdict = barrier.wait(&counters.verdict, mine);  // 2
    if (threadIdx.x == kLoopBlock - 1) {
      if (words.lookedAt > 0) atomicAdd(&counters.lookedAt, static_cast<unsigned long long>(words.lookedAt));
      words.lookedAt = words.dueCount = 0;
    }
    moveRows(s, own, deltas, rows);
    clearDeltas(deltasOf(s, rows, done + 2), rows);  // of the iteration before this one, which all have read
    __syncthreads();                                 // 3
    const uint32_t moved = words.movedCount;
    if (isFirst) atomicAdd(&counters.verdict, static_cast<unsigned long long>(moved) << 32);
    if (s.history != nullptr && blockIdx.x == 0)
      for (uint32_t i = threadIdx.x; i < rows * D; i += kLoopBlock) s.history[size_t(done) * rows * D + i] = own.chosen()[i / D].at[i % D];
    ++done;
    if (moved == 0) end = LoopEnd::standsStill;
    else if (Verdict::isLate(verdict)) end = LoopEnd::time;
    patience = Verdict::isFull(verdict) ? patience - 1 : kManyPatience;
    findDuePackets(own, strips, moved, words.entered != 0);
  }
  __syncthreads();
  storeOnChip(s, own, strips, rows);
  __syncthreads();
  return end;
}

}  // namespace arete::cuda
