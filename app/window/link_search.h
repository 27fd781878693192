// Searches neighbours for the links layer and the inspector on a thread of its own; the newest request wins, and nobody waits for it.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "compute/core/error.h"
#include "compute/engine/link_finder.h"

namespace arete {

class LinkSearch {
 public:
  /// Called on the searching thread, for each request that was neither cancelled nor superseded by then, with its number: links or an error.
  using Done = std::function<void(uint64_t number, std::shared_ptr<const Links>, std::optional<Error>)>;

  explicit LinkSearch(Done done);
  ~LinkSearch();
  /// Returns the request's number.
  uint64_t start(LinkRequest request);
  /// Ends what runs and forgets what waits.
  void cancel();

 private:
  void run(const std::stop_token& end);

  const Done done_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<LinkRequest> next_;
  uint64_t number_ = 0;
  std::stop_source running_;
  std::jthread thread_;  ///< last: joined before the rest goes
};

}  // namespace arete
