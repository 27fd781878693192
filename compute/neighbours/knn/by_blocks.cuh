// One kernel for v3 … v8, which differ in where reference points and queries are read from and in how many blocks share a query.
#pragma once

#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/searcher.cuh"

namespace arete::cuda {

template <class T>
struct BlockTask {
  uint32_t firstQuery;    ///< of this launch, among those on the device
  uint32_t firstLeftOut;  ///< number of query 0 on the device among all; its own number is left out when excludeSelf
  bool excludeSelf;
  size_t begin, end;  ///< reference points of this launch
  int dimension;
  Key<T>* nearest;  ///< per query and block of it: the nearest so far
};

/// Block (x, y): part y of gridDim.y of query x. Threads take reference points in turn, then halve the candidates.
template <class T, class References, class Queries>
__global__ void nearestByBlocks(References references, Queries queries, BlockTask<T> task) {
  const uint32_t query = task.firstQuery + blockIdx.x;
  const size_t leftOut = task.excludeSelf ? size_t(task.firstLeftOut) + query : SIZE_MAX;
  Key<T> nearest = noKey<T>();
  for (size_t i = task.begin + size_t(blockIdx.y) * blockDim.x + threadIdx.x; i < task.end; i += size_t(gridDim.y) * blockDim.x) {
    if (i == leftOut) continue;
    const T squared = squaredDistanceBy<T>([&](int k) { return queries.at(query, k); }, [&](int k) { return references.at(i, k); }, task.dimension);
    const Key<T> key = makeKey(squared, uint32_t(i));
    if (key < nearest) nearest = key;
  }
  nearest = blockMinimum<T>(nearest);
  Key<T>& kept = task.nearest[size_t(query) * gridDim.y + blockIdx.y];
  if (threadIdx.x == 0 && nearest < kept) kept = nearest;
}

/// The nearest of a query's parts into the answer.
template <class T>
__global__ void writeNearest(const Key<T>* nearest, uint32_t parts, uint32_t queries, DeviceAnswer<T> answer) {
  const size_t query = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (query >= queries) return;
  Key<T> best = noKey<T>();
  for (uint32_t part = 0; part < parts; ++part) {
    const Key<T> key = nearest[query * parts + part];
    if (key < best) best = key;
  }
  answer.write(query, best);
}

template <class T>
void writeAnswer(const Key<T>* nearest, uint32_t parts, uint32_t queries, const DeviceAnswer<T>& answer, cudaStream_t stream) {
  constexpr uint32_t kThreads = 128;
  writeNearest<T><<<blocksFor(queries, kThreads), kThreads, 0, stream>>>(nearest, parts, queries, answer);
  CUDA_CHECK_LAUNCH("writeNearest");
}

inline constexpr uint32_t kBlockThreads = 1024;  // as in the study

/// A query's nearest point among those of `references`, by `parts` blocks a query, into `nearest` (queries × parts, set to noKey before).
template <class T, class References, class Queries>
void findByBlocks(const References& references, uint32_t n, const Queries& at, const DeviceQueries<T>& queries, uint32_t parts, Key<T>* nearest,
                  const StageContext& context, cudaStream_t stream) {
  const int dimension = queries.points.dimension();
  forEachPiece(queries.size(), n, dimension, kMostPerLaunch, context, stream, [&](uint32_t q, uint32_t count, uint32_t r, uint32_t references_) {
    const BlockTask<T> task{q, queries.first, queries.excludeSelf, r, size_t(r) + references_, dimension, nearest};
    nearestByBlocks<T><<<dim3(count, parts), kBlockThreads, 0, stream>>>(references, at, task);
    CUDA_CHECK_LAUNCH("nearestByBlocks");
  });
}

/// The same with the answer written.
template <class T, class References, class Queries>
void answerByBlocks(const References& references, uint32_t n, const Queries& at, const DeviceQueries<T>& queries, uint32_t parts,
                    const DeviceAnswer<T>& answer, const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const Buffer<Key<T>> nearest(size_t(queries.size()) * parts, stream);
  CUDA_CHECK(cudaMemsetAsync(nearest.data(), 0xff, nearest.size() * sizeof(Key<T>), stream));
  findByBlocks(references, n, at, queries, parts, nearest.data(), context, stream);
  writeAnswer(nearest.data(), parts, queries.size(), answer, stream);
}

/// Blocks per query that fill the device: the resident blocks shared among the queries, but no more than there are points for.
template <class T>
uint32_t blocksPerQuery(uint32_t queries, uint32_t n, const cudaDeviceProp& properties) {
  const uint32_t filling = residentBlocks(nearestByBlocks<T, Strided<T>, Strided<T>>, kBlockThreads) * uint32_t(properties.multiProcessorCount);
  return std::clamp<uint32_t>(filling / queries, 1, std::max(blocksFor(n, kBlockThreads), 1u));
}

}  // namespace arete::cuda
