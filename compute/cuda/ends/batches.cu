// ends.cuda.batches: all ends are asked about at once, by both rules (compute/cuda/network/beside_sums.h). The host walks their branches, on all
// threads, and moves them.
// Memory: the grids, the graph, what BesideSums takes. Cost: for each end the super-points within a few R, twice; one launch, one wait.
// Floor: reading those once. Loses to CPU threads for less than some hundred ends: there a search of the points on the host ends before the GPU has
// begun. Source: 2D, step 13; 3D, F; network, step 13.
#include <algorithm>

#include "compute/cuda/network/beside_sums.h"
#include "compute/cuda/network_versions.h"
#include "compute/network/end_finder.h"

namespace arete::cuda {

namespace {

/// The branches of all ends that have a length.
std::vector<Branch> endBranches(const ShrinkingGraph& graph, std::span<const RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 16;
  std::vector<uint32_t> ends;
  for (uint32_t node = 0; node < nodes.size(); ++node)
    if (graph.degree(node) == 1) ends.push_back(node);
  std::vector<Branch> branches(ends.size());
  context.device.threads().forEachRange(ends.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) branches[i] = branchOfEnd(graph, nodes, ends[i]);
  });
  std::erase_if(branches, [](const Branch& branch) { return branch.length() == 0; });
  return branches;
}

}  // namespace

std::vector<Edge> endsBatches(const EndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (std::ranges::all_of(nodes, [](const RidgeNode& node) { return node.radius == 0; })) return {};
  ShrinkingGraph graph(nodes.size(), in.edges);
  const std::vector<Branch> branches = endBranches(graph, nodes, context);
  if (branches.empty()) return graph.edges();
  CudaDevice& device = cudaDevice(context);
  const NodesOnDevice there(nodes, device);
  BesideSums sums(in.points, there, device);
  const EndFinder finder(in, nodes, graph);
  std::vector<size_t> first;  // of each branch, among the questions: that of the plain rule, then that of the balance, if any
  size_t asked = 0;
  for (const Branch& branch : branches) {
    first.push_back(asked);
    for (const EndRule rule : {EndRule::plain, EndRule::balance})
      if (const auto stretch = finder.stretch(branch, rule)) sums.ask(firstPart(branch, stretch->to), {finder.width(branch), *stretch, 1}), ++asked;
  }
  const std::vector<BesideSums::Sums> answers = sums.answers(BesideBins::ends);
  std::vector<MovedEnd> moved;
  for (size_t i = 0; i < branches.size(); ++i) {
    const auto count = [&](EndRule rule) {
      const BesideSums::Sums& answer = answers[first[i] + (rule == EndRule::balance ? 1 : 0)];
      return EndMass{answer[0], answer[1]};
    };
    moved.push_back(movedEnd(branches[i], finder.inwards(branches[i], count), nodes));
  }
  moveEnds(moved, in.points, graph, nodes);
  return graph.edges();
}

}  // namespace arete::cuda
