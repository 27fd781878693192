// The threads that read one file. Its blocks or pieces are taken one after the other by whoever is idle, so those that are at work lie close
// together: what comes out in order waits little, and the disk is read nearly from front to back.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "compute/core/thread_pool.h"

namespace arete {

class ReadThreads {
 public:
  static constexpr int kMost = 32;  ///< each has buffers of its own

  /// 0: one for each of the machine's.
  explicit ReadThreads(int wanted = 0);

  /// How many work on so many blocks: a thread that is started for two of them is no gain. Thread numbers are below.
  int sizeFor(size_t blocks) const { return int(std::clamp<size_t>(blocks / 2, 1, size_t(wanted_))); }

  /// Calls work(block, thread) for blocks 0, 1 …, each once, and waits. `between` is called on the calling thread only, before each block that it
  /// takes: to look whether to stop, and to report. What is thrown ends it; of several errors that of the first block comes out, as with one thread.
  void forEach(size_t blocks, const std::function<void(size_t block, int thread)>& work, const std::function<void()>& between);

  /// Calls take(make(piece, thread)) for all pieces in order, on the calling thread, until it returns false.
  template <class Make, class Take>
  void forEachInOrder(size_t pieces, Make&& make, Take&& take, const std::function<void()>& between) {
    using Result = std::invoke_result_t<Make, size_t, int>;
    std::vector<std::unique_ptr<Result>> made(pieces);
    std::mutex mutex;
    size_t taken = 0;
    const auto takeReady = [&] {
      while (taken < pieces) {
        std::unique_ptr<Result> next;
        {
          const std::lock_guard lock(mutex);
          next = std::move(made[taken]);
        }
        if (!next) return;
        if (!take(taken++, std::move(*next))) throw Enough{};
      }
    };
    const auto work = [&](size_t piece, int thread) {
      auto result = std::make_unique<Result>(make(piece, thread));
      const std::lock_guard lock(mutex);
      made[piece] = std::move(result);
    };
    try {
      forEach(pieces, work, [&] { takeReady(), between(); });
      takeReady();
      between();
    } catch (const Enough&) {
    }
  }

 private:
  struct Enough {};

  int wanted_;
  std::unique_ptr<ThreadPool> pool_;  // made when a file is worth it
};

}  // namespace arete
