#include "compute/tiles/device_tiles.cuh"

#include <algorithm>

#include "compute/gpu/launch_shapes.h"

namespace arete::cuda {

namespace {

/// One thread per coordinate, so that writes are coalesced.
template <class T>
__global__ void __launch_bounds__(kUsualBlock) gatherTilesKernel(DevicePoints<T> points, const uint32_t* indices, uint64_t count, T* rows) {
  const auto d = uint64_t(points.dimension), all = count * d, threads = uint64_t(gridDim.x) * kUsualBlock;
  for (uint64_t i = uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x; i < all; i += threads)
    rows[i] = points.data[indices[i / d] * points.pointStride + i % d * points.coordinateStride];
}

template <class T>
std::shared_ptr<const Buffer<std::byte>> gatheredTiles(const DevicePoints<T>& points, const auto& pieces, uint64_t count, const CudaDevice& device) {
  constexpr uint64_t kBlocksEach = 16;
  const auto d = uint64_t(points.dimension), mostBlocks = uint64_t(device.multiprocessors()) * kBlocksEach;
  auto bytes = std::make_shared<const Buffer<std::byte>>(count * d * sizeof(T), device.stream());
  T* to = reinterpret_cast<T*>(bytes->data());
  for (const auto& [indices, size] : pieces) {
    if (size == 0) continue;
    const auto blocks = uint32_t(std::min((size * d + kUsualBlock - 1) / kUsualBlock, mostBlocks));
    gatherTilesKernel<T><<<blocks, kUsualBlock, 0, device.stream()>>>(points, indices, size, to);
    CUDA_CHECK_LAUNCH("gatherTilesKernel");
    to += size * d;
  }
  return bytes;
}

}  // namespace

DeviceTiles::DeviceTiles(const CudaDevice& device, const uint32_t* order, size_t points, double r1)
    : stream_(device.sharedStream()), r1_(r1), order_(points, device.stream()) {
  CUDA_CHECK(cudaMemcpyAsync(order_.data(), order, points * sizeof(uint32_t), cudaMemcpyDeviceToDevice, device.stream()));
}

void DeviceTiles::keepSurroundings(const std::shared_ptr<DeviceTiles>& tiles, Buffer<uint32_t> surroundings, TileTree& tree) {
  tiles->surroundings_ = std::move(surroundings);
  tree.surroundings.later = std::make_shared<DeferredIndices>([tiles] {
    LargeVector<uint32_t> values(tiles->surroundings_.size());
    tiles->surroundings_.download(std::span<uint32_t>(values));
    return values;
  });
}

std::vector<DeviceTiles::Piece> DeviceTiles::pieces(const TileTree& tree, uint32_t leaf, bool withSurroundings) const {
  const auto own = [&](uint32_t each) {
    const TileNode& node = tree.nodes[tree.leaves[each]];
    return Piece{order_.data() + node.begin, node.size()};
  };
  std::vector<Piece> pieces{own(leaf)};
  if (!withSurroundings) return pieces;
  if (tree.kind == TileKind::grouped)
    for (const uint32_t other : tree.touching.of(leaf)) pieces.push_back(own(other));
  if (tree.kind == TileKind::extended) pieces.push_back({surroundings_.data() + tree.surroundings.starts[leaf], tree.surroundings.sizeOf(leaf)});
  return pieces;
}

Bounds DeviceTiles::bounds(const TileTree& tree, uint32_t leaf, bool withSurroundings) const {
  Bounds bounds;
  const auto widen = [&](uint32_t each, double by, bool first) {
    for (size_t k = 0; k < size_t(tree.dimension); ++k) {
      const double low = tree.minimum(tree.leaves[each])[k] - by, high = tree.maximum(tree.leaves[each])[k] + by;
      bounds.minimum[k] = first ? low : std::min(bounds.minimum[k], low);
      bounds.maximum[k] = first ? high : std::max(bounds.maximum[k], high);
    }
  };
  widen(leaf, withSurroundings && tree.kind == TileKind::extended ? r1_ : 0, true);
  if (withSurroundings && tree.kind == TileKind::grouped)
    for (const uint32_t other : tree.touching.of(leaf)) widen(other, 0, false);
  for (size_t k = 0; k < size_t(tree.dimension); ++k) {
    bounds.minimum[k] = std::max(bounds.minimum[k], tree.minimum(0)[k]);
    bounds.maximum[k] = std::min(bounds.maximum[k], tree.maximum(0)[k]);
  }
  return bounds;
}

std::optional<PointCloud> DeviceTiles::part(const PointCloud& whole, const TileTree& tree, uint32_t leaf, bool withSurroundings,
                                            std::function<PointArray()> make, const StageContext& context) const {
  auto* const device = dynamic_cast<CudaDevice*>(&context.device);
  if (device == nullptr || device->sharedStream() != stream_) return {};
  if (withSurroundings && tree.kind == TileKind::extended && tree.surroundings.total() > surroundings_.size()) return {};
  const std::vector<Piece> pieces = this->pieces(tree, leaf, withSurroundings);
  uint64_t count = 0;
  for (const Piece& piece : pieces) count += piece.count;
  PointCloud cloud = PointCloud::part(whole, uint32_t(count), bounds(tree, leaf, withSurroundings), std::move(make));
  withScalarType(whole.scalar(), [&]<class T>() {
    std::shared_ptr<const void> keep;
    device->adopt(cloud, gatheredTiles(device->upload<T>(whole, &keep), pieces, count, *device));
  });
  return cloud;
}

bool mayStay(const CudaDevice& device, size_t bytes) {
  constexpr size_t kAlways_bytes = 64 << 20, kShare = 8;
  return bytes <= kAlways_bytes || bytes <= device.freeBytes() / kShare;
}

}  // namespace arete::cuda
