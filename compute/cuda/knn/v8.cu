// knn.cuda.v8: v7 on all GPUs of the machine. Each has a stretch of the reference points and all queries, and a host thread that copies and
// waits for it; the nearest of each come to the host, where the nearest of all is taken. With one GPU it is v7 but for that last step.
// Memory: per GPU its share of the points, the queries and a key per query and block. Cost: m·n distances shared by the GPUs.
// Loses for small problems, which one GPU has done before a second was told. Source: version study, v8.
#include <exception>
#include <thread>

#include "compute/core/cuda_support.h"
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

constexpr size_t kHalf_bytes = 4 << 20;  // page-locked anew for every searcher and GPU, so not more

/// A GPU with its stretch of the reference. All of it runs on one host thread, with the GPU current.
template <class T>
struct Share {
  Share(const PointArray& reference, uint32_t first, uint32_t count, int index, int threads)
      : device(index), begin(first), size(count), pool(threads), staging(pool, kHalf_bytes) {
    const OnDevice here(index);
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    points = DevicePointSet<T>(reference, first, count, staging, stream);
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
  ThreadPool pool;
  Staging staging;
  cudaStream_t stream = nullptr;
  cudaDeviceProp properties{};
  DevicePointSet<T> points, queries;
  Buffer<Key<T>> nearest;  // per query and block of it
  std::vector<Key<T>> found;
  uint32_t parts = 1;
};

/// f(i) for every i below `count`, each on a host thread of its own, so that no GPU waits for another's copies. The first exception comes out.
template <class F>
void sideBySide(size_t count, const F& f) {
  std::vector<std::exception_ptr> failures(count);
  const auto guarded = [&](size_t i) {
    try {
      f(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < count; ++i) threads.emplace_back(guarded, i);
    if (count > 0) guarded(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

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
  V8(const KnnInput& in, const StageContext& context) : KnnSearcher(in, 1) {
    const uint32_t n = in.reference.size();
    const auto devices = uint32_t(std::min<size_t>(gpus().size(), std::max(n, 1u)));
    const uint32_t each = std::max((n + devices - 1) / devices, 1u);
    const int threads = std::max(context.device.threads().size() / int(devices), 1);
    shares_.resize((n + each - 1) / each);
    sideBySide(shares_.size(), [&](size_t i) {
      const auto first = uint32_t(i * each);
      shares_[i] = std::make_unique<Share<T>>(in.reference, first, std::min(each, n - first), int(i), threads);
    });
  }

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    constexpr uint32_t kAtOnce = 1u << 24;  // queries: their keys fit any device
    T* const squared = found.squared<T>().data();
    for (size_t first = 0; first < found.queries; first += kAtOnce) {
      const uint32_t count = uint32_t(std::min<size_t>(kAtOnce, found.queries - first));
      sideBySide(shares_.size(), [&](size_t i) {  // progress is told by one of them
        searchShare(*shares_[i], query, uint32_t(first), count, i == 0 ? context : StageContext{context.device, context.stop, {}});
      });
      for (uint32_t i = 0; i < count; ++i) {
        Key<T> best = noKey<T>();
        for (const auto& share : shares_)
          for (uint32_t part = 0; part < share->parts; ++part) best = std::min(best, share->found[size_t(i) * share->parts + part]);
        found.indices[first + i] = uint32_t(best);
        squared[first + i] = squaredOf<T>(best);
      }
      context.checkStop();
    }
    if (shares_.size() == 1) found.note = "one GPU: the same as v7";
  }

  static void searchShare(Share<T>& share, const KnnQuery& query, uint32_t first, uint32_t count, const StageContext& context) {
    const OnDevice here(share.device);
    share.queries = DevicePointSet<T>(query.points, first, count, share.staging, share.stream);
    share.parts = blocksPerQuery<T>(count, share.size, share.properties);
    const size_t keys = size_t(count) * share.parts;
    share.nearest.reserve(keys, share.stream);
    CUDA_CHECK(cudaMemsetAsync(share.nearest.data(), 0xff, keys * sizeof(Key<T>), share.stream));
    const Stretch<T> references{share.points.view(), share.begin};
    const int dimension = share.points.dimension();
    forEachPiece(count, share.size, dimension, kMostPerLaunch, context, share.stream, [&](uint32_t q, uint32_t rows, uint32_t r, uint32_t columns) {
      const size_t begin = size_t(share.begin) + r;
      const BlockTask<T> task{q, first, query.excludeSelf, begin, begin + columns, dimension, share.nearest.data()};
      nearestByBlocks<T><<<dim3(rows, share.parts), kBlockThreads, 0, share.stream>>>(references, share.queries.view(), task);
      CUDA_CHECK_LAUNCH("nearestByBlocks");
    });
    share.found.resize(keys);
    share.staging.download(share.found.data(), share.nearest.data(), keys * sizeof(Key<T>), share.stream);
  }

  std::vector<std::unique_ptr<Share<T>>> shares_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV8(const KnnInput& in, const StageContext& context) {
  cudaDevice(context);  // refuses a context without a GPU
  return makeFor<V8>(in, context);
}

}  // namespace arete::cuda
