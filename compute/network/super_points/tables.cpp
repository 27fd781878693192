// super_points.cpu.tables: each thread adds up its points by cell in a table of its own: an array over the cloud's box where that has
// few cells, else a hash table. Their sums for the same cell are brought together by a radix sort of the cells' numbers. Memory: 40 bytes in
// the plane, 56 in space for each cell that a thread finds, and as much for the tables. Cost: for each point one division per axis and a look-up in
// the table; then some passes over the cells. Floor: reading the points once. Loses to row 0 for a few hundred points, and to a sort of the points
// where most cells hold one. Source: network, step 1.
#include <bit>

#include "compute/core/cell_table.h"
#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"
#include "compute/network/super_points/stage.h"
#include "compute/network/super_points/super_cell.h"

namespace arete::cpu {

namespace {

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

/// T: of the coordinates. D: the dimension.
template <class T, int D>
class CellSums {
 public:
  CellSums(const SuperPointsInput& in, const SuperCells& cells, const StageContext& context)
      : cloud_(in.cloud.view<T>()), cells_(cells), context_(context), found_(size_t(context.device.threads().size())) {
    for (int k = 0; k < D; ++k) bits_[k] = std::bit_width(cells.count[size_t(k)] - 1);
  }
  bool fitsKeys() const { return bits_[0] + bits_[1] + bits_[2] <= 64; }

  SuperPoints superPoints() {
    sumOnThreads();
    return inOrder();
  }

 private:
  struct OfThread {
    CellTable places;  // by key, in sums
    std::vector<CellSum<D>> sums;
  };

  void sumOnThreads();
  SuperPoints inOrder() const;
  int bits() const { return bits_[0] + bits_[1] + bits_[2]; }

  const PointsView<T> cloud_;
  const SuperCells& cells_;
  const StageContext& context_;
  int bits_[3] = {};
  std::vector<OfThread> found_;
};

template <class T, int D>
void CellSums<T, D>::sumOnThreads() {
  constexpr size_t kGrain = 1 << 14, kSmallBox = 1 << 16;
  const size_t direct = std::max(kSmallBox, cloud_.count / found_.size());
  const uint64_t keys = bits() < 64 ? uint64_t(1) << bits() : UINT64_MAX;
  context_.device.threads().forEachRange(cloud_.count, kGrain, [&](size_t begin, size_t end, int thread) {
    context_.checkStop();
    OfThread& found = found_[size_t(thread)];
    if (found.sums.empty()) found.places = CellTable(keys, direct);
    for (size_t i = begin; i < end; ++i) {
      CellSum<D> point{0, 1};
      for (int k = 0; k < D; ++k) {
        const auto [cell, offset] = shared::cellCoordinate(double(cloud_.at(i, k)), cells_.minimum[k], cells_.side);
        point.key = point.key << bits_[k] | uint64_t(cell), point.offsets[k] = offset;
      }
      uint32_t& place = found.places.at(point.key);
      if (place != CellTable::kNone) {
        found.sums[place].add(point);
      } else {
        place = uint32_t(found.sums.size());
        found.sums.push_back(point);
      }
    }
  });
}

template <class T, int D>
SuperPoints CellSums<T, D>::inOrder() const {
  std::vector<CellSum<D>> all;
  for (const OfThread& found : found_) all.insert(all.end(), found.sums.begin(), found.sums.end());
  Buffer<Keyed<uint64_t>> order(all.size()), spare(all.size());
  for (size_t i = 0; i < all.size(); ++i) order[i] = {all[i].key, uint32_t(i)};
  radixSort(order, spare, bits(), context_);
  std::vector<size_t> firsts;  // of runs of one cell, and one more
  for (size_t p = 0; p < all.size(); ++p)
    if (p == 0 || order[p].key != order[p - 1].key) firsts.push_back(p);
  firsts.push_back(all.size());

  SuperPoints result;
  result.dimension = D;
  result.kernelScale = kernelScaleOf(cloud_.count);
  result.places.resize(firsts.size() - 1), result.weights.resize(firsts.size() - 1);
  forEachPiece(result.places.size(), context_, [&](size_t begin, size_t end) {
    for (size_t s = begin; s < end; ++s) {
      CellSum<D> sum = all[order[firsts[s]].index];
      for (size_t p = firsts[s] + 1; p < firsts[s + 1]; ++p) sum.add(all[order[p].index]);
      for (int k = D - 1; k >= 0; sum.key >>= bits_[k], --k) {
        const auto cell = int64_t(sum.key & ((uint64_t(1) << bits_[k]) - 1));
        result.places[s].set(k, shared::cellMean(cell, sum.offsets[k], sum.count, cells_.minimum[k], cells_.side));
      }
      result.weights[s] = sum.count;
    }
  });
  return result;
}

template <class T, int D>
SuperPoints summed(const SuperPointsInput& in, const SuperCells& cells, const StageContext& context) {
  CellSums<T, D> sums(in, cells, context);
  return sums.fitsKeys() ? sums.superPoints() : superPointsSequential(in, context);  // 2^31 cells along each axis of space
}

}  // namespace

SuperPoints superPointsTables(const SuperPointsInput& in, const StageContext& context) {
  const SuperCells cells = superCells(in);
  SuperPoints result = withScalarType(
      in.cloud.scalar(), [&]<class T>() { return in.cloud.dimension() == 2 ? summed<T, 2>(in, cells, context) : summed<T, 3>(in, cells, context); });
  result.sphereCentre = sphereCentreOf(in);
  return result;
}

}  // namespace arete::cpu
