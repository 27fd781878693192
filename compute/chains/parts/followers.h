// Which other parts have points in a cell, as far as a home must know: cells within two of its region. Memory: that of these cells.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "compute/core/cell_table.h"

namespace arete::cpu {

class Followers {
 public:
  Followers() = default;
  /// `cells`: of the grid.
  explicit Followers(uint64_t cells) : cells_(cells) {}

  /// Part after part; then finish().
  void add(uint32_t part, std::span<const uint64_t> keys) {
    for (const uint64_t key : keys) entries_.push_back({key, part});
  }
  /// From now on parts are called by their places among the neighbours, which are ascending and include them all.
  void finish(std::span<const uint32_t> neighbours) {
    for (Entry& entry : entries_) entry.part = uint32_t(std::ranges::lower_bound(neighbours, entry.part) - neighbours.begin());
    std::ranges::sort(entries_, [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.part < b.part; });
    table_ = CellTable(cells_, std::max(kFewCells, entries_.size()));
    for (size_t i = entries_.size(); i-- > 0;) table_.at(entries_[i].key) = uint32_t(i);  // backwards: the first one stays
  }

  template <class Visit>
  void forEach(uint64_t key, const Visit& visit) const {
    const uint32_t first = table_.find(key);
    if (first == CellTable::kNone) return;
    for (size_t i = first; i < entries_.size() && entries_[i].key == key; ++i) visit(entries_[i].part);
  }
  template <class Visit>
  void forEachKey(const Visit& visit) const {
    for (const Entry& entry : entries_) visit(entry.key);
  }

 private:
  static constexpr size_t kFewCells = 1024;
  struct Entry {
    uint64_t key;
    uint32_t part;
  };
  uint64_t cells_ = 0;
  std::vector<Entry> entries_;
  CellTable table_;  // place of the first entry of a cell
};

}  // namespace arete::cpu
