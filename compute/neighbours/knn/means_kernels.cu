// Points are classified by one thread each, with the means in shared memory. Adding goes coordinate by coordinate: a thread has one
// coordinate of every so many points and its own sums for each mean, so that no two threads write to one place and nothing is atomic until
// blocks add their sums up.
#include <algorithm>

#include "compute/core/distance.h"
#include "compute/neighbours/knn/means_kernels.cuh"
#include "compute/neighbours/knn/means_nodes.h"
#include "compute/neighbours/knn/packed_points.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kMeansThreads = 256;
constexpr uint32_t kSums_bytes = 24 << 10;  // shared memory for them, so that several blocks fit

__device__ void addTo(int64_t* to, int64_t value) { atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value)); }
__device__ void addTo(__int128* to, __int128 value) {
  auto* const words = reinterpret_cast<unsigned long long*>(to);
  const auto low = static_cast<unsigned long long>(value);
  const unsigned long long before = atomicAdd(&words[0], low);
  const unsigned long long carry = before + low < low ? 1 : 0;  // one of the additions sees each
  atomicAdd(&words[1], static_cast<unsigned long long>(value >> 64) + carry);
}

/// A block's part of the work. Shared memory: sums, means, counts, and the nearest means of the points at hand.
template <class T, int D>
struct BlockMeans {
  using Sum = shared::FixedSum<T>;
  uint32_t children, groups;  ///< sums are kept in so many copies
  int dimension;
  shared::FixedScale scale;
  Sum* sums;         ///< groups × K × dimension
  T* means;          ///< K × D
  uint32_t* counts;  ///< groups × K
  uint8_t* near;     ///< kMeansThreads

  static uint32_t groupsFor(uint32_t children, int dimension) {
    const auto each = uint32_t(children * dimension * sizeof(Sum));
    return std::clamp<uint32_t>(kSums_bytes / each, 1, kMeansThreads / dimension);
  }
  static size_t bytes(uint32_t children, int dimension) {
    const size_t groups = groupsFor(children, dimension);
    return groups * children * (dimension * sizeof(Sum) + sizeof(uint32_t)) + children * D * sizeof(T) + kMeansThreads;
  }
  __device__ BlockMeans(const MeansState<T>& state, uint32_t groups_, uint32_t slot)
      : children(state.children), groups(groups_), dimension(state.dimension), scale(state.scale) {
    extern __shared__ __align__(16) unsigned char room[];
    sums = reinterpret_cast<Sum*>(room);
    means = reinterpret_cast<T*>(sums + size_t(groups) * children * dimension);
    counts = reinterpret_cast<uint32_t*>(means + children * D);
    near = reinterpret_cast<uint8_t*>(counts + groups * children);
    const T* const from = state.means + size_t(slot) * children * dimension;
    for (uint32_t i = threadIdx.x; i < children * D; i += kMeansThreads)
      means[i] = i % D < uint32_t(dimension) ? from[i / D * dimension + i % D] : T(0);
    clear();
  }
  __device__ void clear() {
    for (uint32_t i = threadIdx.x; i < groups * children * dimension; i += kMeansThreads) sums[i] = 0;
    for (uint32_t i = threadIdx.x; i < groups * children; i += kMeansThreads) counts[i] = 0;
    __syncthreads();
  }

  __device__ void addChunk(const T* packed, const MeansChunk& chunk, uint8_t* nearest) {
    const uint32_t group = threadIdx.x / dimension, k = threadIdx.x % dimension;
    for (uint32_t first = 0; first < chunk.count; first += kMeansThreads) {
      const uint32_t size = min(kMeansThreads, chunk.count - first);
      const size_t begin = size_t(chunk.begin) + first;
      if (threadIdx.x < size) near[threadIdx.x] = nearest[begin + threadIdx.x] = classify(packed, begin + threadIdx.x);
      __syncthreads();
      if (group < groups)
        for (uint32_t i = group; i < size; i += groups) {
          const uint32_t row = group * children + near[i];
          sums[row * dimension + k] += shared::toFixed(packed[packedAt<T>(begin + i, int(k), D)], scale);
          if (k == 0) ++counts[row];
        }
      __syncthreads();
    }
  }
  __device__ uint8_t classify(const T* packed, size_t point) const {
    T x[D];
    loadPacked<T, D>(packed, point, x);
    uint32_t best = 0;
    T least = shared::squaredDistance<D>(&x[0], means);
    for (uint32_t c = 1; c < children; ++c) {
      const T squared = shared::squaredDistance<D>(&x[0], means + c * D);
      if (squared < least) best = c, least = squared;
    }
    return uint8_t(best);
  }
  /// Of all groups.
  __device__ Sum sum(uint32_t element) const {
    Sum total = 0;
    for (uint32_t g = 0; g < groups; ++g) total += sums[g * children * dimension + element];
    return total;
  }
  __device__ uint32_t count(uint32_t child) const {
    uint32_t total = 0;
    for (uint32_t g = 0; g < groups; ++g) total += counts[g * children + child];
    return total;
  }
};

template <class T, int D>
__global__ void __launch_bounds__(kMeansThreads)
    assignKernel(const T* packed, const MeansChunk* chunks, MeansState<T> state, uint8_t* nearest, uint32_t groups) {
  const MeansChunk chunk = chunks[blockIdx.x];
  if (state.done[chunk.slot]) return;
  BlockMeans<T, D> block(state, groups, chunk.slot);
  block.addChunk(packed, chunk, nearest);
  const uint32_t elements = state.children * state.dimension;
  for (uint32_t i = threadIdx.x; i < elements; i += kMeansThreads)
    if (const shared::FixedSum<T> sum = block.sum(i); sum != 0) addTo(state.sums + size_t(chunk.slot) * elements + i, sum);
  for (uint32_t c = threadIdx.x; c < state.children; c += kMeansThreads)
    if (const uint32_t count = block.count(c); count > 0) atomicAdd(state.counts + size_t(chunk.slot) * state.children + c, count);
}

