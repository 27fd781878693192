// thin.cuda.tickets: nodes from the clearest ridge down, by a radix sort of the numbers' bits; then warps draw them one after the other and each
// waits for those near it that came before (compute/cuda/network/greedy_set.cuh). Memory: 140 bytes a node and a grid of them. Cost: a sort and a
// ball for each; a ball is as wide as the widest reach of any node. Loses to the CPU for a few thousand. Source: network, step 5.
#include <cstring>

#include "compute/cuda/network/greedy_set.cuh"
#include "compute/cuda/network/nodes_on_device.h"
#include "compute/cuda/network/sort_keys.cuh"
#include "compute/cuda/network_versions.h"

namespace arete::cuda {

namespace {

/// Clear ridges first, the lost last.
__global__ void __launch_bounds__(kSetBlock)
    thinKeysKernel(const RidgeNode* nodes, uint32_t count, uint64_t* keys, uint32_t* numbers, uint32_t* states) {
  const uint32_t i = blockIdx.x * kSetBlock + threadIdx.x;
  if (i >= count) return;
  const RidgeNode& node = nodes[i];
  keys[i] = node.lost ? UINT64_MAX : ~ascendingKey(node.density * node.crest / node.radius);
  numbers[i] = i;
  states[i] = node.lost ? SetState::kGone : SetState::kOpen;
}

struct ReachOfNode {
  const RidgeNode* nodes;
  double spacing, r1;
  __device__ double operator()(uint32_t i) const { return spacing * (r1 + nodes[i].radius); }
};

}  // namespace

std::vector<uint32_t> thinTickets(const ThinInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const NodesOnDevice nodes(in.nodes, device);
  const uint32_t count = nodes.count();
  const Buffer<uint64_t> keys(count, stream);
  const Buffer<uint32_t> numbers(count, stream), states(count, stream);
  thinKeysKernel<<<blocksFor(count, kSetBlock), kSetBlock, 0, stream>>>(nodes.nodes(), count, keys.data(), numbers.data(), states.data());
  CUDA_CHECK_LAUNCH("thinKeysKernel");
  const double widest = in.rules.thinSpacing * (in.r1 + nodes.range().greatestRadius);
  const RowGrid grid(nodes.places(in.dimension), widest, stream);
  return greedySet(grid.view(), nodes.places(in.dimension), widest, ReachOfNode{nodes.nodes(), in.rules.thinSpacing, in.r1}, keys, 64, numbers,
                   states, device);
}

}  // namespace arete::cuda
