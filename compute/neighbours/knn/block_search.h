// The inner loops of searches over points in blocks, compiled for each kind of processor.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "compute/core/point_array.h"
#include "compute/neighbours/knn/nearest_keys.h"

namespace arete::cpu {

inline constexpr uint32_t kBlockPoints = 16;  // one AVX-512 register of floats
inline constexpr uint32_t kFanOut = 8;
inline constexpr int kMostLevels = 10;  // 16 · 8¹⁰ points and more than there are indices

/// Points side by side: axis k of lane l of block b is coordinates[(b · dimension + k) · kBlockPoints + l]. Lanes without a point have
/// infinite coordinates and the index UINT32_MAX.
template <class T>
struct BlocksView {
  const T* coordinates;
  const uint32_t* indices;
  uint32_t count;
  int dimension;
};

/// Level 0 are the blocks; node i of level l + 1 has the nodes kFanOut · i … of level l as children. The boxes of its children are
/// boxes[l][i · 2 · dimension · kFanOut …]: for each axis the low ends of all, then the high ends of all.
template <class T>
struct BlockTreeView {
  BlocksView<T> blocks;
  int levels;  ///< above the blocks; the last one has one node
  std::array<const T*, kMostLevels> boxes;
  std::array<const uint32_t*, kMostLevels> leastIndices;  ///< of the points under each node: equal points need no search of them all
  std::array<uint32_t, kMostLevels + 1> counts;           ///< nodes by level
};

struct AskedPoint {
  uint32_t query;
  uint32_t block;  ///< where to begin: the nearer, the fewer blocks are looked at
};

/// Queries to be answered and where the answers go.
template <class T>
struct BlockQueries {
  PointsView<T> points;
  uint32_t k;
  bool excludeSelf;
  uint32_t* indices;  ///< of all queries, as in Neighbours
  T* distances;
  const uint32_t* names = nullptr;  ///< which reference points the queries are, for excludeSelf; null: those of the same numbers
  bool goOn = false;                ///< `indices` and `distances` hold neighbours already, see NearestKeys::startFrom

  void start(NearestKeys<T>& nearest, uint32_t query) const {
    const uint32_t leftOut = !excludeSelf ? UINT32_MAX : names ? names[query] : query;
    if (goOn) nearest.startFrom(k, leftOut, indices + size_t(query) * k, distances + size_t(query) * k);
    else nearest.start(k, leftOut);
  }
};

/// A query and its list of neighbours, for looking through blocks in any order.
template <class T>
struct BlockScan {
  std::array<T, kMaxDimension> point{};
  NearestKeys<T> nearest;
};

template <class T>
struct BlockKernels {
  /// Answers `asked`, `nearest` being room to work in.
  void (*searchTree)(const BlockTreeView<T>&, const BlockQueries<T>&, std::span<const AskedPoint> asked, NearestKeys<T>& nearest);
  /// Offers all points of the blocks to every scan.
  void (*scan)(const BlocksView<T>&, std::span<BlockScan<T>> scans);
};

/// The fastest for this processor.
template <class T>
BlockKernels<T> blockKernels(int dimension);

}  // namespace arete::cpu
