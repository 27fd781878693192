#include "compute/network/streamed/streamed_super_points.h"

#include <algorithm>
#include <string>

#include "compute/core/error.h"
#include "compute/network/streamed/cell_runs.h"
#include "compute/network/streamed/network_needs.h"

namespace arete::cpu {

namespace {

constexpr size_t kTableBytes = 128;  // of a cell in a thread's table, while that grows

[[noreturn]] void refuseCells(uint64_t cells, uint64_t most) {
  throw Error(ErrorKind::wrongUse, "cannot detect a network within this memory", "--max-memory",
              "more than " + std::to_string(most) + " cells have points, which take some " + std::to_string(kNetworkCellBytes) + " bytes each",
              "give more than " + std::to_string(networkBytes(cells) >> 20) + " MB, or a larger R1");
}

template <int D>
class StreamedSums {
 public:
  StreamedSums(const SuperCells& cells, const DistinctStore& points, const DistinctStore::Room& room, const StageContext& context)
      : threads_(size_t(context.device.threads().size())),
        fit_(std::max(kFewestCells, room.memory_bytes / 4 / threads_ / kTableBytes)),
        memory_bytes_(room.memory_bytes),
        sums_(cells, int(threads_), directOf(points.size(), room.memory_bytes / threads_)),
        runs_(room.scratch),
        context_(context) {}

  template <class T>
  void add(const PointsView<T>& block, int thread) {
    sums_.add(block, 0, block.count, thread);
    if (sums_.cellsOf(thread) >= fit_) runs_.add(sums_.take(thread));
  }

  SuperPoints superPoints(uint32_t points, uint64_t most) {
    SuperPoints result = runs_.empty() ? sums_.superPoints(points, context_) : merged(points, most);
    if (result.size() > most) refuseCells(result.size(), most);
    return result;
  }

 private:
  static constexpr size_t kFewestCells = 1 << 12;

  static size_t directOf(uint64_t points, size_t memory_bytes) {
    constexpr size_t kSmallBox = 1 << 12, kShare = 16;
    return std::max(kSmallBox, std::min(size_t(points), memory_bytes / kShare / sizeof(uint32_t)));
  }

  SuperPoints merged(uint32_t points, uint64_t most) {
    for (size_t thread = 0; thread < threads_; ++thread) runs_.add(sums_.take(int(thread)));
    SuperPoints result;
    result.dimension = D;
    result.kernelScale = kernelScaleOf(points);
    runs_.merge(memory_bytes_ / 4, context_, [&](const CellSum<D>& sum) {
      if (result.size() == most) refuseCells(most + 1, most);
      const auto [place, weight] = sums_.placed(sum);
      result.places.push_back(place), result.weights.push_back(weight);
    });
    return result;
  }

  const size_t threads_, fit_, memory_bytes_;
  CellSums<D> sums_;
  CellRuns<D> runs_;
  const StageContext& context_;
};

template <class T, int D>
SuperPoints summedUp(DistinctStore& points, const SuperCells& cells, const DistinctStore::Room& room, uint64_t most, const StageContext& context) {
  StreamedSums<D> sums(cells, points, room, context);
  points.forEachBlock<T>(context, [&](const PointsView<T>& block, int thread) { sums.add(block, thread); });
  return sums.superPoints(uint32_t(points.size()), most);
}

}  // namespace

SuperPoints streamedSuperPoints(DistinctStore& points, const SuperPointsInput& in, const DistinctStore::Room& room, uint64_t most,
                                const StageContext& context) {
  const SuperCells cells = superCells(in);
  if (!CellKeys(cells).fit())
    throw Error(ErrorKind::wrongUse, "cannot detect a network within bounded memory", "r1", "it is so small that cells have no numbers of 64 bits",
                "give a larger R1, or leave stray points out of the file");
  SuperPoints result = withScalarType(points.scalar(), [&]<class T>() {
    return points.dimension() == 2 ? summedUp<T, 2>(points, cells, room, most, context) : summedUp<T, 3>(points, cells, room, most, context);
  });
  result.sphereCentre = sphereCentreOf(in);
  return result;
}

}  // namespace arete::cpu
