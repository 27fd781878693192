// Which candidates of a spanner join two pieces when they are gone through in order: the edges of the least forest by rank, since loops join no
// pieces. Borůvka's rounds: every piece takes its first edge that leaves it, then pieces that took each other's become one. A round at least halves
// the pieces that have such an edge. Source: Borůvka 1926, as in Kruskal 1956, "On the shortest spanning subtree of a graph and the traveling
// salesman problem". Small graphs are done by one cluster of blocks, in one launch.
#pragma once

#include <bit>

#include "compute/core/curve.h"
#include "compute/gpu/cluster.cuh"

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

struct SmallForest {
  ForestState state;
  const Edge* edges;
  uint32_t count, nodes, blocks;
};

/// All rounds of a small graph by one cluster: a launch takes longer than a round.
static __global__ void __launch_bounds__(kSmallForestBlock) smallForestKernel(SmallForest forest) {
  constexpr uint32_t kTurns = 3;  // one round's answer is read, and the next one's set, before the one after that is cleared
  __shared__ uint32_t anyJoins[kTurns];
  const auto& [state, edges, count, nodes, blocks] = forest;
  const uint32_t own = rankInCluster() * kSmallForestBlock + threadIdx.x, all = blocks * kSmallForestBlock;
  uint32_t* const answers = inBlock(anyJoins, 0);
  if (own < kTurns) anyJoins[own] = 0;
  for (uint32_t i = own; i < nodes; i += all) beginPiece(state, i);
  for (uint32_t turn = 0;; turn = (turn + 1) % kTurns) {
    syncCluster();
    for (uint32_t rank = own; rank < count; rank += all) offerEdge(state, edges, rank);
    if (own == 0) anyJoins[(turn + 1) % kTurns] = 0;
    syncCluster();
    bool joins = false;
    for (uint32_t piece = own; piece < nodes; piece += all) joins = joinPiece(state, edges, piece) || joins;
    if (__syncthreads_or(joins) != 0 && threadIdx.x == 0) answers[turn] = 1;
    syncCluster();
    const bool isLast = answers[turn] == 0;
    for (uint32_t i = own; i < nodes && !isLast; i += all) follow(state, i);
    if (!isLast) continue;
    syncCluster();  // the first block's memory is there until all have read it
    return;
  }
}

/// 1 for each of `count` > 0 edges, by rank, that is in the forest.
inline Buffer<uint8_t> forestOf(const Buffer<Edge>& edges, uint32_t count, uint32_t nodes, const CudaDevice& device) {
  constexpr uint32_t kOfBlock = 1 << 13;  // nodes and edges
  const cudaStream_t stream = device.stream();
  const uint32_t most = mostInCluster(smallForestKernel);
  Buffer<uint8_t> isTree(count, stream);
  isTree.clear();
  const Buffer<uint32_t> memory(3 * size_t(nodes), stream);
  const ForestState state{memory.data(), memory.data() + nodes, memory.data() + 2 * size_t(nodes), isTree.data()};
  if (nodes + count <= 2 * most * kOfBlock) {
    const uint32_t blocks = std::min(std::bit_ceil(blocksFor(nodes + count, kOfBlock)), most);
    ClusterLaunch{kSmallForestBlock, blocks, 0}(device, smallForestKernel, blocks, {state, edges.data(), count, nodes, blocks});
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
