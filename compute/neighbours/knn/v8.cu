// knn.cuda.v8: v7 on all GPUs of the machine. Each has a stretch of the reference points and all queries, and a host thread that copies and
// waits for it; the nearest of each come to the host, where the nearest of all is taken. A stretch is long enough to pay for another GPU: with
// fewer points v8 is v7. The GPUs and the page-locked memory that they are filled through are kept between searches.
// Memory: per GPU its share of the points, the queries and a key per query and block. Cost: m·n distances shared by the GPUs.
// Compared only with v7, on two GPUs, where it was never slower (docs/measured/neighbours.md, "Two GPUs"). Loses to trees where there are many
// queries.
// Source: version study, v8.
#include "compute/core/cuda_support.h"
#include "compute/gpu/on_each.h"
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

namespace {

// With fewer, another GPU saves less than launching on it and waiting for it cost; figures are in docs/measured/neighbours.md, "Two GPUs".
constexpr uint32_t kFewestPointsPerGpu = 1u << 18;

/// A GPU with its stretch of the reference. All of it runs on one host thread, with the GPU current.
template <class T>
struct Share {
  Share(const PointArray& reference, uint32_t first, uint32_t count, CudaDevice& gpu) : device(gpu), begin(first), size(count) {
    const OnGpu here(device.index());
    points = DevicePointSet<T>(reference, first, count, device.staging(), device.stream());
    points.arrange(Layout::column, device.stream());
    CUDA_CHECK(cudaStreamSynchronize(device.stream()));
  }
  ~Share() {
    const OnGpu here(device.index());
    points = {};
    nearest = {};
    queries = {};
    cudaStreamSynchronize(device.stream());
  }
  Share(const Share&) = delete;

  CudaDevice& device;
  uint32_t begin, size;
  DevicePointSet<T> points, queries;
  Buffer<Key<T>> nearest;  // per query and block of it
  std::vector<Key<T>> found;
  uint32_t parts = 1;
};

/// A stretch of the reference points. Their numbers begin at `begin`, as those of the launch do.
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
    if (n == 0) return;
    const std::vector<CudaDevice*> devices = cudaDevice(context).team(std::min<size_t>(n / kFewestPointsPerGpu, gpus().size()));
    const auto each = uint32_t((n + devices.size() - 1) / devices.size());
    shares_.resize(devices.size());
    onEach(shares_.size(), [&](size_t i) {
      const auto first = uint32_t(i * each);
      shares_[i] = std::make_unique<Share<T>>(in.reference, first, std::min(each, n - first), *devices[i]);
    });
  }

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    constexpr uint32_t kAtOnce = 1u << 24;  // queries: their keys fit any device
    T* const squared = found.squared<T>().data();
    for (size_t first = 0; first < found.queries; first += kAtOnce) {
      const uint32_t count = uint32_t(std::min<size_t>(kAtOnce, found.queries - first));
      onEach(shares_.size(), [&](size_t i) {  // one of them reports progress
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
    if (shares_.size() == 1) found.note = "on one GPU: the same as v7";
  }

  static void searchShare(Share<T>& share, const KnnQuery& query, uint32_t first, uint32_t count, const StageContext& context) {
    const OnGpu here(share.device.index());
    const cudaStream_t stream = share.device.stream();
    share.queries = DevicePointSet<T>(query.points, first, count, share.device.staging(), stream);
    share.parts = blocksPerQuery<T>(count, share.size, share.device.properties());
    const size_t keys = size_t(count) * share.parts;
    share.nearest.reserve(keys, stream);
    CUDA_CHECK(cudaMemsetAsync(share.nearest.data(), 0xff, keys * sizeof(Key<T>), stream));
    const Stretch<T> references{share.points.view(), share.begin};
    const int dimension = share.points.dimension();
    forEachPiece(count, share.size, dimension, kMostPerLaunch, context, stream, [&](uint32_t q, uint32_t rows, uint32_t r, uint32_t columns) {
      const size_t begin = size_t(share.begin) + r;
      const BlockTask<T> task{q, first, query.excludeSelf, begin, begin + columns, dimension, share.nearest.data()};
      nearestByBlocks<T><<<dim3(rows, share.parts), kBlockThreads, 0, stream>>>(references, share.queries.view(), task);
      CUDA_CHECK_LAUNCH("nearestByBlocks");
    });
    share.found.resize(keys);
    share.device.staging().download(share.found.data(), share.nearest.data(), keys * sizeof(Key<T>), stream);
  }

  std::vector<std::unique_ptr<Share<T>>> shares_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV8(const KnnInput& in, const StageContext& context) { return makeFor<V8>(in, context); }

}  // namespace arete::cuda
