#include "compute/core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace arete {

static constexpr int kNoCore = -1;

/// That the calling thread runs on; kNoCore where the system does not say.
static int presentCore() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return kNoCore;
#endif
}

static void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

struct ThreadPool::State {
  static constexpr int kSpins = 4000;  // about 50 to 100 µs: longer than the gap between two parallel regions of an iteration
  static constexpr int kLook = 64;     // spins between two looks at where the others are

  /// Work for everybody has odd tickets, and the caller waits for all; shared work has even ones, and the caller waits for those that have begun.
  static constexpr uint32_t kForAll = 1, kNext = 2;
  static constexpr uint32_t kClosed = kForAll;  // no shared work has this ticket

  /// Where a thread was last seen, and the tickets of the work that it began and finished last; in a cache line of its own.
  struct alignas(64) Place {
    std::atomic<int> core{kNoCore};
    std::atomic<uint32_t> begun{0}, done{0};

    void seen() { core.store(presentCore(), std::memory_order_relaxed); }
    bool isHere() const {
      const int here = core.load(std::memory_order_relaxed);
      return here != kNoCore && here == presentCore();
    }
  };

  std::vector<std::thread> workers;
  std::vector<Place> places;            // of each worker
  Place caller;                         // its core alone
  std::atomic<uint32_t> ticket{0};      // changes when there is work or the end
  std::atomic<uint32_t> running{0};     // workers that have not finished the present work, which is for all
  std::atomic<uint32_t> open{kClosed};  // the ticket of the shared work that may be begun
  std::atomic<uint32_t> inside{0};      // workers that look whether it is open, or do it
  std::atomic<bool> stop{false};
  const std::function<void(int)>* body = nullptr;  // written before ticket, read after
  std::mutex failureMutex;
  std::exception_ptr failure;

  void call(int thread) {
    try {
      (*body)(thread);
    } catch (...) {
      const std::lock_guard lock(failureMutex);
      if (!failure) failure = std::current_exception();
    }
  }

  /// `blocked`: whether a thread that must do something first is on this core, where it cannot while this one spins. Busy machines leave two threads
  /// on one core for long; then every hand-over would take as long as all spins.
  template <class Blocked>
  static uint32_t waitWhileEqual(std::atomic<uint32_t>& value, uint32_t old, const Blocked& blocked) {
    for (int spin = 1; spin <= kSpins; ++spin) {
      const uint32_t now = value.load(std::memory_order_acquire);
      if (now != old) return now;
      if (spin % kLook == 0 && blocked()) break;
      relax();
    }
    value.wait(old, std::memory_order_acquire);
    return value.load(std::memory_order_acquire);
  }

  void work(int thread) {
    Place& place = places[size_t(thread) - 1];
    for (uint32_t seen = 0;;) {
      const uint32_t now = waitWhileEqual(ticket, seen, [this] { return caller.isHere(); });
      if (now == seen) continue;
      seen = now;
      if (stop.load(std::memory_order_relaxed)) return;
      place.seen();
      if ((now & kForAll) != 0) doForAll(thread, place, now);
      else doShared(thread, place, now);
    }
  }
  void doForAll(int thread, Place& place, uint32_t now) {
    call(thread);
    place.done.store(now, std::memory_order_relaxed);
    if (running.fetch_sub(1, std::memory_order_acq_rel) == 1) running.notify_one();
  }
  /// A worker that comes after the caller has closed the work sees that it is closed, or the caller sees that it is inside, as both are in one order.
  void doShared(int thread, Place& place, uint32_t now) {
    place.begun.store(now, std::memory_order_relaxed);
    inside.fetch_add(1, std::memory_order_seq_cst);
    if (open.load(std::memory_order_seq_cst) == now) call(thread);
    place.done.store(now, std::memory_order_relaxed);
    if (inside.fetch_sub(1, std::memory_order_acq_rel) == 1) inside.notify_one();
  }

