// ends.cuda.batches: all ends are asked about at once, about all stretches that may count, and then those that lie dense about one more
// (compute/network/graph/beside_sums.cuh). The host walks their branches, on all threads, and moves them.
// Memory: the grids, the graph, what BesideSums takes. Cost: for each end the super-points within a few R, three or four times; twice a launch and a
// wait.
// Floor: reading those once. Loses to CPU threads for less than some hundred ends: there a search of the points on the host ends before the GPU has
// begun. Source: 2D, step 13; 3D, F; network, step 13.
#include <algorithm>

#include "compute/network/ends/contract.h"
#include "compute/network/ends/end_finder.h"
#include "compute/network/graph/beside_sums.cuh"

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

/// What was counted beside a branch.
struct Counted {
  Stretch stretch;
  EndMass mass;
};

/// Counts stretches of many branches at once.
class EndCounts {
 public:
  EndCounts(BesideSums& sums, size_t branches) : sums_(sums), known_(branches) {}

  void ask(size_t number, const Branch& branch, double width, const Stretch& stretch) {
    sums_.ask(firstPart(branch, stretch.to), {width, stretch, 1});
    asked_.push_back({number, stretch});
  }
  /// Answers what has been asked since the last time.
  void count() {
    if (asked_.empty()) return;
    const std::vector<BesideSums::Sums> answers = sums_.answers(BesideBins::ends);
    for (size_t i = 0; i < asked_.size(); ++i) known_[asked_[i].number].push_back({asked_[i].stretch, {answers[i][0], answers[i][1]}});
    asked_.clear();
  }
  /// Of a stretch that was asked for.
  EndMass of(size_t number, const Stretch& stretch) const {
    for (const Counted& one : known_[number])
      if (one.stretch.from == stretch.from && one.stretch.to == stretch.to) return one.mass;
    return {};
  }

 private:
  struct Asked {
    size_t number;
    Stretch stretch;
  };

  BesideSums& sums_;
  std::vector<std::vector<Counted>> known_;  // of each branch
  std::vector<Asked> asked_;
};

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
  EndCounts counts(sums, branches.size());
  const auto countOf = [&](size_t i) { return [&counts, i](const Stretch& stretch) { return counts.of(i, stretch); }; };
  for (size_t i = 0; i < branches.size(); ++i)
    for (const Stretch& stretch : finder.stretches(branches[i])) counts.ask(i, branches[i], finder.width(branches[i]), stretch);
  counts.count();
  for (size_t i = 0; i < branches.size(); ++i)
    if (const auto last = finder.lastStretch(branches[i], countOf(i))) counts.ask(i, branches[i], finder.width(branches[i]), *last);
  counts.count();
  std::vector<MovedEnd> moved;
  for (size_t i = 0; i < branches.size(); ++i) moved.push_back(movedEnd(branches[i], finder.inwards(branches[i], countOf(i)), nodes));
  moveEnds(moved, in.points, graph, nodes);
  return graph.edges();
}

}  // namespace arete::cuda
