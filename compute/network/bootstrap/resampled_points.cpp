// Points sorted once by cells, each with a key and its offset; a resample is one pass that sums what its hash counts. Memory: 16 bytes a point in the
// plane, 20 in space, and while it is sorted as much again. Cost: some passes to sort; then a hash a point and resample. Loses to a table of cells
// where only one set of weights is wanted. Source: network, section 4.
#include "compute/network/bootstrap/resampled_points.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "compute/core/coordinate_hash.h"
#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"
#include "compute/network/super_points/super_cell.h"

namespace arete {

uint32_t poissonWeight(uint32_t randomBits) {
  // 2^32 times the probability of at most 0, 1, 2 … events, rounded.
  static constexpr uint32_t kAtMost[] = {1'580'030'169u, 3'160'060'337u, 3'950'075'422u, 4'213'413'783u, 4'279'248'374u,
                                         4'292'415'292u, 4'294'609'778u, 4'294'923'276u, 4'294'962'463u};
  uint32_t events = 0;
  while (events < std::size(kAtMost) && randomBits >= kAtMost[events]) ++events;
  return events;
}

ResampledPoints::ResampledPoints(const SuperPointsInput& in, const StageContext& context, Hashes hashes)
    : dimension_(in.cloud.dimension()), cells_(superCells(in)), sphereCentre_(sphereCentreOf(in)) {
  sort(in.cloud, hashes, context);
}

/// By cells along x, then y, then z: sorted by the last coordinate first, each time stably.
void ResampledPoints::sort(const PointCloud& cloud, Hashes hashes, const StageContext& context) {
  const size_t count = cloud.size();
  cpu::Buffer<cpu::Keyed<uint32_t>> order(count), spare(count);
  for (size_t i = 0; i < count; ++i) order[i].index = uint32_t(i);
  for (int k = dimension_ - 1; k >= 0; --k) {
    cpu::forEachPiece(count, context, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i)
        order[i].key = uint32_t(shared::cellCoordinate(cloud.points().coordinate(order[i].index, k), cells_.minimum[k], cells_.side).cell);
    });
    cpu::radixSort(order, spare, std::bit_width(cells_.count[size_t(k)] - 1), context);
  }
  keys_.reserve(count), offsets_.reserve(count * size_t(dimension_));
  std::vector<uint32_t> points(count);
  for (size_t i = 0; i < count; ++i) points[i] = order[i].index;
  addCells(cloud, hashes, points, context);
}

void ResampledPoints::addCells(const PointCloud& cloud, Hashes hashes, std::span<const uint32_t> order, const StageContext& context) {
  const auto axes = size_t(dimension_);
  std::array<uint32_t, 3> open{};
  StopTicker tick(context);
  for (const uint32_t i : order) {
    tick();
    std::array<double, 3> place{};
    std::array<uint32_t, 3> cell{};
    for (size_t k = 0; k < axes; ++k) {
      place[k] = cloud.points().coordinate(i, int(k));
      const shared::CellCoordinate at = shared::cellCoordinate(place[k], cells_.minimum[int(k)], cells_.side);
      cell[k] = uint32_t(at.cell);
      offsets_.push_back(uint32_t(at.offset));
    }
    if (keys_.empty() || cell != open) {
      open = cell;
      firsts_.push_back(keys_.size());
      inCell_.insert(inCell_.end(), cell.begin(), cell.begin() + dimension_);
    }
    const shared::CoordinateHash hash = hashes.empty() ? shared::coordinateHash(place.data(), 1, dimension_) : hashes[i];
    const shared::PhiloxBlock block = shared::philox({{hash.first, hash.second, 0, 0}}, 0, 0);
    keys_.push_back({block.word[0], block.word[1]});
  }
  firsts_.push_back(keys_.size());
}

template <class WeightOf>
SuperPoints ResampledPoints::weighted(const StageContext& context, const WeightOf& weightOf) const {
  StopTicker tick(context);
  SuperPoints result;
  result.dimension = dimension_;
  uint64_t total = 0;
  for (size_t cell = 0; cell + 1 < firsts_.size(); ++cell) {
    int64_t weight = 0;
    std::array<int64_t, 3> sums{};
    for (size_t i = firsts_[cell]; i < firsts_[cell + 1]; ++i) {
      tick();
      const int64_t own = weightOf(keys_[i]);
      weight += own;
      for (size_t k = 0; own > 0 && k < size_t(dimension_); ++k) sums[k] += own * int64_t(offsetsOf(i)[k]);
    }
    if (weight == 0) continue;
    shared::Vector3 place;
    for (int k = 0; k < dimension_; ++k)
      place.set(k,
                shared::cellMean(int64_t(inCell_[cell * size_t(dimension_) + size_t(k)]), sums[size_t(k)], weight, cells_.minimum[k], cells_.side));
    result.places.push_back(place);
    result.weights.push_back(weight);
    total += uint64_t(weight);
  }
  result.kernelScale = kernelScaleOf(uint32_t(std::min<uint64_t>(total, UINT32_MAX)));
  result.sphereCentre = sphereCentre_;
  return result;
}

SuperPoints ResampledPoints::resample(uint32_t number, const StageContext& context) const {
  return weighted(context, [number](const Key& key) {
    constexpr uint32_t kResamples = 0x626f6f74;  // another stream than those of the keys
    return int64_t(poissonWeight(shared::philox({{key.first, key.second, number, kResamples}}, 0, 0).word[0]));
  });
}

SuperPoints ResampledPoints::all(const StageContext& context) const {
  return weighted(context, [](const Key&) { return int64_t(1); });
}

}  // namespace arete
