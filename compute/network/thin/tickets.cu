// thin.cuda.tickets: nodes from the clearest ridge down, by a radix sort of the numbers' bits; then warps draw them one after the other and each
// waits for those near it (of wires: those of its own) that came before (compute/network/graph/greedy_set.cuh). Memory: 140 bytes a node and a grid
// of them. Cost: a sort and a ball for each; a ball is as wide as the widest reach of any node. Loses to the CPU for a few thousand. Source: network,
// step 5; 3D, C 3.
#include "compute/network/graph/clearest_set.cuh"
#include "compute/network/thin/contract.h"
#include "compute/network/thin/stands_for.h"

namespace arete::cuda {

namespace thin {

struct ReachOfNode {
  const RidgeNode* nodes;
  double spacing, r1;
  __device__ double operator()(uint32_t i) const { return spacing * (r1 + nodes[i].radius); }
};

struct IsOfTheSameWire {
  const RidgeNode* nodes;
  double r1;
  NetworkRules rules;

  __device__ bool operator()(uint32_t j, const shared::Vector3&, uint32_t i, const shared::Vector3&) const {
    return isOfTheSameWire(nodes[j], nodes[i], r1, rules);
  }
};

}  // namespace thin

std::vector<uint32_t> thinTickets(const ThinInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice nodes(in.nodes, device);
  const double widest = in.rules.thinSpacing * (in.r1 + nodes.range().greatestRadius);
  if (in.rules.wires) return clearestSet(nodes, in.dimension, widest + in.r1, thin::IsOfTheSameWire{nodes.nodes(), in.r1, in.rules}, device);
  const RemovesWithin<thin::ReachOfNode> removes{{nodes.nodes(), in.rules.thinSpacing, in.r1}};
  return clearestSet(nodes, in.dimension, widest, removes, device);
}

}  // namespace arete::cuda
