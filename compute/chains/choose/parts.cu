// choose.cuda.parts: the points that row 0 chooses, on several GPUs that each have a stretch of the cloud.
//
// Idea. The first GPU chooses among the first points of its stretch, as choose.cuda.rounds does. All drop at once what these cover: in a cloud
// without order nearly everything, and nearly all the work. Then one GPU after the other chooses among what is left to it, after it has dropped what
// those before it chose. A point is dropped only for a chosen one before it, and chosen only when no chosen one before it covers it: the set is that
// of row 0.
//
// Memory: a GPU's stretch, 4 bytes and a bit a point while it is gone through, and d coordinates and 4 bytes for each that is left. Cost: a pass
// over the points, shared, and the decisions, in turn. Loses to choose.cuda.rounds where the cloud is sorted along its curve: then each GPU waits for
// those before it.
// Floor: a read of the stretch. Source: as choose.cuda.rounds.
#include <thrust/iterator/counting_iterator.h>

#include <cub/device/device_select.cuh>

#include "compute/chains/choose/choose_pieces.cuh"
#include "compute/chains/choose/stage.h"
#include "compute/core/gpu_params.h"
#include "compute/gpu/gpu_team.h"
#include "compute/gpu/on_each.h"
#include "compute/gpu/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kFirstChosenFrom = 1u << 22;  // points of the first GPU
constexpr uint32_t kCoveredAtOnce = 1u << 28;    // points of a launch

struct IsOpen {
  const uint32_t* bits;
  __device__ bool operator()(uint32_t i) const { return bits[i / kWarp] >> i % kWarp & 1u; }
};

template <class T>
__global__ void __launch_bounds__(kUsualBlock) gatherOpenKernel(DevicePoints<T> points, const uint32_t* open, uint32_t count, T* gathered) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  const T* const from = points.data + open[i] * points.pointStride;
  for (int k = 0; k < points.dimension; ++k) gathered[size_t(k) * count + i] = from[k * points.coordinateStride];
}

/// Numbers among some of the points become numbers among all: by a list, or without one from `first` on.
__global__ void __launch_bounds__(kUsualBlock) numbersOfOpenKernel(const uint32_t* list, uint32_t first, uint32_t count, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) numbers[i] = list != nullptr ? list[numbers[i]] : first + numbers[i];
}

/// A GPU with its stretch, and those of its points that nothing chosen so far covers. Every function makes the GPU current.
template <class T, int D>
class OpenStretch {
 public:
  OpenStretch(const ChooseInput& in, const DeviceGrid& grid, const CloudStretch& stretch)
      : cloud_(in.cloud), r1_(in.r1), grid_(grid), stretch_(stretch), device_(*stretch.device) {
    const OnGpu here(device_.index());
    open_ = device_.uploadStretch<T>(cloud_, stretch.first, stretch.count, &keep_);
  }
  ~OpenStretch() {
    const OnGpu here(device_.index());
    numbers_ = {}, gathered_ = {};
    keep_.reset();
    cudaStreamSynchronize(device_.stream());
  }
  OpenStretch(const OpenStretch&) = delete;

  /// Numbers in the cloud of those chosen among the first `count` points, which are open no more.
  std::vector<uint32_t> chooseFirst(uint32_t count, const StageContext& context) {
    const OnGpu here(device_.index());
    DevicePoints<T> first = open_;
    first.count = count;
    std::vector<uint32_t> chosen = chooseInPieces<T, D>(first, grid_, r1_, device_, context);
    for (uint32_t& number : chosen) number += stretch_.first;
    open_.data += count * open_.pointStride, open_.count -= count, first_ = count;
    return chosen;
  }
  /// Of the open points those are left that none of `chosen` (numbers in the cloud) covers.
  void drop(std::span<const uint32_t> chosen, const StageContext& context) {
    if (open_.count == 0 || chosen.empty()) return;
    const OnGpu here(device_.index());
    const Buffer<uint32_t> bits((size_t(open_.count) + kWarp - 1) / kWarp, device_.stream());
    cover(chosen, bits.data(), context);
    leave(bits.data());
  }
  /// Numbers in the cloud of those chosen among the open points.
  std::vector<uint32_t> chooseOpen(const StageContext& context) const {
    if (open_.count == 0) return {};
    const OnGpu here(device_.index());
    const std::vector<uint32_t> chosen = chooseInPieces<T, D>(open_, grid_, r1_, device_, context);
    const Buffer<uint32_t> numbers(chosen.size(), device_.stream());
    numbers.upload(chosen);
    toStretch(numbers.data(), uint32_t(chosen.size()));
    std::vector<uint32_t> inCloud = numbers.download(chosen.size());
    for (uint32_t& number : inCloud) number += stretch_.first;
    return inCloud;
  }

