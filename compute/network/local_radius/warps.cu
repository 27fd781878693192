// local_radius.cuda.warps: one warp per super-point. Radius after radius its lanes count what is in the ball, in rows of a grid of about that size,
// and stop as soon as it is enough; so a crowded place reads 32 others, and only lone ones look into all balls, which hold little.
// Memory: the grids (compute/network/look/row_grid.cuh), a radius a super-point. Cost: for each ball two searches in each row that it touches, which
// is what all its lanes wait for. Floor: reading each place once. Loses to the CPU for a few hundred places, where the copies decide.
// Source: network, step 2; 2D, step 2; 3D, A.
#include "compute/gpu/launch_shapes.h"
#include "compute/network/local_radius/contract.h"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/look/warp_walk.cuh"

namespace arete::cuda {

namespace {

struct RadiusStep {
  double radius, ball;
  int64_t wanted;  // below 0: none is wide enough from here on
};

struct RadiusSteps {
  const RadiusStep* steps;
  int count;
  int64_t needed;  // of the last ball; below 0: its place is a stray in any case
};

/// The weight in a ball, or some of it that is at least `wanted`. Called by all lanes of a warp.
template <int D>
__device__ int64_t weightUpTo(int64_t wanted, const shared::RowsView& view, const shared::Vector3& centre, double radius) {
  const double reach = radius * radius;
  int64_t held = 0;
  walkBall<D>(view, centre, radius, [&](uint32_t at, bool isThere) {
    const bool isIn = isThere && squaredDistance(view.template place<D>(at), centre) <= reach;
    held += added(isIn ? static_cast<int64_t>(view.places.weight[at]) : int64_t(0));
    return held >= wanted;
  });
  return held;
}

template <int D>
__device__ double localRadius(const RowLevels& levels, const RadiusSteps& all, const shared::Vector3& place, int64_t weight) {
  int64_t held = 0;
  for (int k = 0; k < all.count; ++k) {
    const RadiusStep step = all.steps[k];
    if (step.wanted < 0) return 0;
    held = weight >= step.wanted ? weight : weightUpTo<D>(step.wanted, levels.of(step.ball), place, step.ball);
    if (held >= step.wanted) return step.radius;
  }
  return all.needed >= 0 && held >= all.needed ? all.steps[all.count - 1].radius : 0;
}

template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    localRadiusKernel(const __grid_constant__ RowLevels levels, RadiusSteps steps, DevicePlaces points, double* radii) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (i >= points.count) return;  // the whole warp
  const double radius = localRadius<D>(levels, steps, points.places[i], points.weights[i]);
  if (threadIdx.x % kWarp == 0) radii[i] = radius;
}

std::vector<RadiusStep> stepsOf(const LocalRadiusInput& in) {
  std::vector<RadiusStep> steps;
  for (int k = 0; k <= in.rules.radiusSteps; ++k) {
    const double radius = steppedRadius(in.r1, k);
    steps.push_back({radius, in.rules.ball * radius, weightWantedAt(k, in).value_or(-1)});
  }
  return steps;
}

}  // namespace

std::vector<double> localRadiusWarps(const LocalRadiusInput& in, const StageContext& context) {
  context.checkStop();
  std::vector<double> radii(in.points.size());
  if (radii.empty()) return radii;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const std::vector<RadiusStep> steps = stepsOf(in);
  const Buffer<RadiusStep> stepsThere(steps.size(), stream);
  stepsThere.upload(steps);
  const Buffer<double> result(radii.size(), stream);
  const RadiusSteps all{stepsThere.data(), int(steps.size()), weightNeededAtLast(in).value_or(-1)};
  const RowLevels levels = points->grids(steps.front().ball, steps.back().ball);
  const uint32_t blocks = blocksFor(radii.size(), kUsualBlock / kWarp);
  if (in.points.dimension == 2) localRadiusKernel<2><<<blocks, kUsualBlock, 0, stream>>>(levels, all, points->places(), result.data());
  else localRadiusKernel<3><<<blocks, kUsualBlock, 0, stream>>>(levels, all, points->places(), result.data());
  CUDA_CHECK_LAUNCH("localRadiusKernel");
  device.staging().download(radii.data(), result.data(), radii.size() * sizeof(double), stream);
  return radii;
}

}  // namespace arete::cuda
