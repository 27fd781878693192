// knn.cuda.v2: v1 with the library's minimum replaced: one block per query, whose threads step through the query's row of the distance matrix, then
// halve the candidates in shared memory. Memory: the points and up to 1 GiB of the matrix at a time.
// Cost: m·n distances, each written and read once. Loses to v3, which keeps distances in registers, and with few queries, where one block
// reads a whole row. Source: version study, v2.
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/distance_matrix.cuh"

namespace arete::cuda {

namespace {

template <class T>
__global__ void rowMinimum(const T* matrix, uint32_t columns, uint32_t firstQuery, uint32_t firstReference, uint32_t firstLeftOut, bool excludeSelf,
                           Key<T>* nearest) {
  const uint32_t query = firstQuery + blockIdx.x;
  const T* const row = matrix + size_t(blockIdx.x) * columns;
  Key<T> best = noKey<T>();
  for (size_t column = threadIdx.x; column < columns; column += blockDim.x) {
    const uint32_t index = uint32_t(firstReference + column);
    const Key<T> key = makeKey(row[column], index);
    if (key < best && !(excludeSelf && index == firstLeftOut + query)) best = key;
  }
  best = blockMinimum<T>(best);
  if (threadIdx.x == 0 && best < nearest[query]) nearest[query] = best;
}

template <class T>
class V2 final : public DeviceSearcher<T> {
 public:
  V2(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::row, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    const cudaStream_t stream = cudaDevice(context).stream();
    const Buffer<Key<T>> nearest(queries.size(), stream);
    CUDA_CHECK(cudaMemsetAsync(nearest.data(), 0xff, nearest.size() * sizeof(Key<T>), stream));
    forEachMatrix<T>(this->points_.view(), this->points_.size(), queries, context,
                     [&](const T* matrix, uint32_t query, uint32_t rows, uint32_t reference, uint32_t columns) {
                       rowMinimum<T><<<rows, kBlockThreads, 0, stream>>>(matrix, columns, query, reference, queries.first, queries.excludeSelf,
                                                                         nearest.data());
                       CUDA_CHECK_LAUNCH("rowMinimum");
                     });
    writeAnswer(nearest.data(), 1, queries.size(), answer, stream);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV2(const KnnInput& in, const StageContext& context) { return makeFor<V2>(in, context); }

}  // namespace arete::cuda
