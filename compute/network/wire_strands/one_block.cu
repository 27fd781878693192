// wire_strands.cuda.one_block: one warp per node lists its candidates and their costs, which two radix sorts put in order. One block decides in
// rounds: a candidate that comes first at both its slots, of all that are open, is taken, and others at its slots go. Slots know nothing of rings, so
// the host follows the edges that were taken: the first of them that would close a ring is refused, and what comes after it is decided anew.
// Memory: 57 bytes a pair, 100 a node, and the grids of the nodes. Cost: a ball for each node, two sorts; a round for each candidate of the longest
// chain in which each one waits for a cheaper one at its slot, a few microseconds each; all rounds again for each ring. Floor: the costs of the
// pairs. Loses to CPU threads for some thousand nodes, and where many rings would close. Source: 3D, C 4; locally first edges: Preis 1999, "Linear
// time 1/2-approximation algorithm for maximum weighted matching in general graphs".
#include <thrust/iterator/counting_iterator.h>
#include <algorithm>
#include <cstring>
#include <cub/device/device_select.cuh>

#include "compute/core/union_find.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/wire_strands/candidates.cuh"
#include "compute/network/wire_strands/contract.h"

namespace arete::cuda {

namespace wire_strands {

inline constexpr uint32_t kDecideBlock = 1024, kNoCandidate = UINT32_MAX;

/// Candidates by their rank while they are decided.
struct Decision {
  const Candidate* candidates;
  uint32_t *open, *next;  ///< ranks of those that are not decided; memory for as many
  uint32_t* openCount;
  uint32_t* firsts;  ///< of each slot, the first of the open ones
  uint8_t* used;     ///< of each slot
  uint8_t* taken;    ///< of each candidate
};

/// The candidates from `first` on are open again.
__global__ void __launch_bounds__(kDecideBlock) openKernel(Decision decision, uint32_t first, uint32_t count) {
  const uint32_t rank = blockIdx.x * kDecideBlock + threadIdx.x;
  if (rank == 0) *decision.openCount = count - first;
  if (rank >= count) return;
  if (rank >= first) {
    decision.open[rank - first] = rank, decision.taken[rank] = 0;
  } else if (decision.taken[rank] != 0) {
    for (const uint32_t slot : decision.candidates[rank].slots) decision.used[slot] = 1;
  }
}

/// An even number of rounds, or until none is open. By one block.
__global__ void __launch_bounds__(kDecideBlock) decideKernel(Decision decision, uint32_t rounds) {
  __shared__ uint32_t left;
  const Candidate* const candidates = decision.candidates;
  uint32_t *open = decision.open, *next = decision.next, count = *decision.openCount;
  for (uint32_t round = 0; round < rounds && count > 0; ++round) {
    if (threadIdx.x == 0) left = 0;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count; i += kDecideBlock) {
      const uint32_t rank = open[i];
      const auto [one, other] = candidates[rank].slots;
      if (decision.used[one] != 0 || decision.used[other] != 0) continue;
      next[atomicAdd(&left, 1u)] = rank;
      decision.firsts[one] = decision.firsts[other] = kNoCandidate;
    }
    __syncthreads();
    count = left;
    for (uint32_t i = threadIdx.x; i < count; i += kDecideBlock)
      for (const uint32_t slot : candidates[next[i]].slots) atomicMin(decision.firsts + slot, next[i]);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count; i += kDecideBlock) {
      const uint32_t rank = next[i];
      const auto [one, other] = candidates[rank].slots;
      if (decision.firsts[one] == rank && decision.firsts[other] == rank) decision.taken[rank] = decision.used[one] = decision.used[other] = 1;
    }
    uint32_t* const before = open;
    open = next, next = before;
    __syncthreads();
  }
  if (threadIdx.x == 0) *decision.openCount = count;
}

__global__ void __launch_bounds__(kDecideBlock) edgesKernel(const Candidate* candidates, const uint32_t* ranks, uint32_t count, Edge* edges) {
  const uint32_t i = blockIdx.x * kDecideBlock + threadIdx.x;
  if (i < count) edges[i] = candidates[ranks[i]].edge;
}

class Decider {
 public:
  Decider(const Buffer<Candidate>& candidates, uint32_t nodes, CudaDevice& device)
      : candidates_(candidates),
        count_(uint32_t(candidates.size())),
        nodes_(nodes),
        device_(device),
        stream_(device.stream()),
        words_(2 * size_t(count_) + 2 * size_t(nodes), stream_),
        counters_(2, stream_),
        used_(2 * size_t(nodes), stream_),
        taken_(count_, stream_) {
    taken_.clear();
  }

