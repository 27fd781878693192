// Idea: one block a query. In each of k rounds its threads look for the nearest reference behind the one that was found last, and halve the
// candidates in shared memory until one is left.
// Cost: k x n distances a query. Loses as soon as k is more than a few.
#include <arete/version.h>

constexpr uint32_t kBlock = 256;

/// Whether (distance, number) of a comes before that of b: of several as near the lower number.
template <class T>
__device__ bool before(T a, uint32_t indexA, T b, uint32_t indexB) {
  return a < b || (a == b && indexA < indexB);
}

template <class T>
__global__ void findOneByOne(AreteKnn<T> task) {
  __shared__ T distances[kBlock];
  __shared__ uint32_t indices[kBlock];
  const T* const query = task.queries + size_t(blockIdx.x) * task.d;
  T last = -1;
  uint32_t lastIndex = 0;
  for (uint32_t round = 0; round < task.k; ++round) {
    T best = 0;
    uint32_t index = ARETE_NONE;
    for (uint32_t j = threadIdx.x; j < task.n; j += kBlock) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = query[k] - task.references[size_t(j) * task.d + k];
        sum += difference * difference;
      }
      const bool isNew = round == 0 || before(last, lastIndex, sum, j);
      if (isNew && (index == ARETE_NONE || before(sum, j, best, index))) best = sum, index = j;
    }
    distances[threadIdx.x] = best, indices[threadIdx.x] = index;
    for (uint32_t half = kBlock / 2; half > 0; half /= 2) {
      __syncthreads();
      const uint32_t other = threadIdx.x + half;
      if (threadIdx.x >= half || indices[other] == ARETE_NONE) continue;
      if (indices[threadIdx.x] != ARETE_NONE && before(distances[threadIdx.x], indices[threadIdx.x], distances[other], indices[other])) continue;
      distances[threadIdx.x] = distances[other], indices[threadIdx.x] = indices[other];
    }
    __syncthreads();
    last = distances[0], lastIndex = indices[0];
    if (threadIdx.x == 0) task.indices[size_t(blockIdx.x) * task.k + round] = lastIndex;
    __syncthreads();  // all have read the winner before it is overwritten
  }
}

template <class T>
void neighbours(const AreteKnn<T>& task) {
  if (task.m > 0) findOneByOne<<<task.m, kBlock, 0, task.stream>>>(task);
}

ARETE_DECLARE_VERSION(knn, cuda, neighbours, ARETE_ROWS)
