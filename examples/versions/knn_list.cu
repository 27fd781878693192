// Idea: one thread a query, which keeps its nearest references as a sorted list in registers: up to 8 of them, every access unrolled. More are found
// in several passes: each takes up where the last one ended. Cost: n distances a query and pass. Loses where k is large, and where there are too few
// queries to fill the GPU.
#include <arete/version.h>

constexpr uint32_t kBlock = 128, kList = 8;

template <class T>
__device__ bool before(T a, uint32_t indexA, T b, uint32_t indexB) {
  return a < b || (a == b && indexA < indexB);
}

template <class T>
__global__ void keepList(AreteKnn<T> task) {
  const uint32_t q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= task.m) return;
  T last = -1;
  uint32_t lastIndex = 0;
  for (uint32_t done = 0; done < task.k; done += kList) {
    T distances[kList];
    uint32_t indices[kList];
#pragma unroll
    for (uint32_t at = 0; at < kList; ++at) distances[at] = INFINITY, indices[at] = ARETE_NONE;
    for (uint32_t j = 0; j < task.n; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.queries[size_t(q) * task.d + k] - task.references[size_t(j) * task.d + k];
        sum += difference * difference;
      }
      if (done > 0 && !before(last, lastIndex, sum, j)) continue;
      uint32_t index = j;
#pragma unroll
      for (uint32_t at = 0; at < kList; ++at) {  // the nearer one stays, the other one goes on
        if (!before(sum, index, distances[at], indices[at])) continue;
        const T distance = distances[at];
        const uint32_t other = indices[at];
        distances[at] = sum, indices[at] = index;
        sum = distance, index = other;
      }
    }
#pragma unroll
    for (uint32_t at = 0; at < kList; ++at)
      if (done + at < task.k) task.indices[size_t(q) * task.k + done + at] = indices[at];
    last = distances[kList - 1], lastIndex = indices[kList - 1];
  }
}

template <class T>
void neighbours(const AreteKnn<T>& task) {
  if (task.m > 0) keepList<<<(task.m + kBlock - 1) / kBlock, kBlock, 0, task.stream>>>(task);
}

ARETE_DECLARE_VERSION(knn, cuda, neighbours, ARETE_ROWS)
