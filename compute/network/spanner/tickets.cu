// spanner.cuda.tickets: pairs within reach, their dips, costs and witnesses by one warp per pair; one sort; the forest in rounds
// (compute/network/graph/forest.cuh). What is left are edges that close loops, and of those only what is witnessed. Warps draw them in their order,
// by a ticket each. A warp first looks for a way round over what is decided, which refuses most; else it waits for those before it that matter, which
// are held by warps that drew before (compute/network/graph/greedy_set.cuh says why that ends), and looks again. So every loop is decided as if one
// came after the other. Memory: 32 bytes a pair within reach, the grids, and for each warp that searches 24 bytes a node. Cost: three balls a pair,
// two sorts of the pairs; a search of a few dozen rounds for what is witnessed, again where it waits. Loses to the CPU for a few hundred nodes, and
// where loops that are taken depend on each other in long chains. Source: network, steps 7 and 8, and section 5.
#include <thrust/iterator/counting_iterator.h>
#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/graph/forest.cuh"
#include "compute/network/spanner/candidates.cuh"
#include "compute/network/spanner/contract.h"
#include "compute/network/spanner/loop_graph.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kSearchBlock = 64, kSearches = kSearchBlock / kWarp;

/// 1 for what is in the forest or has enough witnesses to come in. `loops`: how many are not in the forest, 0 at first.
__global__ void __launch_bounds__(kUsualBlock)
    mayComeInKernel(const uint8_t* isTree, const int64_t* weights, int64_t least, uint32_t count, uint8_t* mayComeIn, uint32_t* loops) {
  const uint32_t rank = blockIdx.x * kUsualBlock + threadIdx.x;
  if (rank >= count) return;
  const bool isLoop = isTree[rank] == 0 && weights[rank] >= least;
  mayComeIn[rank] = isTree[rank] != 0 || isLoop;
  if (isLoop) atomicAdd(loops, 1u);
}

/// Edges by their numbers, with their states and both their ends.
__global__ void __launch_bounds__(kUsualBlock)
    loopEdgesKernel(const uint32_t* ranks, uint32_t count, const Edge* candidates, const int64_t* weights, const uint8_t* isTree,
                    const RidgeNode* nodes, LoopEdge* edges, uint32_t* states, uint32_t* endNodes, uint32_t* endEdges) {
  const uint32_t number = blockIdx.x * kUsualBlock + threadIdx.x;
  if (number >= count) return;
  const uint32_t rank = ranks[number];
  const Edge edge = candidates[rank];
  const RidgeNode &a = nodes[edge.a], &b = nodes[edge.b];
  const double length = distance(a.place, b.place);
  edges[number] = {edge, weights[rank], length, length / (0.5 * (a.radius + b.radius))};
  states[number] = isTree[rank] != 0 ? SetState::kTaken : SetState::kOpen;
  endNodes[2 * number] = edge.a, endNodes[2 * number + 1] = edge.b;
  endEdges[2 * number] = endEdges[2 * number + 1] = number;
}

/// Where the ends of each node begin.
__global__ void __launch_bounds__(kUsualBlock) endStartsKernel(const uint32_t* endNodes, uint32_t count, uint32_t nodes, uint32_t* starts) {
  const uint32_t node = blockIdx.x * kUsualBlock + threadIdx.x;
  if (node > nodes) return;
  uint32_t from = 0, to = count;
  while (from < to) {
    const uint32_t middle = from + (to - from) / 2;
    if (endNodes[middle] < node) from = middle + 1;
    else to = middle;
  }
  starts[node] = from;
}

struct WayMemory {
  unsigned long long* ways;
  uint32_t* stamps;
  uint32_t* lists;  // three of all nodes for each slot

  __device__ WaySlot slot(uint32_t number, uint32_t nodes) const {
    const size_t first = size_t(number) * nodes;
    uint32_t* const own = lists + 3 * first;
    return {ways + first, stamps + first, own, own + nodes, own + 2 * size_t(nodes)};
  }
};

__global__ void __launch_bounds__(kUsualBlock) beginWaysKernel(WayMemory memory, size_t ways) {
  const size_t at = size_t(blockIdx.x) * kUsualBlock + threadIdx.x;
  if (at >= ways) return;
  memory.ways[at] = kFarWay;
  memory.stamps[at] = 0;
}

