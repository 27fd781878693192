#include "compute/core/cpu_speed.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ARETE_EVERY_PROCESSOR [[gnu::target_clones("default", "avx2", "avx512f")]]
#else
#define ARETE_EVERY_PROCESSOR
#endif

namespace arete {

namespace {

constexpr uint32_t kLanes = 128;  // enough sums side by side to hide the latency of an addition

/// One multiplication and one addition per lane and turn.
ARETE_EVERY_PROCESSOR
float compute(uint32_t turns, float factor) {
  float sums[kLanes];
  for (uint32_t l = 0; l < kLanes; ++l) sums[l] = float(l);
  for (uint32_t t = 0; t < turns; ++t)
    for (uint32_t l = 0; l < kLanes; ++l) sums[l] = sums[l] * factor + factor;
  float sum = 0;
  for (const float each : sums) sum += each;
  return sum;
}

ARETE_EVERY_PROCESSOR
uint64_t read(const uint64_t* words, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += words[i];
  return sum;
}

template <class F>
double bestSeconds(const F& f) {
  constexpr int kTurns = 5;
  double best = 1e30;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace

Speed measuredSpeed(ThreadPool& threads) {
  constexpr size_t kWords = size_t(1) << 25;  // 256 MiB: more than any cache holds
  constexpr uint32_t kTurnsOfCompute = 200'000;
  const auto count = size_t(threads.size());
  std::vector<uint64_t> words(kWords, 1), sums(count);
  std::vector<float> results(count);
  const double reading = bestSeconds([&] {
    threads.run([&](int t) {
      const size_t first = kWords * size_t(t) / count, end = kWords * size_t(t + 1) / count;
      sums[size_t(t)] = read(words.data() + first, end - first);
    });
  });
  const double computing = bestSeconds([&] { threads.run([&](int t) { results[size_t(t)] = compute(kTurnsOfCompute, 0.5F); }); });
  // Read the results, so that the compiler cannot drop the work.
  volatile double sink = 0;
  for (size_t t = 0; t < count; ++t) sink = sink + double(sums[t]) + double(results[t]);
  return {double(kWords * sizeof(uint64_t)) / reading, 2.0 * kLanes * kTurnsOfCompute * double(count) / computing};
}

}  // namespace arete
