#include "compute/chains/parts/schedule.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace arete::parts {

namespace {

/// What a part does next. apply ends an iteration, look begins one.
enum class Phase : uint8_t { look, move, apply };

class Schedule {
 public:
  Schedule(std::span<const std::unique_ptr<EvolvingPart>> parts, const std::vector<std::vector<uint32_t>>& neighbours, Exchange& exchange,
           uint32_t limit, PartsOrder order, Residence* residence, const IterationMade& made)
      : parts_(parts),
        neighbours_(neighbours),
        exchange_(exchange),
        limit_(limit),
        seed_(order.seed),
        first_(order.firstPart),
        residence_(residence),
        made_(made),
        lag_(residence == nullptr ? kSumLag : std::max(kSumLag, residence->mostAhead())),
        states_(parts.size()) {
    for (size_t part = states_.size(); residence_ != nullptr && part-- > 0;) maybeReady_.push_back(part);
  }

  /// Called by each thread that works on parts.
  void work(const StageContext& context) {
    std::unique_lock lock(mutex_);
    while (!finished()) {
      const size_t part = residence_ == nullptr ? pick() : pickOrFail();
      if (part == kNone) {
        if (running_ > 0) waitForChange(lock);
        else if (!exchange_.await()) refuse();
        continue;
      }
      states_[part].running = true, ++running_;
      lock.unlock();
      try {
        context.checkStop();
        advance(part, context);
      } catch (...) {
        lock.lock();
        failed_ = true, --running_;
        noteChange();
        throw;
      }
      lock.lock();
      states_[part].running = false, --running_;
      if (residence_ != nullptr) noteAdvance(part);
      noteChange();
    }
  }

  /// Iterations after the end did nothing: they do not count.
  std::vector<IterationCounts> counts() const {
    exchange_.endRun(ended_ ? std::min(limit_, summed_ - 1 + lag_) : limit_);
    std::vector<IterationCounts> all;
    for (uint64_t i = 0; i < limit_; ++i) {
      const auto sum = exchange_.sum(i);
      if (!sum) break;
      all.push_back(*sum);
      if (sum->moved == 0) break;
    }
    return all;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  /// A half takes microseconds, so first by spinning.
  void waitForChange(std::unique_lock<std::mutex>& lock) {
    constexpr int kSpins = 200;
    const uint64_t seen = changes_;
    lock.unlock();
    for (int spin = 0; spin < kSpins && changes_.load(std::memory_order_acquire) == seen; ++spin) std::this_thread::yield();
    lock.lock();
    changed_.wait(lock, [&] { return changes_ != seen; });
  }
  void noteChange() {
    changes_.fetch_add(1, std::memory_order_release);
    changed_.notify_all();
  }

  [[noreturn]] void refuse() {
    failed_ = true;
    noteChange();
    throw Error(ErrorKind::internal, "cannot evolve in parts", "a part", "all wait for each other", "please report this");
  }

  struct State {
    Phase phase = Phase::look;
    bool running = false;
    uint64_t iteration = 0, lookedAt = 0;
  };

  bool finished() {
    if (failed_) return true;
    for (std::optional<IterationCounts> sum; !ended_ && (sum = exchange_.sum(summed_)); ++summed_) {
      ended_ = sum->moved == 0;
      if (made_) made_(*sum);
      if (sum->stops > 0) limit_ = std::min(limit_, summed_ + lag_);  // nobody is farther, and all can go so far
    }
    if (ended_) return true;
    return std::ranges::all_of(states_, [&](const State& state) { return !state.running && state.iteration == limit_; });
  }

  bool ready(size_t part) const {
    const State& state = states_[part];
    if (state.running || state.iteration == limit_) return false;
    if (state.phase == Phase::look) return state.iteration < summed_ + lag_;
    return exchange_.arrived(first_ + uint32_t(part), 2 * state.iteration + (state.phase == Phase::apply ? 1 : 0));
  }

  /// The next part that can go on: in turn, or any.
  size_t pick() {
    const size_t from = seed_ == 0 ? last_ + 1 : random();
    for (size_t i = 0; i < states_.size(); ++i)
      if (const size_t part = (from + i) % states_.size(); ready(part)) return last_ = part;
    return kNone;
  }

  /// A part has advanced: it and those that hear from it may be able to go on now.
  void noteAdvance(size_t part) {
    for (const uint32_t neighbour : neighbours_[part]) maybeReady_.push_back(neighbour - first_);
    maybeReady_.push_back(part);
  }
  bool needsPoints(size_t part) const { return states_[part].phase == Phase::look && parts_[part]->isDue(); }
  /// Halves and applies that a part has done.
  uint64_t progress(size_t part) const { return 3 * states_[part].iteration + uint64_t(states_[part].phase); }

  size_t pickOrFail() {
    try {
      return pickByResidence();
    } catch (...) {
      failed_ = true;
      noteChange();
      throw;
    }
  }
  size_t pickByResidence() {
    while (!maybeReady_.empty()) {
      const size_t part = maybeReady_.back();
      maybeReady_.pop_back();
      if (ready(part) && (!needsPoints(part) || residence_->isPresent(part))) return part;
    }
    size_t above = kNone, below = kNone;  // the nearest to the one that entered last
    for (size_t part = 0; part < states_.size(); ++part) {
      if (!ready(part)) continue;
      if (!needsPoints(part) || residence_->isPresent(part)) return part;
      if (part < entered_) below = part;
      else if (above == kNone) above = part;
    }
    if ((upwards_ ? above : below) == kNone) upwards_ = !upwards_;
    const size_t next = upwards_ ? above : below;
    if (next == kNone || !makeRoom(next)) return kNone;
    residence_->enter(entered_ = next);
    return next;
  }
  /// Others leave, the one that is farthest ahead first, of equals the farthest away: the order of parts is that of space.
  bool makeRoom(size_t part) {
    const auto distance = [part](size_t other) { return other > part ? other - part : part - other; };
    while (!residence_->hasRoomFor(part)) {
      size_t ahead = kNone;
      for (size_t other = 0; other < states_.size(); ++other) {
        if (states_[other].running || !residence_->isPresent(other)) continue;
        const auto isFarther = [&] {
          return progress(other) != progress(ahead) ? progress(other) > progress(ahead) : distance(other) > distance(ahead);
        };
        if (ahead == kNone || isFarther()) ahead = other;
      }
      if (ahead == kNone) return false;
      residence_->leave(ahead);
    }
    return true;
  }
  /// splitmix64
  uint64_t random() {
    uint64_t z = seed_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) >> 1;
  }

