// The candidates of a spanner on a GPU: pairs of nodes in the order in which they come in, each with what its witnesses weigh.
#pragma once

#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/spanner/contract.h"

namespace arete::cuda {

/// Cheapest first, of equal ones that of the lower indices; numbers in this order are called ranks.
struct Candidates {
  Buffer<Edge> edges;
  Buffer<int64_t> weights;  ///< of their witnesses
  uint32_t count = 0;
};

Candidates findCandidates(const SpannerInput& in, const NodesOnDevice& nodes, CudaDevice& device);

}  // namespace arete::cuda
