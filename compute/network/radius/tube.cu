// The score of held-out points on a GPU: a thread for each point searches the tree of the network's segments, which the host makes, as a CPU thread
// does; sums are added up by all threads, in fixed point. The host fits the tube.
// Memory: the tree, 8·d + 16 bytes a point. Cost: the copies, a search for each point, and for each step of the fit a launch and a wait. Loses to
// CPU threads for some thousand points where those are idle; while many networks are judged side by side they are not. Source: network, section 3;
// 2D, section 3.
#include <cstring>

#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/network/look/segments_on_device.cuh"
#include "compute/network/radius/held_out_score_on_gpu.h"
#include "compute/network/radius/tube_fit.h"

namespace arete {

namespace cuda {

namespace {

/// Of this dimension, if D > 0, else that of the tree.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    tubeDistancesKernel(shared::SegmentTreeView tree, TubeReach reach, double enough, const double* places, uint32_t count, double* squared) {
  constexpr uint32_t kNone = UINT32_MAX;
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  const int d = D > 0 ? D : tree.dimension;
  const shared::NearestSegment found = tree.nearer<D>({enough, kNone}, places + size_t(i) * d);
  squared[i] = found.segment == kNone ? HUGE_VAL : reach.inUnits(found.squared);
}

template <class Terms>
__global__ void __launch_bounds__(kUsualBlock)
    tubeSumsKernel(const double* squared, const double* weights, uint32_t count, Terms terms, unsigned long long* sums) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  shared::TubeSums own;
  if (i < count) own.add(terms(squared[i], weights[i]));
  for (uint32_t step = kWarp / 2; step > 0; step /= 2) {
    own.first += __shfl_xor_sync(kAllLanes, own.first, step);
    own.second += __shfl_xor_sync(kAllLanes, own.second, step);
  }
  if (threadIdx.x % kWarp != 0) return;
  atomicAdd(sums, static_cast<unsigned long long>(own.first));
  atomicAdd(sums + 1, static_cast<unsigned long long>(own.second));
}

class PointsOnGpu {
 public:
  struct Measured {
    Buffer<double> squared, weights;
  };

  PointsOnGpu(const Curve& network, const TubeReach& reach, const StageContext& context)
      : reach_(reach),
        context_(context),
        device_(cudaDevice(context)),
        stream_(device_.stream()),
        tree_(treeOfEdges(network), device_),
        sums_(2, stream_) {}

  Measured measured(const PointArray& points, const std::vector<double>& weights) const {
    context_.checkStop();
    const uint32_t count = points.size();
    const Buffer<double> places = copyOnDevice(std::span<const double>(rowsOf(points)), device_);
    Measured measured{Buffer<double>(count, stream_), copyOnDevice(std::span<const double>(weights), device_)};
    const auto launch = [&](auto kernel) {
      kernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream_>>>(tree_.view(), reach_, reach_.enough(), places.data(), count,
                                                                         measured.squared.data());
      CUDA_CHECK_LAUNCH("tubeDistancesKernel");
    };
    if (count == 0) return measured;
    if (points.dimension() == 2) launch(tubeDistancesKernel<2>);
    else if (points.dimension() == 3) launch(tubeDistancesKernel<3>);
    else launch(tubeDistancesKernel<0>);
    return measured;
  }

  template <class Terms>
  shared::TubeSums sum(const Measured& measured, const Terms& terms) const {
    context_.checkStop();
    const auto count = uint32_t(measured.squared.size());
    shared::TubeSums sums;
    if (count == 0) return sums;
    sums_.clear();
    tubeSumsKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream_>>>(measured.squared.data(), measured.weights.data(), count, terms,
                                                                               sums_.data());
    CUDA_CHECK_LAUNCH("tubeSumsKernel");
    std::memcpy(&sums, device_.download(sums_.data(), sizeof sums), sizeof sums);
    return sums;
  }

 private:
  static std::vector<double> rowsOf(const PointArray& points) {
    std::vector<double> rows;
    rows.reserve(size_t(points.size()) * size_t(points.dimension()));
    for (uint32_t i = 0; i < points.size(); ++i)
      for (int k = 0; k < points.dimension(); ++k) rows.push_back(points.coordinate(i, k));
    return rows;
  }

  TubeReach reach_;
  const StageContext& context_;
  CudaDevice& device_;
  cudaStream_t stream_;
  SegmentsOnDevice tree_;
  Buffer<unsigned long long> sums_;
};

}  // namespace

}  // namespace cuda

std::optional<TubeFit> heldOutScoreOnGpu(const Curve& network, double r1, const Fold& fold, const FoldedCloud& folded, const HeldOutRules& rules,
                                         const StageContext& context) {
  const cuda::PointsOnGpu points(network, tubeReach(r1, folded, rules), context);
  return TubeFitter(network.length, r1, folded, rules, points).fit(fold);
}

}  // namespace arete
