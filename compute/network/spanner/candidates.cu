#include "compute/network/spanner/candidates.cuh"

#include <bit>
#include <cmath>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/ball_sums.cuh"
#include "compute/network/look/super_points_on_device.cuh"

namespace arete::cuda {

namespace {

constexpr uint64_t kRefused = UINT64_MAX;  // no cost has these bits

struct CandidateRules {
  double reach, ball, dipRefused, r1, kernelScale;
};

struct WitnessList {
  const Witness* pairs;
  uint32_t count;

  __device__ int64_t of(const Edge& edge) const {
    uint32_t from = 0, to = count;
    while (from < to) {
      const uint32_t middle = from + (to - from) / 2;
      if (pairs[middle].a < edge.a || (pairs[middle].a == edge.a && pairs[middle].b < edge.b)) from = middle + 1;
      else to = middle;
    }
    return from < count && pairs[from].a == edge.a && pairs[from].b == edge.b ? pairs[from].weight : 0;
  }
};

/// The density of each node in its own ball.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    ownDensityKernel(const __grid_constant__ RowLevels levels, CandidateRules rules, const RidgeNode* nodes, uint32_t count, double* densities) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const shared::Vector3 centre[] = {nodes[i].place};
  int64_t density[1];
  ballDensities<D, 1>(levels, centre, centre[0], 0, rules.ball * nodes[i].radius, rules.kernelScale, density);
  if (threadIdx.x % kWarp == 0) densities[i] = static_cast<double>(density[0]) / rules.kernelScale;
}

/// The pairs of a node, those with a lower one only where that does not reach it: how many there are, or, where `pairs` is given, the pairs
/// themselves, as keys, from starts[i] on.
template <int D>
__global__ void __launch_bounds__(kUsualBlock) pairsKernel(const __grid_constant__ RowLevels levels, CandidateRules rules, const RidgeNode* nodes,
                                                           uint32_t count, int bits, uint32_t* counts, const uint32_t* starts, uint64_t* pairs) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= count) return;  // the whole warp
  const shared::Vector3 place = nodes[i].place;
  const double reach = rules.reach * nodes[i].radius, squaredReach = reach * reach;
  const shared::RowsView& view = levels.of(reach);
  uint32_t found = 0;
  walkBall<D>(view, place, reach, [&](uint32_t at, bool isThere) {
    uint32_t other = i;
    if (isThere) {
      const double squared = squaredDistance(view.template place<D>(at), place);
      if (squared <= squaredReach) other = view.index[at];
      if (other < i) {
        const double back = rules.reach * nodes[other].radius;
        if (squared <= back * back) other = i;
      }
    }
    const uint32_t takes = __ballot_sync(kAllLanes, other != i);
    if (pairs != nullptr && other != i)
      pairs[starts[i] + found + __popc(takes & ((1u << lane) - 1))] = static_cast<uint64_t>(min(i, other)) << bits | max(i, other);
    found += __popc(takes);
    return false;
  });
  if (pairs == nullptr && lane == 0) counts[i] = found;
}

/// The least density on the way of an edge over that of the lesser end; 1 where that is 0 and so says nothing. Called by all lanes of a warp.
template <int D>
__device__ double dip(const RowLevels& levels, const CandidateRules& rules, const RidgeNode& a, const RidgeNode& b, double ofA, double ofB) {
  const double radius = rules.ball * shared::lesser(a.radius, b.radius);
  const auto densityAt = [&](const RidgeNode& node, double own) {
    if (radius == rules.ball * node.radius) return own;
    const shared::Vector3 centre[] = {node.place};
    int64_t density[1];
    ballDensities<D, 1>(levels, centre, centre[0], 0, radius, rules.kernelScale, density);
    return static_cast<double>(density[0]) / rules.kernelScale;
  };
  const double ends = shared::lesser(densityAt(a, ofA), densityAt(b, ofB));
  if (ends == 0) return 1;
  const shared::Vector3 way = b.place - a.place;
  const shared::Vector3 on[] = {a.place + way * (1.0 / 3), a.place + way * 0.5, a.place + way * (2.0 / 3)};
  const double away = shared::greater(distance(on[0], on[1]), distance(on[2], on[1]));
  int64_t densities[3];
  ballDensities<D, 3>(levels, on, on[1], away, radius, rules.kernelScale, densities);
  const int64_t least = shared::lesser(shared::lesser(densities[0], densities[1]), densities[2]);
  return shared::lesser(ends, static_cast<double>(least) / rules.kernelScale) / ends;
}

/// The cost of each pair as a key, and how many pairs are not refused.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    costsKernel(const __grid_constant__ RowLevels levels, CandidateRules rules, const RidgeNode* nodes, const double* densities,
                const uint64_t* pairs, uint32_t count, int bits, uint64_t* costs, uint32_t* numbers, uint32_t* kept) {
  const uint32_t p = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (p >= count) return;  // the whole warp
  const auto i = static_cast<uint32_t>(pairs[p] >> bits), j = static_cast<uint32_t>(pairs[p] & ((uint64_t(1) << bits) - 1));
  const RidgeNode &a = nodes[i], &b = nodes[j];
  const double share = dip<D>(levels, rules, a, b, densities[i], densities[j]);
  if (threadIdx.x % kWarp != 0) return;
  const bool isRefused = !(share >= rules.dipRefused);
  costs[p] = isRefused ? kRefused : static_cast<uint64_t>(__double_as_longlong(edgeCost(edgeEnd(a), edgeEnd(b), share, rules.r1)));
  numbers[p] = p;
  if (!isRefused) atomicAdd(kept, 1u);
}

