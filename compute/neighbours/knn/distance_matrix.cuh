// The distance matrix of v1 and v2: a row per query, a column per reference point; in pieces that fit.
#pragma once

#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/by_blocks.cuh"

namespace arete::cuda {

inline constexpr uint64_t kMatrixElements = 1u << 28;  // 1 GiB in float

/// Threads in squares of 32, as in the study.
template <class T>
__global__ void fillMatrix(Strided<T> references, Strided<T> queries, uint32_t firstQuery, uint32_t rows, uint32_t firstReference, uint32_t columns,
                           int dimension, T* matrix) {
  const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  matrix[size_t(row) * columns + column] =
      shared::squaredDistance(queries.data + size_t(firstQuery + row) * queries.pointStride, queries.coordinateStride,
                              references.data + (size_t(firstReference) + column) * references.pointStride, references.coordinateStride, dimension);
}

/// Calls f(matrix, first query, rows, first reference, columns) for the pieces of the whole matrix, after it was filled with them.
template <class T, class F>
void forEachMatrix(const Strided<T>& references, uint32_t n, const DeviceQueries<T>& queries, const StageContext& context, F&& f) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const uint32_t m = queries.size();
  const int dimension = queries.points.dimension();
  const uint64_t most = std::min<uint64_t>(kMatrixElements, cudaDevice(context).freeBytes() / 2 / sizeof(T));
  const uint64_t elements = std::clamp<uint64_t>(most, 1, uint64_t(m) * n);
  const Buffer<T> matrix(elements, stream);
  constexpr uint32_t kSide = 32, kMostRows = 65535 * kSide;
  forEachPiece(m, n, 1, elements, context, stream, [&](uint32_t q, uint32_t count, uint32_t r, uint32_t columns) {
    for (uint32_t row = 0; row < count; row += kMostRows) {
      const uint32_t rows = std::min(count - row, kMostRows);
      fillMatrix<T><<<dim3(blocksFor(columns, kSide), blocksFor(rows, kSide)), dim3(kSide, kSide), 0, stream>>>(
          references, queries.points.view(), q + row, rows, r, columns, dimension, matrix.data());
      CUDA_CHECK_LAUNCH("fillMatrix");
      f(matrix.data(), q + row, rows, r, columns);
    }
  });
}

}  // namespace arete::cuda
