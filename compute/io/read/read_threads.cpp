#include "compute/io/read/read_threads.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>

namespace arete {

ReadThreads::ReadThreads(int wanted) : wanted_(std::clamp(wanted > 0 ? wanted : int(std::thread::hardware_concurrency()), 1, kMost)) {}

void ReadThreads::forEach(size_t blocks, const std::function<void(size_t, int)>& work, const std::function<void()>& between) {
  const int threads = sizeFor(blocks);
  if (threads == 1) {
    for (size_t block = 0; block < blocks; ++block) {
      between();
      work(block, 0);
    }
    return;
  }
  if (!pool_ || pool_->wanted() < threads) pool_ = std::make_unique<ThreadPool>(threads);
  std::atomic<size_t> next{0};
  std::mutex mutex;
  size_t failedBlock = SIZE_MAX;
  std::exception_ptr failure;
  const auto attempt = [&](size_t block, int thread) {
    try {
      if (thread == 0) between();
      work(block, thread);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (block < failedBlock) {
        failedBlock = block;
        failure = std::current_exception();
      }
      next = blocks;  // nobody begins another one
    }
  };
  pool_->run([&](int thread) {
    if (thread >= threads) return;  // there was more to do when the pool was made
    for (size_t block = next++; block < blocks; block = next++) attempt(block, thread);
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arete
