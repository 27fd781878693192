// Local tiles of large clouds without rounds over their points: the points are sorted once into buckets, which are moved as a whole.
#pragma once

#include <memory>

#include "compute/tiles/small_tiles.cuh"
#include "compute/tiles/tile_state.cuh"

namespace arete::cuda {

/// How tiles are divided: kTileDivisionParam.
enum class TileDivision : uint32_t { automatic, rounds, buckets };

/// The points of a cloud in buckets. Counts them in the counters of the rounds, from which nodes are made as usual. Any of these may set
/// `control->crowded`; then the tree must be made by rounds.
class Buckets {
 public:
  virtual ~Buckets() = default;
  /// The first division.
  virtual void countCells(const TileState<float>& state) = 0;
  /// A further division, of one level.
  virtual void countHalves(const TileState<float>& state) = 0;
  /// The points by leaf, ascending within each, and the extents of the leaves.
  virtual const uint32_t* order(const TileState<float>& state, uint32_t nodes, const LeafExtents<float>& extents) = 0;
  virtual uint32_t count() const = 0;  ///< so far; waits for the device
};

/// Null where the cloud, the tiles or the free memory do not suit, or rounds are wanted or faster.
std::unique_ptr<Buckets> makeBuckets(const TileState<float>& state, TileDivision wanted, const CudaDevice& device);

}  // namespace arete::cuda
