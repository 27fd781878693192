// How many points lie beside the branches of a network, on a GPU: a thread for each super-point searches the tree of the network's edges, which the
// host makes, as a CPU thread does, and adds its weight to the profile of its station.
// Memory: the tree, the edges and 480 bytes a station. Cost: the copies, a search for each super-point and an atomic add. Floor: reading the
// super-points, and writing the profiles. Loses to CPU threads for some thousand super-points. Source: compute/stages/side_lines.h.
#include <vector>

#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/super_points_on_device.h"
#include "compute/network/side_count.h"

namespace arete {

namespace cuda {

namespace {

using Sum = unsigned long long;
static_assert(sizeof(SideProfile) == 2 * kSideBins * sizeof(Sum));

template <int D>
__global__ void __launch_bounds__(kUsualBlock) sideCountsKernel(SideSearch search, DevicePlaces points, Sum* profiles) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= points.count) return;
  const SideCount count = search.countOf<D>(points.places[i]);
  if (count.station == SideCount::kNowhere) return;
  atomicAdd(profiles + size_t(count.station) * 2 * kSideBins + count.bin, static_cast<Sum>(points.weights[i]));
}

template <class T>
Buffer<T> copyOf(const T* from, size_t count, CudaDevice& device) {
  Buffer<T> to(count, device.stream());
  device.staging().upload(to.data(), from, count * sizeof(T), device.stream());
  return to;
}

}  // namespace

}  // namespace cuda

void countSidesOnGpu(const SuperPoints& points, const SideSearch& search, const SideSizes& sizes, std::span<SideProfile> profiles,
                     const StageContext& context) {
  using namespace cuda;
  if (points.size() == 0 || sizes.pieces == 0) return;
  CudaDevice& device = cudaDevice(context);
  const auto there = superPointsOnDevice(points, device);
  const Buffer<double> ends = copyOf(search.tree.ends, sizes.ends, device), boxes = copyOf(search.tree.boxes, sizes.boxes, device),
                       lengths = copyOf(search.lengths, sizes.branches, device);
  const Buffer<shared::SegmentNode> nodes = copyOf(search.tree.nodes, sizes.nodes, device);
  const Buffer<SidePiece> pieces = copyOf(search.pieces, sizes.pieces, device);
  const Buffer<SideStretch> stretches = copyOf(search.stretches, sizes.branches, device);
  const Buffer<Sum> sums(profiles.size() * 2 * kSideBins, device.stream());
  sums.clear();
  const SideSearch onDevice{
      {ends.data(), nodes.data(), boxes.data(), search.tree.dimension}, pieces.data(), stretches.data(), lengths.data(), search.surface, search.r1};
  const auto kernel = points.dimension == 2 ? sideCountsKernel<2> : sideCountsKernel<3>;
  kernel<<<blocksFor(points.size(), kUsualBlock), kUsualBlock, 0, device.stream()>>>(onDevice, there->places(), sums.data());
  CUDA_CHECK_LAUNCH("sideCountsKernel");
  device.staging().download(profiles.data(), sums.data(), profiles.size_bytes(), device.stream());
}

}  // namespace arete
