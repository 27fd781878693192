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

  /// Where a thread was last seen, and the ticket of the work that it finished last; in a cache line of its own.
  struct alignas(64) Place {
    std::atomic<int> core{kNoCore};
    std::atomic<uint32_t> done{0};

    void seen() { core.store(presentCore(), std::memory_order_relaxed); }
    bool isHere() const {
      const int here = core.load(std::memory_order_relaxed);
      return here != kNoCore && here == presentCore();
    }
  };

  std::vector<std::thread> workers;
  std::vector<Place> places;         // of each worker
  Place caller;                      // its core alone
  std::atomic<uint32_t> ticket{0};   // odd and even alike: changes when there is work or the end
  std::atomic<uint32_t> running{0};  // workers that have not finished the present work
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
      call(thread);
      place.done.store(now, std::memory_order_relaxed);
      if (running.fetch_sub(1, std::memory_order_acq_rel) == 1) running.notify_one();
    }
  }

  void waitForWorkers() {
    const uint32_t now = ticket.load(std::memory_order_relaxed);
    const auto oneIsHere = [&] {
      return std::ranges::any_of(places, [&](const Place& place) { return place.done.load(std::memory_order_relaxed) != now && place.isHere(); });
    };
    for (uint32_t left = running.load(std::memory_order_acquire); left != 0;) left = waitWhileEqual(running, left, oneIsHere);
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
  state_->ticket.fetch_add(1, std::memory_order_release);
  state_->ticket.notify_all();
  for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::size() const { return int(state_->workers.size()) + 1; }

std::string ThreadPool::shortOf() {
  const Shortage first = firstShortage;
  return first.wanted == 0 ? "" : std::to_string(first.started) + " of " + std::to_string(first.wanted) + " threads";
}

void ThreadPool::run(const std::function<void(int)>& body) {
  State& state = *state_;
  state.body = &body;
  if (!state.workers.empty()) {
    state.running.store(uint32_t(state.workers.size()), std::memory_order_relaxed);
    state.caller.seen();
    state.ticket.fetch_add(1, std::memory_order_release);
    state.ticket.notify_all();
  }
  state.call(0);
  state.waitForWorkers();
  if (state.failure) std::rethrow_exception(std::exchange(state.failure, nullptr));
}

void ThreadPool::forEachRange(size_t count, size_t grain, const std::function<void(size_t, size_t, int)>& body) {
  grain = std::max<size_t>(grain, 1);
  if (count == 0) return;
  if (count <= grain || size() == 1) {
    for (size_t begin = 0; begin < count; begin += grain) body(begin, std::min(begin + grain, count), 0);
    return;
  }
  std::atomic<size_t> next{0};
  run([&](int thread) {
    for (size_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) body(begin, std::min(begin + grain, count), thread);
  });
}

}  // namespace arete
