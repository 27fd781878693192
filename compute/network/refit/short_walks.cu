// refit.cuda.short_walks: one thread per junction; arms are walked no farther than they count. One launch finds where junctions go and who
// moves which node, another moves: where two move the same node, as may happen half-way between junctions, the one that comes last in order does.
// Memory: the lists of neighbours, 140 bytes a node. Cost: for each junction some nodes of each arm, four times, chains of dependent reads. Floor:
// reading the edges. Loses to the CPU for less than some ten thousand junctions: nodes travel there and back. Source: 2D, step 11b.
#include "compute/gpu/launch_shapes.h"
#include "compute/network/graph/lists_on_device.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/junctions/line_meeting.h"
#include "compute/network/refit/contract.h"

namespace arete::cuda {

using shared::Vector3;

namespace {

constexpr uint32_t kRefitBlock = 128;
using Mover = unsigned long long;

struct RefitRules {
  double from, to, stay, farthest, sight;  // in R; sight: how far arms are walked
};

struct RefitGraph {
  NeighbourLists lists;
  const RidgeNode* nodes;
  RefitRules rules;

  __device__ bool isJunction(uint32_t node) const { return lists.degree(node) > 2; }
  /// Up to the farthest node that matters.
  template <class Visit>
  __device__ WalkPlace walkArm(uint32_t junction, uint32_t next, const Visit& visit) const {
    const double sight = rules.sight * nodes[junction].radius * (1 + 1e-9);
    return walkBranch(lists, nodes, junction, next, [&](const WalkPlace& at) {
      visit(at);
      return at.along >= sight;
    });
  }
};

__device__ void addLine(const RefitGraph& graph, uint32_t junction, uint32_t next, shared::LineMeeting& meeting) {
  const double radius = graph.nodes[junction].radius, from = graph.rules.from * radius;
  const WalkPlace end = graph.walkArm(junction, next, [](const WalkPlace&) {});
  const double to = shared::lesser(graph.rules.to * radius, end.along - (graph.isJunction(end.node) ? from : 0));
  const auto visitSeen = [&](const auto& visit) {
    graph.walkArm(junction, next, [&](const WalkPlace& at) {
      if (at.along >= from && at.along <= to) visit(graph.nodes[at.node].place);
    });
  };
  Vector3 sum;
  uint32_t count = 0;
  visitSeen([&](const Vector3& place) { sum = sum + place, ++count; });
  if (count < 2) return;
  const Vector3 mean = sum * (1 / static_cast<double>(count));
  shared::Matrix3 spread;
  visitSeen([&](const Vector3& place) { addOuter(spread, place - mean, 1); });
  meeting.addLine(mean, shared::symmetricEigen(spread).vector[0]);
}

/// Calls visit(node, share): of an arm the nodes that are put onto the line from the junction to `next`, this share of the way; next is returned.
template <class Visit>
__device__ void visitStraightened(const RefitGraph& graph, uint32_t junction, uint32_t first, const Visit& visit) {
  double until = graph.rules.from * graph.nodes[junction].radius;
  const WalkPlace end = graph.walkArm(junction, first, [](const WalkPlace&) {});
  if (graph.isJunction(end.node)) until = shared::lesser(until, end.along / 2);
  WalkPlace next = end;
  bool found = false;
  graph.walkArm(junction, first, [&](const WalkPlace& at) {
    if (!found && at.along >= until) next = at, found = true;
  });
  graph.walkArm(junction, first, [&](const WalkPlace& at) {
    if (at.edges < next.edges) visit(at, next);
  });
}

/// In the order of junctions, then of their arms; above 0.
__device__ Mover moverOf(uint32_t junction, uint32_t arm) { return (static_cast<Mover>(junction) << 32 | arm) + 1; }

/// Where junctions go: to themselves where they stay.
__global__ void __launch_bounds__(kRefitBlock) meetKernel(RefitGraph graph, uint32_t count, Vector3* places, uint8_t* moves, Mover* movers) {
  const uint32_t i = blockIdx.x * kRefitBlock + threadIdx.x;
  if (i >= count) return;
  const RidgeNode& node = graph.nodes[i];
  places[i] = node.place, moves[i] = 0;
  if (!graph.isJunction(i)) return;
  const uint32_t first = graph.lists.starts[i], degree = graph.lists.degree(i);
  shared::LineMeeting meeting;
  for (uint32_t arm = 0; arm < degree; ++arm) addLine(graph, i, graph.lists.neighbours[first + arm], meeting);
  if (meeting.lines < 2) return;
  const Vector3 step = meeting.place(node.place, graph.rules.stay * meeting.lines) - node.place;
  const double most = graph.rules.farthest * node.radius, length = lengthOf(step);
  places[i] = node.place + (length > most ? step * (most / length) : step);
  moves[i] = 1;
  for (uint32_t arm = 0; arm < degree; ++arm)
    visitStraightened(graph, i, graph.lists.neighbours[first + arm],
                      [&](const WalkPlace& at, const WalkPlace&) { atomicMax(movers + at.node, moverOf(i, arm)); });
}

__global__ void __launch_bounds__(kRefitBlock)
    straightenKernel(RefitGraph graph, uint32_t count, Vector3* places, const uint8_t* moves, const Mover* movers) {
  const uint32_t i = blockIdx.x * kRefitBlock + threadIdx.x;
  if (i >= count || moves[i] == 0) return;
  const uint32_t first = graph.lists.starts[i], degree = graph.lists.degree(i);
  for (uint32_t arm = 0; arm < degree; ++arm)
    visitStraightened(graph, i, graph.lists.neighbours[first + arm], [&](const WalkPlace& at, const WalkPlace& next) {
      if (movers[at.node] == moverOf(i, arm)) places[at.node] = places[i] + (graph.nodes[next.node].place - places[i]) * (at.along / next.along);
    });
}

}  // namespace

uint32_t refitShortWalks(const RefitInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty() || in.edges.empty()) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const NodesOnDevice there(nodes, device);
  const ListsOnDevice lists(nodes.size(), in.edges, device);
  const NetworkRules& rules = in.rules;
  const RefitGraph graph{
      lists.lists(),
      there.nodes(),
      {rules.refitFrom, rules.refitTo, rules.refitStay, rules.refitFarthest, std::max(rules.refitFrom, rules.refitTo) + rules.refitFrom}};
  const uint32_t count = there.count(), blocks = blocksFor(count, kRefitBlock);
  const Buffer<Vector3> found(count, stream);
  const Buffer<uint8_t> moves(count, stream);
  const Buffer<Mover> movers(count, stream);
  movers.clear();
  meetKernel<<<blocks, kRefitBlock, 0, stream>>>(graph, count, found.data(), moves.data(), movers.data());
  CUDA_CHECK_LAUNCH("meetKernel");
  straightenKernel<<<blocks, kRefitBlock, 0, stream>>>(graph, count, found.data(), moves.data(), movers.data());
  CUDA_CHECK_LAUNCH("straightenKernel");
  std::vector<Vector3> places(count);
  device.staging().download(places.data(), found.data(), count * sizeof(Vector3), stream);
  uint32_t went = 0;
  for (uint32_t i = 0; i < count; ++i) went += nodes[i].place != places[i], nodes[i].place = places[i];
  return went;
}

}  // namespace arete::cuda
