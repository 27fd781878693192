// Points added up by cells, in any order: each thread adds to a table of its own, an array over the cloud's box where that has few cells, else a hash
// table. Sums are integers, so neither threads nor pieces of a cloud change a bit. Who uses it: versions of the stage, and points that are never all
// in memory (compute/network/streamed).
#pragma once

#include <bit>
#include <tuple>
#include <utility>
#include <vector>

#include "compute/core/cell_table.h"
#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"
#include "compute/network/super_points/contract.h"
#include "compute/network/super_points/super_cell.h"

namespace arete::cpu {

/// Numbers of cells: those that follow each other along z are neighbours.
class CellKeys {
 public:
  explicit CellKeys(const SuperCells& cells) {
    for (int k = 0; k < 3; ++k) bits_[k] = std::bit_width(cells.count[size_t(k)] - 1);
  }

  int bits() const { return bits_[0] + bits_[1] + bits_[2]; }
  /// Not where there are 2^31 cells along each axis of space.
  bool fit() const { return bits() <= 64; }
  /// Above all keys.
  uint64_t end() const { return bits() < 64 ? uint64_t(1) << bits() : UINT64_MAX; }
  uint64_t withNext(uint64_t key, int k, uint64_t cell) const { return key << bits_[k] | cell; }
  /// The cell along the last axis that `key` has; takes that axis from it.
  int64_t takeLast(uint64_t& key, int k) const {
    const auto cell = int64_t(key & ((uint64_t(1) << bits_[k]) - 1));
    key >>= bits_[k];
    return cell;
  }

 private:
  int bits_[3] = {};
};

/// A cell's number of points and the sum of their offsets.
template <int D>
struct CellSum {
  uint64_t key;
  int64_t count = 0, offsets[D] = {};

  void add(const CellSum& other) {
    count += other.count;
    for (int k = 0; k < D; ++k) offsets[k] += other.offsets[k];
  }
};

/// D: the dimension, 2 or 3. Its cells must outlive it.
template <int D>
class CellSums {
 public:
  /// `direct`: a table of more cells is a hash table. Keys must fit.
  CellSums(const SuperCells& cells, int threads, size_t direct) : cells_(cells), keys_(cells), direct_(direct), found_(size_t(threads)) {}

  /// Points [begin, end) by one of the threads; they may do so side by side.
  template <class T>
  void add(const PointsView<T>& points, size_t begin, size_t end, int thread) {
    OfThread& found = found_[size_t(thread)];
    if (found.sums.empty()) found.places = CellTable(keys_.end(), direct_);
    for (size_t i = begin; i < end; ++i) {
      CellSum<D> point{0, 1};
      for (int k = 0; k < D; ++k) {
        const auto [cell, offset] = shared::cellCoordinate(double(points.at(i, k)), cells_.minimum[k], cells_.side);
        point.key = keys_.withNext(point.key, k, uint64_t(cell)), point.offsets[k] = offset;
      }
      uint32_t& place = found.places.at(point.key);
      if (place != CellTable::kNone) {
        found.sums[place].add(point);
      } else {
        place = uint32_t(found.sums.size());
        found.sums.push_back(point);
      }
    }
  }

  /// That this thread has found since they were last taken from it.
  size_t cellsOf(int thread) const { return found_[size_t(thread)].sums.size(); }
  /// These, in no order; the thread begins with none.
  std::vector<CellSum<D>> take(int thread) { return std::move(std::exchange(found_[size_t(thread)], {}).sums); }
  /// What all threads have found. `points`: how many were added, for SuperPoints::kernelScale.
  SuperPoints superPoints(uint32_t points, const StageContext& context) const;

  /// The place of a cell and its weight.
  std::pair<shared::Vector3, int64_t> placed(CellSum<D> sum) const {
    shared::Vector3 place;
    for (int k = D - 1; k >= 0; --k)
      place.set(k, shared::cellMean(keys_.takeLast(sum.key, k), sum.offsets[k], sum.count, cells_.minimum[k], cells_.side));
    return {place, sum.count};
  }
  const CellKeys& keys() const { return keys_; }

 private:
  struct OfThread {
    CellTable places;  // by key, in sums
    std::vector<CellSum<D>> sums;
  };

  const SuperCells& cells_;
  const CellKeys keys_;
  const size_t direct_;
  std::vector<OfThread> found_;
};

template <int D>
SuperPoints CellSums<D>::superPoints(uint32_t points, const StageContext& context) const {
  std::vector<CellSum<D>> all;
  for (const OfThread& found : found_) all.insert(all.end(), found.sums.begin(), found.sums.end());
  Buffer<Keyed<uint64_t>> order(all.size()), spare(all.size());
  for (size_t i = 0; i < all.size(); ++i) order[i] = {all[i].key, uint32_t(i)};
  radixSort(order, spare, keys_.bits(), context);
  std::vector<size_t> firsts;  // of runs of one cell, and one more
  for (size_t p = 0; p < all.size(); ++p)
    if (p == 0 || order[p].key != order[p - 1].key) firsts.push_back(p);
  firsts.push_back(all.size());

  SuperPoints result;
  result.dimension = D;
  result.kernelScale = kernelScaleOf(points);
  result.places.resize(firsts.size() - 1), result.weights.resize(firsts.size() - 1);
  forEachPiece(result.places.size(), context, [&](size_t begin, size_t end) {
    for (size_t s = begin; s < end; ++s) {
      CellSum<D> sum = all[order[firsts[s]].index];
      for (size_t p = firsts[s] + 1; p < firsts[s + 1]; ++p) sum.add(all[order[p].index]);
      std::tie(result.places[s], result.weights[s]) = placed(sum);
    }
  });
  return result;
}

}  // namespace arete::cpu
