#include "compute/chains/parts/local_exchange.h"

namespace arete::parts {

LocalExchange::LocalExchange(std::vector<std::vector<uint32_t>> neighbours)
    : neighbours_(std::move(neighbours)), inboxes_(std::make_unique<Inbox[]>(neighbours_.size())) {
  for (size_t part = 0; part < neighbours_.size(); ++part)
    for (auto& messages : inboxes_[part].messages) messages.resize(neighbours_[part].size());
}

void LocalExchange::send(uint32_t from, uint32_t to, uint64_t half, Message message) {
  const std::vector<uint32_t>& known = neighbours_[to];
  const auto place = std::ranges::lower_bound(known, from);
  if (place == known.end() || *place != from)
    throw Error(ErrorKind::internal, "cannot send to another part", "part " + std::to_string(to), "it is no neighbour", "please report this");
  Inbox &inbox = inboxes_[to], &outbox = inboxes_[from];
  outbox.sent.fetch_add(1, std::memory_order_relaxed);
  outbox.bytesOut.fetch_add(message.size(), std::memory_order_relaxed);
  inbox.bytesIn.fetch_add(message.size(), std::memory_order_relaxed);
  inbox.messages[half % 2][size_t(place - known.begin())] = std::move(message);
  inbox.count[half % 2].fetch_add(1, std::memory_order_release);
}

bool LocalExchange::arrived(uint32_t at, uint64_t half) const {
  return inboxes_[at].count[half % 2].load(std::memory_order_acquire) == neighbours_[at].size();
}

std::vector<Message> LocalExchange::receive(uint32_t at, uint64_t half) {
  Inbox& inbox = inboxes_[at];
  std::vector<Message> taken(neighbours_[at].size());
  for (size_t i = 0; i < taken.size(); ++i) taken[i] = std::move(inbox.messages[half % 2][i]);
  inbox.count[half % 2].store(0, std::memory_order_release);  // neighbours send the next of this parity only after they hear from this part
  return taken;
}

void LocalExchange::add(uint64_t iteration, const IterationCounts& counts) {
  const std::lock_guard lock(mutex_);
  if (sums_.size() <= iteration) sums_.resize(iteration + 1);
  sums_[iteration].counts += counts;
  ++sums_[iteration].parts;
}

std::optional<IterationCounts> LocalExchange::sum(uint64_t iteration) const {
  const std::lock_guard lock(mutex_);
  if (sums_.size() <= iteration || sums_[iteration].parts < neighbours_.size()) return {};
  return sums_[iteration].counts;
}

void LocalExchange::restart() {
  sums_.clear();
  for (size_t part = 0; part < neighbours_.size(); ++part)
    for (auto& count : inboxes_[part].count) count = 0;
}

LocalExchange::Traffic LocalExchange::traffic() const {
  Traffic traffic;
  for (size_t part = 0; part < neighbours_.size(); ++part) {
    const Inbox& inbox = inboxes_[part];
    traffic.messages += inbox.sent;
    traffic.bytes += inbox.bytesOut;
    traffic.ofPart.push_back(inbox.bytesOut + inbox.bytesIn);
  }
  return traffic;
}

}  // namespace arete::parts
