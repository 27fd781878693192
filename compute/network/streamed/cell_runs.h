// Sums of cells that do not stay in memory: each run is sorted by cells and goes to a file without a name; merged, they give each cell once.
#pragma once

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/files/disk_file.h"
#include "compute/network/super_points/cell_sums.h"

namespace arete::cpu {

template <int D>
class CellRuns {
 public:
  explicit CellRuns(std::filesystem::path scratch) : scratch_(std::move(scratch)) {}

  bool empty() const { return runs_.empty(); }
  /// Any thread may call it. Throws Error(io) where the disk is full.
  void add(std::vector<CellSum<D>> sums) {
    if (sums.empty()) return;
    std::ranges::sort(sums, {}, &CellSum<D>::key);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(sums));
    uint64_t at = 0;
    {
      const std::lock_guard lock(mutex_);
      if (!file_) file_.emplace(DiskFile::temporary(scratch_));
      at = end_, end_ += bytes.size();
      runs_.push_back({at, sums.size()});
    }
    file_->write(at, bytes);
  }
  /// Calls take(sum) for each cell, by ascending keys. `memory_bytes`: for what is read of runs at a time. Throws Cancelled, Error(io).
  template <class Take>
  void merge(size_t memory_bytes, const StageContext& context, const Take& take) const;

 private:
  struct Run {
    uint64_t at;  // in the file
    size_t sums;
  };
  /// A run as it is read.
  struct Reading {
    Run left;
    std::vector<CellSum<D>> block;
    size_t next = 0;

    const CellSum<D>& front() const { return block[next]; }
    /// Whether there is a front.
    bool fill(const DiskFile& file, size_t most) {
      if (next < block.size()) return true;
      block.resize(std::min(left.sums, most)), next = 0;
      if (block.empty()) return false;
      const auto bytes = std::as_writable_bytes(std::span(block));
      file.read(left.at, bytes);
      left.at += bytes.size(), left.sums -= block.size();
      return true;
    }
  };

  const std::filesystem::path scratch_;
  std::mutex mutex_;
  std::optional<DiskFile> file_;
  uint64_t end_ = 0;
  std::vector<Run> runs_;
};

template <int D>
template <class Take>
void CellRuns<D>::merge(size_t memory_bytes, const StageContext& context, const Take& take) const {
  constexpr size_t kFewest = 256;
  const size_t most = std::max(kFewest, memory_bytes / sizeof(CellSum<D>) / std::max<size_t>(runs_.size(), 1));
  std::vector<Reading> readings;
  for (const Run& run : runs_) readings.push_back({run, {}, 0});
  const auto later = [](const Reading* a, const Reading* b) { return a->front().key > b->front().key; };
  std::priority_queue<Reading*, std::vector<Reading*>, decltype(later)> next(later);
  for (Reading& reading : readings)
    if (reading.fill(*file_, most)) next.push(&reading);
  StopTicker tick(context);
  while (!next.empty()) {
    std::optional<CellSum<D>> sum;
    while (!next.empty() && (!sum || next.top()->front().key == sum->key)) {
      tick();
      Reading* const reading = next.top();
      next.pop();
      if (sum) sum->add(reading->front());
      else sum = reading->front();
      ++reading->next;
      if (reading->fill(*file_, most)) next.push(reading);
    }
    take(*sum);
  }
}

}  // namespace arete::cpu
