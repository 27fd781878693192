#include "compute/chains/evolve/onchip_launch.cuh"

#include "compute/chains/evolve/onchip_state.cuh"

namespace arete::cuda {

namespace {

template <int D>
OnChipLayout layoutFor(size_t rows, size_t strips, size_t most_bytes) {
  constexpr size_t kAlign = 16, kLongestList = 64, kShortestList = 16;
  OnChipLayout at{};
  if (rows == 0 || rows >= kNoRow || strips * kPacketsPerStrip > UINT16_MAX) return at;
  size_t used = 0;
  const auto place = [&](uint32_t& offset, size_t count, size_t bytesEach) {
    offset = uint32_t(used);
    used += (count * bytesEach + kAlign - 1) / kAlign * kAlign;
  };
  place(at.words, 1, sizeof(OnChipWords));
  place(at.moves, rows, sizeof(OnChipMove<D>));
  place(at.sums, rows, D * sizeof(long long));
  place(at.totals, strips, sizeof(double));
  place(at.deadlines, strips, kPacketsPerStrip * sizeof(double));
  place(at.points, strips, D * kStripPoints * sizeof(float));
  place(at.chosen, rows, sizeof(OnChipPoint<D>));
  place(at.rowCells, rows, sizeof(OnChipCell<D>));
  place(at.slots, rows, sizeof(uint32_t));
  place(at.counts, rows, sizeof(uint32_t));
  place(at.stripInfo, strips, sizeof(OnChipStrip<D>));
  place(at.listCounts, strips, sizeof(uint32_t));
  place(at.assigned, strips, kStripPoints * sizeof(uint16_t));
  place(at.due, strips, kPacketsPerStrip * sizeof(uint16_t));
  for (size_t room = kLongestList; room >= kShortestList; room /= 2) {
    const size_t lists = strips * room * sizeof(uint16_t);
    if (used + lists > most_bytes) continue;
    at.lists = uint32_t(used), at.listRoom = uint32_t(room), at.strips = uint32_t(strips);
    at.bytes = uint32_t((used + lists + kAlign - 1) / kAlign * kAlign);
    if (at.bytes > most_bytes) at.bytes = 0;
    break;
  }
  return at;
}

}  // namespace

OnChipLayout onChipLayout(int dimension, size_t rows, size_t strips, size_t most_bytes) {
  return dimension == 2 ? layoutFor<2>(rows, strips, most_bytes) : layoutFor<3>(rows, strips, most_bytes);
}

}  // namespace arete::cuda