__global__ void __launch_bounds__(kUsualBlock) orderedKernel(const uint64_t* pairs, const uint32_t* order, const uint32_t* kept, int bits,
                                                             WitnessList witnesses, Edge* edges, int64_t* weights) {
  const uint32_t rank = blockIdx.x * kUsualBlock + threadIdx.x;
  if (rank >= *kept) return;
  const uint64_t pair = pairs[order[rank]];
  const Edge edge{static_cast<uint32_t>(pair >> bits), static_cast<uint32_t>(pair & ((uint64_t(1) << bits) - 1))};
  edges[rank] = edge;
  weights[rank] = witnesses.of(edge);
}

template <int D>
class CandidateFinder {
 public:
  CandidateFinder(const SpannerInput& in, const NodesOnDevice& nodes, CudaDevice& device)
      : in_(in),
        nodes_(nodes),
        device_(device),
        stream_(device.stream()),
        points_(superPointsOnDevice(in.points, device)),
        levels_(points_->grids(in.rules.ball * nodes.range().leastRadius, in.rules.ball * nodes.range().greatestRadius)),
        rules_{in.rules.reach, in.rules.ball, in.rules.dipRefused, in.r1, in.points.kernelScale},
        bits_(std::max(int(std::bit_width(nodes.count() - 1)), 1)),
        densities_(nodes.count(), stream_) {}

  Candidates all() {
    const uint32_t nodes = nodes_.count();
    ownDensityKernel<D>
        <<<blocksFor(nodes, kUsualBlock / kWarp), kUsualBlock, 0, stream_>>>(levels_, rules_, nodes_.nodes(), nodes, densities_.data());
    CUDA_CHECK_LAUNCH("ownDensityKernel");
    const Buffer<uint64_t> pairs = pairsWithinReach();
    return pairs.empty() ? Candidates{} : inOrder(pairs);
  }

 private:
  Buffer<uint64_t> pairsWithinReach() const;
  Candidates inOrder(const Buffer<uint64_t>& pairs) const;

  const SpannerInput& in_;
  const NodesOnDevice& nodes_;
  CudaDevice& device_;
  cudaStream_t stream_;
  std::shared_ptr<const SuperPointsOnDevice> points_;
  RowLevels levels_;
  CandidateRules rules_;
  int bits_;  // of a node's number
  Buffer<double> densities_;
};

/// As keys, ascending.
template <int D>
Buffer<uint64_t> CandidateFinder<D>::pairsWithinReach() const {
  const uint32_t nodes = nodes_.count();
  const double least = in_.rules.reach * nodes_.range().leastRadius, greatest = in_.rules.reach * nodes_.range().greatestRadius;
  RowGrids grids(least, D);
  grids.need(least, greatest, nodes_.places(D), stream_);
  const Buffer<uint32_t> counts(size_t(nodes) + 1, stream_), starts(size_t(nodes) + 1, stream_);
  counts.clear();
  const auto launch = [&](uint64_t* to) {
    pairsKernel<D><<<blocksFor(nodes, kUsualBlock / kWarp), kUsualBlock, 0, stream_>>>(grids.levels(), rules_, nodes_.nodes(), nodes, bits_,
                                                                                       counts.data(), starts.data(), to);
    CUDA_CHECK_LAUNCH("pairsKernel");
  };
  launch(nullptr);
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts.data(), starts.data(), nodes + 1, stream_);
  });
  uint32_t count = 0;
  std::memcpy(&count, device_.download(starts.data() + nodes, sizeof count), sizeof count);
  const Buffer<uint64_t> pairs(count, stream_);
  Buffer<uint64_t> sorted(count, stream_);
  if (count == 0) return sorted;
  launch(pairs.data());
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, pairs.data(), sorted.data(), count, 0, 2 * bits_, stream_);
  });
  return sorted;
}

template <int D>
Candidates CandidateFinder<D>::inOrder(const Buffer<uint64_t>& pairs) const {
  const auto count = uint32_t(pairs.size());
  const Buffer<uint64_t> costs(count, stream_), sorted(count, stream_);
  const Buffer<uint32_t> numbers(count, stream_), order(count, stream_), kept(1, stream_);
  kept.clear();
  costsKernel<D><<<blocksFor(count, kUsualBlock / kWarp), kUsualBlock, 0, stream_>>>(levels_, rules_, nodes_.nodes(), densities_.data(), pairs.data(),
                                                                                     count, bits_, costs.data(), numbers.data(), kept.data());
  CUDA_CHECK_LAUNCH("costsKernel");
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, costs.data(), sorted.data(), numbers.data(), order.data(), count, 0, 64, stream_);
  });
  const Buffer<Witness> witnesses(in_.witnesses.pairs.size(), stream_);
  device_.staging().upload(witnesses.data(), in_.witnesses.pairs.data(), witnesses.size() * sizeof(Witness), stream_);
  Candidates result{Buffer<Edge>(count, stream_), Buffer<int64_t>(count, stream_), 0};
  orderedKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream_>>>(pairs.data(), order.data(), kept.data(), bits_,
                                                                            WitnessList{witnesses.data(), uint32_t(witnesses.size())},
                                                                            result.edges.data(), result.weights.data());
  CUDA_CHECK_LAUNCH("orderedKernel");
  std::memcpy(&result.count, device_.download(kept.data(), sizeof result.count), sizeof result.count);
  return result;
}

}  // namespace

Candidates findCandidates(const SpannerInput& in, const NodesOnDevice& nodes, CudaDevice& device) {
  return in.points.dimension == 2 ? CandidateFinder<2>(in, nodes, device).all() : CandidateFinder<3>(in, nodes, device).all();
}

}  // namespace arete::cuda
