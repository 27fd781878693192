// About how many cells of a grid are occupied, by points that come one after the other, in a few kilobytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arete {

/// HyperLogLog over the cells' numbers: the standard error is 0.8 % (Flajolet, Fusy, Gandouet, Meunier 2007), with linear counting where few
/// cells are occupied.
class DistinctCells {
 public:
  /// Cells this long along each of `dimension` axes.
  DistinctCells(double edge, int dimension) : edge_(edge), dimension_(dimension), longest_(size_t(1) << kIndexBits) {}

  template <class T>
  void add(const T* point) {
    uint64_t hash = 0;
    for (int k = 0; k < dimension_; ++k) hash = mixed(hash ^ uint64_t(cellAt(double(point[k]) / edge_)));
    note(hash);
  }
  /// Of whatever grid, by its number.
  void addCell(uint64_t cell) { note(mixed(cell)); }
  double count() const;

 private:
  static constexpr int kIndexBits = 14;

  static int64_t cellAt(double place);
  static uint64_t mixed(uint64_t x);
  void note(uint64_t hash);

  double edge_;
  int dimension_;
  std::vector<uint8_t> longest_;  // by the first bits of a hash: the longest run of zeros after them, and one
};

}  // namespace arete
