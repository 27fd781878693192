// The second half of an iteration while few packets are due: every block adds what all blocks changed to its copy of the sums and moves its copy of
// the chosen points. All blocks add the same integers and use the same formula, so all copies stay equal.
#pragma once

#include "compute/chains/evolve/loop_move.cuh"
#include "compute/chains/evolve/onchip_state.cuh"

namespace arete::cuda {

/// Adds `change` to the sums of this thread's row and moves it: an entry of moves() says how far.
template <int D>
__device__ inline void moveRow(const LoopState<float>& s, const OnChipMemory<D>& own, uint32_t row, const unsigned long long (&change)[kDeltaWords]) {
  const uint32_t points = own.counts()[row] += uint32_t(change[D]);
  const OnChipPoint<D> old = own.chosen()[row];
  OnChipPoint<D> now = old;
  double squared = 0;
  bool moves = false;
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const long long sum = own.sums(row)[k] += static_cast<long long>(change[k]);
    if (points > 0) now.at[k] = shared::movedCoordinate(old.at[k], shared::fixedMean(static_cast<int64_t>(sum), points, s.scale), points, s.rule);
    moves = moves || now.at[k] != old.at[k];
    const double difference = double(now.at[k]) - double(old.at[k]);
    squared += difference * difference;
  }
  if (!moves) return;
  const uint32_t place = atomicAdd(&own.words().movedCount, 1u);
  own.chosen()[row] = now;
  const OnChipCell<D> from = own.rowCells()[row], to = onChipCell<D>(s.grid, own.chosen()[row].at);
  bool same = true;
#pragma unroll
  for (int k = 0; k < D; ++k) same = same && from.at[k] == to.at[k];
  if (!same) own.rowCells()[row] = to, own.words().entered = 1;
  own.moves()[place] = {movementBits(squared), row | (same ? 0 : OnChipMove<D>::kEnters), from};
}

/// Moves the rows that `deltas` changes, one thread per row.
template <int D>
__device__ inline void moveRows(const LoopState<float>& s, const OnChipMemory<D>& own, const unsigned long long* deltas, uint32_t rows) {
  for (uint32_t row = threadIdx.x; row < rows; row += kLoopBlock) {
    const auto* const pairs = reinterpret_cast<const ulonglong2*>(deltas + row * kDeltaWords);
    const ulonglong2 low = __ldcg(pairs), high = __ldcg(pairs + 1);
    if ((low.x | low.y | high.x | high.y) != 0) moveRow(s, own, row, {low.x, low.y, high.x, high.y});
  }
}

/// Clears this block's share of a buffer of deltas.
__device__ inline void clearDeltas(unsigned long long* deltas, uint32_t rows) {
  for (uint32_t row = threadIdx.x * gridDim.x + blockIdx.x; row < rows; row += kLoopBlock * gridDim.x) {
    auto* const pairs = reinterpret_cast<ulonglong2*>(deltas + size_t(row) * kDeltaWords);
    pairs[0] = pairs[1] = {0, 0};
  }
}

}  // namespace arete::cuda
