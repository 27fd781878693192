// Candidates of wire_strands in the order in which they are gone through.
#pragma once

#include "compute/core/curve.h"
#include "compute/gpu/buffer.h"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/wire_strands/contract.h"

namespace arete::cuda::wire_strands {

/// A pair of nodes, and the slot of each that an edge between them takes; a node has two.
struct Candidate {
  Edge edge;
  uint32_t slots[2];
};

/// Cheapest first, equal ones by their nodes.
Buffer<Candidate> candidatesInOrder(const WireStrandsInput& in, const NodesOnDevice& nodes, CudaDevice& device);

}  // namespace arete::cuda::wire_strands
