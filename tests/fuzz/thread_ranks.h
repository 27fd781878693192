// Ranks that are threads of one process: what MPI does between processes, so that detections over ranks can be tried thousands of times a minute.
#pragma once

#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/ranks.h"

namespace arete::fuzz {

/// What the ranks have in common.
struct RankTable {
  explicit RankTable(uint32_t size) : all(size), boxes(size), neighbours(size) {}

  std::barrier<> all;
  std::vector<std::vector<parts::Message>> boxes;  // by sender, what it sent to each
  std::vector<std::vector<uint32_t>> neighbours;
  std::unique_ptr<parts::LocalExchange> exchange;
};

class ThreadRanks final : public parts::Ranks {
 public:
  ThreadRanks(RankTable& table, uint32_t rank) : table_(table), rank_(rank) {}

  uint32_t rank() const override { return rank_; }
  uint32_t size() const override { return uint32_t(table_.boxes.size()); }
  parts::RankTraffic traffic() const override { return {}; }

  void connect(std::vector<uint32_t> neighbours) override {
    table_.neighbours[rank_] = std::move(neighbours);
    alone([this] { table_.exchange = std::make_unique<parts::LocalExchange>(table_.neighbours); });
  }
  void restart() override {
    alone([this] { table_.exchange->restart(); });
  }
  void send(uint32_t from, uint32_t to, uint64_t half, parts::Message message) override { table_.exchange->send(from, to, half, std::move(message)); }
  bool arrived(uint32_t at, uint64_t half) const override { return table_.exchange->arrived(at, half); }
  std::vector<parts::Message> receive(uint32_t at, uint64_t half) override { return table_.exchange->receive(at, half); }
  void add(uint64_t iteration, const parts::IterationCounts& counts) override { table_.exchange->add(iteration, counts); }
  std::optional<parts::IterationCounts> sum(uint64_t iteration) const override { return table_.exchange->sum(iteration); }
  bool await() override { return std::this_thread::yield(), true; }
  void endRun(uint64_t) override { table_.all.arrive_and_wait(); }  // its sums are still asked for; restart() drops what is under way

  void addUp(std::span<uint64_t> numbers) override {
    const auto bytes = std::as_bytes(numbers);
    std::vector<parts::Message> own(1, parts::Message(bytes.begin(), bytes.end()));
    const std::vector<parts::Message> all = gather(std::move(own));
    for (uint32_t other = 0; other < all.size(); ++other)
      for (size_t i = 0; i < numbers.size() && other != rank_; ++i) {
        uint64_t number = 0;
        std::memcpy(&number, all[other].data() + i * sizeof number, sizeof number);
        numbers[i] += number;
      }
  }
  std::vector<parts::Message> gather(std::vector<parts::Message> own) override {
    return swap(std::vector<parts::Message>(size(), own.empty() ? parts::Message() : own.front()));
  }
  std::vector<parts::Message> swap(std::vector<parts::Message> toEach) override {
    table_.boxes[rank_] = std::move(toEach);
    table_.all.arrive_and_wait();
    std::vector<parts::Message> fromEach;
    for (const auto& box : table_.boxes) fromEach.push_back(box[rank_]);
    table_.all.arrive_and_wait();
    return fromEach;
  }
  void swap(const parts::RecordSwap& records) override {
    std::vector<parts::Message> toEach;
    for (uint32_t to = 0; to < size(); ++to) {
      parts::Message& message = toEach.emplace_back(records.counts[to] * records.recordBytes);
      if (!message.empty()) records.pack(to, 0, message);
    }
    parts::Message all;
    for (const parts::Message& each : swap(std::move(toEach))) all.insert(all.end(), each.begin(), each.end());
    const std::span<std::byte> room = records.room(all.size() / records.recordBytes);
    std::copy(all.begin(), all.end(), room.begin());
  }

 private:
  /// By one of them, while nobody else does anything.
  template <class Work>
  void alone(const Work& work) {
    table_.all.arrive_and_wait();
    if (rank_ == 0) work();
    table_.all.arrive_and_wait();
  }

  RankTable& table_;
  const uint32_t rank_;
};

/// Calls `work` for each of so many ranks, each on its thread. What it throws ends the program: no rank could go on alone.
template <class Work>
void onRanks(uint32_t count, const Work& work) {
  RankTable table(count);
  std::vector<std::jthread> threads;
  for (uint32_t rank = 0; rank < count; ++rank)
    threads.emplace_back([&, rank]() noexcept {
      ThreadRanks own(table, rank);
      work(own);
    });
}

}  // namespace arete::fuzz
