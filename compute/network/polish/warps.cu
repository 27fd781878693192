// polish.cuda.warps: one warp per node. Its lanes sum the ball around the smoothed place, or the spheroid of a wire; all of them move the node. New
// places go into a list of their own, so all nodes go at once. All rounds are launched one after the other, and what bends get back by one thread per
// node. Memory: the grids (compute/network/look/row_grid.cuh), 180 bytes a node, 8 an edge. Cost: for each round and node with two neighbours the
// super-points in its ball, and five sweeps of rotations; for bends some nodes on either side, dependent reads. Floor: the terms of the super-points.
// Loses to the CPU for a few hundred nodes. Source: network, step 12; 3D, A, C 6.
#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/moved_nodes.cuh"
#include "compute/network/look/ball_sums.cuh"
#include "compute/network/look/spheroid_sums.cuh"
#include "compute/network/polish/bend_look.h"
#include "compute/network/polish/contract.h"
#include "compute/network/polish/polished_place.h"
#include "compute/network/rules/network_graph.h"

namespace arete::cuda {

namespace {

using shared::Vector3;

constexpr uint32_t kPolishBlock = 256;

/// How nodes move in general.
template <int D>
struct PolishRules {
  double ball, towardsNeighbours, towardsRidge, junctionTowards, kernelScale;
  shared::NodeSurface surface;
};

/// Called by all lanes of a warp.
template <int D>
__device__ Vector3 polishedPlace(const RowLevels& levels, const PolishRules<D>& rules, const RidgeNode* nodes, const Vector3* places, uint32_t i,
                                 const NeighbourLists& lists) {
  const Vector3 place = places[i];
  const uint32_t degree = lists.degree(i);
  const uint32_t* const around = lists.neighbours + lists.starts[i];
  if (degree < 2) return place;
  if (degree > 2) {
    Vector3 sum;
    for (uint32_t k = 0; k < degree; ++k) sum = sum + places[around[k]];
    return rules.surface.held(shared::towardsMean(place, sum, degree, rules.junctionTowards));
  }
  const Vector3 one = places[around[0]], other = places[around[1]];
  const Vector3 smooth = shared::towardsMean(place, one, other, rules.towardsNeighbours), direction = unit(one - other);
  if (squaredLength(direction) == 0) return rules.surface.held(smooth);  // nothing is across
  const double radius = rules.ball * nodes[i].radius;
  const Vector3 mean = shared::kernelMean(ballSums<D>(levels, smooth, radius, rules.kernelScale)) * radius;
  return rules.surface.held(smooth + across(mean, direction) * rules.towardsRidge);
}

/// How nodes of wires move.
struct WirePolishRules {
  NetworkRules rules;
  double kernelScale, r1;
};

struct WarpSpheroids {
  const RowLevels& levels;
  double across, ball, kernelScale;  // across: the shorter semi-axis; ball: the longer one over the radius

  __device__ Vector3 mean(const Vector3& centre, const Vector3& axis, double radius) const {
    const shared::Spheroid spheroid{centre, axis, ball * radius, across};
    return shared::kernelMean(spheroidSums(levels, spheroid, kernelScale)) * spheroid.length;
  }
};

__device__ Vector3 polishedPlace(const RowLevels& levels, const WirePolishRules& of, const RidgeNode* nodes, const Vector3* places, uint32_t i,
                                 const NeighbourLists& lists) {
  if (lists.degree(i) != 2) return places[i];
  const uint32_t* const both = lists.neighbours + lists.starts[i];
  const WarpSpheroids look{levels, of.rules.ball * of.r1, of.rules.ball, of.kernelScale};
  return smoothedOnWire(places[i], nodes[i].radius, places[both[0]], places[both[1]], look, of.r1, of.rules);
}

/// `Rules`: PolishRules or WirePolishRules.
template <class Rules>
__global__ void __launch_bounds__(kPolishBlock) polishKernel(const __grid_constant__ RowLevels levels, Rules rules, const RidgeNode* nodes,
                                                             uint32_t count, NeighbourLists lists, PolishRound round) {
  const uint32_t i = (blockIdx.x * kPolishBlock + threadIdx.x) / kWarp;
  bool moves = false;
  if (i < count) {
    const Vector3 place = polishedPlace(levels, rules, nodes, round.from, i, lists);
    moves = threadIdx.x % kWarp == 0 && place != round.from[i];
    if (threadIdx.x % kWarp == 0) round.to[i] = place;
  }
  const int moved = __syncthreads_count(moves);
  if (threadIdx.x == 0 && moved > 0) atomicAdd(round.moved, static_cast<uint32_t>(moved));
}

using ChainLook = BendLook<NeighbourLists>;

__global__ void __launch_bounds__(kUsualBlock) takenKernel(ChainLook look, uint32_t count, Vector3* taken) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) taken[i] = look.isInChain(i) ? look.taken(i) : Vector3{};
}

