// wire_thin.cuda.tickets: nodes from the clearest wire down, by a radix sort of the numbers' bits; then warps draw them one after the other and each
// waits for those of its wire that came before and would remove it (compute/network/graph/greedy_set.cuh).
// Memory: 140 bytes a node and a grid of them. Cost: a sort and a ball for each; a ball is as wide as that of the node which looks farthest along its
// wire, so nodes with much shorter ones read many others for nothing. Loses to the CPU for a few thousand. Source: 3D, C 3.
#include "compute/network/graph/clearest_set.cuh"
#include "compute/network/wire_strands/wire_pairs.h"
#include "compute/network/wire_thin/contract.h"

namespace arete::cuda {

namespace wire_thin {

struct StandsForOther {
  const RidgeNode* nodes;
  double r1;
  NetworkRules rules;

  __device__ bool operator()(uint32_t j, const shared::Vector3&, uint32_t i, const shared::Vector3&) const {
    return isOfTheSameWire(nodes[j], nodes[i], r1, rules);
  }
};

}  // namespace wire_thin

std::vector<uint32_t> wireThinTickets(const WireThinInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice nodes(in.nodes, device);
  const double widest = in.rules.thinSpacing * (in.r1 + nodes.range().greatestRadius) + in.r1;
  const wire_thin::StandsForOther removes{nodes.nodes(), in.r1, in.rules};
  return clearestSet(nodes, 3, widest, removes, device);
}

}  // namespace arete::cuda