/// `loops`: numbers of the edges that are to be decided, ascending.
__global__ void __launch_bounds__(kSearchBlock)
    decideLoopsKernel(LoopGraph graph, const uint32_t* loops, const uint32_t* loopCount, WayMemory memory, uint32_t* ticket) {
  __shared__ uint32_t counts[kSearches][2];
  const uint32_t warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  WaySearch search{graph, memory.slot(blockIdx.x * kSearches + warp, graph.nodes), counts[warp]};
  for (;;) {
    uint32_t turn = 0;
    if (lane == 0) turn = atomicAdd(ticket, 1u);
    turn = __shfl_sync(kAllLanes, turn, 0);
    if (turn >= *loopCount) return;
    const uint32_t number = loops[turn];
    const LoopEdge& tried = graph.edges[number];
    search.edge = number, search.limit = graph.girth - tried.inRadii, search.waits = false, search.sawOpen = false;
    bool isTaken = !search.isWithin(tried.edge.a, tried.edge.b);
    const bool sawOpen = __any_sync(kAllLanes, search.sawOpen);
    if (isTaken) isTaken = hasEvidence(graph, number);
    if (isTaken && sawOpen) {
      search.waits = true;
      isTaken = !search.isWithin(tried.edge.a, tried.edge.b);
    }
    __syncwarp();
    if (lane == 0) storeRelaxed(graph.states.states + number, isTaken ? SetState::kTaken : SetState::kGone);
  }
}

/// The taken as keys, others as what is behind all of them.
__global__ void __launch_bounds__(kUsualBlock)
    takenKeysKernel(const LoopEdge* edges, const uint32_t* states, uint32_t count, int bits, uint64_t* keys) {
  const uint32_t number = blockIdx.x * kUsualBlock + threadIdx.x;
  if (number >= count) return;
  const Edge edge = edges[number].edge;
  keys[number] = states[number] == SetState::kTaken ? uint64_t(edge.a) << bits | edge.b : (uint64_t(1) << 2 * bits) - 1;
}

/// What is picked out: flags that are set, edges that are not decided.
struct IsWanted {
  __device__ bool operator()(uint8_t flag) const { return flag != 0; }
  __device__ bool operator()(uint32_t state) const { return state == SetState::kOpen; }
};

class LoopDecider {
 public:
  LoopDecider(const SpannerInput& in, const NodesOnDevice& nodes, const Candidates& candidates, CudaDevice& device)
      : in_(in), nodes_(nodes), candidates_(candidates), device_(device), stream_(device.stream()), counters_(3, stream_) {
    counters_.clear();
  }
  std::vector<Edge> edges() {
    gather();
    if (loops_ > 0) joinEnds(), decide();
    return taken();
  }

 private:
  template <class Flags>
  void select(const Flags& flags, const Buffer<uint32_t>& to, uint32_t* count, uint32_t many) const {
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceSelect::FlaggedIf(scratch, bytes, thrust::counting_iterator<uint32_t>(0), flags.data(), to.data(), count, many, IsWanted{},
                                          stream_);
    });
  }
  void gather();
  void joinEnds();
  void decide();
  std::vector<Edge> taken() const;

  const SpannerInput& in_;
  const NodesOnDevice& nodes_;
  const Candidates& candidates_;
  CudaDevice& device_;
  cudaStream_t stream_;
  Buffer<uint32_t> counters_;  // edges, those that close a loop, ticket
  uint32_t count_ = 0, loops_ = 0;
  Buffer<LoopEdge> edges_;
  Buffer<uint32_t> states_, endNodes_, endEdges_, starts_, ends_;
};

/// The edges that are in it or may come in.
void LoopDecider::gather() {
  const uint32_t all = candidates_.count;
  const Buffer<uint8_t> isTree = forestOf(candidates_.edges, all, nodes_.count(), device_), mayComeIn(all, stream_);
  const int64_t least = std::min(in_.rules.loopWitnesses, in_.rules.endWitnesses);
  mayComeInKernel<<<blocksFor(all, kUsualBlock), kUsualBlock, 0, stream_>>>(isTree.data(), candidates_.weights.data(), least, all, mayComeIn.data(),
                                                                            counters_.data() + 1);
  CUDA_CHECK_LAUNCH("mayComeInKernel");
  const Buffer<uint32_t> ranks(all, stream_);
  select(mayComeIn, ranks, counters_.data(), all);
  const std::byte* const counts = device_.download(counters_.data(), 2 * sizeof(uint32_t));
  std::memcpy(&count_, counts, sizeof count_), std::memcpy(&loops_, counts + sizeof count_, sizeof loops_);
  edges_ = Buffer<LoopEdge>(count_, stream_), states_ = Buffer<uint32_t>(count_, stream_);
  endNodes_ = Buffer<uint32_t>(2 * size_t(count_), stream_), endEdges_ = Buffer<uint32_t>(2 * size_t(count_), stream_);
  loopEdgesKernel<<<blocksFor(count_, kUsualBlock), kUsualBlock, 0, stream_>>>(ranks.data(), count_, candidates_.edges.data(),
                                                                               candidates_.weights.data(), isTree.data(), nodes_.nodes(),
                                                                               edges_.data(), states_.data(), endNodes_.data(), endEdges_.data());
  CUDA_CHECK_LAUNCH("loopEdgesKernel");
}

