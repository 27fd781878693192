#include "compute/chains/paged/detection_needs.h"

#include <algorithm>

#include "compute/chains/evolve/margin_rule.h"
#include "compute/core/distinct_cells.h"

namespace arete {

static uint64_t scalarBytes(Scalar scalar) { return scalar == Scalar::float32 ? sizeof(float) : sizeof(double); }

uint64_t chosenBytes(int dimension, Scalar scalar, int threads) {
  const auto d = uint64_t(dimension);
  const uint64_t sums = d * (scalar == Scalar::float32 ? sizeof(int64_t) : 2 * sizeof(int64_t)) + 2 * sizeof(uint32_t);
  return 200 + 4 * d * scalarBytes(scalar) + uint64_t(threads) * sums;
}

DetectionSize sizeOf(const PointStream& points, double r1, const std::stop_token& stop) {
  constexpr double kChosenOfCells = 0.55;
  DetectionSize size{.points = points.size(), .dimension = points.dimension(), .scalar = points.scalar()};
  DistinctCells sorted(shared::kCellEdge * r1, size.dimension), small(r1, size.dimension);
  points.read(
      0,
      [&](const PointArray& block, auto) {
        withScalarType(block.scalar(), [&]<class T>() {
          const PointsView<T> view = block.view<T>();
          for (uint32_t i = 0; i < view.count; ++i) sorted.add(view.point(i)), small.add(view.point(i));
        });
      },
      stop);
  size.cells = std::min(size.points, uint64_t(sorted.count() + 0.5));
  size.chosen = std::clamp<uint64_t>(uint64_t(kChosenOfCells * small.count()), std::min<uint64_t>(1, size.points), size.points);
  return size;
}

uint64_t tableBytes(uint64_t points, uint64_t cells) {
  constexpr uint64_t kStripPoints = 1024;
  return cells * kCellBytes + (cells + points / kStripPoints) * kStripBytes;
}
static uint64_t tableBytes(const DetectionSize& size) { return tableBytes(size.points, size.cells); }

static uint64_t coordinateBytes(const DetectionSize& size) { return uint64_t(size.dimension) * scalarBytes(size.scalar); }

DetectionNeeds needsOf(const DetectionSize& size) {
  constexpr uint64_t kSorting = 20;  // of a point: its key twice, its number
  constexpr uint64_t kPacketPoints = 16;
  const uint64_t tables = tableBytes(size), chosen = size.chosen * chosenBytes(size.dimension, size.scalar, size.threads);
  DetectionNeeds needs;
  needs.store_bytes = size.points * (coordinateBytes(size) + sizeof(uint32_t)) + (size.points / kPacketPoints + size.cells / 2) * sizeof(double);
  needs.scratch_bytes = size.points * coordinateBytes(size);
  needs.memory_bytes = kProgramBytes + size.points * (2 * coordinateBytes(size) + kSorting + size.columnBytes) + tables + chosen;
  needs.least_bytes = std::min(needs.memory_bytes, kProgramBytes + std::max(tables + chosen, tables * 3 / 2));
  return needs;
}

DetectionSize shareOf(const DetectionSize& all, uint32_t processes) {
  DetectionSize share = all;
  share.points = (all.points + processes - 1) / processes;
  share.cells = (all.cells + processes - 1) / processes;
  share.columnBytes = 0;
  return share;
}

uint32_t fewestProcesses(const DetectionSize& all, uint64_t bytesOfEach) {
  constexpr uint32_t kMost = 1 << 24;
  const auto enough = [&](uint32_t processes) { return needsOf(shareOf(all, processes)).memory_bytes <= bytesOfEach; };
  if (!enough(kMost)) return 0;
  uint32_t low = 0, high = kMost;  // high is enough
  while (high - low > 1) (enough(low + (high - low) / 2) ? high : low) = low + (high - low) / 2;
  return high;
}

uint64_t residentStore(const DetectionSize& size, uint64_t allowed_bytes) {
  const uint64_t chosen = size.chosen * chosenBytes(size.dimension, size.scalar, size.threads);
  const uint64_t own = allowed_bytes > kProgramBytes ? allowed_bytes - kProgramBytes : 0;
  const uint64_t taken = tableBytes(size) + std::max(chosen, own / 3);
  return std::min(own > taken ? own - taken : 0, needsOf(size).store_bytes);
}

}  // namespace arete
