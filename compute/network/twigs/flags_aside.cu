// twigs.cuda.flags_aside: one warp per edge flags which super-points are near it; the host puts together what is left over, which is little.
// Memory: the grids (compute/network/look/row_grid.cuh) and a byte for each super-point. Cost: a ball for each edge, a launch and a wait. Floor:
// reading the super-points once. Loses to CPU threads for a few hundred edges. Source: as that of its stage.
#include <algorithm>

#include "compute/network/graph/near_flags.cuh"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/twigs/contract.h"
#include "compute/network/twigs/twig_finder.h"

namespace arete::cuda {

std::vector<Twig> twigsFlagsAside(const TwigsInput& in, const StageContext& context) {
  context.checkStop();
  if (!mayHaveTwigs(in)) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodesOnDevice nodes(in.nodes, device);
  const Buffer<Edge> edges(in.edges.size(), stream);
  device.staging().upload(edges.data(), in.edges.data(), in.edges.size_bytes(), stream);
  const Buffer<uint8_t> flags(in.points.size(), stream);
  flags.clear();
  double longest = 0;
  for (const Edge& edge : in.edges) longest = std::max(longest, distance(in.nodes[edge.a].place, in.nodes[edge.b].place));
  const double width = twigWidth(in);
  const RowLevels levels = points->grids(width, width + longest / 2);
  const auto launch = [&](auto kernel) {
    kernel<<<blocksFor(in.edges.size(), kFlagBlock / kWarp), kFlagBlock, 0, stream>>>(levels, nodes.placeList(), edges.data(),
                                                                                      uint32_t(in.edges.size()), width, flags.data());
    CUDA_CHECK_LAUNCH("nearFlagsKernel");
  };
  if (in.points.dimension == 2) launch(nearFlagsKernel<2>);
  else launch(nearFlagsKernel<3>);
  std::vector<uint8_t> isNear(in.points.size());
  device.staging().download(isNear.data(), flags.data(), isNear.size(), stream);
  LeftOver all;
  for (uint32_t i = 0; i < in.points.size(); ++i)
    if (isNear[i] == 0) all.push_back(i);
  return twigsAmong(in, all, context);
}

}  // namespace arete::cuda