/// The edges of each node. A sort that keeps the order of equal ones leaves them ascending.
void LoopDecider::joinEnds() {
  const uint32_t ends = 2 * count_, nodes = nodes_.count();
  const Buffer<uint32_t> sortedNodes(ends, stream_);
  ends_ = Buffer<uint32_t>(ends, stream_), starts_ = Buffer<uint32_t>(size_t(nodes) + 1, stream_);
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, endNodes_.data(), sortedNodes.data(), endEdges_.data(), ends_.data(), ends, 0,
                                           std::bit_width(nodes), stream_);
  });
  endStartsKernel<<<blocksFor(size_t(nodes) + 1, kUsualBlock), kUsualBlock, 0, stream_>>>(sortedNodes.data(), ends, nodes, starts_.data());
  CUDA_CHECK_LAUNCH("endStartsKernel");
}

void LoopDecider::decide() {
  constexpr size_t kMost_bytes = size_t(1) << 28, kSlot_bytes = sizeof(unsigned long long) + 4 * sizeof(uint32_t);
  const uint32_t nodes = nodes_.count();
  const Buffer<uint32_t> loops(loops_, stream_);
  select(states_, loops, counters_.data() + 1, count_);
  const Buffer<int64_t> nearestTo(nodes, stream_);
  device_.staging().upload(nearestTo.data(), in_.witnesses.nearestTo.data(), nodes * sizeof(int64_t), stream_);

  const size_t room = std::max(kMost_bytes / (kSlot_bytes * nodes * kSearches), size_t(1));
  const uint32_t resident = residentBlocks(decideLoopsKernel, kSearchBlock) * uint32_t(device_.multiprocessors());
  const auto blocks = uint32_t(std::min({room, size_t(resident), size_t(blocksFor(loops_, kSearches))}));
  const size_t ways = size_t(blocks) * kSearches * nodes;
  const Buffer<unsigned long long> wayBits(ways, stream_);
  const Buffer<uint32_t> stamps(ways, stream_), lists(3 * ways, stream_);
  const WayMemory memory{wayBits.data(), stamps.data(), lists.data()};
  beginWaysKernel<<<blocksFor(ways, kUsualBlock), kUsualBlock, 0, stream_>>>(memory, ways);
  CUDA_CHECK_LAUNCH("beginWaysKernel");
  const LoopGraph graph{edges_.data(), starts_.data(), ends_.data(),   nearestTo.data(), {states_.data(), patience()},
                        nodes,         in_.evidence(), in_.rules.girth};
  decideLoopsKernel<<<blocks, kSearchBlock, 0, stream_>>>(graph, loops.data(), counters_.data() + 1, memory, counters_.data() + 2);
  CUDA_CHECK_LAUNCH("decideLoopsKernel");
}

std::vector<Edge> LoopDecider::taken() const {
  const int bits = std::bit_width(nodes_.count());
  const Buffer<uint64_t> keys(count_, stream_), sorted(count_, stream_);
  takenKeysKernel<<<blocksFor(count_, kUsualBlock), kUsualBlock, 0, stream_>>>(edges_.data(), states_.data(), count_, bits, keys.data());
  CUDA_CHECK_LAUNCH("takenKeysKernel");
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys.data(), sorted.data(), count_, 0, 2 * bits, stream_);
  });
  std::vector<uint64_t> found(count_);
  device_.staging().download(found.data(), sorted.data(), count_ * sizeof(uint64_t), stream_);
  const uint64_t mask = (uint64_t(1) << bits) - 1;
  std::vector<Edge> edges;
  for (const uint64_t key : found)
    if (key != (uint64_t(1) << 2 * bits) - 1) edges.push_back({uint32_t(key >> bits), uint32_t(key & mask)});
  return edges;
}

}  // namespace

std::vector<Edge> spannerTickets(const SpannerInput& in, const StageContext& context) {
  context.checkStop();
  if (in.nodes.size() < 2) return {};
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice nodes(in.nodes, device);
  const Candidates candidates = findCandidates(in, nodes, device);
  if (candidates.count == 0) return {};
  context.checkStop();
  return LoopDecider(in, nodes, candidates, device).edges();
}

}  // namespace arete::cuda