  /// Tells so many workers that sleep, and all that spin. `kind`: kForAll or 0. Returns the ticket.
  uint32_t begin(uint32_t kind, size_t wanted) {
    const uint32_t now = ((ticket.load(std::memory_order_relaxed) & ~kForAll) + kNext) | kind;
    if (kind == kForAll) running.store(uint32_t(workers.size()), std::memory_order_relaxed);
    else open.store(now, std::memory_order_relaxed);
    caller.seen();
    ticket.store(now, std::memory_order_release);
    if (wanted >= workers.size()) ticket.notify_all();
    else
      for (size_t i = 0; i < wanted; ++i) ticket.notify_one();
    return now;
  }
  template <class MustFinish>
  void waitUntilZero(std::atomic<uint32_t>& left, const MustFinish& mustFinish) {
    const auto oneIsHere = [&] { return std::ranges::any_of(places, [&](const Place& place) { return mustFinish(place) && place.isHere(); }); };
    for (uint32_t many = left.load(std::memory_order_seq_cst); many != 0;) many = waitWhileEqual(left, many, oneIsHere);
  }
  void rethrow() {
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  void runOnAll() {
    const uint32_t now = begin(kForAll, workers.size());
    call(0);
    waitUntilZero(running, [&](const Place& place) { return place.done.load(std::memory_order_relaxed) != now; });
    rethrow();
  }
  /// The caller's part ends when there is nothing left to begin. Workers that wake too late, as on busy machines and where there are many for little
  /// work, are not waited for. `helpers`: more than so many find nothing to do.
  void runShared(size_t helpers) {
    const uint32_t now = begin(0, helpers);
    call(0);
    open.store(kClosed, std::memory_order_seq_cst);
    waitUntilZero(inside, [&](const Place& place) {
      return place.begun.load(std::memory_order_relaxed) == now && place.done.load(std::memory_order_relaxed) != now;
    });
    rethrow();
  }
};

struct alignas(8) Shortage {
  int started, wanted;
};
static std::atomic<Shortage> firstShortage = Shortage{0, 0};

ThreadPool::ThreadPool(int threads)
    : state_(std::make_unique<State>()), wanted_(threads > 0 ? threads : std::max(1, int(std::thread::hardware_concurrency()))) {
  state_->workers.reserve(size_t(wanted_) - 1);
  state_->places = std::vector<State::Place>(size_t(wanted_) - 1);
  try {
    for (int thread = 1; thread < wanted_; ++thread) state_->workers.emplace_back([state = state_.get(), thread] { state->work(thread); });
  } catch (const std::exception&) {  // system_error: the system starts no more; bad_alloc: no memory for one more
    Shortage none{0, 0};
    firstShortage.compare_exchange_strong(none, {size(), wanted_});
  }
}

ThreadPool::~ThreadPool() {
  state_->stop.store(true, std::memory_order_relaxed);
  state_->begin(0, state_->workers.size());
  for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::size() const { return int(state_->workers.size()) + 1; }

std::string ThreadPool::shortOf() {
  const Shortage first = firstShortage;
  return first.wanted == 0 ? "" : std::to_string(first.started) + " of " + std::to_string(first.wanted) + " threads";
}

void ThreadPool::run(const std::function<void(int)>& body) {
  state_->body = &body;
  state_->runOnAll();
}

void ThreadPool::forEachRange(size_t count, size_t grain, const std::function<void(size_t, size_t, int)>& body) {
  grain = std::max<size_t>(grain, 1);
  if (count == 0) return;
  if (count <= grain || size() == 1) {
    for (size_t begin = 0; begin < count; begin += grain) body(begin, std::min(begin + grain, count), 0);
    return;
  }
  std::atomic<size_t> next{0};
  const std::function<void(int)> takePieces = [&](int thread) {
    for (size_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) body(begin, std::min(begin + grain, count), thread);
  };
  state_->body = &takePieces;
  state_->runShared((count - 1) / grain);
}

}  // namespace arete
