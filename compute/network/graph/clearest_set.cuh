// The rule by which nodes of networks and of wires are thinned: the clearest ridge that is left is taken, and removes others.
#pragma once

#include <span>
#include <vector>

#include "compute/network/graph/greedy_set.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/graph/sort_keys.cuh"

namespace arete::cuda {

/// Clear ridges first, the lost last.
static __global__ void __launch_bounds__(kSetBlock)
    clearestKeysKernel(const RidgeNode* nodes, uint32_t count, uint64_t* keys, uint32_t* numbers, uint32_t* states) {
  const uint32_t i = blockIdx.x * kSetBlock + threadIdx.x;
  if (i >= count) return;
  const RidgeNode& node = nodes[i];
  keys[i] = node.lost ? UINT64_MAX : ~ascendingKey(node.density * node.crest / node.radius);
  numbers[i] = i;
  states[i] = node.lost ? SetState::kGone : SetState::kOpen;
}

/// The nodes that stay, ascending; none is removed by one that is farther than `widest`. `Removes`: as of isRemoved().
template <class Removes>
std::vector<uint32_t> clearestSet(const NodesOnDevice& nodes, int dimension, double widest, const Removes& removes, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const uint32_t count = nodes.count();
  const Buffer<uint64_t> keys(count, stream);
  const Buffer<uint32_t> numbers(count, stream), states(count, stream);
  clearestKeysKernel<<<blocksFor(count, kSetBlock), kSetBlock, 0, stream>>>(nodes.nodes(), count, keys.data(), numbers.data(), states.data());
  CUDA_CHECK_LAUNCH("clearestKeysKernel");
  const DevicePlaces places = nodes.places(dimension);
  const RowGrid grid(places, widest, stream);
  return greedySet(grid.view(), places, widest, removes, keys, 64, numbers, states, device);
}

}  // namespace arete::cuda
