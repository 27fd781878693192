// ends.cuda.batches: all ends are asked about at once (compute/network/graph/beside_sums.cuh). The host walks their branches, on all threads, and
// moves them.
// Memory: the grids, the graph, what BesideSums takes. Cost: for each end the super-points within a few R; a launch and a wait. Floor: reading those
// once. Loses to CPU threads for less than some hundred ends: there a search of the points on the host ends before the GPU has begun. Source:
// network, step 13.
#include <algorithm>
#include <optional>

#include "compute/network/ends/end_finder.h"
#include "compute/network/graph/beside_sums.cuh"
#include "compute/network/graph/node_moves.h"

namespace arete::cuda {

namespace {

std::vector<EndPart> endParts(const EndsInput& in, std::span<const RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  const ShrinkingGraph graph(nodes.size(), in.edges);
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  std::vector<std::optional<EndPart>> found(ends.size());
  context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) found[i].emplace(in, nodes, graph, ends[i]);
  });
  std::vector<EndPart> parts;
  for (std::optional<EndPart>& part : found)
    if (part->length > 0) parts.push_back(std::move(*part));
  return parts;
}

}  // namespace

uint32_t endsBatches(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (std::ranges::all_of(nodes, [](const RidgeNode& node) { return node.radius == 0; })) return 0;
  const std::vector<EndPart> parts = endParts(in, nodes, context);
  if (parts.empty()) return 0;
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice there(nodes, device);
  BesideSums sums(in.points, there, device);
  for (const EndPart& part : parts) sums.ask(part.branch, {part.width, {0, part.length}, 1});
  const std::vector<BesideSums::Sums> answers = sums.answers(BesideBins::ends);
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  for (size_t i = 0; i < parts.size(); ++i) places[parts[i].branch.nodes[0]] = parts[i].place({answers[i][0], answers[i][1]}, in, nodes);
  return moveTo(places, nodes);
}

}  // namespace arete::cuda
