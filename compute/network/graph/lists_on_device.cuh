// The neighbours of all nodes on a GPU, and walks along branches.
#pragma once

#include <vector>

#include "compute/core/curve.h"
#include "compute/gpu/cuda_device.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete::cuda {

/// The neighbours of node i, ascending: those from starts[i] to starts[i + 1].
struct NeighbourLists {
  const uint32_t *starts, *neighbours;

  __device__ uint32_t degree(uint32_t node) const { return starts[node + 1] - starts[node]; }
  /// For a node with two neighbours: the one to which a walk from the other goes on.
  __device__ uint32_t onwards(uint32_t node, uint32_t before) const {
    const uint32_t* const both = neighbours + starts[node];
    return both[0] == before ? both[1] : both[0];
  }
};

/// Starts of the lists, then the lists.
inline std::vector<uint32_t> neighbourLists(size_t nodes, std::span<const Edge> edges) {
  std::vector<uint32_t> lists(nodes + 1 + 2 * edges.size());
  uint32_t* const starts = lists.data();
  uint32_t* const neighbours = starts + nodes + 1;
  for (const Edge& edge : edges) ++starts[edge.a], ++starts[edge.b];
  uint32_t sum = 0;
  for (size_t i = 0; i <= nodes; ++i) sum += starts[i], starts[i] = sum;                  // where each ends; filled from there downwards
  for (size_t e = edges.size(); e-- > 0;) neighbours[--starts[edges[e].a]] = edges[e].b;  // the greater neighbours, from the greatest down
  for (size_t e = edges.size(); e-- > 0;) neighbours[--starts[edges[e].b]] = edges[e].a;
  return lists;
}

class ListsOnDevice {
 public:
  /// `edges`: ascending.
  ListsOnDevice(size_t nodes, std::span<const Edge> edges, CudaDevice& device)
      : nodes_(nodes), memory_(nodes + 1 + 2 * edges.size(), device.stream()) {
    const std::vector<uint32_t> lists = neighbourLists(nodes, edges);
    device.staging().upload(memory_.data(), lists.data(), lists.size() * sizeof(uint32_t), device.stream());
  }
  NeighbourLists lists() const { return {memory_.data(), memory_.data() + nodes_ + 1}; }
  /// The lists themselves, for code that changes them.
  uint32_t* neighbours() const { return memory_.data() + nodes_ + 1; }

 private:
  size_t nodes_;
  Buffer<uint32_t> memory_;
};

/// Where a walk along a branch is.
struct WalkPlace {
  uint32_t node, before, edges;  ///< edges: how many behind the start
  double along;                  ///< length of the way, in the cloud's units
};

/// Walks from `start` over `next` as walk() of compute/network/graph/node_graph.h does: visit(place) at each node behind the start, until the branch
/// ends or visit() returns true. Returns where it ended. By one thread. `Lists` has degree() and onwards() as NeighbourLists.
template <class Lists, class Visit>
__device__ WalkPlace walkBranch(const Lists& lists, const RidgeNode* nodes, uint32_t start, uint32_t next, const Visit& visit) {
  WalkPlace at{next, start, 1, 0};
  for (;;) {
    at.along = at.along + distance(nodes[at.before].place, nodes[at.node].place);
    if (visit(at) || at.node == start || lists.degree(at.node) != 2) return at;
    at = {lists.onwards(at.node, at.before), at.node, at.edges + 1, at.along};
  }
}

}  // namespace arete::cuda
