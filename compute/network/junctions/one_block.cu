// junctions.cuda.one_block: all sweeps by one block, in one launch. One thread per junction walks the branches that may be short enough; then, in
// rounds, each of them whose junctions were not touched claims all that making one junction of two touches, for the shortest that does: those that
// keep all that they claim are done side by side, and are what would be done one after the other, as no shorter one meets them.
// Memory: 12 bytes an edge for lists that can be joined, 40 a branch, 136 a node. Cost: a sweep walks some nodes from each junction, chains of
// dependent reads; a round takes five barriers, and the rounds are as many as branches are in the longest row in which each meets a shorter one.
// Floor: reading the edges. Loses to the CPU for less than some ten thousand junctions. Source: 2D, step 11b.
#include <algorithm>
#include <cstring>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/lists_on_device.cuh"
#include "compute/network/graph/node_graph.h"
#include "compute/network/junctions/contract.h"

namespace arete::cuda {

using shared::Vector3;

namespace {

constexpr uint32_t kJunctionBlock = 1024, kMostOfAThread = 4, kNoArm = UINT32_MAX;
constexpr unsigned long long kNoKey = ~0ull;

struct MergeRules {
  double mergeWithin, tangentWithin, tangentArm, tangentOpening, tangentCosine, largestRadius;
};

/// Neighbours as chained arms: arm a of a node leads to node to[a], and next[a] is its next arm.
struct ArmGraph {
  uint32_t *first, *degrees, *next, *to;
  RidgeNode* nodes;
  uint32_t count;