  void sendAll(size_t part, uint64_t half, std::vector<Message>&& messages) {
    for (size_t i = 0; i < messages.size(); ++i) exchange_.send(first_ + uint32_t(part), neighbours_[part][i], half, std::move(messages[i]));
  }

  void advance(size_t number, const StageContext& context) {
    State& state = states_[number];
    EvolvingPart& part = *parts_[number];
    const uint64_t half = 2 * state.iteration;
    std::vector<Message> out;
    if (state.phase == Phase::look) {
      state.lookedAt = part.look(out, uint32_t(half), context);
      sendAll(number, half, std::move(out));
      state.phase = Phase::move;
    } else if (state.phase == Phase::move) {
      const uint32_t moved = part.move(exchange_.receive(first_ + uint32_t(number), half), out, uint32_t(half + 1), context);
      sendAll(number, half + 1, std::move(out));
      exchange_.add(state.iteration, {moved, state.lookedAt, state.lookedAt, 0});
      state.phase = Phase::apply;
    } else {
      part.apply(exchange_.receive(first_ + uint32_t(number), half + 1), context);
      state.phase = Phase::look;
      ++state.iteration;
    }
  }

  const std::span<const std::unique_ptr<EvolvingPart>> parts_;
  const std::vector<std::vector<uint32_t>>& neighbours_;
  Exchange& exchange_;
  uint64_t limit_;
  uint64_t seed_;
  const uint32_t first_;
  Residence* const residence_;
  const IterationMade& made_;
  const uint64_t lag_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<uint64_t> changes_ = 0;  // parts that went on, or failed
  std::vector<State> states_;
  size_t running_ = 0, last_ = SIZE_MAX;
  size_t entered_ = 0;              // by residence: the part that entered last
  bool upwards_ = true;             // and where those after it are looked for
  std::vector<size_t> maybeReady_;  // by residence: parts that may be able to go on, those that hear from whoever went on last behind
  uint64_t summed_ = 0;             // iterations of which all parts' sum is known
  bool ended_ = false, failed_ = false;
};

}  // namespace

std::vector<IterationCounts> runIterations(std::span<const std::unique_ptr<EvolvingPart>> parts, const std::vector<std::vector<uint32_t>>& neighbours,
                                           Exchange& exchange, uint32_t limit, PartsOrder order, const OneThreadEach& threads,
                                           const StageContext& context, Residence* residence, const IterationMade& made) {
  Schedule schedule(parts, neighbours, exchange, limit, order, residence, made);
  if (threads.suit(parts.size(), context)) context.device.threads().run([&](int thread) { schedule.work(threads.context(thread, context)); });
  else schedule.work(context);
  return schedule.counts();
}

}  // namespace arete::parts
