// crest.cuda.batches: all branches of a sweep are scored at once on the GPU (compute/cuda/network/beside_sums.h) and keep their scores until they
// grow. The host keeps the graph and looks for ways round, on all threads (compute/network/crest_sweeps.h).
// Memory: the grids, the graph, what BesideSums takes, a copy of what is unexplained. Cost: for each branch that ever was the super-points in balls
// that hold 4.5 bins to either side of its edges; a launch, a sort and two waits for each sweep that finds new branches; a round flags what lies near
// the network. Floor: reading those once. Loses to CPU threads for less than some hundred branches, and where the ways round take longest.
// Source: network, step 10; 2D, step 10.
#include "compute/cuda/network/beside_sums.h"
#include "compute/cuda/network/near_flags.cuh"
#include "compute/cuda/network_versions.h"
#include "compute/network/crest_rounds.h"

namespace arete::cuda {

namespace {

class BatchProfiles {
 public:
  BatchProfiles(const CrestInput& in, const SuperPoints& points, const NodesOnDevice& nodes, CudaDevice& device)
      : in_(in), sums_(points, nodes, device) {}

  std::vector<CrestProfile> of(std::span<const Branch* const> branches, const ShrinkingGraph& graph) {
    if (branches.empty()) return {};
    for (const Branch* branch : branches) {
      const double width = crestBin(in_, *branch);
      sums_.ask(*branch, {kCrestSight * width, crestStretch(in_, graph, *branch), width});
    }
    return sums_.answers(BesideBins::crest);
  }

 private:
  const CrestInput& in_;
  BesideSums sums_;
};

class BatchSight {
 public:
  BatchSight(const CrestInput& in, CudaDevice& device) : in_(in), device_(device), nodes_(in.nodes, device) {}
  BatchProfiles profiles(const SuperPoints& points) const { return {in_, points, nodes_, device_}; }
  std::vector<uint8_t> near(std::span<const Edge> edges, double width) const;

 private:
  const CrestInput& in_;
  CudaDevice& device_;
  NodesOnDevice nodes_;
};

std::vector<uint8_t> BatchSight::near(std::span<const Edge> edges, double width) const {
  double longest = 0;
  for (const Edge& edge : edges) longest = std::max(longest, distance(in_.nodes[edge.a].place, in_.nodes[edge.b].place));
  const auto points = superPointsOnDevice(in_.points, device_);
  const Buffer<Edge> there(edges.size(), device_.stream());
  there.upload(edges);
  const Buffer<uint8_t> flags(in_.points.size(), device_.stream());
  flags.clear();
  nearFlagsKernel<2><<<blocksFor(edges.size(), kFlagBlock / kWarp), kFlagBlock, 0, device_.stream()>>>(
      points->grids(in_.r1, width + longest / 2), nodes_.places(2).places, there.data(), uint32_t(edges.size()), width, flags.data());
  CUDA_CHECK_LAUNCH("nearFlagsKernel");
  std::vector<uint8_t> found(in_.points.size());
  flags.download(found);
  return found;
}

}  // namespace

std::vector<Edge> crestBatches(const CrestInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty()) return {};
  BatchSight sight(in, cudaDevice(context));
  return crestInRounds(in, sight, context);
}

}  // namespace arete::cuda
