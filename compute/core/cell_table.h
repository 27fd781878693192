// From a cell's key (CellGrid::key) to a number: an array over the whole box while that is small, a hash table when it is not.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arete::cpu {

class CellTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  CellTable() = default;
  /// `cells`: keys are below it. Boxes of up to `direct` cells get an array.
  CellTable(uint64_t cells, size_t direct) : direct_(cells <= direct) {
    if (direct_) values_.assign(size_t(cells), kNone);
    else grow(kFewestSlots);
  }

  uint32_t find(uint64_t key) const {
    if (direct_) return values_[size_t(key)];
    for (size_t slot = slotOf(key);; slot = (slot + 1) & (keys_.size() - 1)) {
      if (keys_[slot] == key) return values_[slot];
      if (keys_[slot] == kFree) return kNone;
    }
  }
  /// The value of `key`, kNone when it is new: to be set by the caller. The reference holds until the next call.
  uint32_t& at(uint64_t key) {
    if (direct_) return values_[size_t(key)];
    if (2 * (used_ + 1) > keys_.size()) grow(2 * keys_.size());
    size_t slot = slotOf(key);
    for (; keys_[slot] != key; slot = (slot + 1) & (keys_.size() - 1))
      if (keys_[slot] == kFree) {
        keys_[slot] = key;
        ++used_;
        break;
      }
    return values_[slot];
  }

 private:
  static constexpr uint64_t kFree = UINT64_MAX;
  static constexpr size_t kFewestSlots = 64;
  static constexpr int kTogether = 3;

  /// Multiplicative hashing, Knuth 6.4, of eight keys together: neighbours in a row of cells share a cache line.
  size_t slotOf(uint64_t key) const {
    return size_t((key >> kTogether) * 0x9E3779B97F4A7C15u >> shift_) << kTogether | size_t(key & ((1u << kTogether) - 1));
  }
  void grow(size_t slots) {
    std::vector<uint64_t> keys(slots, kFree);
    std::vector<uint32_t> values(slots, kNone);
    keys.swap(keys_), values.swap(values_);
    shift_ = 64 - std::countr_zero(slots) + kTogether;
    used_ = 0;
    for (size_t i = 0; i < keys.size(); ++i)
      if (keys[i] != kFree) at(keys[i]) = values[i];
  }

  bool direct_ = true;
  int shift_ = 0;
  size_t used_ = 0;
  std::vector<uint64_t> keys_;
  std::vector<uint32_t> values_;
};

}  // namespace arete::cpu
