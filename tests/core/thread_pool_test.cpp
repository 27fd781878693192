// Threads that wait by spinning, then asleep: every piece of work is done once, exceptions come through, nothing is lost in between.
#include "compute/core/thread_pool.h"

#include <gtest/gtest.h>

#if defined(__linux__) && defined(__x86_64__)
#include <immintrin.h>
#include <sched.h>
#endif

#include <atomic>
#include <chrono>
#include <ctime>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/no_more_threads.h"

namespace arete {
namespace {

TEST(ThreadPool, TakesEveryIndexOnceInPiecesOfAtMostTheGrain) {
  for (const int threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    ASSERT_EQ(pool.size(), threads);
    for (const size_t count : {0u, 1u, 99u, 100u, 101u, 12'345u}) {
      std::vector<std::atomic<int>> visits(count);
      std::atomic<bool> sound = true;
      pool.forEachRange(count, 100, [&](size_t begin, size_t end, int thread) {
        if (begin >= end || end > count || end - begin > 100 || thread < 0 || thread >= threads) sound = false;
        for (size_t i = begin; i < std::min(end, count); ++i) ++visits[i];
      });
      EXPECT_TRUE(sound) << count << " on " << threads;
      for (const auto& each : visits) ASSERT_EQ(each, 1) << count << " on " << threads;
    }
  }
}

TEST(ThreadPool, RunsOnEachThreadOnce) {
  ThreadPool pool(5);
  std::vector<std::atomic<int>> calls(5);
  for (int i = 0; i < 100; ++i) pool.run([&](int thread) { ++calls[size_t(thread)]; });
  for (const auto& each : calls) EXPECT_EQ(each, 100);
}

TEST(ThreadPool, HandsOverWorkWhetherItsThreadsSpinOrSleep) {
  ThreadPool pool(3);
  uint64_t sum = 0;
  std::vector<uint64_t> parts(3);
  for (uint64_t i = 0; i < 3000; ++i) {
    pool.run([&](int thread) { parts[size_t(thread)] += i; });  // no atomics: the hand-over itself must order these
    if (i % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    sum += 3 * i;
  }
  EXPECT_EQ(parts[0] + parts[1] + parts[2], sum);
}

#if defined(__linux__) && defined(__x86_64__)
/// The calling thread and those that it starts.
struct OnOneCore {
  OnOneCore() {
    sched_getaffinity(0, sizeof(before), &before);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof(one), &one) != 0) ADD_FAILURE() << "cannot stay on one core";
  }
  ~OnOneCore() { sched_setaffinity(0, sizeof(before), &before); }
  cpu_set_t before;
};

TEST(ThreadPool, DoesNotSpinForAThreadOfTheSameCore) {
  constexpr int kRegions = 500, kSpins = 4000;  // as many as the pool spins
  const OnOneCore one;
  ThreadPool pool(2);
  const auto since = [](std::clock_t start) { return std::clock() - start; };  // processor time: other programs do not count
  std::clock_t start = std::clock();
  for (int i = 0; i < kRegions; ++i) pool.run([](int) {});
  const std::clock_t regions = since(start);
  start = std::clock();
  for (int i = 0; i < kRegions * kSpins; ++i) _mm_pause();
  EXPECT_LT(regions, since(start)) << "a region has two hand-overs, each of which would take as long";
}
#endif

TEST(ThreadPool, GivesTheCallerTheFirstExceptionAndGoesOn) {
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    for (int thrower = 0; thrower < threads; ++thrower)
      EXPECT_THROW(pool.run([&](int thread) {
        if (thread == thrower) throw std::runtime_error("from a thread");
      }),
                   std::runtime_error);
    EXPECT_THROW(pool.forEachRange(1000, 10,
                                   [](size_t begin, size_t, int) {
                                     if (begin == 500) throw std::logic_error("in a piece");
                                   }),
                 std::logic_error);
    std::atomic<int> calls = 0;
    EXPECT_NO_THROW(pool.run([&](int) { ++calls; }));
    EXPECT_EQ(calls, threads);
  }
}

TEST(ThreadPool, OfSizeZeroHasAThreadForEachOfTheMachine) { EXPECT_EQ(ThreadPool(0).size(), std::max(1, int(std::thread::hardware_concurrency()))); }

TEST(ThreadPool, DoesTheWorkWithTheThreadsThatTheSystemStarts) {
  EXPECT_EQ(ThreadPool::shortOf(), "");
  const test::NoMoreThreads none;
  ThreadPool pool(4);
  EXPECT_EQ(pool.size(), 1);
  EXPECT_EQ(pool.wanted(), 4);
  EXPECT_EQ(ThreadPool::shortOf(), "1 of 4 threads");
  const ThreadPool later(7);
  EXPECT_EQ(ThreadPool::shortOf(), "1 of 4 threads") << "told once";
  size_t sum = 0;
  pool.forEachRange(1000, 10, [&](size_t begin, size_t end, int) { sum += end - begin; });
  EXPECT_EQ(sum, 1000u);
}

}  // namespace
}  // namespace arete
