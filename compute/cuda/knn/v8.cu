// knn.cuda.v8: v7 on all GPUs of the machine. Each has a stretch of the reference points and all queries; the nearest of each come to the
// host, where the nearest of all is taken. With one GPU it is v7 but for that last step.
// Memory: per GPU its share of the points, the queries and a key per query and block. Cost: m·n distances shared by the GPUs.
// Loses for small problems, which one GPU has done before a second was told. Source: version study, v8.
#include "compute/cuda/knn/by_blocks.cuh"
#include "compute/cuda/versions.h"

namespace arete::cuda {

namespace {

/// Makes another device current while it lives.
class OnDevice {
 public:
  explicit OnDevice(int index) {
    CUDA_CHECK(cudaGetDevice(&before_));
    CUDA_CHECK(cudaSetDevice(index));
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

/// A GPU with its stretch of the reference.
template <class T>
struct Share {
  Share(const PointArray& reference, uint32_t first, uint32_t count, int index) : device(index), begin(first), size(count) {
    const OnDevice here(index);
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    points = DevicePointSet<T>(reference, first, count, stream);
    points.arrange(Layout::column, stream);
  }
  ~Share() {
    const OnDevice here(device);
    points = {};
    nearest = {};
    queries = {};
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  }
  Share(const Share&) = delete;

  int device;
  uint32_t begin, size;
  cudaStream_t stream = nullptr;
  cudaDeviceProp properties{};
  DevicePointSet<T> points, queries;
  Buffer<Key<T>> nearest;
  uint32_t parts = 1;
};

/// Reference points that are a stretch of others. Their numbers begin at `begin`, where the launch's do too.
template <class T>
struct Stretch {
  Strided<T> points;
  size_t begin;
  __device__ T at(size_t point, int k) const { return points.at(point - begin, k); }
};

template <class T>
class V8 final : public KnnSearcher {
 public:
  V8(const KnnInput& in, const StageContext&) : KnnSearcher(in, 1) {
    int devices = 0;
    CUDA_CHECK(cudaGetDeviceCount(&devices));
    const uint32_t n = in.reference.size();
    const uint32_t each = std::max<uint32_t>((n + devices - 1) / devices, 1);
    for (int index = 0; index < devices && size_t(index) * each < n; ++index) {
      const uint32_t first = index * each;
      shares_.push_back(std::make_unique<Share<T>>(in.reference, first, std::min(each, n - first), index));
    }
  }

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    constexpr uint32_t kAtOnce = 1u << 24;  // queries: their keys fit any device
    T* const squared = std::get<std::vector<T>>(found.squaredDistances).data();
    for (size_t first = 0; first < found.queries; first += kAtOnce) {
      const uint32_t count = uint32_t(std::min<size_t>(kAtOnce, found.queries - first));
      for (const auto& share : shares_) launch(*share, query, uint32_t(first), count, context);
      std::vector<Key<T>> best(count, noKey<T>());
      for (const auto& share : shares_) {
        const OnDevice here(share->device);
        const std::vector<Key<T>> keys = share->nearest.download(size_t(count) * share->parts);
        for (size_t i = 0; i < keys.size(); ++i) best[i / share->parts] = std::min(best[i / share->parts], keys[i]);
      }
      for (uint32_t i = 0; i < count; ++i) {
        found.indices[first + i] = uint32_t(best[i]);
        squared[first + i] = squaredOf<T>(best[i]);
      }
      context.checkStop();
    }
    if (shares_.size() == 1) found.note = "one GPU: the same as v7";
  }

  /// Starts a GPU's part of the work. One piece at a time, the GPUs side by side unless the problem is so large that pieces are waited for.
  static void launch(Share<T>& share, const KnnQuery& query, uint32_t first, uint32_t count, const StageContext& context) {
    const OnDevice here(share.device);
    share.queries = DevicePointSet<T>(query.points, first, count, share.stream);
    share.parts = blocksPerQuery<T>(count, share.size, share.properties);
    share.nearest.reserve(size_t(count) * share.parts, share.stream);
    CUDA_CHECK(cudaMemsetAsync(share.nearest.data(), 0xff, size_t(count) * share.parts * sizeof(Key<T>), share.stream));
    const Stretch<T> references{share.points.view(), share.begin};
    const int dimension = share.points.dimension();
    forEachPiece(count, share.size, dimension, kMostPerLaunch, context, share.stream, [&](uint32_t q, uint32_t rows, uint32_t r, uint32_t columns) {
      const size_t begin = size_t(share.begin) + r;
      const BlockTask<T> task{q, first, query.excludeSelf, begin, begin + columns, dimension, share.nearest.data()};
      nearestByBlocks<T><<<dim3(rows, share.parts), kBlockThreads, 0, share.stream>>>(references, share.queries.view(), task);
      CUDA_CHECK_LAUNCH("nearestByBlocks");
    });
  }

  std::vector<std::unique_ptr<Share<T>>> shares_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV8(const KnnInput& in, const StageContext& context) {
  cudaDevice(context);  // refuses a context without a GPU
  return makeFor<V8>(in, context);
}

}  // namespace arete::cuda