/// One block per slot.
template <class T>
__global__ void moveKernel(MeansState<T> state, bool last, uint32_t* moving) {
  const uint32_t slot = blockIdx.x, elements = state.children * state.dimension;
  if (state.done[slot]) return;
  T* const means = state.means + size_t(slot) * elements;
  shared::FixedSum<T>* const sums = state.sums + size_t(slot) * elements;
  uint32_t* const counts = state.counts + size_t(slot) * state.children;
  bool moved = false;
  for (uint32_t i = threadIdx.x; i < elements; i += blockDim.x) {
    const uint32_t count = counts[i / state.dimension];
    if (count == 0) continue;
    const T next = T(shared::fixedMean(sums[i], count, state.scale));
    moved = moved || next != means[i];
    means[i] = next;
  }
  moved = __syncthreads_or(moved) && !last;
  for (uint32_t i = threadIdx.x; i < elements && moved; i += blockDim.x) sums[i] = 0;
  for (uint32_t c = threadIdx.x; c < state.children && moved; c += blockDim.x) counts[c] = 0;
  if (threadIdx.x != 0) return;
  if (moved) atomicAdd(moving, 1u);
  else state.done[slot] = 1;
}

template <class T, int D>
__global__ void __launch_bounds__(kMeansThreads)
    fragmentKernel(const T* packed, const MeansChunk* chunks, MeansState<T> state, uint8_t* nearest, uint32_t groups) {
  const MeansChunk chunk = chunks[blockIdx.x];
  BlockMeans<T, D> block(state, groups, blockIdx.x);
  const uint32_t dimension = uint32_t(state.dimension), elements = state.children * dimension;
  bool moved = true;
  for (int turn = 0; turn < kMostTurns && moved; ++turn) {
    if (turn > 0) block.clear();
    block.addChunk(packed, chunk, nearest);
    moved = false;
    for (uint32_t i = threadIdx.x; i < elements; i += kMeansThreads) {
      const uint32_t count = block.count(i / dimension);
      if (count == 0) continue;
      const T next = T(shared::fixedMean(block.sum(i), count, state.scale));
      T& mean = block.means[i / dimension * D + i % dimension];
      moved = moved || next != mean;
      mean = next;
    }
    moved = __syncthreads_or(moved);
  }
  for (uint32_t i = threadIdx.x; i < elements; i += kMeansThreads)
    state.means[size_t(blockIdx.x) * elements + i] = block.means[i / dimension * D + i % dimension];
}

template <class T, class Kernel>
void launchWithRoom(const Kernel& kernel, size_t bytes) {
  constexpr size_t kUsual = 48 << 10;
  if (bytes > kUsual) CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
}

}  // namespace

template <class T>
void assignToMeans(const T* packed, const MeansChunk* chunks, uint32_t chunkCount, const MeansState<T>& state, uint8_t* nearest,
                   cudaStream_t stream) {
  if (chunkCount == 0) return;
  withPackedDimension<T>(state.dimension, [&]<int D>() {
    using Block = BlockMeans<T, D>;
    const size_t bytes = Block::bytes(state.children, state.dimension);
    launchWithRoom<T>(assignKernel<T, D>, bytes);
    assignKernel<T, D>
        <<<chunkCount, kMeansThreads, bytes, stream>>>(packed, chunks, state, nearest, Block::groupsFor(state.children, state.dimension));
    CUDA_CHECK_LAUNCH("assignKernel");
  });
}

template <class T>
void moveMeans(const MeansState<T>& state, uint32_t slots, bool last, uint32_t* moving, cudaStream_t stream) {
  constexpr uint32_t kMoving = 128;
  moveKernel<T><<<slots, kMoving, 0, stream>>>(state, last, moving);
  CUDA_CHECK_LAUNCH("moveKernel");
}

template <class T>
void partFragments(const T* packed, const MeansChunk* chunks, uint32_t slots, const MeansState<T>& state, uint8_t* nearest, cudaStream_t stream) {
  withPackedDimension<T>(state.dimension, [&]<int D>() {
    using Block = BlockMeans<T, D>;
    const size_t bytes = Block::bytes(state.children, state.dimension);
    launchWithRoom<T>(fragmentKernel<T, D>, bytes);
    fragmentKernel<T, D><<<slots, kMeansThreads, bytes, stream>>>(packed, chunks, state, nearest, Block::groupsFor(state.children, state.dimension));
    CUDA_CHECK_LAUNCH("fragmentKernel");
  });
}

template void assignToMeans<float>(const float*, const MeansChunk*, uint32_t, const MeansState<float>&, uint8_t*, cudaStream_t);
template void assignToMeans<double>(const double*, const MeansChunk*, uint32_t, const MeansState<double>&, uint8_t*, cudaStream_t);
template void moveMeans<float>(const MeansState<float>&, uint32_t, bool, uint32_t*, cudaStream_t);
template void moveMeans<double>(const MeansState<double>&, uint32_t, bool, uint32_t*, cudaStream_t);
template void partFragments<float>(const float*, const MeansChunk*, uint32_t, const MeansState<float>&, uint8_t*, cudaStream_t);
template void partFragments<double>(const double*, const MeansChunk*, uint32_t, const MeansState<double>&, uint8_t*, cudaStream_t);

}  // namespace arete::cuda
