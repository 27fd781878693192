// knn.cuda.v10: the k-d tree of v9, built on the host and copied to the device; one thread per query goes down and back as in v9, with its list in
// the answer itself. Memory: the points once more, 5 bytes a point besides. Cost: n·log²n on the host to build, which takes far longer than
// all queries together; then about log n nodes a query, in scattered reads.
// Loses where the tree cannot be reused, where neighbouring threads diverge, and in many dimensions, where a thread must look behind nearly every
// plane: launches are short, but a single query cannot be stopped. Source: version study, v10.
#include <chrono>

#include "compute/gpu/kernel_time.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/kd_tree.h"
#include "compute/neighbours/knn/searcher.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kQueryThreads = 128;

template <class T>
__global__ void searchTree(shared::KdTreeView<T> tree, Strided<T> queries, uint32_t first, uint32_t end, size_t firstLeftOut, bool excludeSelf,
                           DeviceAnswer<T> answer) {
  const uint32_t query = first + blockIdx.x * kQueryThreads + threadIdx.x;
  if (query >= end) return;
  const size_t row = size_t(query) * answer.k;
  shared::NearestList<T> nearest(answer.indices + row, answer.squared + row, answer.k, excludeSelf ? uint32_t(firstLeftOut + query) : UINT32_MAX);
  shared::searchKdTree(tree, queries.data + query * queries.pointStride, queries.coordinateStride, nearest);
}

template <class T>
class V10 final : public DeviceSearcher<T> {
 public:
  V10(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in) {
    const cudaStream_t stream = cudaDevice(context).stream();
    const KdTree<T> tree(in.reference.view<T>(), context);
    const shared::KdTreeView<T> host = tree.view();
    const Timer transfer(stream);
    transfer.start();
    coordinates_ = Buffer<T>(size_t(host.count) * host.dimension, stream);
    indices_ = Buffer<uint32_t>(host.count, stream);
    axes_ = Buffer<uint8_t>(host.count, stream);
    // Spans by name: of braces nvcc 13 makes a comma here.
    coordinates_.upload(std::span<const T>(host.points, coordinates_.size()));
    indices_.upload(std::span<const uint32_t>(host.indices, host.count));
    axes_.upload(std::span<const uint8_t>(host.axes, host.count));
    transfer.stop();
    tree_ = {coordinates_.data(), indices_.data(), axes_.data(), host.count, host.dimension};
    this->spent_.transfer = transfer.milliseconds();
    this->spent_.build = watch_.milliseconds() - this->spent_.transfer;
  }

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    constexpr double kShort_ms = 10, kLong_ms = 40;
    const cudaStream_t stream = cudaDevice(context).stream();
    const Timer timer(stream);
    const uint32_t m = queries.size();
    uint32_t slice = 1u << 14;
    for (uint32_t first = 0; first < m;) {
      const uint32_t count = std::min(slice, m - first);
      timer.start();
      searchTree<T><<<blocksFor(count, kQueryThreads), kQueryThreads, 0, stream>>>(tree_, queries.points.view(), first, first + count, queries.first,
                                                                                   queries.excludeSelf, answer);
      CUDA_CHECK_LAUNCH("searchTree");
      timer.stop();
      first += count;
      if (first < m) {
        const double took = timer.milliseconds();
        if (took < kShort_ms) slice = std::min(slice * 4, 1u << 28);
        if (took > kLong_ms) slice = std::max(slice / 4, kQueryThreads);
      }
      context.checkStop();
      context.report(double(first) / m);
    }
  }

  /// Time since the searcher's construction began.
  struct Watch {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double milliseconds() const { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(); }
  } watch_;
  Buffer<T> coordinates_;
  Buffer<uint32_t> indices_;
  Buffer<uint8_t> axes_;
  shared::KdTreeView<T> tree_{};
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV10(const KnnInput& in, const StageContext& context) { return makeFor<V10>(in, context); }

}  // namespace arete::cuda
