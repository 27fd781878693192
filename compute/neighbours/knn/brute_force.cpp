#include "compute/neighbours/knn/brute_force.h"

#include <algorithm>
#include <atomic>

namespace arete::cpu {

namespace {

constexpr uint32_t kChunkBlocks = 16, kChunkPoints = kChunkBlocks * kBlockPoints;  // 16 KiB of floats in 16 dimensions
constexpr uint32_t kQueriesAtATime = 32;

/// Part of the reference as blocks.
template <class T>
class Chunk {
 public:
  Chunk(int dimension, const uint32_t* names)
      : coordinates_(kChunkPoints * size_t(dimension)), indices_(kChunkPoints), dimension_(dimension), names_(names) {}

  BlocksView<T> load(const PointsView<T>& points, uint32_t first) {
    const uint32_t count = std::min(kChunkPoints, points.count - first);
    for (uint32_t i = 0; i < kChunkPoints; ++i) {
      T* const lane = &coordinates_[i / kBlockPoints * size_t(dimension_) * kBlockPoints + i % kBlockPoints];
      indices_[i] = i >= count ? UINT32_MAX : names_ ? names_[first + i] : first + i;
      for (int k = 0; k < dimension_; ++k) lane[size_t(k) * kBlockPoints] = i < count ? points.at(first + i, k) : std::numeric_limits<T>::infinity();
    }
    return {coordinates_.data(), indices_.data(), (count + kBlockPoints - 1) / kBlockPoints, dimension_};
  }

 private:
  std::vector<T> coordinates_;
  std::vector<uint32_t> indices_;
  int dimension_;
  const uint32_t* names_;
};

/// `goOn`: starts from the neighbours that the queries already have.
template <class T>
std::vector<BlockScan<T>> startScans(BlockQueries<T> queries, uint32_t first, bool goOn) {
  queries.goOn = queries.goOn && goOn;
  std::vector<BlockScan<T>> scans(std::min(kQueriesAtATime, queries.points.count - first));
  for (uint32_t i = 0; i < scans.size(); ++i) {
    for (int k = 0; k < queries.points.dimension; ++k) scans[i].point[size_t(k)] = queries.points.at(first + i, k);
    queries.start(scans[i].nearest, first + i);
  }
  return scans;
}

}  // namespace

template <class T>
void searchAllPairs(const PointsView<T>& reference, const BlockQueries<T>& queries, const BlockKernels<T>& kernels, const StageContext& context,
                    const uint32_t* names) {
  ThreadPool& threads = context.device.threads();
  const uint32_t chunks = (reference.count + kChunkPoints - 1) / kChunkPoints;
  const uint32_t groups = (queries.points.count + kQueriesAtATime - 1) / kQueriesAtATime;
  // A few pieces of work for each thread; the lists of one group from several parts of the reference are merged at the end.
  const uint32_t parts = std::clamp(uint32_t(threads.size() > 1 ? 4 * threads.size() : 1) / groups, 1U, chunks);
  std::vector<std::vector<BlockScan<T>>> scanned(size_t(groups) * parts);
  std::vector<std::atomic<uint32_t>> partsDone(groups);
  std::atomic<uint32_t> groupsDone{0};
  threads.forEachRange(scanned.size(), 1, [&](size_t begin, size_t end, int thread) {
    Chunk<T> chunk(reference.dimension, names);
    for (size_t piece = begin; piece < end; ++piece) {
      const auto group = uint32_t(piece / parts), part = uint32_t(piece % parts), first = group * kQueriesAtATime;
      std::vector<BlockScan<T>>& scans = scanned[piece] = startScans(queries, first, part == 0);
      const auto chunkOf = [&](uint32_t p) { return uint32_t(uint64_t(chunks) * p / parts); };
      for (uint32_t t = chunkOf(part); t < chunkOf(part + 1); ++t) {
        context.checkStop();
        kernels.scan(chunk.load(reference, t * kChunkPoints), scans);
      }
      if (partsDone[group].fetch_add(1, std::memory_order_acq_rel) + 1 < parts) continue;
      std::vector<BlockScan<T>>& joined = scanned[size_t(group) * parts];
      for (uint32_t i = 0; i < joined.size(); ++i) {
        for (uint32_t p = 1; p < parts; ++p) joined[i].nearest.takeAll(scanned[size_t(group) * parts + p][i].nearest);
        const size_t row = size_t(first + i) * queries.k;
        joined[i].nearest.finish(queries.indices + row, queries.distances + row);
      }
      for (uint32_t p = 0; p < parts; ++p) scanned[size_t(group) * parts + p] = {};
      const uint32_t done = groupsDone.fetch_add(1, std::memory_order_relaxed) + 1;
      if (thread == 0) context.report(double(done) / groups);
    }
  });
}

template void searchAllPairs<float>(const PointsView<float>&, const BlockQueries<float>&, const BlockKernels<float>&, const StageContext&,
                                    const uint32_t*);
template void searchAllPairs<double>(const PointsView<double>&, const BlockQueries<double>&, const BlockKernels<double>&, const StageContext&,
                                     const uint32_t*);

}  // namespace arete::cpu
