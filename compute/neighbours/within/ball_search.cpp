#include "compute/neighbours/within/ball_search.h"

#include "compute/neighbours/knn/block_lanes.h"

namespace arete::cpu {

namespace {

struct BallNode {
  uint32_t node;
  int level;
};

/// What waits on the way through a tree: at each level at most the children of one node.
struct BallStack {
  BallNode nodes[(kMostLevels + 1) * kFanOut];
  int count = 0;

  void push(uint32_t node, int level) { nodes[count++] = {node, level}; }
  BallNode pop() { return nodes[--count]; }
};

/// The children of a node, which lie at `level`.
struct BallChildren {
  uint32_t first, count;
};
template <class T>
[[gnu::always_inline]] inline BallChildren childrenOf(const BlockTreeView<T>& tree, uint32_t parent, int level) {
  const uint32_t first = parent * kFanOut;
  return {first, std::min(kFanOut, tree.counts[size_t(level)] - first)};
}
template <class T>
[[gnu::always_inline]] inline const T* boxesOf(const BlockTreeView<T>& tree, uint32_t parent, int level) {
  return tree.boxes[size_t(level)] + size_t(parent) * size_t(2 * tree.blocks.dimension) * kFanOut;
}
template <class T>
[[gnu::always_inline]] inline const T* pointsOfBlock(const BlockTreeView<T>& tree, uint32_t block) {
  return tree.blocks.coordinates + size_t(block) * size_t(tree.blocks.dimension) * kBlockPoints;
}

/// How many points lie under a node: all blocks but the last are full.
[[gnu::always_inline]] inline uint64_t pointsUnder(const BallNode& at, uint32_t points) {
  uint64_t first = uint64_t(at.node) * kBlockPoints, size = kBlockPoints;
  for (int level = 0; level < at.level; ++level) first *= kFanOut, size *= kFanOut;
  return std::min<uint64_t>(first + size, points) - first;
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline uint64_t countBall(const BlockTreeView<T>& tree, uint32_t points, const lanes::Point<T, D>& point, T limit) {
  const int dimension = tree.blocks.dimension;
  uint64_t inside = 0;
  BallStack stack;
  stack.push(0, tree.levels);
  while (stack.count > 0) {
    const BallNode next = stack.pop();
    if (next.level == 0) {
      inside += lanes::distances<T, D, Bytes>(point, pointsOfBlock(tree, next.node), dimension).countWithin(limit);
      continue;
    }
    const int level = next.level - 1;
    const auto gaps = lanes::gaps<T, D, Bytes>(point, boxesOf(tree, next.node, level), dimension);
    if (!gaps.anyWithin(limit)) continue;
    const auto reaches = lanes::reaches<T, D, Bytes>(point, boxesOf(tree, next.node, level), dimension);
    const BallChildren children = childrenOf(tree, next.node, level);
    for (uint32_t c = children.count; c-- > 0;) {
      if (reaches.values[c] <= limit) inside += pointsUnder({children.first + c, level}, points);
      else if (gaps.values[c] <= limit) stack.push(children.first + c, level);
    }
  }
  return inside;
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void fillBall(const BlockTreeView<T>& tree, const lanes::Point<T, D>& point, T limit, uint32_t leftOut,
                                            FoundRow<T>& row) {
  const int dimension = tree.blocks.dimension;
  BallStack stack;
  stack.push(0, tree.levels);
  while (stack.count > 0) {
    const BallNode next = stack.pop();
    if (next.level == 0) {
      const auto squared = lanes::distances<T, D, Bytes>(point, pointsOfBlock(tree, next.node), dimension);
      if (!squared.anyWithin(limit)) continue;
      const uint32_t* const indices = tree.blocks.indices + size_t(next.node) * kBlockPoints;
      for (uint32_t l = 0; l < kBlockPoints; ++l) row.add(squared.values[l], indices[l], squared.values[l] <= limit && indices[l] != leftOut);
      continue;
    }
    const int level = next.level - 1;
    const auto gaps = lanes::gaps<T, D, Bytes>(point, boxesOf(tree, next.node, level), dimension);
    if (!gaps.anyWithin(limit)) continue;
    const BallChildren children = childrenOf(tree, next.node, level);
    for (uint32_t c = children.count; c-- > 0;)
      if (gaps.values[c] <= limit) stack.push(children.first + c, level);
  }
}

template <class T, int D>
[[gnu::always_inline]] inline lanes::Point<T, D> placeOf(const PointsView<T>& points, uint32_t query) {
  lanes::Point<T, D> point;
  for (int k = 0; k < (D > 0 ? D : points.dimension); ++k) point.at[k] = points.at(query, k);
  return point;
}

template <class T, int D, int Bytes>
[[gnu::always_inline]] inline void fillRow(const BlockTreeView<T>& tree, const BallQueries<T>& queries, uint32_t query, FoundRow<T>& row) {
  const uint64_t begin = queries.starts[query], end = queries.starts[query + 1];
  if (begin == end) return;
  row.start(end - begin);
  fillBall<T, D, Bytes>(tree, placeOf<T, D>(queries.points, query), queries.limit, queries.excludeSelf ? query : UINT32_MAX, row);
  row.write(queries.indices + begin, queries.distances + begin);
}

// One wrapper for each kind of processor: what is inlined into it is compiled for that kind.
#define ARETE_BALL_KERNELS(NAME, TARGET, BYTES)                                                                               \
  template <class T, int D>                                                                                                   \
  TARGET uint64_t NAME##Count(const BlockTreeView<T>& tree, uint32_t points, const BallQueries<T>& queries, uint32_t query) { \
    return countBall<T, D, BYTES>(tree, points, placeOf<T, D>(queries.points, query), queries.limit);                         \
  }                                                                                                                           \
  template <class T, int D>                                                                                                   \
  TARGET void NAME##Fill(const BlockTreeView<T>& tree, const BallQueries<T>& queries, uint32_t query, FoundRow<T>& row) {     \
    fillRow<T, D, BYTES>(tree, queries, query, row);                                                                          \
  }
ARETE_BALL_KERNELS(portable, , 16)
#if defined(__x86_64__)
ARETE_BALL_KERNELS(avx2, [[gnu::target("avx2")]], 32)
ARETE_BALL_KERNELS(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw")]], 64)
#endif
#undef ARETE_BALL_KERNELS

template <class T, int D>
BallKernels<T> ballKernelsOfProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw"))
    return {avx512Count<T, D>, avx512Fill<T, D>};
  if (__builtin_cpu_supports("avx2")) return {avx2Count<T, D>, avx2Fill<T, D>};
#endif
  return {portableCount<T, D>, portableFill<T, D>};
}

}  // namespace

template <class T>
BallKernels<T> ballKernels(int dimension) {
  switch (dimension) {
    case 1: return ballKernelsOfProcessor<T, 1>();
    case 2: return ballKernelsOfProcessor<T, 2>();
    case 3: return ballKernelsOfProcessor<T, 3>();
    case 4: return ballKernelsOfProcessor<T, 4>();
    default: return ballKernelsOfProcessor<T, 0>();
  }
}

template BallKernels<float> ballKernels<float>(int);
template BallKernels<double> ballKernels<double>(int);

}  // namespace arete::cpu
