// crest.cuda.batches: all branches of a sweep are scored at once on the GPU (compute/network/graph/beside_sums.cuh) and keep their scores until they
// grow. The host keeps the graph and looks for ways round, on all threads (compute/network/crest/crest_sweeps.h).
// Memory: the grids, the graph, what BesideSums takes. Cost: for each branch that ever was the super-points in balls that hold 4.5 bins to either
// side of its edges; a launch and a wait for each sweep that finds new branches. Floor: reading those once. Loses to CPU threads for less
// than some hundred branches, and where the ways round take longest. Source: network, step 10; 2D, step 10.
#include "compute/network/crest/contract.h"
#include "compute/network/crest/crest_score.h"
#include "compute/network/crest/crest_sweeps.h"
#include "compute/network/graph/beside_sums.cuh"

namespace arete::cuda {

namespace {

class CrestScores {
 public:
  CrestScores(const CrestInput& in, CudaDevice& device) : in_(in), nodes_(in.nodes, device), sums_(in.points, nodes_, device) {}

  std::vector<double> of(std::span<const Branch* const> branches, const ShrinkingGraph& graph) {
    for (const Branch* branch : branches) {
      const double width = crestBin(in_, *branch);
      sums_.ask(*branch, {kCrestSight * width, crestStretch(in_, graph, *branch), width});
    }
    std::vector<double> scores;
    for (const CrestProfile& bins : sums_.answers(BesideBins::crest)) scores.push_back(crestScore(in_, bins));
    return scores;
  }

 private:
  const CrestInput& in_;
  NodesOnDevice nodes_;
  BesideSums sums_;
};

}  // namespace

std::vector<Edge> crestBatches(const CrestInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  CrestScores scores(in, cudaDevice(context));
  return CrestSweeps(in, scores, context).run();
}

}  // namespace arete::cuda
