// The steps after the rounds: put the parts, that is the nodes that no round divides, and the points into the order of the tiles.
#pragma once

#include "compute/tiles/small_tiles.cuh"
#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

/// Points by part, ascending within each: one stable radix sort of (part, index).
template <class T>
class PointOrder {
 public:
  /// Numbers the parts, lists those that are too full for a leaf in `small`, and gives each point its part: the rounds' data by point is
  /// no longer needed.
  PointOrder(const TileState<T>& state, const TileControl& control, const CudaDevice& device);
  void sort();
  /// Bounds of the leaves among the parts, and their points into spare().
  void boundLeaves(const TileState<T>& state, const LeafExtents<T>& extents) const;

  const uint32_t* order() const { return order_; }
  uint32_t* spare() const { return spare_; }
  const uint32_t* small() const { return small_.data(); }

 private:
  uint32_t blocks() const;

  const CudaDevice& device_;
  const uint32_t count_, parts_;
  Buffer<uint32_t> partNodes_, small_, words_;
  const uint32_t *order_ = nullptr, *partOfPlace_ = nullptr;
  uint32_t* spare_ = nullptr;
};

/// The numbers of the nodes level by level, within a level in the order of the points.
template <class T>
Buffer<uint32_t> nodesByLevel(const TileState<T>& state, const TileControl& control, const CudaDevice& device);

}  // namespace arete::cuda
