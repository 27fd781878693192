// The chosen points that a part knows: those at home with it and those within reach of its points. They come and go, and a slot that became free is
// taken again, so that memory follows what is known at a time, not what there is. Slots are in no order: S is ordered by names.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "compute/chains/evolve/chosen_points.h"
#include "compute/chains/parts/slot_table.h"

namespace arete::cpu {

template <class T>
struct KnownPoints : ChosenPoints<T> {
  using ChosenPoints<T>::slots;
  static constexpr uint32_t kUnknown = SlotTable::kNone;

  Buffer<uint32_t> homes;           // by slot: the part where it is at home
  ZeroedBuffer<uint8_t> isChanged;  // by slot: in changed
  std::vector<uint32_t> changed;    // may name a slot that was left since: see takeChanged()

  /// Knows these of S, ascending. Homes are to be set.
  void reset(const PointArray& all, std::vector<uint32_t> known, const CellGrid& grid, const StageContext& context) {
    ChosenPoints<T>::reset(all.subset(known), grid, context);
    this->present = {};  // which of S are left is for others to know
    this->names = std::move(known);
    homes = Buffer<uint32_t>(slots());
    isChanged = ZeroedBuffer<uint8_t>(slots());
    changed.clear();
    free_.clear();
    table_.reset(this->names);
    most_ = slots();
  }

  /// Those that it knows, or has not yet forgotten; the most at a time since reset().
  size_t known() const { return slots() - free_.size(); }
  size_t mostKnown() const { return most_; }
  bool isFree(uint32_t slot) const { return this->names[slot] == kUnknown; }
  uint32_t find(uint32_t name) const { return table_.find(name, this->names); }

  /// Place, cell and home are to be set.
  uint32_t add(uint32_t name) {
    if (free_.empty()) grow();
    const uint32_t slot = free_.back();
    free_.pop_back();
    this->names[slot] = name;
    this->alive[slot] = 1;
    table_.insert(slot, this->names);
    most_ = std::max(most_, known());
    return slot;
  }
  /// Its sums must be 0.
  void forget(uint32_t slot) {
    table_.erase(slot, this->names);
    this->names[slot] = kUnknown;
    this->alive[slot] = 0;
    isChanged[slot] = 0;
    free_.push_back(slot);
  }

  void noteChange(uint32_t slot) {
    if (!isChanged[slot]) isChanged[slot] = 1, changed.push_back(slot);
  }
  template <class Take>
  void takeChanged(const Take& take) {
    for (const uint32_t slot : changed)
      if (std::exchange(isChanged[slot], uint8_t(0))) take(slot);
    changed.clear();
  }

 private:
  /// By a quarter: what is known changes little.
  void grow() {
    constexpr size_t kLeast = 16;
    const size_t before = slots(), count = before + before / 4 + kLeast, d = size_t(this->dimension);
    this->coordinates.resize(count * d);
    enlarge(this->cells, before, count);
    enlarge(this->sums, before * d, count * d);
    enlarge(this->alive, before, count);
    enlarge(this->isTouched, before, count);
    enlarge(homes, before, count);
    enlarge(isChanged, before, count);
    this->names.resize(count, kUnknown);
    enlarge(this->counts, before, count);
    for (size_t slot = count; slot-- > before;) this->alive[slot] = 0, free_.push_back(uint32_t(slot));
  }
  template <class Values>
  static void enlarge(Values& values, size_t before, size_t count) {
    Values larger(count);
    for (size_t i = 0; i < before; ++i) larger[i] = values[i];
    values = std::move(larger);
  }

  SlotTable table_;
  std::vector<uint32_t> free_;
  size_t most_ = 0;
};

}  // namespace arete::cpu
