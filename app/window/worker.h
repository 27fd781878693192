// A thread of its own for what takes too long for the window: the newest request wins, and nobody waits for it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include <QObject>

#include "compute/core/error.h"

namespace arete {

/// All calls, and all that comes back, on the thread that owns it. The destructor stops what runs and waits for it.
class Worker {
 public:
  /// What to do with the result; empty for nothing.
  using Then = std::function<void()>;
  /// Runs on the worker's thread; looks at the token and throws Cancelled, and anything else.
  using Work = std::function<Then(const std::stop_token&)>;
  using Failed = std::function<void(Error)>;

  /// For errors that say no more themselves: what cannot be done ("cannot search neighbours"), and what to do where memory runs out.
  Worker(std::string what, std::string remedy, Failed failed);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Ends what runs, forgets what waits and does this. Later, in a queued event, comes what it returned; or `failed` gets its error. Of a
  /// request that was superseded or cancelled nothing comes any more, however far it was. `where`: as in Error.
  void start(Work work, std::string where = {});
  void cancel();
  /// Whether something is still to come.
  bool busy() const { return busy_; }

 private:
  void run(const std::stop_token& end);
  Then outcomeOf(const Work& work, const std::stop_token& stop);
  void fail(ErrorKind kind, const std::string& reason, const std::string& hint) { failed_(Error(kind, what_, where_, reason, hint)); }
  void deliver(uint64_t number, Then then);

  const std::string what_, remedy_;
  const Failed failed_;
  uint64_t number_ = 0;  ///< of the newest request; a cancel counts as one
  std::string where_;    ///< of the newest request
  bool busy_ = false;
  QObject receiver_;  ///< events for it come to the owner's thread, and go with it

  std::mutex mutex_;
  std::condition_variable_any wake_;
  Work next_;
  uint64_t nextNumber_ = 0;
  std::stop_source running_;
  std::jthread thread_;  ///< last: joined before the rest goes
};

}  // namespace arete
