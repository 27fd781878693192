#include "render/cuda/cuda_rasteriser.h"

#include <algorithm>
#include <utility>

#include "compute/gpu/buffer.h"
#include "compute/gpu/watch.h"
#include "render/cuda/kernels.h"

namespace arete {

namespace {

using cuda::Batch;
using cuda::Buffer;
using cuda::kBlockPoints;

/// A CUDA event that ends itself.
class Event {
 public:
  Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

class Stream {
 public:
  explicit Stream(int gpu) {
    CUDA_CHECK(cudaSetDevice(gpu));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  ~Stream() {
    cuda::waitFor(stream_);
    cudaStreamDestroy(stream_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Memory for sorting a batch; released when the last batch is on the GPU.
struct Workshop {
  Buffer<float> columns;
  Buffer<uint32_t> sorting;
  Buffer<std::byte> scratch;

  Workshop(uint32_t most, cudaStream_t stream)
      : columns(3 * size_t(most), stream), sorting(4 * size_t(most), stream), scratch(cuda::sortBytes(most), stream) {}
};

cuda::ToWindow toWindow(const RasterTarget& target) {
  const glm::mat4& m = target.toClip;
  cuda::ToWindow to{};
  to.width = target.width;
  to.height = target.height;
  to.pointSize = target.pointSize;
  for (int k = 0; k < 4; ++k) {
    to.x[k] = 0.5f * float(target.width) * (m[k][0] + m[k][3]);
    to.y[k] = 0.5f * float(target.height) * (m[k][1] + m[k][3]);
    to.z[k] = 0.5f * (m[k][2] + m[k][3]);
    to.w[k] = m[k][3];
  }
  to.perspective = m[0][3] != 0 || m[1][3] != 0 || m[2][3] != 0 || m[3][3] != 1;
  return to;
}

}  // namespace

struct CudaRasteriser::State {
  int gpu;
  Stream stream;
  int multiprocessors = 0;
  glm::vec3 reach{1};
  std::vector<Batch> batches;
  size_t batchesThere = 0;  ///< so many are on the GPU
  Buffer<cuda::PointBlock> blocks;
  Buffer<uint32_t> coarse, fine, numbers;
  std::unique_ptr<Workshop> workshop;
  RasterTarget target;
  Buffer<uint64_t> words, named;
  bool namedIsOld = true;
  Event before, after;
  double timed = 0;  ///< points that the running measurement is about; 0: none runs

  explicit State(int index) : gpu(index), stream(index) {
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index));
  }
  size_t pixels() const { return size_t(target.width) * size_t(target.height); }
  cuda::PointStore store() const { return {blocks.data(), coarse.data(), fine.data(), numbers.data()}; }
  void bring(const PointColumns& points, const Batch& batch);
  const uint64_t* deviceWords();
};

CudaRasteriser::CudaRasteriser(int gpu) : state_(std::make_unique<State>(gpu)) {}
CudaRasteriser::~CudaRasteriser() = default;

void CudaRasteriser::setPoints(uint32_t count, const glm::vec3& reach) {
  State& s = *state_;
  CUDA_CHECK(cudaSetDevice(s.gpu));
  s.reach = reach;
  s.batches = cuda::batchesOf(count);
  s.batchesThere = 0;
  s.workshop.reset();
  const cudaStream_t stream = s.stream.get();
  const size_t blocks = s.batches.empty() ? 0 : s.batches.back().endBlock, slots = blocks * kBlockPoints;
  for (Buffer<uint32_t>* each : {&s.coarse, &s.fine, &s.numbers}) *each = {};  // the old cloud is freed first: both may not fit
  s.blocks = {};
  s.blocks = Buffer<cuda::PointBlock>(blocks, stream);
  for (Buffer<uint32_t>* each : {&s.coarse, &s.fine, &s.numbers}) *each = Buffer<uint32_t>(slots, stream);
}

void CudaRasteriser::begin(const RasterTarget& target) {
  State& s = *state_;
  CUDA_CHECK(cudaSetDevice(s.gpu));
  s.target = target;
  s.target.pointSize = std::clamp(target.pointSize, 1, PointRasteriser::kLargestPoint);
  if (s.words.size() != s.pixels()) {
    s.words = Buffer<uint64_t>(s.pixels(), s.stream.get());
    s.named = Buffer<uint64_t>(s.pixels(), s.stream.get());
  }
  if (s.pixels() > 0) CUDA_CHECK(cudaMemsetAsync(s.words.data(), 0xFF, s.pixels() * sizeof(uint64_t), s.stream.get()));
  s.namedIsOld = true;
}

void CudaRasteriser::State::bring(const PointColumns& points, const Batch& batch) {
  const uint32_t count = batch.end - batch.begin;
  const cudaStream_t on = stream.get();
  if (!workshop) {
    uint32_t most = 0;
    for (const Batch& each : batches) most = std::max(most, each.end - each.begin);
    workshop = std::make_unique<Workshop>(most, on);
  }
  const size_t most = workshop->columns.size() / 3;
  cuda::BatchInput input{};
  const std::span<const float> columns[3] = {points.x, points.y, points.z};
  float* const lying = workshop->columns.data();
  for (size_t axis = 0; axis < 3; ++axis) {
    CUDA_CHECK(cudaMemcpyAsync(lying + axis * most, columns[axis].data() + batch.begin, count * sizeof(float), cudaMemcpyHostToDevice, on));
    input.low[axis] = -reach[int(axis)];
    input.scale[axis] = reach[int(axis)] > 0 ? 0.5f / reach[int(axis)] : 0.0f;
  }
  input.x = lying;
  input.y = lying + most;
  input.z = lying + 2 * most;
  input.count = count;
  input.firstNumber = batch.begin;
  uint32_t* const sorting = workshop->sorting.data();
  input.keys = sorting;
  input.sortedKeys = sorting + most;
  input.places = sorting + 2 * most;
  input.sortedPlaces = sorting + 3 * most;
  input.scratch = workshop->scratch.data();
  input.scratchBytes = workshop->scratch.size();
  cuda::packBatch(input, store(), batch.beginBlock, on);
  if (++batchesThere == batches.size()) workshop.reset();
}

uint32_t CudaRasteriser::stopAfter(uint32_t begin, uint32_t end) const {
  const std::vector<Batch>& batches = state_->batches;
  for (size_t i = 0; i < batches.size(); ++i)
    if (batches[i].end > begin && (batches[i].end >= end || i >= state_->batchesThere)) return batches[i].end;
  return end;
}

void CudaRasteriser::add(const PointColumns& points, uint32_t begin, uint32_t end) {
  State& s = *state_;
  CUDA_CHECK(cudaSetDevice(s.gpu));
  uint32_t beginBlock = UINT32_MAX, endBlock = 0;
  for (size_t i = 0; i < s.batches.size(); ++i) {
    const Batch& batch = s.batches[i];
    if (batch.begin < begin || batch.end > end) continue;
    if (i >= s.batchesThere) s.bring(points, batch);
    beginBlock = std::min(beginBlock, batch.beginBlock);
    endBlock = std::max(endBlock, batch.endBlock);
  }
  if (beginBlock >= endBlock || s.pixels() == 0) return;
  const bool measure = s.timed == 0;
  if (measure) CUDA_CHECK(cudaEventRecord(s.before.get(), s.stream.get()));
  cuda::drawBlocks(s.store(), beginBlock, endBlock, toWindow(s.target), s.words.data(), s.multiprocessors, s.stream.get());
  if (measure) CUDA_CHECK(cudaEventRecord(s.after.get(), s.stream.get())), s.timed = end - begin;
  s.namedIsOld = true;
}

const RasterTarget& CudaRasteriser::target() const { return state_->target; }
int CudaRasteriser::gpu() const { return state_->gpu; }
CUstream_st* CudaRasteriser::stream() const { return state_->stream.get(); }
const uint64_t* CudaRasteriser::deviceWords() { return state_->deviceWords(); }

const uint64_t* CudaRasteriser::State::deviceWords() {
  if (std::exchange(namedIsOld, false)) {
    CUDA_CHECK(cudaSetDevice(gpu));
    cuda::nameNumbers(words.data(), numbers.data(), pixels(), named.data(), stream.get());
  }
  return named.data();
}

std::vector<uint64_t> CudaRasteriser::words(int x, int y, int width, int height) {
  State& s = *state_;
  std::vector<uint64_t> result(size_t(width) * size_t(height));
  const size_t row = size_t(s.target.width);
  const uint64_t* from = s.deviceWords() + size_t(y) * row + size_t(x);
  CUDA_CHECK(cuda::waitFor(s.stream.get()));
  CUDA_CHECK(cudaMemcpy2DAsync(result.data(), size_t(width) * sizeof(uint64_t), from, row * sizeof(uint64_t), size_t(width) * sizeof(uint64_t),
                               size_t(height), cudaMemcpyDeviceToHost, s.stream.get()));
  CUDA_CHECK(cuda::waitFor(s.stream.get()));
  return result;
}

std::optional<Measured> CudaRasteriser::measured() {
  State& s = *state_;
  if (s.timed == 0) return {};
  const cudaError_t state = cudaEventQuery(s.after.get());
  if (state == cudaErrorNotReady) return {};
  CUDA_CHECK(state);
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, s.before.get(), s.after.get()));
  return Measured{std::exchange(s.timed, 0), double(milliseconds)};
}

}  // namespace arete
