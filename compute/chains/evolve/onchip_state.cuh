// What a block keeps in its shared memory while few packets are due. See onchip_loop.cuh for the idea.
#pragma once

#include "compute/chains/evolve/loop_look.cuh"

namespace arete::cuda {

inline constexpr uint32_t kNoRow = 0xffff;     // in 16 bits; rows, as chosen points are numbered here (their index in S), are below
inline constexpr uint32_t kEveryRow = 0xffff;  // of OnChipMemory::listCounts: all of S are candidates

/// A grid cell in 16 bits an axis; axes that have no grid are 0.
template <int D>
struct alignas(D == 2 ? 4 : 8) OnChipCell {
  static constexpr int kAxes = D == 2 ? 2 : 4;
  uint16_t at[kAxes];
};

/// A chosen point, read at once.
template <int D>
struct alignas(D == 2 ? 8 : 16) OnChipPoint {
  float at[D];
};

template <int D>
struct OnChipStrip {
  uint32_t first, count;
  OnChipCell<D> cell;
};

/// A chosen point that moved in this iteration.
template <int D>
struct alignas(16) OnChipMove {
  static constexpr uint32_t kEnters = 1u << 31;
  uint32_t movement;  // bits of a float ≥ 0
  uint32_t row;       // and kEnters: it came into another cell
  OnChipCell<D> from;
};

/// Words that a block's threads share. onchip_loop.cuh says who writes them when.
struct OnChipWords {
  uint32_t dueCount, movedCount, lookedAt;
  uint32_t entered;  // a chosen point came into another cell
  uint32_t relist;   // a strip's list has no room
};

/// A block's shared memory by name.
template <int D>
struct OnChipMemory {
  const OnChipLayout& at;

  template <class Element>
  __device__ static Element* in(uint32_t offset) {
    extern __shared__ __align__(16) unsigned char onChipMemory[];
    return reinterpret_cast<Element*>(onChipMemory + offset);
  }
  __device__ OnChipWords& words() const { return *in<OnChipWords>(at.words); }
  // By row, in every block the same: S, its cells, sums and counts, and where all that is in device memory.
  __device__ OnChipPoint<D>* chosen() const { return in<OnChipPoint<D>>(at.chosen); }
  __device__ OnChipCell<D>* rowCells() const { return in<OnChipCell<D>>(at.rowCells); }
  __device__ long long* sums(uint32_t row) const { return in<long long>(at.sums) + row * D; }
  __device__ uint32_t* counts() const { return in<uint32_t>(at.counts); }
  __device__ uint32_t* slots() const { return in<uint32_t>(at.slots); }
  __device__ OnChipMove<D>* moves() const { return in<OnChipMove<D>>(at.moves); }
  // By strip of this block, or packet.
  __device__ OnChipStrip<D>* strips() const { return in<OnChipStrip<D>>(at.stripInfo); }
  __device__ double* totals() const { return in<double>(at.totals); }
  __device__ double* deadlines() const { return in<double>(at.deadlines); }
  __device__ uint32_t* listCounts() const { return in<uint32_t>(at.listCounts); }
  __device__ uint16_t* list(uint32_t strip) const { return in<uint16_t>(at.lists) + strip * at.listRoom; }
  __device__ uint16_t* due() const { return in<uint16_t>(at.due); }  // packets
  // By point of a strip, kStripPoints each.
  __device__ float* points(int k) const { return in<float>(at.points) + uint32_t(k) * at.strips * kStripPoints; }
  __device__ uint16_t* assigned() const { return in<uint16_t>(at.assigned); }  // rows
};

template <int D>
__device__ inline bool touch(const OnChipCell<D>& a, const OnChipCell<D>& b) {
  bool all = true;
#pragma unroll
  for (int k = 0; k < D; ++k) all = all && uint32_t(a.at[k]) - uint32_t(b.at[k]) + 1u <= 2u;  // wraps below 0
  return all;
}

/// The cell of a point, as DeviceGrid::cellOf says it.
template <int D>
__device__ inline OnChipCell<D> onChipCell(const DeviceGrid& grid, const float* point) {
  OnChipCell<D> cell{};
#pragma unroll
  for (int k = 0; k < D; ++k)
    if (k < grid.axes) cell.at[k] = uint16_t(grid.locate(point, 1, k));
  return cell;
}

}  // namespace arete::cuda
