// Shared by all CUDA versions of the stage: the reference on the device, queries and answers in batches that fit, times from events.
#pragma once

#include <functional>
#include <optional>

#include "compute/gpu/cuda_device.h"
#include "compute/gpu/kernel_time.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/device_points.cuh"

namespace arete::cuda {

/// Some of the queries, on the device.
template <class T>
struct DeviceQueries {
  const DevicePointSet<T>& points;
  uint32_t first;  ///< number of the first among all queries
  uint32_t k;
  bool excludeSelf;
  bool reference;  ///< they are the reference, all of it

  uint32_t size() const { return points.size(); }
};

/// Calls f(first query, queries, first reference, references) with pieces whose kernels take well under 100 ms; checks the stop token
/// between them. `most`: coordinates that one launch may compare.
template <class F>
void forEachPiece(uint32_t m, uint32_t n, int dimension, uint64_t most, const StageContext& context, cudaStream_t stream, F&& f) {
  constexpr uint64_t kMostOfOneQuery = 1u << 28;  // one block reads them in 20 ms
  const uint32_t references = uint32_t(std::clamp<uint64_t>(std::min(kMostOfOneQuery, most) / dimension, 1, n));
  const uint32_t queries = uint32_t(std::clamp<uint64_t>(most / (uint64_t(references) * dimension), 1, m));
  for (size_t q = 0; q < m; q += queries)
    for (size_t r = 0; r < n; r += references) {
      f(uint32_t(q), uint32_t(std::min<size_t>(queries, m - q)), uint32_t(r), uint32_t(std::min<size_t>(references, n - r)));
      if (queries < m || references < n) CUDA_CHECK(cudaStreamSynchronize(stream));
      context.checkStop();
      context.report((double(q) + queries * (double(r) + 1) / n) / m);
    }
}
inline constexpr uint64_t kMostPerLaunch = uint64_t(1) << 33;

/// Where the answers of queries first … end − 1 go: rows of k from the first query's on, in host memory.
template <class T>
struct AnswerRows {
  uint32_t* indices;
  T* squared;
  uint32_t first, end;
};

template <class T>
class DeviceSearcher : public KnnSearcher {
 protected:
  /// Uploads the reference; `layout`: the one that the version needs, nothing for its present one.
  DeviceSearcher(const KnnInput& in, const StageContext& context, std::optional<Layout> layout, uint32_t mostNeighbours = kMostNeighbours)
      : KnnSearcher(in, mostNeighbours) {
    upload(layout, this->spent_, context);
  }
  /// Uploads nothing yet.
  explicit DeviceSearcher(const KnnInput& in) : KnnSearcher(in) {}

  /// `meanwhile`: called while points are on their way.
  void upload(std::optional<Layout> layout, KnnTimes& times, const StageContext& context, const std::function<void()>& meanwhile = {}) {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = device.stream();
    const Timer transfer(stream), build(stream);
    transfer.start();
    points_ = DevicePointSet<T>(reference_, 0, reference_.size(), device.staging(), stream);
    if (meanwhile) meanwhile();
    transfer.stop();
    build.start();
    if (layout) points_.arrange(*layout, stream);
    build.stop();
    times.transfer += transfer.milliseconds();
    if (layout) times.build += build.milliseconds();
  }

  /// Writes row i of `answer` for query i. `found` is for notes and build times.
  virtual void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) = 0;
  /// Memory per query besides the query and its answer.
  virtual size_t bytesPerQuery() const { return sizeof(Key<T>); }

  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    searchRows(query, {found.indices.data(), found.squared<T>().data(), 0, found.queries}, found, context);
  }
  /// Some of the queries; `found` is for notes and times.
  void searchRows(const KnnQuery& query, const AnswerRows<T>& rows, Neighbours& found, const StageContext& context) {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = device.stream();
    Buffer<uint32_t> indices;
    Buffer<T> distances;
    const auto into = [&](size_t, size_t size) {
      indices = Buffer<uint32_t>(size, stream);
      distances = Buffer<T>(size, stream);
      return DeviceAnswer<T>{indices.data(), distances.data(), query.k};
    };
    inBatches(query, rows.first, rows.end, found, context, into, [&](size_t place, size_t size) {
      device.staging().download(rows.indices + place, indices.data(), size * sizeof(uint32_t), stream);
      device.staging().download(rows.squared + place, distances.data(), size * sizeof(T), stream);
    });
  }

  /// Queries begin … end − 1 in batches that fit: into(place, size) says where on the device the next answers go, which have these places among those
  /// of all these queries; after(place, size) takes them away.
  template <class Into, class After>
  void inBatches(const KnnQuery& query, uint32_t begin, uint32_t end, Neighbours& found, const StageContext& context, const Into& into,
                 const After& after) {
    CudaDevice& device = cudaDevice(context);
    const cudaStream_t stream = device.stream();
    const uint32_t all = query.points.size();
    const bool same = &query.points == &reference_ && points_.size() == all;
    const size_t bytes = 2 * reference_.dimension() * sizeof(T) + query.k * (sizeof(uint32_t) + sizeof(T)) + bytesPerQuery();
    const uint32_t atOnce = uint32_t(std::clamp<size_t>(device.freeBytes() / 2 / bytes, 1, std::max(end - begin, 1u)));
    const Timer transfer(stream), work(stream);
    for (size_t first = begin; first < end; first += atOnce) {
      const uint32_t count = uint32_t(std::min<size_t>(atOnce, end - first));
      const bool whole = same && count == all;
      transfer.start();
      DevicePointSet<T> uploaded;
      if (!whole) uploaded = DevicePointSet<T>(query.points, uint32_t(first), count, device.staging(), stream);
      const size_t size = size_t(count) * query.k, place = (first - begin) * query.k;
      const DeviceAnswer<T> answer = into(place, size);
      transfer.stop();
      found.times.transfer += transfer.milliseconds();
      const double builtBefore = found.times.build;
      work.start();
      run({whole ? points_ : uploaded, uint32_t(first), query.k, query.excludeSelf, whole}, answer, found, context);
      work.stop();
      found.times.query += work.milliseconds() - (found.times.build - builtBefore);
      transfer.start();
      after(place, size);
      transfer.stop();
      found.times.transfer += transfer.milliseconds();
    }
  }

  DevicePointSet<T> points_;
};

/// Makes the version's searcher for the coordinate type.
template <template <class> class Searcher>
std::unique_ptr<KnnSearcher> makeFor(const KnnInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.reference.scalar(), [&]<class T>() -> std::unique_ptr<KnnSearcher> { return std::make_unique<Searcher<T>>(in, context); });
}

}  // namespace arete::cuda
