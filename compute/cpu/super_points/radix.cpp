// super_points.cpu.radix: points are numbered by their cells and sorted by these numbers, digit by digit; then each run of equal numbers is summed.
// All of it in pieces on all threads. Where the cells of the cloud's box are few, no sort: each thread adds its points up in a box of cells of its
// own. Memory: 32 bytes a point, or 32 a cell of the box and thread. Cost: a division an axis for each point, 2 to 6 passes over pairs of 16 bytes,
// and the points again in another order. Floor: reading them once. Loses to row 0 for a few hundred points, to hashing where many points share few
// cells of a large box. Source: network, step 1.
#include <bit>

#include "compute/cpu/grid/pieces.h"
#include "compute/cpu/grid/radix_sort.h"
#include "compute/cpu/network_versions.h"
#include "compute/shared/super_cell.h"

namespace arete::cpu {

namespace {

/// Number of points and sum of their offsets, of a cell.
struct CellSum {
  int64_t count = 0, offsets[3] = {};
};

/// T: of the coordinates. D: the dimension.
template <class T, int D>
class SuperPointMaker {
 public:
  SuperPointMaker(const SuperPointsInput& in, const SuperCells& cells, const StageContext& context)
      : cloud_(in.cloud.view<T>()), cells_(cells), context_(context) {
    result_.dimension = D;
    result_.kernelScale = kernelScaleOf(in.cloud.size());
    for (int k = 0; k < D; ++k) bits_[k] = std::bit_width(cells.count[size_t(k)] - 1), box_ *= cells.count[size_t(k)];
  }

  SuperPoints made() && {
    const size_t threads = size_t(context_.device.threads().size());
    if (box_ * double(threads) <= double(cloud_.count) / kPointsOfBoxCell) sumInBoxes(threads);
    else if (int bits = bits_[0] + bits_[1] + bits_[2]; bits <= 64) sumSorted(bits);
    else sumWide();
    return std::move(result_);
  }

 private:
  static constexpr double kPointsOfBoxCell = 2;  // per cell of the box and thread: with fewer, clearing and reading the boxes takes as long as a sort

  shared::CellCoordinate at(size_t i, int k) const { return shared::cellCoordinate(double(cloud_.at(i, k)), cells_.minimum[k], cells_.side); }
  void put(size_t slot, const CellSum& sum, const int64_t (&cell)[D]) {
    for (int k = 0; k < D; ++k) result_.places[slot].set(k, shared::cellMean(cell[k], sum.offsets[k], sum.count, cells_.minimum[k], cells_.side));
    result_.weights[slot] = sum.count;
  }
  void sumInBoxes(size_t threads);
  void sumSorted(int bits);
  void sumWide();
  template <class SameCell, class PointAt>
  void sumRuns(size_t count, const SameCell& sameCell, const PointAt& pointAt);

  const PointsView<T> cloud_;
  const SuperCells& cells_;
  const StageContext& context_;
  SuperPoints result_;
  int bits_[3] = {};
  double box_ = 1;  // cells
};

template <class T, int D>
void SuperPointMaker<T, D>::sumInBoxes(size_t threads) {
  const auto cells = size_t(box_);
  std::vector<ZeroedBuffer<CellSum>> boxes(threads);
  for (auto& box : boxes) box = ZeroedBuffer<CellSum>(cells);
  context_.device.threads().forEachRange(cloud_.count, 1 << 14, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) {
      size_t cell = 0;
      int64_t offsets[D];
      for (int k = 0; k < D; ++k) {
        const auto [number, offset] = at(i, k);
        cell = cell * cells_.count[size_t(k)] + size_t(number), offsets[k] = offset;
      }
      CellSum& sum = boxes[size_t(thread)][cell];
      ++sum.count;
      for (int k = 0; k < D; ++k) sum.offsets[k] += offsets[k];
    }
  });
  std::vector<uint32_t> occupied;
  for (size_t cell = 0; cell < cells; ++cell) {
    for (size_t t = 1; t < threads; ++t) {
      const CellSum& more = boxes[t][cell];
      if (more.count == 0) continue;
      boxes[0][cell].count += more.count;
      for (int k = 0; k < D; ++k) boxes[0][cell].offsets[k] += more.offsets[k];
    }
    if (boxes[0][cell].count > 0) occupied.push_back(uint32_t(cell));
  }
  result_.places.resize(occupied.size()), result_.weights.resize(occupied.size());
  for (size_t slot = 0; slot < occupied.size(); ++slot) {
    int64_t cell[D], rest = occupied[slot];
    for (int k = D - 1; k >= 0; --k) cell[k] = rest % cells_.count[size_t(k)], rest /= cells_.count[size_t(k)];
    put(slot, boxes[0][occupied[slot]], cell);
  }
}

