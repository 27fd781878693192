// choose.cuda.parts: the points that row 0 chooses, on several GPUs that each have a stretch of the cloud.
//
// Idea. The first GPU chooses among the first points of its stretch, as choose.cuda.rounds does. All drop at once what these cover: in a cloud without
// order nearly everything, and nearly all the work. Then one GPU after the other chooses among what is left to it, after it has dropped what those
// before it chose. A point is dropped only for a chosen one before it, and chosen only when no chosen one before it covers it: the set is that of row 0.
//
// Memory: a GPU's stretch; besides, 4 + d coordinates a point that the first ones leave over. Cost: a pass over the points, shared, and the
// decisions, in turn. Loses to choose.cuda.rounds where the cloud is sorted along its curve: then each GPU waits for those before it.
// Floor: a read of the stretch. Source: as choose.cuda.rounds.
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_select.cuh>

#include "compute/cuda/choose/choose_pieces.cuh"
#include "compute/cuda/gpu_team.h"
#include "compute/cuda/on_each.h"
#include "compute/cuda/versions.h"
#include "compute/cuda/with_scratch.h"
#include "compute/parts/several_gpus.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kFirstChosenFrom = 1u << 22;  // points of the first GPU
constexpr uint32_t kDroppedAtOnce = 1u << 28;    // points of a launch

template <class T, int D>
struct IsOpen {
  ChosenGrid<T> grid;
  __device__ bool operator()(uint32_t i) const { return !grid.template covers<D>(i); }
};

template <class T>
__global__ void __launch_bounds__(kUsualBlock) gatherOpenKernel(DevicePoints<T> points, const uint32_t* open, uint32_t count, T* gathered) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  const T* const from = points.data + open[i] * points.pointStride;
  for (int k = 0; k < points.dimension; ++k) gathered[size_t(k) * count + i] = from[k * points.coordinateStride];
}

__global__ void __launch_bounds__(kUsualBlock) numbersOfOpenKernel(const uint32_t* open, uint32_t count, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) numbers[i] = open[numbers[i]];
}

/// A GPU with its stretch, and those of its points that nothing chosen so far covers. Every function makes the GPU current.
template <class T, int D>
class OpenStretch {
 public:
  OpenStretch(const ChooseInput& in, const DeviceGrid& grid, const CloudStretch& stretch)
      : cloud_(in.cloud), r1_(in.r1), grid_(grid), stretch_(stretch), device_(*stretch.device) {
    const OnGpu here(device_.index());
    points_ = device_.uploadStretch<T>(cloud_, stretch.first, stretch.count, &keep_);
  }
  ~OpenStretch() {
    const OnGpu here(device_.index());
    open_ = {};
    keep_.reset();
    cudaStreamSynchronize(device_.stream());
  }
  OpenStretch(const OpenStretch&) = delete;

  /// Numbers in the cloud of those chosen among the first `count` points.
  std::vector<uint32_t> chooseFirst(uint32_t count, const StageContext& context) const {
    const OnGpu here(device_.index());
    DevicePoints<T> first = points_;
    first.count = count;
    return inCloud(chooseInPieces<T, D>(first, grid_, r1_, device_, context));
  }
  /// The points from `first` on that none of `chosen` (numbers in the cloud) covers are open.
  void dropFrom(uint32_t first, std::span<const uint32_t> chosen, const StageContext& context) {
    const OnGpu here(device_.index());
    open_ = Buffer<uint32_t>(points_.count - first, device_.stream());
    drop(thrust::counting_iterator<uint32_t>(first), points_.count - first, chosen, open_.data(), context);
  }
  /// Of the open points those are left that none of `chosen` covers.
  void drop(std::span<const uint32_t> chosen, const StageContext& context) {
    if (openCount_ == 0 || chosen.empty()) return;
    const OnGpu here(device_.index());
    Buffer<uint32_t> left(openCount_, device_.stream());
    drop(open_.data(), openCount_, chosen, left.data(), context);
    open_ = std::move(left);
  }
  /// Numbers in the cloud of those chosen among the open points.
  std::vector<uint32_t> chooseOpen(const StageContext& context) const {
    if (openCount_ == 0) return {};
    const OnGpu here(device_.index());
    const cudaStream_t stream = device_.stream();
    const Buffer<T> gathered(size_t(openCount_) * size_t(points_.dimension), stream);
    gatherOpenKernel<T><<<blocksFor(openCount_, kUsualBlock), kUsualBlock, 0, stream>>>(points_, open_.data(), openCount_, gathered.data());
    CUDA_CHECK_LAUNCH("gatherOpenKernel");
    const DevicePoints<T> points{gathered.data(), openCount_, points_.dimension, 1, openCount_};
    const std::vector<uint32_t> chosen = chooseInPieces<T, D>(points, grid_, r1_, device_, context);
    const Buffer<uint32_t> numbers(chosen.size(), stream);
    numbers.upload(chosen);
    numbersOfOpenKernel<<<blocksFor(chosen.size(), kUsualBlock), kUsualBlock, 0, stream>>>(open_.data(), uint32_t(chosen.size()), numbers.data());
    CUDA_CHECK_LAUNCH("numbersOfOpenKernel");
    return inCloud(numbers.download(chosen.size()));
  }

