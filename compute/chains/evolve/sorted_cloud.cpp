#include "compute/chains/evolve/sorted_cloud.h"

#include <algorithm>
#include <bit>

#include "compute/core/radix_sort.h"

namespace arete::cpu {

static constexpr size_t kDirectCells = 1 << 16, kDirectCellsOfPart = 1 << 10;  // there may be very many parts

/// Interleaved bits of a point's place within its cell: neighbours in this order are neighbours in space.
static uint64_t interleave(const std::array<uint32_t, kGridAxes>& at, int axes, int bits) {
  uint64_t code = 0;
  for (int bit = bits - 1; bit >= 0; --bit)
    for (int a = axes - 1; a >= 0; --a) code = code << 1 | (at[a] >> bit & 1u);
  return code;
}

template <class T>
static GridShape shapeOf(const PointCloud& cloud, double cellEdge) {
  return cloud.empty() ? GridShape{} : gridShape(cloud.view<T>(), cellEdge, &cloud.bounds());
}

template <class T>
SortedCloud<T>::SortedCloud(const PointCloud& cloud, double cellEdge, const StageContext& context)
    : SortedCloud(cloud.view<T>(), shapeOf<T>(cloud, cellEdge), std::nullopt, context) {}

template <class T>
SortedCloud<T>::SortedCloud(const GridShape& shape, int dimension, bool isPart)
    : grid_(shape), count_(0), dimension_(dimension), stride_(0), table_(grid_.cells(), isPart ? kDirectCellsOfPart : kDirectCells) {}

template <class T>
SortedCloud<T>::SortedCloud(const PointsView<T>& points, const GridShape& shape, std::optional<std::span<const uint32_t>> own,
                            const StageContext& context)
    : grid_(shape),
      count_(own ? uint32_t(own->size()) : points.count),
      dimension_(points.dimension),
      stride_(size_t(count_) + kPacketPoints),
      coordinates_(stride_ * size_t(dimension_)),
      original_(count_),
      table_(grid_.cells(), std::max<size_t>(own ? kDirectCellsOfPart : kDirectCells, count_)) {
  if (count_ == 0) return;
  constexpr int kMortonBits[] = {0, 8, 4, 3};  // per axis, by the number of axes: 256 to 512 parts of a cell
  const int cellBits = std::bit_width(grid_.cells() - 1), axes = grid_.axes();
  const int morton = std::min(kMortonBits[axes], (64 - cellBits) / axes);
  const int bits = cellBits + axes * morton;
  if (bits <= 32) sort<uint32_t>(points, own, morton, bits, context);
  else sort<uint64_t>(points, own, morton, bits, context);
}

template <class T>
template <class Key>
void SortedCloud<T>::sort(const PointsView<T>& points, const std::optional<std::span<const uint32_t>>& own, int morton, int bits,
                          const StageContext& context) {
  constexpr size_t kGrain = 1 << 14, kAhead = 16;  // points fetched ahead: they lie anywhere in the cloud
  ThreadPool& pool = context.device.threads();
  const int axes = grid_.axes(), within = axes * morton;
  const double parts = double(1u << morton);
  Buffer<Keyed<Key>> elements(count_), spare(count_);
  pool.forEachRange(count_, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const uint32_t index = own ? (*own)[i] : uint32_t(i);
      const auto position = grid_.locate(points.point(index), points.coordinateStride);
      Cell cell;
      std::array<uint32_t, kGridAxes> fine{};
      for (int a = 0; a < axes; ++a) {
        const auto scaled = uint64_t(position[a] * parts);  // exact product: the same cell as cellOf
        cell.at[a] = uint32_t(scaled >> morton);
        fine[a] = uint32_t(scaled) & ((1u << morton) - 1);
      }
      const uint64_t key = grid_.key(cell);
      elements[i] = {Key(within == 0 ? key : key << within | interleave(fine, axes, morton)), index};
    }
  });
  radixSort(elements, spare, bits, context);

  pool.forEachRange(count_, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      if (i + kAhead < count_) __builtin_prefetch(points.point(elements[i + kAhead].index));
      original_[i] = elements[i].index;
      for (int k = 0; k < dimension_; ++k) coordinates_[size_t(k) * stride_ + i] = points.at(elements[i].index, k);
    }
  });
  for (int k = 0; k < dimension_; ++k) std::fill_n(coordinates_.data() + size_t(k) * stride_ + count_, kPacketPoints, T(0));

  std::vector<std::vector<uint32_t>> starts((count_ + kGrain - 1) / kGrain);  // of cells, by piece
  pool.forEachRange(count_, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i)
      if (i == 0 || elements[i].key >> within != elements[i - 1].key >> within) starts[begin / kGrain].push_back(uint32_t(i));
  });
  size_t startCount = 0;
  for (const auto& piece : starts) startCount += piece.size();
  cellKeys_.reserve(startCount);
  cellFirstStrip_.reserve(startCount + 1);
  strips_.reserve(startCount + count_ / kStripPoints);
  context.checkStop();
  uint32_t first = 0;
  StopTicker checkStop(context);
  for (const auto& piece : starts)
    for (const uint32_t start : piece) {
      checkStop();
      if (start > first) addCell(uint64_t(elements[first].key >> within), first, start);
      first = start;
    }
  addCell(uint64_t(elements[first].key >> within), first, count_);
}

template <class T>
void SortedCloud<T>::addCell(uint64_t key, uint32_t first, uint32_t end) {
  const uint32_t cell = cells();
  table_.at(key) = cell;
  cellKeys_.push_back(key);
  for (uint32_t at = first; at < end; at += kStripPoints) {
    const uint32_t count = std::min(kStripPoints, end - at);
    strips_.push_back({at, count, cell, packets_});
    packets_ += (count + kPacketPoints - 1) / kPacketPoints;
  }
  cellFirstStrip_.push_back(uint32_t(strips_.size()));
}

template <class T>
void SortedCloud<T>::append(const SortedCloud& next, uint32_t firstCell, uint32_t endCell) {
  for (uint32_t cell = firstCell; cell < endCell; ++cell) append(next.cellKey(cell), next.pointsIn(cell));
}

template <class T>
void SortedCloud<T>::append(uint64_t key, uint32_t points) {
  addCell(key, count_, count_ + points);
  count_ += points;
}

template class SortedCloud<float>;
template class SortedCloud<double>;

}  // namespace arete::cpu