  __device__ uint32_t degree(uint32_t node) const { return degrees[node]; }
  __device__ uint32_t onwards(uint32_t node, uint32_t before) const {
    const uint32_t one = first[node];
    return to[one] == before ? to[next[one]] : to[one];
  }
  __device__ bool has(uint32_t node, uint32_t other) const {
    for (uint32_t arm = first[node]; arm != kNoArm; arm = next[arm])
      if (to[arm] == other) return true;
    return false;
  }
  /// Removes the arm of a node to another one.
  __device__ void remove(uint32_t node, uint32_t other) const {
    uint32_t* link = first + node;
    while (to[*link] != other) link = next + *link;
    *link = next[*link];
    --degrees[node];
  }
  __device__ void turn(uint32_t node, uint32_t from, uint32_t towards) const {
    uint32_t arm = first[node];
    while (to[arm] != from) arm = next[arm];
    to[arm] = towards;
  }
  __device__ void add(uint32_t node, uint32_t arm) const {
    next[arm] = first[node], first[node] = arm;
    ++degrees[node];
  }
};

/// A branch whose junctions may become one.
struct Merge {
  unsigned long long share, start;  ///< its rank: bits of the share, then first and second node
  uint32_t last, behind;            ///< its last node and the one before
  double length;
};

/// The place at this length along the branch over `next`, and no farther than it was walked: `end`.
__device__ Vector3 placeAlong(const ArmGraph& graph, uint32_t start, uint32_t next, const WalkPlace& end, double along) {
  WalkPlace at{start, start, 0, 0}, before = at;
  walkBranch(graph, graph.nodes, start, next, [&](const WalkPlace& place) {
    before = at, at = place;
    return place.edges == end.edges || place.along >= along;
  });
  const Vector3 from = graph.nodes[before.node].place, to = graph.nodes[at.node].place;
  const double length = at.along - before.along;
  return length > 0 ? from + (to - from) * shared::lesser(1.0, (along - before.along) / length) : to;
}

/// Whether the arms of a junction of three, except that over `between`, run on in a direction.
__device__ bool runsOn(const ArmGraph& graph, const MergeRules& rules, uint32_t junction, uint32_t between, const Vector3& direction) {
  const double length = rules.tangentArm * graph.nodes[junction].radius;
  Vector3 arms[2];
  uint32_t found = 0;
  for (uint32_t arm = graph.first[junction]; arm != kNoArm && found < 2; arm = graph.next[arm]) {
    const uint32_t next = graph.to[arm];
    if (next == between) continue;
    const WalkPlace end = walkBranch(graph, graph.nodes, junction, next, [&](const WalkPlace& at) { return at.along >= length; });
    arms[found++] = unit(placeAlong(graph, junction, next, end, length) - graph.nodes[junction].place);
  }
  return dot(arms[0], arms[1]) >= rules.tangentOpening && dot(unit(arms[0] + arms[1]), direction) >= rules.tangentCosine;
}

__device__ bool isTangent(const ArmGraph& graph, const MergeRules& rules, uint32_t first, uint32_t second, const WalkPlace& end) {
  if (graph.degree(first) != 3 || graph.degree(end.node) != 3) return false;
  const Vector3 onwards = unit(graph.nodes[end.node].place - graph.nodes[first].place);
  return runsOn(graph, rules, first, second, onwards * -1) && runsOn(graph, rules, end.node, end.before, onwards);
}

/// Lists the branches over which a junction may become one with a higher junction.
__device__ void listFrom(const ArmGraph& graph, const MergeRules& rules, uint32_t first, bool isTouch, Merge* merges, uint32_t* count) {
  constexpr double kMore = 1 + 1e-9;  // of the farthest that matters: rounding decides nothing
  const double bound = isTouch ? rules.tangentWithin : rules.mergeWithin, radius = graph.nodes[first].radius;
  const double farthest = bound * 0.5 * (radius + rules.largestRadius) * kMore;
  for (uint32_t arm = graph.first[first]; arm != kNoArm; arm = graph.next[arm]) {
    const uint32_t second = graph.to[arm];
    const WalkPlace end = walkBranch(graph, graph.nodes, first, second, [&](const WalkPlace& at) { return at.along >= farthest; });
    if (end.node <= first || graph.degree(end.node) < 3) continue;
    const double share = end.along / (bound * 0.5 * (radius + graph.nodes[end.node].radius));
    if (share >= 1 || (isTouch && !isTangent(graph, rules, first, second, end))) continue;
    merges[atomicAdd(count, 1u)] = {static_cast<unsigned long long>(__double_as_longlong(share + 0.0)),
                                    static_cast<unsigned long long>(first) << 32 | second, end.node, end.before, end.along};
  }
}

/// Makes one junction, the first, of both ends of a branch. By one thread.
__device__ void makeOne(const ArmGraph& graph, const Merge& merge, uint8_t* touched) {
  const auto one = static_cast<uint32_t>(merge.start >> 32), second = static_cast<uint32_t>(merge.start), other = merge.last;
  const WalkPlace end = walkBranch(graph, graph.nodes, one, second, [](const WalkPlace&) { return false; });
  const Vector3 middle = placeAlong(graph, one, second, end, merge.length / 2);
  for (uint32_t before = one, at = second; at != other;) {  // what is between them
    const uint32_t next = graph.onwards(at, before);
    graph.degrees[at] = 0, graph.first[at] = kNoArm;
    before = at, at = next;
  }
  graph.remove(one, second), graph.remove(other, merge.behind);
  for (uint32_t arm = graph.first[other]; arm != kNoArm;) {
    const uint32_t following = graph.next[arm], node = graph.to[arm];
    if (node == one || graph.has(one, node)) graph.remove(node, other);
    else graph.turn(node, other, one), graph.add(one, arm);
    arm = following;
  }
  graph.degrees[other] = 0, graph.first[other] = kNoArm;
  graph.nodes[one].place = middle;
  touched[one] = touched[other] = 1;
  for (uint32_t arm = graph.first[one]; arm != kNoArm; arm = graph.next[arm]) touched[graph.to[arm]] = 1;
}

/// Calls visit(node) for all that makeOne() touches.
template <class Visit>
__device__ void forEachTouched(const ArmGraph& graph, const Merge& merge, const Visit& visit) {
  const auto one = static_cast<uint32_t>(merge.start >> 32), second = static_cast<uint32_t>(merge.start);
  const auto arms = [&](uint32_t node, uint32_t between) {
    visit(node);
    for (uint32_t arm = graph.first[node]; arm != kNoArm; arm = graph.next[arm])
      if (graph.to[arm] != between) visit(graph.to[arm]);
  };
  arms(one, second), arms(merge.last, merge.behind);
}

/// For each node the least merge that touches it.
struct Claims {
  unsigned long long *shares, *starts;

