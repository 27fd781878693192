// wire_ends.cuda.warps: one warp per end goes from super-point to super-point along the way it points; its lanes look into a ball together. The host
// walks the strands.
// Memory: the grids, 72 bytes an end; the graph on the host. Cost: for each step of an end the super-points in a ball; all ends go at once, so the
// launch takes as long as the end that goes farthest. Floor: reading those super-points once. Loses to the CPU for less than some hundred ends.
#include <algorithm>

#include "compute/gpu/launch_shapes.h"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/wire_ends/contract.h"
#include "compute/network/wire_ends/wire_tips.h"

namespace arete::cuda {

namespace wire_ends {

inline constexpr uint32_t kTipBlock = 128;

__global__ void __launch_bounds__(kTipBlock)
    reachKernel(const __grid_constant__ RowLevels levels, double r1, const WireTip* tips, uint32_t count, double* reached) {
  const uint32_t i = (blockIdx.x * kTipBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const WireTip tip = tips[i];
  const double far = tip.step + r1, near = r1 * r1;
  const shared::RowsView& view = levels.of(far);
  double farthest = 0;
  for (double before = -1; farthest > before;) {  // the same in all lanes
    before = farthest;
    const shared::Vector3 from = tip.place + tip.way * before;
    walkBall<3>(view, from, far, [&](uint32_t at, bool isThere) {
      if (!isThere) return false;
      const shared::Vector3 place = view.place<3>(at);
      if (squaredDistance(place, from) <= far * far) farthest = shared::greater(farthest, tip.alongOf(place, before, near, 0));
      return false;
    });
    // Numbers that are not below 0 have the order of their bits.
    farthest = __longlong_as_double(static_cast<long long>(largest(static_cast<uint64_t>(__double_as_longlong(farthest)))));
  }
  if (threadIdx.x % kWarp == 0) reached[i] = farthest;
}

}  // namespace wire_ends

uint32_t wireEndsWarps(const WireEndsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  const std::vector<WireTip> tips = wireTips(in, nodes, context);
  if (tips.empty()) return moveTips(in, {}, {}, nodes);
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const auto size = uint32_t(tips.size());
  const Buffer<WireTip> there(size, stream);
  const Buffer<double> reached(size, stream);
  device.staging().upload(there.data(), tips.data(), size * sizeof(WireTip), stream);
  const auto [least, greatest] = std::ranges::minmax(tips, {}, &WireTip::step);
  wire_ends::reachKernel<<<blocksFor(size, wire_ends::kTipBlock / kWarp), wire_ends::kTipBlock, 0, stream>>>(
      points->grids(least.step + in.r1, greatest.step + in.r1), in.r1, there.data(), size, reached.data());
  CUDA_CHECK_LAUNCH("wire_ends::reachKernel");
  std::vector<double> here(size);
  device.staging().download(here.data(), reached.data(), size * sizeof(double), stream);
  return moveTips(in, tips, here, nodes);
}

}  // namespace arete::cuda
