// Idea: eight points look at a chosen point at once, in the lanes of vector registers; threads share the points.
// Cost: n x m distances, eight in the time of one where the processor has 256-bit registers. Columns, so that eight coordinates are one load.
// Loses where there are many chosen points: a version that knows which of them are near looks at few.
#include <arete/version.h>

#include <algorithm>

constexpr uint32_t kLanes = 8;

/// Eight points from `first` on; those behind the last one look again at the last.
template <class T>
static void lookAtAll(const AreteEvolve<T>& task, uint32_t first) {
  T best[kLanes];
  uint32_t index[kLanes];
  T point[16][kLanes];
  const uint32_t count = std::min(kLanes, task.n - first);
  for (int k = 0; k < task.d; ++k)
    for (uint32_t lane = 0; lane < kLanes; ++lane) point[k][lane] = task.points[size_t(k) * task.n + first + std::min(lane, count - 1)];
  for (uint32_t lane = 0; lane < kLanes; ++lane) best[lane] = task.r1 * task.r1, index[lane] = ARETE_NONE;
  for (uint32_t j = 0; j < task.m; ++j) {
    T sum[kLanes] = {};
    for (int k = 0; k < task.d; ++k) {
      const T chosen = task.chosen[size_t(k) * task.m + j];
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        const T difference = point[k][lane] - chosen;
        sum[lane] += difference * difference;
      }
    }
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      // Within r1 the first one counts although it is as far as r1 itself; after that only nearer ones.
      const bool isNearer = (sum[lane] < best[lane]) | ((sum[lane] == best[lane]) & (index[lane] == ARETE_NONE));
      best[lane] = isNearer ? sum[lane] : best[lane];
      index[lane] = isNearer ? j : index[lane];
    }
  }
  for (uint32_t lane = 0; lane < count; ++lane) task.nearest[first + lane] = index[lane];
}

template <class T>
void nearest(const AreteEvolve<T>& task) {
#pragma omp parallel for num_threads(task.threads) schedule(static)
  for (uint32_t group = 0; group < (task.n + kLanes - 1) / kLanes; ++group) lookAtAll(task, group * kLanes);
}

ARETE_DECLARE_VERSION(evolve, cpu, nearest, ARETE_COLUMNS)
