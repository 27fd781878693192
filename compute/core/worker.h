// A thread of its own for what takes too long for the thread that asks for it: the newest request wins, and nobody waits for it.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "compute/core/error.h"
#include "compute/core/mailbox.h"

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
  Worker(std::string what, std::string remedy, Failed failed, Post post);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Ends what runs, forgets what waits and does this. Later, in a call that is posted, comes what it returned; or `failed` gets its error.
  /// Of a request that was superseded or cancelled nothing comes any more, however far it was. `where`: as in Error.
  void start(Work work, std::string where = {});
  /// Tells the newest request to stop; what it says to that comes like any result.
  void stop() { newest_.request_stop(); }
  /// Stops and forgets.
  void cancel();
  /// Whether something is still to come.
  bool busy() const { return busy_; }

 private:
  struct Request {
    Work work;
    std::stop_token stop;
    uint64_t number;
  };
  struct Outcome {
    uint64_t number = 0;
    Then then;
    std::exception_ptr thrown;  ///< the error is made where it is shown: memory that ran out may be back by then
  };
  void run(const std::stop_token& end);
  void tell(Outcome outcome);
  void tellOf(const std::exception_ptr& thrown);
  void fail(ErrorKind kind, std::string_view reason, std::string_view hint) { failed_(Error(kind, what_, where_, reason, hint)); }

  const std::string what_, remedy_;
  const Failed failed_;
  uint64_t number_ = 0;  ///< of the newest request; a cancel counts as one
  std::string where_;    ///< these two of the newest request
  std::stop_source newest_;
  bool busy_ = false;
  Mailbox<Outcome> outcomes_;

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::jthread thread_;  ///< last: joined before the rest goes
};

}  // namespace arete
