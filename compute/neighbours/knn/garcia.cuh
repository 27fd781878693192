// The search of Garcia 2008: 16×16 squares of the distance matrix, then an insertion sort of the k best in every column.
#pragma once

#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/nearest_list.h"
#include "compute/neighbours/knn/searcher.cuh"

namespace arete::cuda {

inline constexpr int kSide = 16;
inline constexpr uint64_t kGarciaElements = 1u << 28;  // of the matrix at a time: 1 GiB in float
inline constexpr uint32_t kGarciaMoves = 1u << 19;     // that a thread may make in one launch: rows × k

/// Square (x, y) of the matrix, which has a row per reference point and a column per query. Both go through shared memory, kSide coordinates
/// at a time; sums go on in coordinate order.
template <class T, class References>
__global__ void distanceSquares(References references, size_t firstReference, uint32_t rows, Strided<T> queries, size_t firstQuery, uint32_t columns,
                                int dimension, T* matrix) {
  __shared__ T ofReferences[kSide][kSide + 1], ofQueries[kSide][kSide + 1];
  const uint32_t tx = threadIdx.x, ty = threadIdx.y;
  const uint32_t column = blockIdx.x * kSide + tx, row = blockIdx.y * kSide + ty;
  T sum = T(0);
  for (int first = 0; first < dimension; first += kSide) {
    const int k = first + int(ty);
    const uint32_t rowToLoad = blockIdx.y * kSide + tx;
    ofReferences[ty][tx] = k < dimension && rowToLoad < rows ? references.at(firstReference + rowToLoad, k) : T(0);
    ofQueries[ty][tx] = k < dimension && column < columns ? queries.at(firstQuery + column, k) : T(0);
    __syncthreads();
    for (int each = 0; each < kSide && first + each < dimension; ++each)
      sum = sum + shared::squaredDistance<1>(&ofQueries[each][tx], &ofReferences[each][ty]);
    __syncthreads();
  }
  if (row < rows && column < columns) matrix[size_t(row) * columns + column] = sum;
}

/// One thread per column: offers every row to the query's k best, which are in the answer. `seen`: rows of earlier launches.
template <class T>
__global__ void insertBest(const T* matrix, size_t firstReference, uint32_t rows, uint32_t columns, uint32_t seen, size_t firstQuery,
                           size_t firstLeftOut, bool excludeSelf, DeviceAnswer<T> answer) {
  const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const size_t query = firstQuery + column;
  const uint32_t leftOut = excludeSelf ? uint32_t(firstLeftOut + query) : UINT32_MAX;
  const uint32_t count = min(answer.k, leftOut < seen ? seen - 1 : seen);
  shared::NearestList<T> nearest(answer.indices + query * answer.k, answer.squared + query * answer.k, answer.k, leftOut, count);
  for (uint32_t row = 0; row < rows; ++row) nearest.offer(matrix[size_t(row) * columns + column], uint32_t(firstReference + row));
}

/// The whole search, in chunks of queries and of reference points.
template <class T, class References>
void searchBySquares(const References& references, uint32_t n, const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer,
                     const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const uint32_t m = queries.size(), k = answer.k;
  const uint64_t most = std::min<uint64_t>(kGarciaElements, cudaDevice(context).freeBytes() / 2 / sizeof(T));
  constexpr uint32_t kMostRows = 65535 * kSide, kThreads = 256;
  const uint32_t columnsAtOnce = uint32_t(std::clamp<uint64_t>(most / std::min(n, kMostRows), 1, m));
  const uint32_t rowsAtOnce = uint32_t(std::clamp<uint64_t>(most / columnsAtOnce, 1, std::min(n, kMostRows)));
  const uint32_t rowsPerInsertion = std::max(kGarciaMoves / k, 1u);
  const Buffer<T> matrix(size_t(columnsAtOnce) * rowsAtOnce, stream);
  for (size_t q = 0; q < m; q += columnsAtOnce)
    for (size_t r = 0; r < n; r += rowsAtOnce) {
      const uint32_t columns = uint32_t(std::min<size_t>(columnsAtOnce, m - q)), rows = uint32_t(std::min<size_t>(rowsAtOnce, n - r));
      distanceSquares<T><<<dim3(blocksFor(columns, kSide), blocksFor(rows, kSide)), dim3(kSide, kSide), 0, stream>>>(
          references, r, rows, queries.points.view(), q, columns, queries.points.dimension(), matrix.data());
      CUDA_CHECK_LAUNCH("distanceSquares");
      for (uint32_t row = 0; row < rows; row += rowsPerInsertion) {
        const uint32_t count = std::min(rowsPerInsertion, rows - row);
        insertBest<T><<<blocksFor(columns, kThreads), kThreads, 0, stream>>>(matrix.data() + size_t(row) * columns, r + row, count, columns,
                                                                             uint32_t(r + row), q, queries.first, queries.excludeSelf, answer);
        CUDA_CHECK_LAUNCH("insertBest");
        if (count < n) CUDA_CHECK(cudaStreamSynchronize(stream));
        context.checkStop();
      }
      context.report((double(q) + columns * (double(r) + rows) / n) / m);
    }
}

}  // namespace arete::cuda
