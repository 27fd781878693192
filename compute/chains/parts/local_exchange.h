// Parts of one process, on any threads: a message is moved to the place that the receiver has for it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "compute/chains/parts/exchange.h"

namespace arete::parts {

class LocalExchange final : public Exchange {
 public:
  /// `neighbours`: of each part, ascending; of two parts both or none has the other.
  explicit LocalExchange(std::vector<std::vector<uint32_t>> neighbours);

  void send(uint32_t from, uint32_t to, uint64_t half, Message message) override;
  bool arrived(uint32_t at, uint64_t half) const override;
  std::vector<Message> receive(uint32_t at, uint64_t half) override;
  void add(uint64_t iteration, const IterationCounts& counts) override;
  std::optional<IterationCounts> sum(uint64_t iteration) const override;
  std::vector<Message> gather(std::vector<Message> own) override { return own; }

  /// Forgets what is under way and all sums; the next half is 0. Nobody may be sending.
  void restart();

  /// Sent so far, in all, and in and out of each part.
  struct Traffic {
    uint64_t messages = 0, bytes = 0;
    std::vector<uint64_t> ofPart;
  };
  Traffic traffic() const;

 private:
  struct Inbox {
    std::array<std::vector<Message>, 2> messages;  // by the parity of the half, then by neighbour
    std::array<std::atomic<uint32_t>, 2> count{};
    std::atomic<uint64_t> sent = 0, bytesOut = 0, bytesIn = 0;
  };
  struct Sum {
    IterationCounts counts;
    uint32_t parts = 0;
  };

  const std::vector<std::vector<uint32_t>> neighbours_;
  std::unique_ptr<Inbox[]> inboxes_;
  mutable std::mutex mutex_;
  std::vector<Sum> sums_;  // by iteration
};

}  // namespace arete::parts
