// Idea: the threads of a block load some chosen points into shared memory together, and each of them looks at all of these.
// Cost: n x m distances; global memory is read once a block and not once a thread.
// Loses to a version that keeps the point in registers: here it is read again for every chosen point.
#include <arete/version.h>

constexpr uint32_t kBlock = 256, kTile = 128;

template <class T>
__global__ void lookAtTiles(AreteEvolve<T> task) {
  __shared__ T tile[kTile * 16];
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  T best = task.r1 * task.r1;
  uint32_t index = ARETE_NONE;
  for (uint32_t first = 0; first < task.m; first += kTile) {
    const uint32_t count = min(kTile, task.m - first);
    __syncthreads();  // nobody looks at the tile before
    for (uint32_t at = threadIdx.x; at < count * task.d; at += blockDim.x) tile[at] = task.chosen[size_t(first) * task.d + at];
    __syncthreads();
    if (i >= task.n) continue;  // it helps to load, and has nothing to look at
    for (uint32_t j = 0; j < count; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.points[size_t(i) * task.d + k] - tile[j * task.d + k];
        sum += difference * difference;
      }
      if (sum < best || (sum == best && index == ARETE_NONE)) best = sum, index = first + j;
    }
  }
  if (i < task.n) task.nearest[i] = index;
}

template <class T>
void nearest(const AreteEvolve<T>& task) {
  lookAtTiles<<<(task.n + kBlock - 1) / kBlock, kBlock, 0, task.stream>>>(task);
}

ARETE_DECLARE_VERSION(evolve, cuda, nearest, ARETE_ROWS)
