// The tree of `best`: points in the order of a curve through space, 8 to a leaf, under levels of boxes with 32 children each. Built by one sort
// and a pass per level; dense regions get more leaves, nothing has a size that must be guessed.
#pragma once

#include <memory>

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/searcher.cuh"

namespace arete::cuda {

inline constexpr uint32_t kFan = kWarp;  // children of a box and queries of a packet: a warp's lanes
inline constexpr uint32_t kLeaf = 8;     // points in a leaf

/// How points get places along a curve through space: cells of one edge length from `low` on; points outside get the cells at the border. It affects
/// only speed.
template <class T>
struct CodeFrame {
  T low[kMaxDimension];
  T cellsPerUnit;
  int bits;   ///< per coordinate
  bool wide;  ///< 64-bit codes and a sort by them: with 32 bits, or counted in coarse cells, many points would share a cell

  /// From a sample without its extremes, so that a stray does not put all others into one cell.
  static CodeFrame of(const PointArray& points);
};

/// Bits per coordinate of cells that points are counted in: about as many cells as points, as long as the counts stay in the second-level cache.
inline int coarseBits(uint32_t count, int dimension, int most) {
  constexpr int kMostBits = 22;
  const int wanted = (std::bit_width(count) + dimension - 1) / dimension;
  return std::clamp(std::min(wanted, kMostBits / dimension), 1, std::max(most, 1));
}

/// A stretch of the curve through space: the part-th of some that have about as many queries each. Cells are not divided.
struct CurveShare {
  uint32_t part = 0, parts = 1;
};

/// A reference as a tree on the device.
template <class T>
class SpatialTree {
 public:
  virtual ~SpatialTree() = default;
  /// The k nearest of all queries, or of those in a share. Queries that are the tree's own points need no sorting. Wide frames know no shares.
  virtual void search(const DeviceQueries<T>& queries, const SharedAnswer<T>& answer, const StageContext& context, CurveShare share = {}) const = 0;
};

/// For points of at most D coordinates; D is one of those in makeSpatialTree.
template <class T, int D>
std::unique_ptr<SpatialTree<T>> makeTreeOf(const DevicePointSet<T>& points, const CodeFrame<T>& frame, const StageContext& context);

template <class T>
std::unique_ptr<SpatialTree<T>> makeSpatialTree(const DevicePointSet<T>& points, const CodeFrame<T>& frame, const StageContext& context) {
  const int dimension = points.dimension();
  if (dimension <= 2) return makeTreeOf<T, 2>(points, frame, context);
  if (dimension == 3) return makeTreeOf<T, 3>(points, frame, context);
  if (dimension == 4) return makeTreeOf<T, 4>(points, frame, context);
  if (dimension <= 6) return makeTreeOf<T, 6>(points, frame, context);
  if (dimension <= 8) return makeTreeOf<T, 8>(points, frame, context);
  return makeTreeOf<T, 16>(points, frame, context);
}

}  // namespace arete::cuda
