// Idea: the dimension is known to the compiler, so the point of a thread lies in registers, and columns let neighbouring threads read neighbours.
// Cost: n x m distances, each a load from shared memory and arithmetic in registers.
// Loses where d is large, as registers run out. The third step of the ladder, after evolve_thread and evolve_shared.
#include <arete/version.h>

constexpr uint32_t kBlock = 256, kTile = 128;

template <int D, class T>
__global__ void lookAtTiles(AreteEvolve<T> task) {
  __shared__ T tile[kTile][D];
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, mine = min(i, task.n - 1);
  T point[D], best = task.r1 * task.r1;
#pragma unroll
  for (int k = 0; k < D; ++k) point[k] = task.points[size_t(k) * task.n + mine];
  uint32_t index = ARETE_NONE;
  for (uint32_t first = 0; first < task.m; first += kTile) {
    const uint32_t count = min(kTile, task.m - first);
    __syncthreads();
    for (uint32_t j = threadIdx.x; j < count; j += kBlock)
      for (int k = 0; k < D; ++k) tile[j][k] = task.chosen[size_t(k) * task.m + first + j];
    __syncthreads();
    for (uint32_t j = 0; j < count; ++j) {
      T sum = 0;
#pragma unroll
      for (int k = 0; k < D; ++k) sum += (point[k] - tile[j][k]) * (point[k] - tile[j][k]);
      if (sum < best || (sum == best && index == ARETE_NONE)) best = sum, index = first + j;
    }
  }
  if (i < task.n) task.nearest[i] = index;
}

/// The kernel of the task's dimension, 1 to 16.
template <int D, class T>
static void launch(const AreteEvolve<T>& task) {
  if constexpr (D > 16) return;
  else if (task.d == D) lookAtTiles<D, T><<<(task.n + kBlock - 1) / kBlock, kBlock, 0, task.stream>>>(task);
  else launch<D + 1, T>(task);
}

template <class T>
void nearest(const AreteEvolve<T>& task) {
  launch<1, T>(task);
}

ARETE_DECLARE_VERSION(evolve, cuda, nearest, ARETE_COLUMNS)
