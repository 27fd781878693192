// What accelerated evolve knows of the chosen points. Of a whole cloud, slots are numbered as at the last reset() and keep their order, so a lower
// slot is a lower index in S. A part of a cloud knows only some of S, which come and go: there slots have names (known_points.h).
#pragma once

#include <algorithm>
#include <vector>

#include "compute/chains/grid/cell_grid.h"
#include "compute/core/buffer.h"
#include "compute/core/fixed_point.h"
#include "compute/core/pieces.h"
#include "compute/core/point_array.h"

namespace arete::cpu {

/// Their places, the cells of these, and the integers that the means are made of.
template <class T>
struct ChosenPoints {
  int dimension = 0;
  std::vector<T> coordinates;  // row layout
  Buffer<Cell> cells;
  ZeroedBuffer<shared::FixedSum<T>> sums;  // row layout
  ZeroedBuffer<uint32_t> counts;
  Buffer<uint8_t> alive;
  std::vector<uint32_t> present;    // slots of S now
  std::vector<uint32_t> touched;    // those whose sums changed since they were last moved
  ZeroedBuffer<uint8_t> isTouched;  // by slot: in touched
  std::vector<uint32_t> names;      // by slot: place in S at the last reset(); empty where slots are these

  void reset(const PointArray& rows, const CellGrid& grid, const StageContext& context) {
    const uint32_t m = rows.size();
    dimension = rows.dimension();
    coordinates.assign(rows.elements<T>().begin(), rows.elements<T>().end());
    cells = Buffer<Cell>(m);
    sums = ZeroedBuffer<shared::FixedSum<T>>(size_t(m) * size_t(dimension));
    counts = ZeroedBuffer<uint32_t>(m);
    alive = Buffer<uint8_t>(m);
    present.resize(m);
    touched.clear();
    isTouched = ZeroedBuffer<uint8_t>(m);
    forEachPiece(m, context, [&](size_t begin, size_t end) {
      for (auto slot = uint32_t(begin); slot < end; ++slot) {
        cells[slot] = grid.cellOf(point(slot), 1);
        alive[slot] = 1;
        present[slot] = slot;
      }
    });
  }

  size_t slots() const { return counts.size(); }
  /// The order of S.
  bool before(uint32_t a, uint32_t b) const { return names.empty() ? a < b : names[a] < names[b]; }
  void touch(uint32_t slot) {
    if (!isTouched[slot]) isTouched[slot] = 1, touched.push_back(slot);
  }
  /// Keeps only these (ascending places in S), and returns the slots of the others, ascending.
  std::vector<uint32_t> keep(std::span<const uint32_t> kept) {
    std::vector<uint32_t> left, removed;
    left.reserve(kept.size());
    for (const uint32_t index : kept) left.push_back(present[index]);
    for (const uint32_t slot : present) alive[slot] = 0;
    for (const uint32_t slot : left) alive[slot] = 1;
    for (const uint32_t slot : present)
      if (!alive[slot]) removed.push_back(slot);
    present = std::move(left);
    return removed;
  }
  PointsView<T> view() const { return {coordinates.data(), uint32_t(slots()), dimension, size_t(dimension), 1}; }
  T* point(uint32_t slot) { return &coordinates[size_t(slot) * size_t(dimension)]; }
  const T* point(uint32_t slot) const { return &coordinates[size_t(slot) * size_t(dimension)]; }

  /// S in row layout.
  PointArray array() const {
    if (present.size() == slots()) return PointArray::fromRows(coordinates, dimension);
    std::vector<T> rows(present.size() * size_t(dimension));
    T* out = rows.data();
    for (const uint32_t slot : present)
      for (int k = 0; k < dimension; ++k) *out++ = point(slot)[k];
    return PointArray::fromRows(std::move(rows), dimension);
  }
};

}  // namespace arete::cpu