 private:
  std::vector<uint32_t> inCloud(std::vector<uint32_t> numbers) const {
    for (uint32_t& number : numbers) number += stretch_.first;
    return numbers;
  }
  /// The chosen points on a grid, then a pass over the points.
  template <class Numbers>
  void drop(Numbers numbers, uint32_t count, std::span<const uint32_t> chosen, uint32_t* to, const StageContext& context) {
    const cudaStream_t stream = device_.stream();
    const ChooseMemory<T> memory(grid_, uint32_t(chosen.size()), size_t(points_.dimension), device_);
    const PointArray rows = cloud_.points().subset(chosen).withLayout(Layout::row);
    const ChooseCounts counts{uint32_t(chosen.size()), 0, 0, 0};
    memory.coordinates.upload(rows.elements<T>());
    CUDA_CHECK(cudaMemcpyAsync(memory.counts(), &counts, sizeof counts, cudaMemcpyHostToDevice, stream));
    const ChosenGrid<T> grid = memory.view(points_, r1_);
    insertChosenKernel<T><<<uint32_t(device_.multiprocessors()), kUsualBlock, 0, stream>>>(grid, memory.counts());
    CUDA_CHECK_LAUNCH("insertChosenKernel");
    const Buffer<uint32_t> found(1, stream);
    openCount_ = 0;
    for (uint32_t begin = 0; begin < count;) {
      context.checkStop();
      const uint32_t size = std::min(kDroppedAtOnce, count - begin);
      withScratch(stream, [&](void* scratch, size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, numbers + begin, to + openCount_, found.data(), int64_t(size), IsOpen<T, D>{grid}, stream);
      });
      openCount_ += found.download(1)[0];
      begin += size;
    }
  }

  const PointCloud& cloud_;
  const double r1_;
  const DeviceGrid& grid_;
  const CloudStretch stretch_;
  CudaDevice& device_;
  std::shared_ptr<const void> keep_;
  DevicePoints<T> points_;
  Buffer<uint32_t> open_;
  uint32_t openCount_ = 0;
};

template <class T, int D>
std::vector<uint32_t> chooseOnGpus(const ChooseInput& in, const std::vector<CloudStretch>& stretches, const StageContext& context) {
  const DeviceGrid grid = chosenGrid(in.cloud, in.r1);
  const StageContext quiet{context.device, context.stop, {}};
  std::vector<std::unique_ptr<OpenStretch<T, D>>> shares(stretches.size());
  onEach(shares.size(), [&](size_t i) { shares[i] = std::make_unique<OpenStretch<T, D>>(in, grid, stretches[i]); });
  const uint32_t first = std::min(kFirstChosenFrom, stretches[0].count);
  std::vector<uint32_t> chosen = shares[0]->chooseFirst(first, quiet);
  onEach(shares.size(), [&](size_t i) { shares[i]->dropFrom(i == 0 ? first : 0, chosen, quiet); });
  const size_t dropped = chosen.size();  // by these all points that they cover
  for (size_t i = 0; i < shares.size(); ++i) {
    context.report(double(i) / double(shares.size()));
    shares[i]->drop(std::span(chosen).subspan(dropped), quiet);
    const std::vector<uint32_t> more = shares[i]->chooseOpen(quiet);
    chosen.insert(chosen.end(), more.begin(), more.end());
  }
  return chosen;
}

}  // namespace

std::vector<uint32_t> chooseParts(const ChooseInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (in.cloud.empty() || !gridSuits<T>(in.r1)) return chooseOneBlock(in, context);
    const std::vector<CloudStretch> stretches = stretchesOf(in.cloud, in.params, context);
    if (stretches.size() == 1 && in.params.get(kGpuPartsParam) == 0) return chooseRounds(in, context);
    return withKnownDimension<T>(in.cloud.dimension(), [&]<int D>() { return chooseOnGpus<T, D>(in, stretches, context); });
  });
}

}  // namespace arete::cuda
