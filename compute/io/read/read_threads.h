// The threads that read one file. Its blocks or pieces are taken one after the other by whoever is idle, so those that are at work lie close
// together: what comes out in order waits little, and the disk is read nearly from front to back.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
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

  /// Calls take(make(piece, thread)) for all pieces in order, on the calling thread, until it returns false. `failed` is called within the handler of
  /// what take() or between() threw.
  template <class Make, class Take>
  void forEachInOrder(size_t pieces, Make&& make, Take&& take, const std::function<void()>& between, const std::function<void()>& failed = {}) {
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
      forEach(pieces, work, [&] {
        try {
          takeReady(), between();
        } catch (...) {
          if (failed) failed();
          throw;
        }
      });
      takeReady();
      between();
    } catch (const Enough&) {
    }
  }

  /// The same of pieces whose beginning only those before them tell: cut(piece) is called for one after the other, and make() gets what it gives.
  template <class Cut, class Make, class Take>
  void forEachCutInOrder(size_t pieces, Cut&& cut, Make&& make, Take&& take, const std::function<void()>& between) {
    InTurn turns;
    const auto cutAndMake = [&](size_t piece, int thread) {
      auto raw = turns.wait(piece, [&] { return cut(piece); });
      return make(std::move(raw), thread);
    };
    try {
      forEachInOrder(pieces, cutAndMake, take, between, [&] { turns.breakOff(); });
    } catch (const Broken&) {
      turns.rethrow();
    }
  }

 private:
  struct Enough {};
  struct Broken {};

  /// Lets pieces through in their order. Once one failed, or is never taken because something else did, those that wait for it are broken off.
  class InTurn {
   public:
    template <class F>
    auto wait(size_t piece, F&& f) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return cause_ || next_ == piece; });
      if (cause_) throw Broken{};
      lock.unlock();
      try {
        auto result = f();
        lock.lock();
        ++next_;
        changed_.notify_all();
        return result;
      } catch (...) {
        breakOff();
        throw;
      }
    }
    /// Where something was caught.
    void breakOff() {
      const std::lock_guard lock(mutex_);
      if (!cause_) cause_ = std::current_exception();
      changed_.notify_all();
    }
    void rethrow() const {
      try {
        std::rethrow_exception(cause_);
      } catch (const Enough&) {
      }
    }

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    size_t next_ = 0;
    std::exception_ptr cause_;
  };

  int wanted_;
  std::unique_ptr<ThreadPool> pool_;  // made when a file is worth it
};

}  // namespace arete
