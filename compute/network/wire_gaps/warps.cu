// wire_gaps.cuda.warps: in a round one warp per end looks at the ends around it and what joining them costs. The host follows the strands between
// rounds, and joins the best pairs in order: there are few. A few hundred ends look at each other on the host.
// Memory: 136 bytes an end and a grid of the ends, 16 bytes a pair; the graph on the host. Cost: a round uploads the ends and looks into a ball of
// ends for each; one launch, one wait or two. Floor: reading the ends once. Loses to the CPU for less than some thousand ends: a round takes the GPU
// the time of a few launches, whatever there is to do, so it begins at `kFewEnds`. Source: 3D, C 5.
#include <cstring>

#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/network/look/row_grid.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/wire_gaps/contract.h"
#include "compute/network/wire_gaps/gap_joining.h"

namespace arete::cuda {

namespace wire_gaps {

inline constexpr uint32_t kEndBlock = 128;
inline constexpr size_t kFewEnds = 256;  // every pair of these is looked at in .2 ms, about a round of launches

/// More than there is room for are only counted.
struct PairList {
  StrandEdge* pairs;
  uint32_t room;
  uint32_t* count;
};

/// One warp per end.
__global__ void __launch_bounds__(kEndBlock) pairsKernel(const __grid_constant__ shared::RowsView view, const __grid_constant__ NetworkRules rules,
                                                         double r1, const StrandEnd* ends, uint32_t count, PairList list) {
  const uint32_t i = (blockIdx.x * kEndBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const StrandEnd end = ends[i];
  const double reach = gapReach(end, r1, rules), squaredReach = reach * reach;
  walkBall<3>(view, end.place, reach, [&](uint32_t at, bool isThere) {
    if (!isThere || squaredDistance(view.place<3>(at), end.place) > squaredReach) return false;
    const StrandEnd& other = ends[view.index[at]];
    const double cost = gapCost(end, other, r1, rules);
    if (cost < 0) return false;
    if (const uint32_t to = atomicAdd(list.count, 1u); to < list.room) list.pairs[to] = {cost, {end.node, other.node}};
    return false;
  });
}

/// Of all ends, in any order.
std::vector<StrandEdge> pairsOf(const std::vector<StrandEnd>& ends, const WireGapsInput& in, CudaDevice& device) {
  if (ends.size() < kFewEnds) return pairsOfFew(ends, in);
  const cudaStream_t stream = device.stream();
  const auto size = uint32_t(ends.size());
  std::vector<shared::Vector3> places;
  for (const StrandEnd& end : ends) places.push_back(end.place);
  const Buffer<StrandEnd> there(size, stream);
  const Buffer<shared::Vector3> placesThere(size, stream);
  device.staging().upload(there.data(), ends.data(), size * sizeof(StrandEnd), stream);
  device.staging().upload(placesThere.data(), places.data(), size * sizeof(shared::Vector3), stream);
  const RowGrid grid({placesThere.data(), nullptr, size, 3, PlaceBounds::of(places)}, in.rules.wireGap * in.r1, stream);
  const Buffer<uint32_t> counter(1, stream);
  Buffer<StrandEdge> pairs(2 * size_t(size), stream);
  for (;;) {
    counter.clear();
    pairsKernel<<<blocksFor(size, kEndBlock / kWarp), kEndBlock, 0, stream>>>(grid.view(), in.rules, in.r1, there.data(), size,
                                                                              {pairs.data(), uint32_t(pairs.size()), counter.data()});
    CUDA_CHECK_LAUNCH("wire_gaps::pairsKernel");
    uint32_t count = 0;
    std::memcpy(&count, device.download(counter.data(), sizeof count), sizeof count);
    if (count <= pairs.size()) {
      std::vector<StrandEdge> here(count);
      device.staging().download(here.data(), pairs.data(), count * sizeof(StrandEdge), stream);
      return here;
    }
    pairs.reserve(count, stream);
  }
}

}  // namespace wire_gaps

std::vector<Edge> wireGapsWarps(const WireGapsInput& in, const StageContext& context) {
  context.checkStop();
  CudaDevice& device = cudaDevice(context);
  return joinedAcrossGaps(
      in, [&](const std::vector<StrandEnd>& ends) { return wire_gaps::pairsOf(ends, in, device); }, context);
}

}  // namespace arete::cuda