 private:
  void toStretch(uint32_t* numbers, uint32_t count) const {
    if (count == 0) return;
    numbersOfOpenKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, device_.stream()>>>(numbers_.data(), first_, count, numbers);
    CUDA_CHECK_LAUNCH("numbersOfOpenKernel");
  }
  /// A bit for each open point: set where none of `chosen` covers it.
  void cover(std::span<const uint32_t> chosen, uint32_t* bits, const StageContext& context) const {
    const cudaStream_t stream = device_.stream();
    const ChooseMemory<T> memory(grid_, uint32_t(chosen.size()), size_t(open_.dimension), device_);
    const PointArray rows = cloud_.points().subset(chosen).withLayout(Layout::row);
    const ChooseCounts counts{uint32_t(chosen.size()), 0, 0, 0};
    memory.coordinates.upload(rows.elements<T>());
    CUDA_CHECK(cudaMemcpyAsync(memory.counts(), &counts, sizeof counts, cudaMemcpyHostToDevice, stream));
    const ChosenGrid<T> grid = memory.view(open_, r1_);
    insertChosenKernel<T><<<uint32_t(device_.multiprocessors()), kUsualBlock, 0, stream>>>(grid, memory.counts());
    CUDA_CHECK_LAUNCH("insertChosenKernel");
    for (uint32_t begin = 0; begin < open_.count;) {
      const uint32_t size = std::min(kCoveredAtOnce, open_.count - begin);
      coverKernel<T, D><<<blocksFor(size, kUsualBlock), kUsualBlock, 0, stream>>>(grid, begin, size, OpenPoints{bits + begin / kWarp, nullptr});
      CUDA_CHECK_LAUNCH("coverKernel");
      begin += size;
      context.checkStop();
    }
    CUDA_CHECK(cudaStreamSynchronize(stream));  // before what is on the host goes
  }
  /// Only points whose bit is set stay open: gathered, with their numbers.
  void leave(const uint32_t* bits) {
    const cudaStream_t stream = device_.stream();
    Buffer<uint32_t> left(open_.count, stream);
    const Buffer<uint32_t> found(1, stream);
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceSelect::If(scratch, bytes, thrust::counting_iterator<uint32_t>(0), left.data(), found.data(), int64_t(open_.count),
                                   IsOpen{bits}, stream);
    });
    const uint32_t count = found.download(1)[0];
    Buffer<T> gathered(size_t(count) * size_t(open_.dimension), stream);
    if (count > 0) {
      gatherOpenKernel<T><<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(open_, left.data(), count, gathered.data());
      CUDA_CHECK_LAUNCH("gatherOpenKernel");
    }
    toStretch(left.data(), count);
    open_ = {gathered.data(), count, open_.dimension, 1, count};
    numbers_ = std::move(left), gathered_ = std::move(gathered);
  }

  const PointCloud& cloud_;
  const double r1_;
  const DeviceGrid& grid_;
  const CloudStretch stretch_;
  CudaDevice& device_;
  std::shared_ptr<const void> keep_;
  DevicePoints<T> open_;      // of the stretch from first_ on, or gathered
  uint32_t first_ = 0;        // of those that are not gathered
  Buffer<uint32_t> numbers_;  // in the stretch, of those that are
  Buffer<T> gathered_;
};

template <class T, int D>
std::vector<uint32_t> chooseOnGpus(const ChooseInput& in, const std::vector<CloudStretch>& stretches, const StageContext& context) {
  const DeviceGrid grid = chosenGrid(in.cloud, in.r1);
  const StageContext quiet{context.device, context.stop, {}};
  std::vector<std::unique_ptr<OpenStretch<T, D>>> shares(stretches.size());
  onEach(shares.size(), [&](size_t i) { shares[i] = std::make_unique<OpenStretch<T, D>>(in, grid, stretches[i]); });
  std::vector<uint32_t> chosen = shares[0]->chooseFirst(std::min(kFirstChosenFrom, stretches[0].count), quiet);
  onEach(shares.size(), [&](size_t i) { shares[i]->drop(chosen, quiet); });
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
