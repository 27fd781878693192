#include "app/window/link_search.h"

#include <new>
#include <utility>

namespace arete {

LinkSearch::LinkSearch(Done done) : done_(std::move(done)), thread_([this](const std::stop_token& end) { run(end); }) {}

LinkSearch::~LinkSearch() { cancel(); }

uint64_t LinkSearch::start(LinkRequest request) {
  const std::lock_guard lock(mutex_);
  running_.request_stop();
  next_ = std::move(request);
  wake_.notify_one();
  return ++number_;
}

void LinkSearch::cancel() {
  const std::lock_guard lock(mutex_);
  running_.request_stop();
  next_.reset();
}

void LinkSearch::run(const std::stop_token& end) {
  LinkFinder finder;
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, end, [this] { return next_.has_value(); })) return;
    const LinkRequest request = *std::exchange(next_, std::nullopt);
    const uint64_t number = number_;
    running_ = std::stop_source();
    const std::stop_token stop = running_.get_token();
    lock.unlock();
    std::shared_ptr<const Links> links;
    std::optional<Error> error;
    try {
      links = std::make_shared<const Links>(finder.find(request, stop));
    } catch (const Cancelled&) {
      continue;
    } catch (const Error& thrown) {
      error = thrown;
    } catch (const std::bad_alloc&) {
      error = Error(ErrorKind::outOfMemory, "cannot search neighbours", "", "there is not enough memory", "take fewer neighbours");
    }
    if (!stop.stop_requested()) done_(number, std::move(links), std::move(error));
  }
}

}  // namespace arete