/// Sums runs of points that share a cell, of `count` points in the order of their cells.
template <class T, int D>
template <class SameCell, class PointAt>
void SuperPointMaker<T, D>::sumRuns(size_t count, const SameCell& sameCell, const PointAt& pointAt) {
  constexpr size_t kGrain = 1 << 14;
  const auto isFirst = [&](size_t p) { return p == 0 || !sameCell(p - 1, p); };
  std::vector<size_t> slots((count + kGrain - 1) / kGrain + 1);  // of each piece: the runs that begin before it
  context_.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    size_t first = 0;
    for (size_t p = begin; p < end; ++p) first += isFirst(p);
    slots[begin / kGrain + 1] = first;
  });
  for (size_t piece = 1; piece < slots.size(); ++piece) slots[piece] += slots[piece - 1];
  result_.places.resize(slots.back()), result_.weights.resize(slots.back());
  context_.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    size_t slot = slots[begin / kGrain], p = begin;
    while (p < end && !isFirst(p)) ++p;  // of a run that the piece before sums
    while (p < end) {
      CellSum sum;
      int64_t cell[D];
      const size_t first = p;
      do {
        for (int k = 0; k < D; ++k) {
          const auto [number, offset] = at(pointAt(p), k);
          cell[k] = number, sum.offsets[k] += offset;
        }
      } while (++p < count && sameCell(first, p));
      sum.count = int64_t(p - first);
      put(slot++, sum, cell);
    }
  });
}

template <class T, int D>
void SuperPointMaker<T, D>::sumSorted(int bits) {
  Buffer<Keyed<uint64_t>> order(cloud_.count), spare(cloud_.count);
  forEachPiece(cloud_.count, context_, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      uint64_t key = 0;
      for (int k = 0; k < D; ++k) key = key << bits_[k] | uint64_t(at(i, k).cell);
      order[i] = {key, uint32_t(i)};
    }
  });
  radixSort(order, spare, bits, context_);
  sumRuns(
      cloud_.count, [&](size_t a, size_t b) { return order[a].key == order[b].key; }, [&](size_t p) { return size_t(order[p].index); });
}

/// Where a cell's number needs more than 64 bits: first by the last axis, then by the others; the sort keeps the order of equals.
template <class T, int D>
void SuperPointMaker<T, D>::sumWide() {
  Buffer<Keyed<uint64_t>> order(cloud_.count), spare(cloud_.count);
  const auto number = [&](size_t i) {
    uint64_t key = 0;
    for (int k = 0; k + 1 < D; ++k) key = key << bits_[k] | uint64_t(at(i, k).cell);
    return key;
  };
  const auto last = [&](size_t p) { return at(order[p].index, D - 1).cell; };
  forEachPiece(cloud_.count, context_, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) order[i] = {uint64_t(at(i, D - 1).cell), uint32_t(i)};
  });
  radixSort(order, spare, bits_[D - 1], context_);
  forEachPiece(cloud_.count, context_, [&](size_t begin, size_t end) {
    for (size_t p = begin; p < end; ++p) order[p].key = number(order[p].index);
  });
  radixSort(order, spare, bits_[0] + (D == 3 ? bits_[1] : 0), context_);
  sumRuns(
      cloud_.count, [&](size_t a, size_t b) { return order[a].key == order[b].key && last(a) == last(b); },
      [&](size_t p) { return size_t(order[p].index); });
}

}  // namespace

SuperPoints superPointsRadix(const SuperPointsInput& in, const StageContext& context) {
  const SuperCells cells = superCells(in);
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    return in.cloud.dimension() == 2 ? SuperPointMaker<T, 2>(in, cells, context).made() : SuperPointMaker<T, 3>(in, cells, context).made();
  });
}

}  // namespace arete::cpu
