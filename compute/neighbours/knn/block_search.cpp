#include "compute/neighbours/knn/block_search.h"

#include <algorithm>

#include "compute/neighbours/knn/block_lanes.h"

namespace arete::cpu {

namespace {

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void offerBlock(const BlocksView<T>& blocks, uint32_t block, const lanes::Point<T, D>& point, NearestKeys<T>& nearest) {
  const auto squared =
      lanes::distances<T, D, Bytes>(point, blocks.coordinates + size_t(block) * size_t(blocks.dimension) * kBlockPoints, blocks.dimension);
  if (!squared.anyWithin(nearest.worst())) return;
  const uint32_t* const indices = blocks.indices + size_t(block) * kBlockPoints;
  for (uint32_t l = 0; l < kBlockPoints; ++l)
    if (squared.values[l] <= nearest.worst()) nearest.offer(squared.values[l], indices[l]);
}

/// From the block up to the root; at each level, everything under those other children that could hold a near enough point.
template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void searchFrom(const BlockTreeView<T>& tree, uint32_t block, const lanes::Point<T, D>& point,
                                              NearestKeys<T>& nearest) {
  struct Later {
    uint32_t node;
    int level;
    T gap;
  };
  Later later[kMostLevels * kFanOut];
  int waiting = 0;
  const int dimension = tree.blocks.dimension;
  const auto pushChildren = [&](uint32_t parent, int level, uint32_t but) __attribute__((always_inline)) {
    const auto gap = lanes::gaps<T, D, Bytes>(point, tree.boxes[size_t(level)] + size_t(parent) * size_t(2 * dimension) * kFanOut, dimension);
    if (!gap.anyWithin(nearest.worst())) return;
    const uint32_t first = parent * kFanOut, end = std::min(kFanOut, tree.counts[size_t(level)] - first);
    for (uint32_t c = end; c-- > 0;)
      if (gap.values[c] <= nearest.worst() && first + c != but) later[waiting++] = {first + c, level, gap.values[c]};
  };
  offerBlock<T, D, Bytes>(tree.blocks, block, point, nearest);
  uint32_t done = block;
  for (int level = 0; level < tree.levels; ++level) {
    pushChildren(done / kFanOut, level, done);
    while (waiting > 0) {
      const Later next = later[--waiting];
      if (!nearest.wants(next.gap, tree.leastIndices[size_t(next.level)][next.node])) continue;
      if (next.level == 0) offerBlock<T, D, Bytes>(tree.blocks, next.node, point, nearest);
      else pushChildren(next.node, next.level - 1, UINT32_MAX);
    }
    done /= kFanOut;
  }
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void searchTree(const BlockTreeView<T>& tree, const BlockQueries<T>& queries, std::span<const AskedPoint> asked,
                                              NearestKeys<T>& nearest) {
  constexpr size_t kAhead = 8;
  const int dimension = tree.blocks.dimension;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (i + kAhead < asked.size()) __builtin_prefetch(queries.points.point(asked[i + kAhead].query));
    const uint32_t query = asked[i].query;
    lanes::Point<T, D> point;
    for (int k = 0; k < (D > 0 ? D : dimension); ++k) point.at[k] = queries.points.at(query, k);
    queries.start(nearest, query);
    searchFrom<T, D, Bytes>(tree, asked[i].block, point, nearest);
    const size_t row = size_t(query) * queries.k;
    nearest.finish(queries.indices + row, queries.distances + row);
  }
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void scan(const BlocksView<T>& blocks, std::span<BlockScan<T>> scans) {
  for (BlockScan<T>& each : scans) {
    lanes::Point<T, D> point;
    std::copy_n(each.point.begin(), std::size(point.at), point.at);
    for (uint32_t block = 0; block < blocks.count; ++block) offerBlock<T, D, Bytes>(blocks, block, point, each.nearest);
  }
}

// One wrapper for each kind of processor: what is inlined into it is compiled for that kind.
#define ARETE_BLOCK_KERNELS(NAME, TARGET, BYTES)                                                                            \
  template <class T, int D>                                                                                                 \
  TARGET void NAME##Search(const BlockTreeView<T>& tree, const BlockQueries<T>& queries, std::span<const AskedPoint> asked, \
                           NearestKeys<T>& nearest) {                                                                       \
    searchTree<T, D, BYTES>(tree, queries, asked, nearest);                                                                 \
  }                                                                                                                         \
  template <class T, int D>                                                                                                 \
  TARGET void NAME##Scan(const BlocksView<T>& blocks, std::span<BlockScan<T>> scans) {                                      \
    scan<T, D, BYTES>(blocks, scans);                                                                                       \
  }
ARETE_BLOCK_KERNELS(portable, , 16)
#if defined(__x86_64__)
ARETE_BLOCK_KERNELS(avx2, [[gnu::target("avx2")]], 32)
ARETE_BLOCK_KERNELS(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw")]], 64)
#endif
#undef ARETE_BLOCK_KERNELS

template <class T, int D>
BlockKernels<T> forThisProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw"))
    return {avx512Search<T, D>, avx512Scan<T, D>};
  if (__builtin_cpu_supports("avx2")) return {avx2Search<T, D>, avx2Scan<T, D>};
#endif
  return {portableSearch<T, D>, portableScan<T, D>};
}

}  // namespace

template <class T>
BlockKernels<T> blockKernels(int dimension) {
  switch (dimension) {
    case 1: return forThisProcessor<T, 1>();
    case 2: return forThisProcessor<T, 2>();
    case 3: return forThisProcessor<T, 3>();
    case 4: return forThisProcessor<T, 4>();
    default: return forThisProcessor<T, 0>();
  }
}

template BlockKernels<float> blockKernels<float>(int);
template BlockKernels<double> blockKernels<double>(int);

}  // namespace arete::cpu
