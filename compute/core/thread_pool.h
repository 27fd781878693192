// CPU threads that wait by spinning for a moment, then sleep: evolve iterations last microseconds, so a wake-up through the
// kernel for each would cost more than the work. Built on std::atomic only, so ThreadSanitizer sees every hand-over.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace arete {

class ThreadPool {
 public:
  /// `threads` ≥ 1 including the calling one; 0 = one per hardware thread. Where the system refuses some (`ulimit -u`, a container's limit,
  /// no memory), the others do the work: see shortOf().
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const;
  int wanted() const { return wanted_; }
  /// "3 of 64 threads" for the first pool in this process that got fewer than it wanted, to be reported once. Empty when none did.
  static std::string shortOf();

  /// Calls `body(thread)` once on each thread, 0 … size()−1, and waits for all. Exceptions: the first one is rethrown here.
  /// One caller at a time; not re-entrant.
  void run(const std::function<void(int thread)>& body);

  /// Splits [0, count) into pieces of at most `grain` that idle threads take in order: `body(begin, end, thread)`.
  /// With one piece or one thread it runs on the calling thread, piece after piece (a place to check a stop token).
  void forEachRange(size_t count, size_t grain, const std::function<void(size_t begin, size_t end, int thread)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
  int wanted_;
};

}  // namespace arete
