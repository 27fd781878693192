// side_lines.cuda.segment_tree: a thread for each super-point searches the tree of the network's edges, which the host builds with all its threads,
// as CPU threads do, and adds its weight to the profile of its station; a warp measures each node that is added. The host finds the lines in the
// profiles. Memory: the tree, 80 bytes an edge, 480 bytes a station; the grids (compute/network/look/row_grid.cuh). Cost: the copies, a search for
// each super-point and an atomic add, two waits. Floor: reading the super-points, and writing the profiles. Loses to CPU threads for some thousand
// super-points. Source: as that of its stage.
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/network/look/ball_sums.cuh"
#include "compute/network/look/segments_on_device.cuh"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/side_lines/contract.h"
#include "compute/network/side_lines/side_tree.h"

namespace arete::cuda {

namespace {

using Sum = unsigned long long;
static_assert(sizeof(SideProfile) == 2 * kSideBins * sizeof(Sum));
constexpr uint32_t kSideWarps = 4, kSideBlock = kSideWarps * kWarp;

template <int D>
__global__ void __launch_bounds__(kUsualBlock) sideCountsKernel(SideView network, shared::SegmentTreeView tree, DevicePlaces points, Sum* profiles) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= points.count) return;
  const SideCount count = network.countOf<D>(points.places[i], tree);
  if (count.station == SideCount::kNowhere) return;
  atomicAdd(profiles + size_t(count.station) * 2 * kSideBins + count.bin, static_cast<Sum>(points.weights[i]));
}

/// A warp sums the ball of a place.
template <int D>
__global__ void __launch_bounds__(kSideBlock)
    sideBallsKernel(RowLevels levels, const shared::Vector3* places, uint32_t count, double radius, double scale, shared::KernelSums* sums) {
  const uint32_t i = blockIdx.x * kSideWarps + threadIdx.x / kWarp;
  if (i >= count) return;
  const shared::KernelSums all = ballSums<D>(levels, places[i], radius, scale);
  if (threadIdx.x % kWarp == 0) sums[i] = all;
}

/// On the host, where few are read from the page-locked memory that they come into; until the device is asked for something else.
class ProfilesHere {
 public:
  void fetch(const Buffer<Sum>& sums, CudaDevice& device) {
    constexpr size_t kMostLocked_bytes = size_t(8) << 20;
    const size_t bytes = sums.size() * sizeof(Sum), count = bytes / sizeof(SideProfile);
    if (bytes <= kMostLocked_bytes) {
      all_ = {reinterpret_cast<const SideProfile*>(device.download(sums.data(), bytes)), count};
      return;
    }
    own_.resize(count);
    device.staging().download(own_.data(), sums.data(), bytes, device.stream());
    all_ = own_;
  }
  std::span<const SideProfile> all() const { return all_; }

 private:
  LargeVector<SideProfile> own_;  // not filled: all of it comes from the device
  std::span<const SideProfile> all_;
};

ProfilesHere sideProfiles(const SideLinesInput& in, const SideTree& network, const SuperPointsOnDevice& points, CudaDevice& device) {
  ProfilesHere profiles;
  const size_t stations = network.branches().stations().size();
  if (stations == 0) return profiles;
  const cudaStream_t stream = device.stream();
  const SegmentsOnDevice tree(network.tree(), device);
  const Buffer<SideEdge> edges = copyOnDevice(network.branches().edges(), device);
  const Buffer<SideStretch> stretches = copyOnDevice(network.branches().stretches(), device);
  const Buffer<Sum> sums(stations * 2 * kSideBins, stream);
  sums.clear();
  SideView view = network.branches().view();
  view.edges = edges.data(), view.stretches = stretches.data();
  const auto kernel = in.points.dimension == 2 ? sideCountsKernel<2> : sideCountsKernel<3>;
  kernel<<<blocksFor(in.points.size(), kUsualBlock), kUsualBlock, 0, stream>>>(view, tree.view(), points.places(), sums.data());
  CUDA_CHECK_LAUNCH("sideCountsKernel");
  profiles.fetch(sums, device);
  return profiles;
}

void measureAll(const SideLinesInput& in, std::span<RidgeNode> nodes, const SuperPointsOnDevice& points, CudaDevice& device) {
  if (nodes.empty()) return;
  const cudaStream_t stream = device.stream();
  const double radius = sideBall(in);
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  const Buffer<shared::Vector3> placesThere = copyOnDevice(std::span<const shared::Vector3>(places), device);
  const Buffer<shared::KernelSums> sumsThere(nodes.size(), stream);
  const RowLevels levels = points.grids(radius, radius);
  const auto kernel = in.points.dimension == 2 ? sideBallsKernel<2> : sideBallsKernel<3>;
  kernel<<<blocksFor(nodes.size(), kSideWarps), kSideBlock, 0, stream>>>(levels, placesThere.data(), uint32_t(nodes.size()), radius,
                                                                         in.points.kernelScale, sumsThere.data());
  CUDA_CHECK_LAUNCH("sideBallsKernel");
  std::vector<shared::KernelSums> sums(nodes.size());
  device.staging().download(sums.data(), sumsThere.data(), sums.size() * sizeof(shared::KernelSums), stream);
  for (size_t i = 0; i < nodes.size(); ++i) measure(nodes[i], shared::ridgeView(sums[i], radius, in.points.kernelScale, in.points.dimension));
}

}  // namespace

SideLines sideLinesSegmentTree(const SideLinesInput& in, const StageContext& context) {
  context.checkStop();
  if (!mayHaveSideLines(in)) return noSideLines(in);
  CudaDevice& device = cudaDevice(context);
  const auto points = superPointsOnDevice(in.points, device);
  const SideTree network(in, context);
  const ProfilesHere profiles = sideProfiles(in, network, *points, device);
  SideLines lines = linesBeside(in, network.branches(), profiles.all(), network.nearest(), context);
  measureAll(in, lines.added, *points, device);
  return lines;
}

}  // namespace arete::cuda
