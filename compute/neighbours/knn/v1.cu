// knn.cuda.v1: the distance matrix by one kernel, then the library's min_element for each query's row. Memory: the points and up to 1 GiB of
// the matrix at a time. Cost: m·n distances written and read once, and a launch and a wait for every query.
// Fast for one query; loses with many, where the library's launches cost more than the work in them. Source: version study, v1.
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>

#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/distance_matrix.cuh"

namespace arete::cuda {

namespace {

template <class T>
class V1 final : public DeviceSearcher<T> {
 public:
  V1(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::row, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    const cudaStream_t stream = cudaDevice(context).stream();
    std::vector<Key<T>> nearest(queries.size(), noKey<T>());
    forEachMatrix<T>(this->points_.view(), this->points_.size(), queries, context,
                     [&](const T* matrix, uint32_t query, uint32_t rows, uint32_t reference, uint32_t columns) {
                       for (uint32_t i = 0; i < rows; ++i) {
                         const T* const row = matrix + size_t(i) * columns;
                         // The library takes the first of equal ones; a point that is left out splits the row.
                         const size_t self = size_t(queries.first) + query + i;
                         const bool parted = queries.excludeSelf && self >= reference && self - reference < columns;
                         const size_t left = parted ? self - reference : columns;
                         Key<T>& best = nearest[query + i];
                         best = std::min({best, minimum(row, 0, left, reference, stream), minimum(row, left + 1, columns, reference, stream)});
                         context.checkStop();
                       }
                     });
    const Buffer<Key<T>> keys(nearest.size(), stream);
    keys.upload(nearest);
    writeAnswer(keys.data(), 1, queries.size(), answer, stream);
  }

  static Key<T> minimum(const T* row, size_t begin, size_t end, uint32_t firstReference, cudaStream_t stream) {
    if (begin >= end) return noKey<T>();
    const T* const at = thrust::min_element(thrust::cuda::par_nosync.on(stream), row + begin, row + end);
    T squared = 0;
    copyToHost(&squared, at, sizeof(T), stream);
    return makeKey(squared, uint32_t(firstReference + (at - row)));
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV1(const KnnInput& in, const StageContext& context) { return makeFor<V1>(in, context); }

}  // namespace arete::cuda