  __device__ void clear(uint32_t node) const { shares[node] = starts[node] = kNoKey; }
  __device__ bool isHeld(uint32_t node, const Merge& merge) const { return shares[node] == merge.share && starts[node] == merge.start; }
};

/// Makes junctions one, from the shortest branch on, where neither was touched. Called by all threads of the block.
__device__ void makeOnes(const ArmGraph& graph, const Merge* merges, uint32_t count, const Claims& claims, uint8_t* touched) {
  const auto forEachOpen = [&](const auto& visit) {
    for (uint32_t i = threadIdx.x; i < count; i += kJunctionBlock)
      if (touched[merges[i].start >> 32] == 0 && touched[merges[i].last] == 0) visit(merges[i]);
  };
  for (;;) {
    forEachOpen([&](const Merge& merge) { forEachTouched(graph, merge, [&](uint32_t node) { claims.clear(node); }); });
    __syncthreads();
    bool anyOpen = false;
    forEachOpen([&](const Merge& merge) {
      anyOpen = true;
      forEachTouched(graph, merge, [&](uint32_t node) { atomicMin(claims.shares + node, merge.share); });
    });
    if (!__syncthreads_or(anyOpen)) return;
    forEachOpen([&](const Merge& merge) {
      forEachTouched(graph, merge, [&](uint32_t node) {
        if (claims.shares[node] == merge.share) atomicMin(claims.starts + node, merge.start);
      });
    });
    __syncthreads();
    uint32_t mine[kMostOfAThread], many = 0;  // the first of them that keep all; others are looked at again
    for (uint32_t i = threadIdx.x; i < count && many < kMostOfAThread; i += kJunctionBlock) {
      if (touched[merges[i].start >> 32] != 0 || touched[merges[i].last] != 0) continue;
      bool isHeld = true;
      forEachTouched(graph, merges[i], [&](uint32_t node) { isHeld = isHeld && claims.isHeld(node, merges[i]); });
      if (isHeld) mine[many++] = i;
    }
    __syncthreads();  // all have read what is open
    for (uint32_t i = 0; i < many; ++i) makeOne(graph, merges[mine[i]], touched);
    __syncthreads();
  }
}

__global__ void __launch_bounds__(kJunctionBlock)
    junctionsKernel(ArmGraph graph, const uint32_t* starts, MergeRules rules, Merge* merges, Claims claims, uint8_t* touched) {
  __shared__ uint32_t count;
  for (uint32_t i = threadIdx.x; i < graph.count; i += kJunctionBlock) {
    const uint32_t from = starts[i], to = starts[i + 1];
    graph.degrees[i] = to - from, graph.first[i] = from < to ? from : kNoArm;
    for (uint32_t arm = from; arm < to; ++arm) graph.next[arm] = arm + 1 < to ? arm + 1 : kNoArm;
  }
  for (int pass = 0; pass < 2;) {  // those that are close, then those that touch
    __syncthreads();
    if (threadIdx.x == 0) count = 0;
    for (uint32_t i = threadIdx.x; i < graph.count; i += kJunctionBlock) touched[i] = 0;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < graph.count; i += kJunctionBlock)
      if (graph.degree(i) > 2) listFrom(graph, rules, i, pass == 1, merges, &count);
    __syncthreads();
    const uint32_t found = count;
    if (found == 0) ++pass;
    else makeOnes(graph, merges, found, claims, touched);
  }
}

/// Every edge from its lower node.
__global__ void __launch_bounds__(kJunctionBlock) edgesKernel(ArmGraph graph, Edge* edges, uint32_t* count, Vector3* places) {
  const uint32_t i = blockIdx.x * kJunctionBlock + threadIdx.x;
  if (i >= graph.count) return;
  places[i] = graph.nodes[i].place;
  for (uint32_t arm = graph.first[i]; arm != kNoArm; arm = graph.next[arm])
    if (graph.to[arm] > i) edges[atomicAdd(count, 1u)] = {i, graph.to[arm]};
}

}  // namespace

std::vector<Edge> junctionsOneBlock(const JunctionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const size_t count = nodes.size(), arms = 2 * in.edges.size();
  const Buffer<RidgeNode> there(count, stream);
  device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), stream);
  const ListsOnDevice lists(count, in.edges, device);
  const Buffer<uint32_t> words(2 * count + arms + 1, stream);
  uint32_t* const edgeCount = words.data() + 2 * count + arms;
  const ArmGraph graph{words.data(), words.data() + count, words.data() + 2 * count, lists.neighbours(), there.data(), uint32_t(count)};
  double largest = 0;
  for (const RidgeNode& node : nodes) largest = std::max(largest, node.radius);
  const NetworkRules& rules = in.rules;
  const Buffer<Merge> merges(arms, stream);
  const Buffer<unsigned long long> claims(2 * count, stream);
  const Buffer<uint8_t> touched(count, stream);
  junctionsKernel<<<1, kJunctionBlock, 0, stream>>>(
      graph, lists.lists().starts, {rules.mergeWithin, rules.tangentWithin, rules.tangentArm, rules.tangentOpening, rules.tangentCosine, largest},
      merges.data(), {claims.data(), claims.data() + count}, touched.data());
  CUDA_CHECK_LAUNCH("junctionsKernel");
  const Buffer<Edge> edges(in.edges.size(), stream);
  const Buffer<Vector3> places(count, stream);
  CUDA_CHECK(cudaMemsetAsync(edgeCount, 0, sizeof(uint32_t), stream));
  edgesKernel<<<blocksFor(count, kJunctionBlock), kJunctionBlock, 0, stream>>>(graph, edges.data(), edgeCount, places.data());
  CUDA_CHECK_LAUNCH("edgesKernel");
  uint32_t found = 0;
  std::memcpy(&found, device.download(edgeCount, sizeof found), sizeof found);
  std::vector<Edge> result(found);
  std::vector<Vector3> placesHere(count);
  device.staging().download(result.data(), edges.data(), found * sizeof(Edge), stream);
  device.staging().download(placesHere.data(), places.data(), count * sizeof(Vector3), stream);
  for (size_t i = 0; i < count; ++i) nodes[i].place = placesHere[i];
  sortEdges(result, count);
  return result;
}

}  // namespace arete::cuda
