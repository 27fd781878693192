// prune.cuda.one_block: all sweeps by one block, in one launch. One thread per end walks its branch, no farther than the longest one that may be too
// short; the shortest of each junction is found by atomics, and its own thread removes it.
// Memory: the lists of neighbours, 28 bytes a node. Cost: a sweep reads the degrees of all nodes and walks some nodes from each end, each a chain of
// dependent reads; few sweeps are needed. Floor: reading the edges. Loses to the CPU for less than some ten thousand ends: walking a few nodes is
// less work there than the launch and the copy of the edges. Source: network, step 9.
#include <bit>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/lists_on_device.cuh"
#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/prune/contract.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kPruneBlock = 1024, kNoEnd = UINT32_MAX;
constexpr unsigned long long kLongEnough = ~0ull;  // behind the bits of every share

struct PruneRules {
  double leaf, piece, farLeaf, farPiece;  // far: what is longer than both needs no walk to its end
};

/// The branch of each end as it was walked last, and for each node the shortest of the branches that end there.
struct PruneState {
  uint32_t *degrees, *lasts;
  unsigned long long *shares, *shortest;
  uint32_t* ends;
};

/// The lists while edges go: a node has its first `degrees` neighbours.
struct ShrinkingLists {
  const uint32_t* starts;
  uint32_t *neighbours, *degrees;

  __device__ uint32_t degree(uint32_t node) const { return degrees[node]; }
  __device__ uint32_t onwards(uint32_t node, uint32_t before) const {
    const uint32_t* const both = neighbours + starts[node];
    return both[0] == before ? both[1] : both[0];
  }
  __device__ void remove(uint32_t node, uint32_t other) const {
    uint32_t* const list = neighbours + starts[node];
    uint32_t at = 0;
    while (list[at] != other) ++at;
    for (--degrees[node]; at < degrees[node]; ++at) list[at] = list[at + 1];
  }
};

/// Share of the least length that an end's branch needs, as bits, and where it ends; kLongEnough where it is long enough, or judged from its other
/// end.
__device__ unsigned long long shareOf(const ShrinkingLists& lists, const RidgeNode* nodes, uint32_t end, const PruneRules& rules, uint32_t& last) {
  double along = 0, radii = 0;
  uint32_t before = end, at = lists.neighbours[lists.starts[end]];
  for (;;) {
    along = along + distance(nodes[before].place, nodes[at].place);
    radii = radii + inRadii(nodes[before], nodes[at]);
    if (lists.degree(at) != 2) break;
    if (along > rules.farLeaf && radii > rules.farPiece) return kLongEnough;
    const uint32_t next = lists.onwards(at, before);
    before = at, at = next;
  }
  last = at;
  const bool isPiece = lists.degree(at) == 1;
  if (isPiece && at < end) return kLongEnough;
  const double share = isPiece ? radii / rules.piece : along / (rules.leaf * shared::greater(nodes[end].radius, nodes[at].radius));
  return share < 1 ? static_cast<unsigned long long>(__double_as_longlong(share + 0.0)) : kLongEnough;
}

__device__ void removeBranch(const ShrinkingLists& lists, uint32_t end) {
  uint32_t before = end, at = lists.neighbours[lists.starts[end]];
  while (lists.degree(at) == 2) {
    const uint32_t next = lists.onwards(at, before);
    lists.degrees[before] = 0;
    before = at, at = next;
  }
  lists.degrees[before] = 0;
  lists.remove(at, before);
}

__global__ void __launch_bounds__(kPruneBlock)
    pruneKernel(ShrinkingLists lists, const RidgeNode* nodes, uint32_t count, PruneRules rules, PruneState state) {
  for (uint32_t i = threadIdx.x; i < count; i += kPruneBlock) lists.degrees[i] = lists.starts[i + 1] - lists.starts[i];
  bool anyShort = true;
  while (anyShort) {
    for (uint32_t i = threadIdx.x; i < count; i += kPruneBlock)
      state.shortest[i] = kLongEnough, state.ends[i] = kNoEnd, state.shares[i] = kLongEnough;
    __syncthreads();
    bool isShort = false;
    for (uint32_t end = threadIdx.x; end < count; end += kPruneBlock) {
      if (lists.degree(end) != 1) continue;
      uint32_t last = 0;
      const unsigned long long share = shareOf(lists, nodes, end, rules, last);
      if (share == kLongEnough) continue;
      isShort = true;
      state.shares[end] = share, state.lasts[end] = last;
      atomicMin(state.shortest + last, share);
    }
    anyShort = __syncthreads_or(isShort);
    for (uint32_t end = threadIdx.x; end < count; end += kPruneBlock)
      if (state.shares[end] != kLongEnough && state.shares[end] == state.shortest[state.lasts[end]]) atomicMin(state.ends + state.lasts[end], end);
    __syncthreads();
    for (uint32_t end = threadIdx.x; end < count; end += kPruneBlock)
      if (state.shares[end] != kLongEnough && state.ends[state.lasts[end]] == end) removeBranch(lists, end);
    __syncthreads();
  }
}

__global__ void __launch_bounds__(kPruneBlock) keptEdgesKernel(ShrinkingLists lists, const Edge* edges, uint32_t count, uint8_t* kept) {
  const uint32_t e = blockIdx.x * kPruneBlock + threadIdx.x;
  if (e >= count) return;
  const uint32_t* const list = lists.neighbours + lists.starts[edges[e].a];
  bool is = false;
  for (uint32_t i = 0; i < lists.degree(edges[e].a); ++i) is = is || list[i] == edges[e].b;
  kept[e] = is && lists.degree(edges[e].b) > 0;
}

}  // namespace

std::vector<Edge> pruneOneBlock(const PruneInput& in, const StageContext& context) {
  constexpr double kMore = 1 + 1e-9;  // of the farthest that matters: rounding decides nothing
  context.checkStop();
  if (in.edges.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const NodesOnDevice nodes(in.nodes, device);
  const ListsOnDevice lists(in.nodes.size(), in.edges, device);
  const size_t count = in.nodes.size();
  const Buffer<uint32_t> words(3 * count, stream);
  const Buffer<unsigned long long> shares(2 * count, stream);
  const PruneState state{words.data(), words.data() + count, shares.data(), shares.data() + count, words.data() + 2 * count};
  const ShrinkingLists shrinking{lists.lists().starts, lists.neighbours(), state.degrees};
  const PruneRules rules{in.rules.leaf, in.rules.piece, in.rules.leaf * nodes.range().greatestRadius * kMore, in.rules.piece * kMore};
  pruneKernel<<<1, kPruneBlock, 0, stream>>>(shrinking, nodes.nodes(), nodes.count(), rules, state);
  CUDA_CHECK_LAUNCH("pruneKernel");
  const auto edgeCount = uint32_t(in.edges.size());
  const Buffer<Edge> edges(edgeCount, stream);
  device.staging().upload(edges.data(), in.edges.data(), in.edges.size_bytes(), stream);
  const Buffer<uint8_t> kept(edgeCount, stream);
  keptEdgesKernel<<<blocksFor(edgeCount, kPruneBlock), kPruneBlock, 0, stream>>>(shrinking, edges.data(), edgeCount, kept.data());
  CUDA_CHECK_LAUNCH("keptEdgesKernel");
  std::vector<uint8_t> isKept(edgeCount);
  device.staging().download(isKept.data(), kept.data(), edgeCount, stream);
  std::vector<Edge> result;
  for (uint32_t e = 0; e < edgeCount; ++e)
    if (isKept[e] != 0) result.push_back(in.edges[e]);
  return result;
}

}  // namespace arete::cuda
