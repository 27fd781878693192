#include "compute/chains/parts/move_points.h"

#include <utility>

#include "compute/chains/evolve/sorted_cloud.h"
#include "compute/chains/grid/sorted_points.h"
#include "compute/core/pieces.h"

namespace arete::cpu {

std::shared_ptr<const parts::Parting> partedOverRanks(const RankedPoints& cloud, const GridShape& shape, parts::Ranks& ranks,
                                                      const StageContext& context) {
  constexpr size_t kGrain = 1 << 14;
  parts::Parting parting(shape, ranks.size());
  const CellGrid grid(shape);
  withScalarType(cloud.facts.scalar, [&]<class T>() {
    const PointsView<T> points = cloud.points.view<T>();
    while (parting.open()) {
      std::vector<std::vector<uint64_t>> counts(size_t(context.device.threads().size()), parting.counts());
      context.device.threads().forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
        context.checkStop();
        for (size_t i = begin; i < end; ++i) parting.count(grid.cellOf(points.point(i), 1).at, counts[size_t(thread)]);
      });
      for (size_t thread = 1; thread < counts.size(); ++thread)
        for (size_t i = 0; i < counts[0].size(); ++i) counts[0][i] += counts[thread][i];
      ranks.addUp(counts[0]);
      parting.cut(counts[0]);
    }
  });
  return std::make_shared<const parts::Parting>(std::move(parting));
}

namespace {

/// The rank that each point goes to.
template <class T>
Buffer<uint32_t> homesOf(const PointsView<T>& points, const CellGrid& grid, const parts::Parting& parting, const StageContext& context) {
  Buffer<uint32_t> homes(points.count);
  forEachPiece(points.count, context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) homes[i] = parting.home(grid.cellOf(points.point(i), 1).at);
  });
  return homes;
}

/// Strips of the points of one cell, in turn, beginning with the own rank: else the first ranks would get the first strip of all.
template <class T>
Buffer<uint32_t> dealtHomes(const PointsView<T>& points, const CellGrid& grid, const parts::Ranks& ranks, const StageContext& context) {
  Buffer<uint32_t> homes(points.count);
  if (points.count == 0) return homes;
  const Buffer<PlacedPoint> placed = placedByCell(points, grid, context);
  StopTicker checkStop(context);
  size_t strip = ranks.rank(), first = 0;
  for (size_t i = 0; i < placed.size(); ++i) {
    checkStop();
    if (i > first && (placed[i].key != placed[first].key || i - first == kStripPoints)) first = i, ++strip;
    homes[placed[i].index] = uint32_t(strip % ranks.size());
  }
  return homes;
}

/// Numbers of points, by where they go.
struct Dealt {
  Buffer<uint32_t> points;
  std::vector<uint64_t> counts, begins;
};

Dealt sortedByHome(const Buffer<uint32_t>& homes, uint32_t ranks) {
  Dealt dealt{Buffer<uint32_t>(homes.size()), std::vector<uint64_t>(ranks), std::vector<uint64_t>(ranks)};
  for (const uint32_t home : homes.span()) ++dealt.counts[home];
  uint64_t total = 0;
  for (uint32_t rank = 0; rank < ranks; ++rank) dealt.begins[rank] = std::exchange(total, total + dealt.counts[rank]);
  std::vector<uint64_t> next = dealt.begins;
  for (size_t i = 0; i < homes.size(); ++i) dealt.points[next[homes[i]]++] = uint32_t(i);
  return dealt;
}

}  // namespace

PointArray movedToParts(const RankedPoints& cloud, const GridShape& shape, const parts::Parting& parting, Partition partition, parts::Ranks& ranks,
                        const StageContext& context) {
  return withScalarType(cloud.facts.scalar, [&]<class T>() {
    const PointsView<T> points = cloud.points.view<T>();
    const CellGrid grid(shape);
    const Dealt dealt = sortedByHome(
        partition == Partition::dealt ? dealtHomes(points, grid, ranks, context) : homesOf(points, grid, parting, context), ranks.size());
    const auto d = size_t(cloud.facts.dimension);
    const size_t bytes = d * sizeof(T);
    PointArray own;
    const auto room = [&](uint64_t count) {
      constexpr uint64_t kMost = UINT32_MAX - 1;
      if (count >= kMost)
        throw Error(ErrorKind::badInput, "cannot divide the points", "rank " + std::to_string(ranks.rank()),
                    "its part has " + std::to_string(count) + " points, and a part holds at most 4 294 967 294",
                    "take more ranks, or --partition dealt where most points lie in few places");
      own = PointArray::toBeWritten(cloud.facts.scalar, cloud.facts.dimension, uint32_t(count));
      return std::as_writable_bytes(std::span(own.elements<T>().data(), count * d));
    };
    const auto pack = [&](uint32_t to, uint64_t first, std::span<std::byte> out) {
      const uint32_t* const numbers = dealt.points.data() + dealt.begins[to] + first;
      forEachPiece(out.size() / bytes, context, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) std::memcpy(out.data() + i * bytes, points.point(numbers[i]), bytes);
      });
    };
    ranks.swap({.recordBytes = bytes, .counts = dealt.counts, .pack = pack, .room = room});
    return own;
  });
}

}  // namespace arete::cpu
