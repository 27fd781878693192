// witnesses.cuda.warps: one warp per super-point. Each lane keeps the two nearest of the nodes that it sees, then the lanes find the two nearest of
// all. A ball of R1 is looked into first and doubles until two nodes are in it, which are the nearest then. Pairs are sorted, and equal ones added
// up. Memory: a grid of the nodes, 48 bytes a super-point. Cost: one or two small balls of nodes a super-point, and a sort of the pairs. Floor:
// reading places and radii. Loses to the CPU for a few thousand super-points. Source: network, step 6.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/graph/kept_copy.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/rules/network_graph.h"
#include "compute/network/witnesses/contract.h"

namespace arete::cuda {

namespace {

using Weight = unsigned long long;

struct WitnessRules {
  double ball, middle, narrow;  // narrow: the radius that is looked into first
};

__device__ shared::FoundNode shuffled(const shared::FoundNode& found, uint32_t step) {
  return {__shfl_xor_sync(kAllLanes, found.node, step), __shfl_xor_sync(kAllLanes, found.squared, step)};
}

/// The two nearest over all lanes, each of which saw other nodes.
__device__ shared::TwoNearest ofAllLanes(shared::TwoNearest two) {
  for (uint32_t step = kWarp / 2; step > 0; step /= 2) {
    const shared::FoundNode first = shuffled(two.first, step), second = shuffled(two.second, step);
    if (first.node != UINT32_MAX) two.offer(first.node, first.squared);
    if (second.node != UINT32_MAX) two.offer(second.node, second.squared);
  }
  return two;
}

/// The two nodes nearest to a place within `reach`; the second may be missing. Called by all lanes of a warp.
template <int D>
__device__ shared::TwoNearest twoNearest(const RowLevels& levels, const shared::Vector3& place, double narrow, double reach) {
  for (double radius = narrow;; radius *= 2) {
    const double within = shared::lesser(radius, reach), squaredReach = within * within;
    const shared::RowsView& view = levels.of(within);
    shared::TwoNearest two;
    walkBall<D>(view, place, within, [&](uint32_t at, bool isThere) {
      if (!isThere) return false;
      const double squared = squaredDistance(view.template place<D>(at), place);
      if (squared <= squaredReach) two.offer(view.index[at], squared);
      return false;
    });
    two = ofAllLanes(two);
    if (two.second.node != UINT32_MAX || within == reach) return two;
  }
}

/// The pair that each super-point stands for, as a key; `none` where there is none.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    witnessesKernel(const __grid_constant__ RowLevels levels, WitnessRules rules, DevicePlaces points, const double* radii,
                    const shared::Vector3* nodes, int bits, uint64_t none, Weight* nearestTo, uint64_t* pairs) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= points.count) return;  // the whole warp
  const double near = rules.ball * radii[i];
  uint64_t pair = none;
  if (near > 0) {
    const shared::TwoNearest two = twoNearest<D>(levels, points.places[i], rules.narrow, 2 * near);
    if (two.first.node != UINT32_MAX && two.first.squared <= near * near) {
      if (lane == 0) atomicAdd(nearestTo + two.first.node, static_cast<Weight>(points.weights[i]));
      if (two.second.node != UINT32_MAX) {
        const uint32_t a = min(two.first.node, two.second.node), b = max(two.first.node, two.second.node);
        if (projectsIntoMiddle(two, squaredDistance(nodes[a], nodes[b]), rules.middle)) pair = static_cast<uint64_t>(a) << bits | b;
      }
    }
  }
  if (lane == 0) pairs[i] = pair;
}

/// Pairs in their order and what they weigh together; the last of them may be none.
struct PairSums {
  std::vector<uint64_t> pairs;
  std::vector<int64_t> weights;
};

PairSums summed(const Buffer<uint64_t>& pairs, const int64_t* weights, int bits, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const size_t count = pairs.size();
  const Buffer<uint64_t> sorted(count, stream), unique(count, stream);
  const Buffer<int64_t> ofSorted(count, stream), sums(count, stream);
  const Buffer<uint32_t> found(1, stream);
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, pairs.data(), sorted.data(), weights, ofSorted.data(), uint32_t(count), 0, bits, stream);
  });
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceReduce::ReduceByKey(scratch, bytes, sorted.data(), unique.data(), ofSorted.data(), sums.data(), found.data(),
                                          ::cuda::std::plus<>{}, uint32_t(count), stream);
  });
  uint32_t runs = 0;
  std::memcpy(&runs, device.download(found.data(), sizeof runs), sizeof runs);
  PairSums result{std::vector<uint64_t>(runs), std::vector<int64_t>(runs)};
  device.staging().download(result.pairs.data(), unique.data(), runs * sizeof(uint64_t), stream);
  device.staging().download(result.weights.data(), sums.data(), runs * sizeof(int64_t), stream);
  return result;
}

}  // namespace

/// Of radii, or 0. Several at once, as each comparison waits for the one before.
static double greatestOf(std::span<const double> radii) {
  constexpr size_t kAtOnce = 8;
  std::array<double, kAtOnce> greatest{};
  const size_t whole = radii.size() / kAtOnce * kAtOnce;
  for (size_t i = 0; i < whole; i += kAtOnce)
    for (size_t k = 0; k < kAtOnce; ++k) greatest[k] = std::max(greatest[k], radii[i + k]);
  for (size_t i = whole; i < radii.size(); ++i) greatest[0] = std::max(greatest[0], radii[i]);
  return std::ranges::max(greatest);
}

Witnesses witnessesWarps(const WitnessesInput& in, const StageContext& context) {
  context.checkStop();
  Witnesses result{{}, std::vector<int64_t>(in.nodes.size())};
  const double widest = greatestOf(in.radii);
  if (widest == 0 || in.nodes.empty()) return result;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodesOnDevice nodes(in.nodes, device);
  const auto radii = KeptCopy<double>::of(in.radii, device);
  RowGrids grids(in.r1, in.points.dimension);
  grids.need(in.r1, 2 * in.rules.ball * widest, nodes.places(in.points.dimension), stream);

  const int bits = std::bit_width(in.nodes.size() - 1);
  const uint64_t none = uint64_t(in.nodes.size() - 1) << bits | (in.nodes.size() - 1);  // no node makes a pair with itself
  const Buffer<Weight> nearestTo(in.nodes.size(), stream);
  nearestTo.clear();
  const Buffer<uint64_t> pairs(in.points.size(), stream);
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(in.points.size(), kUsualBlock / kWarp), kUsualBlock, 0, stream>>>(
        grids.levels(), WitnessRules{in.rules.ball, in.rules.middle, in.r1}, points->places(), radii->data(), nodes.places(2).places, bits, none,
        nearestTo.data(), pairs.data());
    CUDA_CHECK_LAUNCH("witnessesKernel");
  };
  if (in.points.dimension == 2) launch(witnessesKernel<2>);
  else launch(witnessesKernel<3>);
  const PairSums sums = summed(pairs, points->places().weights, std::max(2 * bits, 1), device);
  const uint64_t mask = (uint64_t(1) << bits) - 1;
  result.pairs.reserve(sums.pairs.size());
  for (size_t p = 0; p < sums.pairs.size(); ++p)
    if (sums.pairs[p] != none) result.pairs.push_back({uint32_t(sums.pairs[p] >> bits), uint32_t(sums.pairs[p] & mask), sums.weights[p]});
  device.staging().download(result.nearestTo.data(), nearestTo.data(), in.nodes.size() * sizeof(int64_t), stream);
  return result;
}

}  // namespace arete::cuda
