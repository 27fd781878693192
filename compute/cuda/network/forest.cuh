// Which candidates of a spanner join two pieces when they are gone through in order: the edges of the least forest by rank, since loops join no
// pieces. Borůvka's rounds: every piece takes its first edge that leaves it, then pieces that took each other's become one. A round at least halves
// the pieces that have such an edge. Source: Borůvka 1926, as in Kruskal 1956, "On the shortest spanning subtree of a graph and the traveling
// salesman problem".
#pragma once

#include <bit>

#include "compute/core/curve.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/launch_shapes.h"

namespace arete::cuda {

inline constexpr uint32_t kForestBlock = 256, kSmallForestBlock = 1024, kNoRank = UINT32_MAX;

struct ForestState {
  uint32_t* piece;  ///< for each node, the node that stands for its piece
  uint32_t* first;  ///< for each piece, the first edge that leaves it, or kNoRank
  uint32_t* next;   ///< for each piece, the one that it is joined to, or itself
  uint8_t* isTree;  ///< for each rank
};

__device__ inline void beginPiece(const ForestState& state, uint32_t i) { state.piece[i] = i, state.first[i] = kNoRank, state.next[i] = i; }

/// An edge that leaves its pieces is the first of them, as far as is known.
__device__ inline void offerEdge(const ForestState& state, const Edge* edges, uint32_t rank) {
  const uint32_t one = state.piece[edges[rank].a], other = state.piece[edges[rank].b];
  if (one == other) return;
  if (rank < *static_cast<volatile uint32_t*>(state.first + one)) atomicMin(state.first + one, rank);
  if (rank < *static_cast<volatile uint32_t*>(state.first + other)) atomicMin(state.first + other, rank);
}

/// Of two pieces that took the same edge the lower one stays. Whether there is such an edge; not of nodes that stand for no piece.
__device__ inline bool joinPiece(const ForestState& state, const Edge* edges, uint32_t piece) {
  const uint32_t rank = state.first[piece];
  uint32_t next = piece;
  if (rank != kNoRank) {
    state.isTree[rank] = 1;
    const uint32_t one = state.piece[edges[rank].a], other = one == piece ? state.piece[edges[rank].b] : one;
    if (state.first[other] != rank || other < piece) next = other;
  }
  state.next[piece] = next;
  return rank != kNoRank;
}

__device__ inline void follow(const ForestState& state, uint32_t i) {
  uint32_t at = state.piece[i];
  while (state.next[at] != at) at = state.next[at];
  state.piece[i] = at;
  state.first[i] = kNoRank;
}

static __global__ void __launch_bounds__(kForestBlock) beginForestKernel(ForestState state, uint32_t nodes) {
  const uint32_t i = blockIdx.x * kForestBlock + threadIdx.x;
  if (i < nodes) beginPiece(state, i);
}

static __global__ void __launch_bounds__(kForestBlock) firstEdgesKernel(ForestState state, const Edge* edges, uint32_t count) {
  const uint32_t rank = blockIdx.x * kForestBlock + threadIdx.x;
  if (rank < count) offerEdge(state, edges, rank);
}

static __global__ void __launch_bounds__(kForestBlock) joinPiecesKernel(ForestState state, const Edge* edges, uint32_t nodes) {
  const uint32_t piece = blockIdx.x * kForestBlock + threadIdx.x;
  if (piece < nodes) joinPiece(state, edges, piece);
}

static __global__ void __launch_bounds__(kForestBlock) followKernel(ForestState state, uint32_t nodes) {
  const uint32_t i = blockIdx.x * kForestBlock + threadIdx.x;
  if (i < nodes) follow(state, i);
}

/// All rounds of a small graph by one block: a launch takes longer than a round.
static __global__ void __launch_bounds__(kSmallForestBlock) smallForestKernel(ForestState state, const Edge* edges, uint32_t count, uint32_t nodes) {
  for (uint32_t i = threadIdx.x; i < nodes; i += kSmallForestBlock) beginPiece(state, i);
  for (;;) {
    __syncthreads();
    for (uint32_t rank = threadIdx.x; rank < count; rank += kSmallForestBlock) offerEdge(state, edges, rank);
    __syncthreads();
    bool joins = false;
    for (uint32_t piece = threadIdx.x; piece < nodes; piece += kSmallForestBlock) joins = joinPiece(state, edges, piece) || joins;
    if (__syncthreads_or(joins) == 0) return;
    for (uint32_t i = threadIdx.x; i < nodes; i += kSmallForestBlock) follow(state, i);
  }
}

/// 1 for each of `count` > 0 edges, by rank, that is in the forest.
inline Buffer<uint8_t> forestOf(const Buffer<Edge>& edges, uint32_t count, uint32_t nodes, cudaStream_t stream) {
  constexpr uint32_t kSmall = 1 << 13;  // nodes and edges
  Buffer<uint8_t> isTree(count, stream);
  isTree.clear();
  const Buffer<uint32_t> memory(3 * size_t(nodes), stream);
  const ForestState state{memory.data(), memory.data() + nodes, memory.data() + 2 * size_t(nodes), isTree.data()};
  if (nodes + count <= kSmall) {
    smallForestKernel<<<1, kSmallForestBlock, 0, stream>>>(state, edges.data(), count, nodes);
    CUDA_CHECK_LAUNCH("smallForestKernel");
    return isTree;
  }
  const uint32_t ofNodes = blocksFor(nodes, kForestBlock), ofEdges = blocksFor(count, kForestBlock);
  beginForestKernel<<<ofNodes, kForestBlock, 0, stream>>>(state, nodes);
  CUDA_CHECK_LAUNCH("beginForestKernel");
  for (int round = 0; round < std::bit_width(nodes); ++round) {
    firstEdgesKernel<<<ofEdges, kForestBlock, 0, stream>>>(state, edges.data(), count);
    CUDA_CHECK_LAUNCH("firstEdgesKernel");
    joinPiecesKernel<<<ofNodes, kForestBlock, 0, stream>>>(state, edges.data(), nodes);
    CUDA_CHECK_LAUNCH("joinPiecesKernel");
    followKernel<<<ofNodes, kForestBlock, 0, stream>>>(state, nodes);
    CUDA_CHECK_LAUNCH("followKernel");
  }
  return isTree;
}

}  // namespace arete::cuda
