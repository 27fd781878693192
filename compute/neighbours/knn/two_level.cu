// knn.cuda.two_level: exact neighbours in a cloud that stays on disk; the leaves of a coarse tree pass through the GPU.
// Tree, index file, cache and order of visits are those of knn.cpu.two_level (compute/neighbours/outofcore). A leaf is copied to the GPU during the
// searches in others, and kept there until others need the room; its points are compared with all queries that need it, which wait on the GPU from
// round to round with their neighbours so far. Distances, bounds and ties are those of the CPU: the bits are those of knn.cpu.v0.
// Memory: max_memory on the host, device_memory on the GPU, whatever the cloud's size; what holds a batch of queries and two leaves is the
// least. Cost: about (points in a leaf) distances for each query and leaf that it looks into, 2·10¹² a second; each leaf is read from
// the disk about once, and copied about once. Floor: the cloud over the bandwidth of the disk, then of the bus.
// Loses to knn.cuda.best wherever the cloud fits into the GPU, to knn.cpu.two_level, which sorts a leaf, where leaves are very large.
// Source: two-level paper.
#include <algorithm>

#include "compute/core/error.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/leaf_slots.cuh"
#include "compute/neighbours/knn/scan_points.cuh"
#include "compute/neighbours/knn/stage.h"
#include "compute/neighbours/outofcore/two_level_searcher.h"

namespace arete::cuda {

namespace {

using namespace outofcore;

constexpr uint32_t kListThreads = 256;
constexpr size_t kHalf_bytes = 2 << 20;
constexpr size_t kStreams = 4;  // searches side by side: one that few queries want does not fill the GPU

/// The last key of each query of `which`.
template <class T>
__global__ void takeLast(const Key<T>* lists, const uint32_t* which, uint32_t count, uint32_t k, Key<T>* last) {
  const uint32_t i = blockIdx.x * kListThreads + threadIdx.x;
  if (i < count) last[i] = lists[size_t(which[i]) * k + k - 1];
}

/// The queries of a batch on the GPU.
template <class T>
struct DeviceBatch {
  Buffer<T> coordinates;
  Buffer<uint32_t> names, which, indices;  // `which`: of all searches of a round, one after another
  Buffer<T> squared;
  Buffer<Key<T>> lists, last;

  static size_t bytes(size_t count, size_t dimension, size_t k) {
    return count * ((dimension + k) * sizeof(T) + (2 + k) * sizeof(uint32_t) + (1 + k) * sizeof(Key<T>));
  }
  void reserve(size_t count, size_t dimension, size_t k, cudaStream_t stream) {
    coordinates.reserve(count * dimension, stream);
    names.reserve(count, stream);
    which.reserve(count, stream);
    indices.reserve(count * k, stream);
    squared.reserve(count * k, stream);
    lists.reserve(count * k, stream);
    last.reserve(count, stream);
  }
};

template <class T>
class DeviceLeafSearch final : public LeafSearch<T> {
 public:
  DeviceLeafSearch(int dimension, const ParamValues& params)
      : dimension_(size_t(dimension)), limit_bytes_(size_t(params.get(kDeviceMemoryParam)) << 20) {}
  ~DeviceLeafSearch() override { streams_.settle(); }  // before its memory goes

  void open(std::span<const Leaf> leaves) override { slots_.open(leaves, dimension_); }
  size_t mostBytes(uint32_t) const override { return 2 * kHalf_bytes; }
  bool holds(uint32_t leaf) const override { return slots_.holds(leaf); }

  void begin(const QueryBatch<T>& batch, const StageContext& context) override {
    CudaDevice& device = cudaDevice(context);
    streams_.prepare(device.stream());
    streams_.wait();  // a search that was cancelled may have left something
    makeRoom(batch.count(), batch.k, device);
    if (!staging_) staging_.emplace(device.threads(), kHalf_bytes);
    staging_->upload(batch_.coordinates.data(), batch.coordinates.data(), batch.coordinates.size() * sizeof(T), streams_.copies());
    staging_->upload(batch_.names.data(), batch.names.data(), batch.names.size() * sizeof(uint32_t), streams_.copies());
    CUDA_CHECK(cudaMemsetAsync(batch_.lists.data(), 0xff, batch.count() * size_t(batch.k) * sizeof(Key<T>), streams_.copies()));
    asked_.clear();
    pairs_ = 0;
  }