  /// The edges in the end, ascending.
  std::vector<Edge> edges(const StageContext& context) {
    for (uint32_t first = 0;;) {
      decide(first, context);
      const std::vector<uint32_t> ranks = takenRanks();
      std::vector<Edge> edges = edgesOf(ranks);
      const size_t ring = firstRing(edges);
      if (ring == edges.size()) return std::ranges::sort(edges), edges;
      CUDA_CHECK(cudaMemsetAsync(taken_.data() + ranks[ring], 0, 1, stream_));
      first = ranks[ring] + 1;
    }
  }

 private:
  Decision decision() const {
    uint32_t* const words = words_.data();
    return {candidates_.data(), words, words + count_, counters_.data(), words + 2 * size_t(count_), used_.data(), taken_.data()};
  }
  uint32_t downloaded(const uint32_t* from) const {
    uint32_t value = 0;
    std::memcpy(&value, device_.download(from, sizeof value), sizeof value);
    return value;
  }
  void decide(uint32_t first, const StageContext& context) const;
  std::vector<uint32_t> takenRanks() const;
  std::vector<Edge> edgesOf(const std::vector<uint32_t>& ranks) const;
  size_t firstRing(std::span<const Edge> edges) const;

  const Buffer<Candidate>& candidates_;
  uint32_t count_, nodes_;
  CudaDevice& device_;
  cudaStream_t stream_;
  Buffer<uint32_t> words_, counters_;
  Buffer<uint8_t> used_, taken_;
};

/// From the candidate of this rank on; what was decided before stays.
void Decider::decide(uint32_t first, const StageContext& context) const {
  constexpr uint32_t kRounds = 512;  // a launch, so that it can be cancelled
  used_.clear();
  openKernel<<<blocksFor(count_, kDecideBlock), kDecideBlock, 0, stream_>>>(decision(), first, count_);
  CUDA_CHECK_LAUNCH("wire_strands::openKernel");
  do {
    context.checkStop();
    decideKernel<<<1, kDecideBlock, 0, stream_>>>(decision(), kRounds);
    CUDA_CHECK_LAUNCH("wire_strands::decideKernel");
  } while (downloaded(counters_.data()) > 0);
}

std::vector<uint32_t> Decider::takenRanks() const {
  const Buffer<uint32_t> ranks(count_, stream_);
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::Flagged(scratch, bytes, thrust::counting_iterator<uint32_t>(0), taken_.data(), ranks.data(), counters_.data() + 1,
                                      count_, stream_);
  });
  std::vector<uint32_t> here(downloaded(counters_.data() + 1));
  device_.staging().download(here.data(), ranks.data(), here.size() * sizeof(uint32_t), stream_);
  return here;
}

std::vector<Edge> Decider::edgesOf(const std::vector<uint32_t>& ranks) const {
  const auto count = uint32_t(ranks.size());
  if (count == 0) return {};
  const Buffer<uint32_t> there(count, stream_);
  const Buffer<Edge> edges(count, stream_);
  device_.staging().upload(there.data(), ranks.data(), count * sizeof(uint32_t), stream_);
  edgesKernel<<<blocksFor(count, kDecideBlock), kDecideBlock, 0, stream_>>>(candidates_.data(), there.data(), count, edges.data());
  CUDA_CHECK_LAUNCH("wire_strands::edgesKernel");
  std::vector<Edge> here(count);
  device_.staging().download(here.data(), edges.data(), count * sizeof(Edge), stream_);
  return here;
}

/// The place of the first of these edges that joins nothing, or their number.
size_t Decider::firstRing(std::span<const Edge> edges) const {
  UnionFind pieces(nodes_);
  const auto found = std::ranges::find_if(edges, [&](const Edge& edge) { return !pieces.join(edge.a, edge.b); });
  return size_t(found - edges.begin());
}

}  // namespace wire_strands

std::vector<Edge> wireStrandsOneBlock(const WireStrandsInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.size() < 2) return {};
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice nodes(in.nodes, device);
  const Buffer<wire_strands::Candidate> candidates = wire_strands::candidatesInOrder(in, nodes, device);
  if (candidates.empty()) return {};
  return wire_strands::Decider(candidates, nodes.count(), device).edges(context);
}

}  // namespace arete::cuda
