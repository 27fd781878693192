// Idea: one thread takes one point and looks at every chosen point.
// Cost: n x m distances; every thread reads all chosen points from global memory, which the caches soften.
// Loses where there are many chosen points, or so few points that the GPU is not full. The first step of the ladder.
#include <arete/version.h>

template <class T>
__global__ void lookAtAll(AreteEvolve<T> task) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= task.n) return;
  T best = task.r1 * task.r1;
  uint32_t index = ARETE_NONE;
  for (uint32_t j = 0; j < task.m; ++j) {
    T sum = 0;
    for (int k = 0; k < task.d; ++k) {
      const T difference = task.points[size_t(i) * task.d + k] - task.chosen[size_t(j) * task.d + k];
      sum += difference * difference;
    }
    // A tie goes to the lower number, so only nearer ones count; but the first one may be as far as r1 itself.
    if (sum < best || (sum == best && index == ARETE_NONE)) best = sum, index = j;
  }
  task.nearest[i] = index;
}

template <class T>
void nearest(const AreteEvolve<T>& task) {
  const auto block = uint32_t(task.parameters[0]);
  lookAtAll<<<(task.n + block - 1) / block, block, 0, task.stream>>>(task);
}

ARETE_PARAMETERS({"block", 32, 1024, 256, "Threads of a block."})
ARETE_DECLARE_VERSION(evolve, cuda, nearest, ARETE_ROWS)
