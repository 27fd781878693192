// The edges of a spanner that are in it or may come in, as kernels see them, and the tests of one that closes a loop. An edge's number is its
// place among them in the order of their costs; an edge sees those before it.
#pragma once

#include "compute/network/graph/greedy_set.cuh"
#include "compute/network/spanner/contract.h"

namespace arete::cuda {

struct LoopEdge {
  Edge edge;
  int64_t weight;  ///< of its witnesses
  double length, inRadii;
};

struct LoopGraph {
  const LoopEdge* edges;     ///< in order
  const uint32_t* starts;    ///< for each node, where its edges begin among the ends; one more
  const uint32_t* ends;      ///< for each node, its edges, ascending
  const int64_t* nearestTo;  ///< for each node, the weight of the super-points that it is nearest to
  SetStates states;          ///< by edge: those of the forest are kTaken
  uint32_t nodes;
  shared::LoopEvidence evidence;
  double girth;

  __device__ uint32_t otherEnd(uint32_t edge, uint32_t node) const { return edges[edge].edge.a == node ? edges[edge].edge.b : edges[edge].edge.a; }
};

/// The edges of a node before one of them, added up.
struct Joined {
  uint32_t degree = 0;
  double length = 0;  ///< added up in order
};

/// Waits for those that are not decided.
__device__ inline Joined joinedBefore(const LoopGraph& graph, uint32_t node, uint32_t edge) {
  Joined joined;
  for (uint32_t at = graph.starts[node]; at < graph.starts[node + 1] && graph.ends[at] < edge; ++at)
    if (graph.states.decided(graph.ends[at]) == SetState::kTaken) ++joined.degree, joined.length += graph.edges[graph.ends[at]].length;
  return joined;
}

/// Whether enough points speak for an edge. Called by all lanes of a warp; two of them look at a node each.
__device__ inline bool hasEvidence(const LoopGraph& graph, uint32_t number) {
  const uint32_t lane = threadIdx.x % kWarp;
  const LoopEdge& tried = graph.edges[number];
  Joined joined;
  double density = 0;
  if (lane < 2) {
    const uint32_t node = lane == 0 ? tried.edge.a : tried.edge.b;
    joined = joinedBefore(graph, node, number);
    density = static_cast<double>(graph.nearestTo[node]) / (joined.length + tried.length);
  }
  __syncwarp();
  const uint32_t one = __shfl_sync(kAllLanes, joined.degree, 0), other = __shfl_sync(kAllLanes, joined.degree, 1);
  const double atOne = __shfl_sync(kAllLanes, density, 0), atOther = __shfl_sync(kAllLanes, density, 1);
  return graph.evidence.isWitnessed(tried.weight, one == 1 && other == 1) && graph.evidence.isDense(tried.weight, tried.length, atOne, atOther);
}

/// What a warp knows of ways from a node: room for all nodes of the graph. Between searches every way is far.
struct WaySlot {
  unsigned long long* ways;  ///< the bits of their lengths, which are in the order of the numbers
  uint32_t* stamps;          ///< for each node, the round in which it was last put into a list
  uint32_t *now, *next;      ///< lists of nodes to go on from
  uint32_t* seen;            ///< nodes whose way is known
};
inline constexpr unsigned long long kFarWay = 0x7ff0000000000000;  // of infinity

/// The search of a warp, from list to list. Its members are called by all lanes.
struct WaySearch {
  const LoopGraph& graph;
  WaySlot slot;
  uint32_t* counts;    ///< in shared memory: of slot.next, of slot.seen
  uint32_t round = 0;  ///< of all searches of the slot; 0: none yet
  uint32_t edge = 0;   ///< edges before this one are seen
  double limit = 0;
  bool waits = false;  ///< for edges that are not decided; else they count as if they were not there
  bool sawOpen = false;

  /// Puts a node into the next list, once, if its way is shorter than what is known.
  __device__ void offer(uint32_t node, double way) {
    const auto bits = static_cast<unsigned long long>(__double_as_longlong(way));
    const unsigned long long before = atomicMin(slot.ways + node, bits);
    if (bits >= before) return;
    if (before == kFarWay) slot.seen[atomicAdd(counts + 1, 1u)] = node;
    if (atomicExch(slot.stamps + node, round) != round) slot.next[atomicAdd(counts, 1u)] = node;
  }
  __device__ void goOn(uint32_t node) {
    const double way = __longlong_as_double(static_cast<long long>(wayTo(node)));
    for (uint32_t at = graph.starts[node]; at < graph.starts[node + 1] && graph.ends[at] < edge; ++at) {
      const uint32_t over = graph.ends[at], state = waits ? graph.states.decided(over) : graph.states.of(over);
      sawOpen = sawOpen || state == SetState::kOpen;
      const double farther = way + graph.edges[over].inRadii;
      if (state == SetState::kTaken && farther < limit) offer(graph.otherEnd(over, node), farther);
    }
  }
  __device__ unsigned long long wayTo(uint32_t node) const { return *static_cast<volatile unsigned long long*>(slot.ways + node); }

  /// Whether there is a way shorter than the limit.
  __device__ bool isWithin(uint32_t from, uint32_t to) {
    const uint32_t lane = threadIdx.x % kWarp;
    if (lane == 0) slot.ways[from] = 0, slot.now[0] = from, slot.seen[0] = from, counts[1] = 1;
    uint32_t many = 1;
    bool found = false;
    while (many > 0 && !found) {
      ++round;
      if (lane == 0) counts[0] = 0;
      __syncwarp();
      for (uint32_t at = lane; at < many; at += kWarp) goOn(slot.now[at]);
      __syncwarp();
      many = *static_cast<volatile uint32_t*>(counts);
      found = wayTo(to) != kFarWay;
      uint32_t* const now = slot.now;
      slot.now = slot.next, slot.next = now;
      __syncwarp();
    }
    const uint32_t seen = *static_cast<volatile uint32_t*>(counts + 1);
    for (uint32_t at = lane; at < seen; at += kWarp) slot.ways[slot.seen[at]] = kFarWay;
    __syncwarp();
    return found;
  }
};

}  // namespace arete::cuda