/// Where a round before the last one moved nothing, polish had ended there.
__global__ void __launch_bounds__(kUsualBlock) bendKernel(ChainLook look, shared::NodeSurface surface, uint32_t count, const Vector3* taken,
                                                          const uint32_t* before, uint32_t roundsBefore, Vector3* to, uint32_t* moved) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  bool moves = false;
  if (i < count) {
    bool isReached = true;
    for (uint32_t round = 0; round < roundsBefore; ++round) isReached = isReached && before[round] > 0;
    const Vector3 place = look.places[i];
    to[i] = isReached && look.isInChain(i) ? surface.held(place + look.givenBack(i, taken)) : place;
    moves = to[i] != place;
  }
  const int all = __syncthreads_count(moves);
  if (threadIdx.x == 0 && all > 0) atomicAdd(moved, static_cast<uint32_t>(all));
}

void launchBends(const PolishInput& in, PolishOnDevice& there, cudaStream_t stream) {
  const uint32_t count = there.nodes().count(), blocks = blocksFor(count, kUsualBlock);
  const ChainLook look{there.lists(), there.nodes().nodes(), there.places(), in.rules.ball, in.rules.bendDeviations, in.points.dimension};
  const Buffer<Vector3> taken(count, stream);
  takenKernel<<<blocks, kUsualBlock, 0, stream>>>(look, count, taken.data());
  CUDA_CHECK_LAUNCH("takenKernel");
  Vector3* const to = there.otherPlaces();
  bendKernel<<<blocks, kUsualBlock, 0, stream>>>(look, in.points.surface(), count, taken.data(), there.moved(), in.rounds - 1, to,
                                                 there.moved() + in.rounds);
  CUDA_CHECK_LAUNCH("bendKernel");
  there.goTo(to);
}

}  // namespace

uint32_t polishWarps(const PolishInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty()) return 0;
  CudaDevice& device = cudaDevice(context);
  PolishOnDevice there(in.points, in.edges, nodes, in.rounds, device);
  const auto run = [&](double least, double greatest, const auto& rules) {
    const RowLevels levels = there.points().grids(in.rules.ball * least, in.rules.ball * greatest);
    there.run([&](const PolishRound& round, cudaStream_t stream) {
      const uint32_t count = there.nodes().count();
      polishKernel<<<blocksFor(count, kPolishBlock / kWarp), kPolishBlock, 0, stream>>>(levels, rules, there.nodes().nodes(), count, there.lists(),
                                                                                        round);
      CUDA_CHECK_LAUNCH("polishKernel");
    });
  };
  const auto runInBalls = [&]<int D>() {
    const PolishRules<D> rules{in.rules.ball,         in.rules.towardsNeighbours, in.rules.towardsRidge, in.rules.junctionTowards,
                               in.points.kernelScale, in.points.surface()};
    run(there.nodes().range().leastRadius, there.nodes().range().greatestRadius, rules);
  };
  const double longest = std::max(in.r1, in.rules.wirePolish * there.nodes().range().greatestRadius);
  if (in.rules.wires) run(in.r1, longest, WirePolishRules{in.rules, in.points.kernelScale, in.r1});
  else if (in.points.dimension == 2) runInBalls.template operator()<2>();
  else runInBalls.template operator()<3>();
  if (in.last && in.rules.bends) launchBends(in, there, device.stream());
  std::vector<uint32_t> moved = there.finish(nodes);
  moved[in.rounds - 1] = std::max(moved[in.rounds - 1], moved[in.rounds]);
  return tellMoved(in, moved);
}

}  // namespace arete::cuda
