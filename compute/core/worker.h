// A thread for work that takes too long for the thread that requests it: the newest request wins, and nobody waits for it.
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

/// All calls and all results are on the thread that owns it. The destructor stops running work and waits for it.
class Worker {
 public:
  /// What to do with the result; empty for nothing.
  using Then = std::function<void()>;
  /// Runs on the worker's thread; checks the token and throws Cancelled; may throw anything else.
  using Work = std::function<Then(const std::stop_token&)>;
  using Failed = std::function<void(Error)>;

  /// For errors without a message of their own: what cannot be done ("cannot search neighbours"), and what to do when memory runs out.
  Worker(std::string what, std::string remedy, Failed failed, Post post);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Stops running work, forgets waiting work and does this. Its result comes later in a posted call; or `failed` gets its error.
  /// Nothing comes from a superseded or cancelled request, however far it got. `where`: as in Error.
  void start(Work work, std::string where = {});
  /// Asks the newest request to stop; its response comes like any result.
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
    std::exception_ptr thrown;  ///< turned into an Error where it is shown: memory may be available again by then
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
