#include "compute/gpu/gpu_team.h"

#include <algorithm>

#include "compute/core/cuda_support.h"
#include "compute/core/gpu_params.h"

namespace arete::cuda {

/// Points of a GPU that pay for another one: with fewer, waiting for each other takes longer than looking at points (docs/measured/large-clouds.md).
static constexpr uint32_t kFewestPointsPerGpu = 1u << 25;

std::vector<CloudStretch> stretchesOf(const PointCloud& cloud, const ParamValues& params, const StageContext& context) {
  const auto asked = uint32_t(params.get(kGpuPartsParam)), n = cloud.size();
  const int wanted = int(params.get(kGpusParam)), there = int(gpus().size());
  const int among = wanted == 0 ? there : std::min(wanted, there);
  const uint32_t parts = asked > 0 ? std::min(asked, n) : std::clamp(n / kFewestPointsPerGpu, 1u, uint32_t(among));
  const std::vector<CudaDevice*> team = cudaDevice(context).team(parts, among);
  std::vector<CloudStretch> stretches;
  for (uint32_t part = 0; part < parts; ++part) {
    const auto begin = uint32_t(uint64_t(n) * part / parts), end = uint32_t(uint64_t(n) * (part + 1) / parts);
    stretches.push_back({team[part], begin, end - begin});
  }
  return stretches;
}

static bool canReach(int from, int to) {
  int can = from == to;
  if (from != to) CUDA_CHECK(cudaDeviceCanAccessPeer(&can, from, to));
  return can != 0;
}

bool letReadEachOther(const std::vector<CloudStretch>& stretches) {
  for (const CloudStretch& reader : stretches)
    for (const CloudStretch& read : stretches) {
      const int from = reader.device->index(), to = read.device->index();
      if (!canReach(from, to)) return false;
      if (from == to) continue;
      const OnGpu here(from);
      const cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
      if (code != cudaErrorPeerAccessAlreadyEnabled) CUDA_CHECK(code);
      else cudaGetLastError();
    }
  return true;
}

bool letUsePoolsOfEachOther(const std::vector<CudaDevice*>& devices) {
  for (const CudaDevice* const user : devices)
    for (const CudaDevice* const owner : devices) {
      if (!canReach(user->index(), owner->index())) return false;
      if (user->index() == owner->index()) continue;
      if (!owner->hasPools()) return false;
      cudaMemPool_t pool = nullptr;
      CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, owner->index()));
      cudaMemAccessDesc access{};
      access.location = {cudaMemLocationTypeDevice, user->index()};
      access.flags = cudaMemAccessFlagsProtReadWrite;
      CUDA_CHECK(cudaMemPoolSetAccess(pool, &access, 1));
    }
  return true;
}

}  // namespace arete::cuda
