// What a tree of tiles keeps on the GPU that built it, so that detection in tiles gathers the points of a tile there: the order of the points and,
// of extended tiles, the surroundings, which come to the host only when asked for.
#pragma once

#include "compute/gpu/cuda_device.h"
#include "compute/tiles/contract.h"

namespace arete::cuda {

/// May outlive the device: the memory goes back through the stream, which it shares.
class DeviceTiles final : public TilesOnDevice {
 public:
  /// Copies `order`, the tree's points. `r1`: how far the surroundings reach.
  DeviceTiles(const CudaDevice& device, const uint32_t* order, size_t points, double r1);

  /// Takes the surroundings, and lets the tree ask for them.
  static void keepSurroundings(const std::shared_ptr<DeviceTiles>& tiles, Buffer<uint32_t> surroundings, TileTree& tree);
  std::optional<PointCloud> part(const PointCloud& whole, const TileTree& tree, uint32_t leaf, bool withSurroundings,
                                 std::function<PointArray()> make, const StageContext& context) const override;

 private:
  struct Piece {
    const uint32_t* indices;
    uint64_t count;
  };
  std::vector<Piece> pieces(const TileTree& tree, uint32_t leaf, bool withSurroundings) const;
  Bounds bounds(const TileTree& tree, uint32_t leaf, bool withSurroundings) const;

  std::shared_ptr<CUstream_st> stream_;  // goes last
  const double r1_;
  Buffer<uint32_t> order_, surroundings_;
};

/// Whether lists of that many bytes may stay on the device as long as a tree lives.
bool mayStay(const CudaDevice& device, size_t bytes);

}  // namespace arete::cuda