  void search(uint32_t number, LoadedLeaf<T>* loaded, QueryBatch<T>& batch, std::span<const uint32_t> which, const StageContext& context) override {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = streams_.next(), copies = streams_.copies();
    const LeafPlaceOnDevice<T> place = slots_.place(number, loaded != nullptr ? &loaded->points : nullptr, *staging_, copies);
    uint32_t* const asking = batch_.which.data() + asked_.size();
    staging_->upload(asking, which.data(), which.size_bytes(), copies);
    asked_.insert(asked_.end(), which.begin(), which.end());
    streams_.follow(stream, copies);
    const auto atOnce = std::clamp<size_t>(kMostPairs / std::max(place.count, 1u), 1, which.size());
    for (size_t first = 0; first < which.size(); first += atOnce) {
      const auto count = uint32_t(std::min<size_t>(atOnce, which.size() - first));
      pairs_ += uint64_t(count) * place.count;
      if (pairs_ > kMostPairs) {  // not more on its way than can be waited for when it is cancelled
        streams_.wait();
        context.checkStop();
        pairs_ = 0;
      }
      scanPoints<T>({.points = {place.coordinates, dimension_, 1},
                     .indices = place.indices,
                     .firstIndex = 0,
                     .count = place.count,
                     .dimension = int(dimension_),
                     .queries = {batch_.coordinates.data(), dimension_, 1},
                     .names = batch_.names.data(),
                     .which = asking + first,
                     .whichCount = count,
                     .k = batch.k,
                     .excludeSelf = batch.excludeSelf,
                     .lists = batch_.lists.data()},
                    device.properties(), stream);
    }
    slots_.used(number, stream);
  }

  void endRound(QueryBatch<T>& batch, const StageContext& context) override {
    const auto count = uint32_t(asked_.size());
    if (count == 0) return;
    streams_.wait();
    context.checkStop();
    CudaDevice& device = cudaDevice(context);
    takeLast<T><<<blocksFor(count, kListThreads), kListThreads, 0, device.stream()>>>(batch_.lists.data(), batch_.which.data(), count, batch.k,
                                                                                      batch_.last.data());
    CUDA_CHECK_LAUNCH("takeLast");
    last_.resize(count);
    staging_->download(last_.data(), batch_.last.data(), count * sizeof(Key<T>), device.stream());
    for (uint32_t i = 0; i < count; ++i) {
      const size_t place = (size_t(asked_[i]) + 1) * batch.k - 1;
      batch.indices[place] = uint32_t(last_[i]);
      batch.distances[place] = squaredOf<T>(last_[i]);
    }
    asked_.clear();
    pairs_ = 0;
  }

  void end(QueryBatch<T>& batch, const StageContext& context) override {
    CudaDevice& device = cudaDevice(context);
    streams_.wait();
    const size_t count = batch.indices.size();
    takeApart<T>(batch_.lists.data(), count, batch_.indices.data(), batch_.squared.data(), device.stream());
    staging_->download(batch.indices.data(), batch_.indices.data(), count * sizeof(uint32_t), device.stream());
    staging_->download(batch.distances.data(), batch_.squared.data(), count * sizeof(T), device.stream());
  }

 private:
  /// For a batch and as many leaves as memory allows besides. When a batch is larger than earlier ones, the leaves are copied again.
  void makeRoom(size_t count, size_t k, CudaDevice& device) {
    const size_t wanted = DeviceBatch<T>::bytes(count, dimension_, k);
    if (wanted <= batch_bytes_ && k == k_) return;
    const cudaStream_t stream = streams_.copies();
    batch_ = {};
    slots_.release();
    CUDA_CHECK(cudaStreamSynchronize(stream));
    const size_t roomy = count + count / 4, free = device.freeBytes();
    const size_t limit = limit_bytes_ > 0 ? std::min(limit_bytes_, free) : free / 10 * 8;
    const size_t least = wanted + slots_.leastBytes();
    if (least > limit) throwTooLittle(least, limit, free);
    batch_bytes_ = std::min(DeviceBatch<T>::bytes(roomy, dimension_, k), limit - slots_.leastBytes());
    k_ = k;
    batch_.reserve(batch_bytes_ / DeviceBatch<T>::bytes(1, dimension_, k), dimension_, k, stream);
    slots_.reserve(limit - batch_bytes_, stream);
  }
  [[noreturn]] void throwTooLittle(size_t least, size_t limit, size_t free) const {
    const auto mebibytes = [](size_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; };
    throw Error(
        ErrorKind::outOfMemory, "not enough GPU memory", "",
        "a batch of queries and two leaves take " + mebibytes(least) + "; " + mebibytes(limit) + " may be used, " + mebibytes(free) + " are free",
        "allow more (--device-memory), or make leaves smaller (--leaf-capacity), or batches (--max-memory)");
  }

  const size_t dimension_, limit_bytes_;
  SearchStreams streams_{kStreams};
  std::optional<Staging> staging_;  // small: it counts as memory of the host
  DeviceBatch<T> batch_;
  size_t batch_bytes_ = 0, k_ = 0;
  LeafSlots<T> slots_;
  std::vector<uint32_t> asked_;  // queries of this round
  std::vector<Key<T>> last_;
  uint64_t pairs_ = 0;  // on their way
};

template <class T>
std::unique_ptr<LeafSearch<T>> make(int dimension, const ParamValues& params) {
  return std::make_unique<DeviceLeafSearch<T>>(dimension, params);
}

}  // namespace

const LeafSearchFunctions leafSearchOnDevice{make<float>, make<double>};

std::unique_ptr<KnnSearcher> knnTwoLevel(const KnnInput& in, const StageContext& context) {
  cudaDevice(context);  // refuses a context without a GPU
  return makeTwoLevelSearcher(in, leafSearchOnDevice, context);
}

}  // namespace arete::cuda
