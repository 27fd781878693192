// What rank 0 tells on standard error while all ranks work: every two seconds, and where a stage begins.
#pragma once

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>

#include "app/cli/text.h"
#include "compute/chains/parts/exchange.h"

namespace arete::mpi {

class RankProgress {
 public:
  /// `speaks`: false for other ranks, and where nothing is wanted.
  explicit RankProgress(bool speaks) : speaks_(speaks) {}

  void stage(const std::string& text) {
    if (speaks_) std::cerr << "arete-mpi: " << text << std::endl;
    next_ = Clock::now() + kInterval;
  }
  bool due() const { return speaks_ && Clock::now() >= next_; }

  /// Of the share of this rank.
  struct Share {
    uint64_t bytes = 0;
    size_t files = 0;
  };
  void reading(const Share& done, const Share& all) {
    if (!due()) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count(), gigabyte = 1e9;
    stage("reading: " + cli::countText(done.files) + " of " + cli::plural(all.files, "file") + ", " +
          cli::shortNumber(double(done.bytes) / gigabyte) + " of " + cli::shortNumber(double(all.bytes) / gigabyte) + " GB of this rank's share, " +
          cli::shortNumber(double(done.bytes) / gigabyte / std::max(seconds, 1e-9)) + " GB/s");
  }
  void choosing(uint32_t rounds, uint64_t chosen) {
    chooseRounds_ = rounds;
    if (due()) stage("choosing, round " + std::to_string(rounds) + ": " + cli::plural(chosen, "chosen point") + " so far");
  }
  /// The first step, or a round, has been made.
  void roundEnded(uint64_t chosen) {
    chosen_ = chosen;
    if (round_ > 0) return;
    const std::string found = chooseRounds_ == 0 ? "" : ", found in " + cli::plural(chooseRounds_, "round");  // none where it goes on
    stage("evolving " + cli::plural(chosen, "chosen point") + found);
  }
  void iteration(uint64_t number, const parts::IterationCounts& counts, uint64_t points) {
    if (number == 0) ++round_;
    const std::string at = "round " + std::to_string(round_) + ", iteration " + std::to_string(number + 1) + ": ";
    lookedAt_ += counts.lookedAt;
    if (counts.moved == 0) stage(at + "all chosen points stand still; decimating");
    else if (due())
      stage(at + cli::countText(counts.moved) + " of " + cli::plural(chosen_, "chosen point") + " moving, " +
            cli::shortNumber(double(lookedAt_) / double(std::max<uint64_t>(points, 1))) + " looks per point so far");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kInterval = std::chrono::seconds(2);
  const bool speaks_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + kInterval;
  uint32_t round_ = 0, chooseRounds_ = 0;
  uint64_t lookedAt_ = 0, chosen_ = 0;
};

}  // namespace arete::mpi
