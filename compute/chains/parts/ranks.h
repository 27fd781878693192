// Processes that each have one part of a cloud, and what they do together. A process is a rank, and so is its part: numbers from 0.
//
// All calls except those of Exchange are made by all ranks, in the same order, by the thread that made the object.
#pragma once

#include <functional>
#include <string>

#include "compute/chains/parts/exchange.h"

namespace arete::parts {

/// What a rank sent in runs so far, and how long it waited for others.
struct RankTraffic {
  uint64_t messages = 0, bytesOut = 0, bytesIn = 0;
  double waited_s = 0;
};

/// Records of one size that go to other ranks, and where those that come are put: by sender, in the order in which each sent them.
struct RecordSwap {
  size_t recordBytes = 0;
  std::vector<uint64_t> counts;                                                     ///< to each rank
  std::function<void(uint32_t to, uint64_t first, std::span<std::byte> out)> pack;  ///< whole records, from this one of those to that rank on
  std::function<std::span<std::byte>(uint64_t count)> room;                         ///< for all that will come
};

class Ranks : public Exchange {
 public:
  virtual uint32_t rank() const = 0;
  virtual uint32_t size() const = 0;

  /// The ranks whose parts exchange messages with this one's in runs: ascending; of two ranks both or none has the other.
  virtual void connect(std::vector<uint32_t> neighbours) = 0;
  /// The next run begins with half 0.
  virtual void restart() = 0;
  virtual RankTraffic traffic() const = 0;

  /// Replaces each number by its sum over all ranks. Throws Cancelled on all where one of them was asked to stop; so do gather() and swap().
  virtual void addUp(std::span<uint64_t> numbers) = 0;
  /// One message to each rank, in their order, that from each back.
  virtual std::vector<Message> swap(std::vector<Message> toEach) = 0;
  /// In pieces of bounded size, so there may be any number of records.
  virtual void swap(const RecordSwap& records) = 0;

  /// One value of each rank, in their order.
  template <class T>
  std::vector<T> fromAll(const T& own) {
    static_assert(std::is_trivially_copyable_v<T>);
    Message message(sizeof(T));
    std::memcpy(message.data(), &own, sizeof(T));
    std::vector<Message> single;
    single.push_back(std::move(message));
    std::vector<T> all;
    for (const Message& each : gather(std::move(single))) std::memcpy(&all.emplace_back(own), each.data(), sizeof(T));
    return all;
  }
  std::vector<std::string> fromAll(const std::string& own) {
    const auto* const begin = reinterpret_cast<const std::byte*>(own.data());
    std::vector<Message> single;
    single.emplace_back(begin, begin + own.size());
    std::vector<std::string> all;
    for (const Message& each : gather(std::move(single))) all.emplace_back(reinterpret_cast<const char*>(each.data()), each.size());
    return all;
  }
};

}  // namespace arete::parts
