#include "compute/chains/parts/part_points.h"

#include <algorithm>

#include "compute/chains/evolve/margin_rule.h"
#include "compute/chains/evolve/sorted_cloud.h"
#include "compute/chains/grid/sorted_points.h"
#include "compute/core/pieces.h"

namespace arete::cpu {

namespace {

/// Counts are added up thread by thread.
template <class T>
parts::Parting bisected(const PointsView<T>& points, const CellGrid& grid, const GridShape& shape, uint32_t count, const StageContext& context) {
  constexpr size_t kGrain = 1 << 14;
  parts::Parting parting(shape, count);
  while (parting.open()) {
    std::vector<std::vector<uint64_t>> counts(size_t(context.device.threads().size()), parting.counts());
    context.device.threads().forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) parting.count(grid.cellOf(points.point(i), points.coordinateStride).at, counts[size_t(thread)]);
    });
    for (size_t thread = 1; thread < counts.size(); ++thread)
      for (size_t i = 0; i < counts[0].size(); ++i) counts[0][i] += counts[thread][i];
    parting.cut(counts[0]);
  }
  return parting;
}

/// Every piece of the points is counted, then written where its parts have room for it.
template <class T>
std::vector<std::vector<uint32_t>> ownedBySpace(const PointsView<T>& points, const CellGrid& grid, const parts::Parting& parting,
                                                const StageContext& context) {
  constexpr size_t kGrain = 1 << 16;
  const size_t pieces = (points.count + kGrain - 1) / kGrain, count = parting.parts();
  Buffer<uint32_t> homes(points.count);
  std::vector<std::vector<uint32_t>> next(pieces, std::vector<uint32_t>(count)), owned(count);
  context.device.threads().forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      homes[i] = parting.home(grid.cellOf(points.point(i), points.coordinateStride).at);
      ++next[begin / kGrain][homes[i]];
    }
  });
  for (size_t part = 0; part < count; ++part) {
    uint32_t sum = 0;
    for (auto& piece : next) sum += std::exchange(piece[part], sum);
    owned[part].resize(sum);
  }
  context.device.threads().forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) owned[homes[i]][next[begin / kGrain][homes[i]]++] = uint32_t(i);
  });
  return owned;
}

/// Strips of points of one cell, in turn.
template <class T>
std::vector<std::vector<uint32_t>> dealt(const PointsView<T>& points, const CellGrid& grid, size_t parts, const StageContext& context) {
  const Buffer<PlacedPoint> placed = placedByCell(points, grid, context);
  std::vector<std::vector<uint32_t>> owned(parts);
  StopTicker checkStop(context);
  size_t strip = 0, first = 0;
  for (size_t i = 0; i < placed.size(); ++i) {
    checkStop();
    if (i > first && (placed[i].key != placed[first].key || i - first == kStripPoints)) first = i, ++strip;
    owned[strip % parts].push_back(placed[i].index);
  }
  return owned;
}

}  // namespace

PartedPoints partPoints(const PointCloud& cloud, double r1, uint32_t most, Partition partition, const StageContext& context) {
  return withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = cloud.view<T>();
    const GridShape shape = cloud.empty() ? GridShape{} : gridShape(points, shared::kCellEdge * r1, &cloud.bounds());
    const CellGrid grid(shape);
    for (uint32_t parts = std::clamp(cloud.size(), 1u, most);;) {
      PartedPoints result{shape, std::make_shared<const parts::Parting>(bisected(points, grid, shape, parts, context)), {}};
      if (parts == 1) return result;
      result.owned = partition == Partition::dealt ? dealt(points, grid, parts, context) : ownedBySpace(points, grid, *result.parting, context);
      const auto used = uint32_t(std::ranges::count_if(result.owned, [](const auto& own) { return !own.empty(); }));
      if (2 * used >= parts) return result;
      parts = used;
    }
  });
}

Partition partitionFor(Partition asked, uint64_t points, uint64_t chosen) {
  constexpr uint64_t kFewChosen = 1 << 16, kManyPointsEach = 1024;
  if (asked != Partition::automatic) return asked;
  return chosen <= kFewChosen && points / std::max<uint64_t>(chosen, 1) >= kManyPointsEach ? Partition::dealt : Partition::space;
}

}  // namespace arete::cpu
