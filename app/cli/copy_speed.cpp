#include "app/cli/copy_speed.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "compute/core/large_vector.h"
#include "compute/core/thread_pool.h"

namespace arete::cli {

double copySpeed(int threads) {
  constexpr size_t kBytes = size_t(256) << 20, kGrain = size_t(1) << 20;
  constexpr int kTurns = 5;
  const LargeVector<char> from(kBytes, 'a');
  LargeVector<char> to(kBytes, 'b');
  ThreadPool pool(threads);
  double best = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto start = std::chrono::steady_clock::now();
    pool.forEachRange(kBytes, kGrain, [&](size_t begin, size_t end, int) { std::memcpy(to.data() + begin, from.data() + begin, end - begin); });
    best = std::max(best, double(kBytes) / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace arete::cli
