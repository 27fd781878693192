// From the name of a chosen point (its place in S) to its slot, in a part that knows some of S: a hash table of slots alone, since what a slot is
// named is known. Points come and go, so nothing may stay behind of those that went: Knuth 6.4, algorithms L and R. Memory: 8 to 16 bytes a slot.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arete::cpu {

class SlotTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// With slots from 0 on; no two names are equal.
  void reset(const std::vector<uint32_t>& names) {
    places_.clear(), used_ = 0;
    makeRoom(names.size(), names);
    for (uint32_t slot = 0; slot < names.size(); ++slot) add(slot, names);
  }
  uint32_t find(uint32_t name, const std::vector<uint32_t>& names) const {
    uint32_t place = homeOf(name);
    while (places_[place] != kNone && names[places_[place]] != name) place = next(place);
    return places_[place];
  }
  void insert(uint32_t slot, const std::vector<uint32_t>& names) {
    makeRoom(used_ + 1, names);
    add(slot, names);
  }
  void erase(uint32_t slot, const std::vector<uint32_t>& names) {
    uint32_t hole = homeOf(names[slot]);
    while (places_[hole] != slot) hole = next(hole);
    for (uint32_t place = next(hole); places_[place] != kNone; place = next(place)) {
      const uint32_t home = homeOf(names[places_[place]]);
      const bool isBetween = hole < place ? hole < home && home <= place : hole < home || home <= place;
      if (!isBetween) places_[std::exchange(hole, place)] = places_[place];  // it would not be found behind the hole
    }
    places_[hole] = kNone;
    --used_;
  }

 private:
  static constexpr size_t kFewest = 16;

  /// Multiplicative hashing.
  uint32_t homeOf(uint32_t name) const { return uint32_t(name * 0x9E3779B97F4A7C15u >> shift_); }
  uint32_t next(uint32_t place) const { return (place + 1) & uint32_t(places_.size() - 1); }
  void add(uint32_t slot, const std::vector<uint32_t>& names) {
    uint32_t place = homeOf(names[slot]);
    while (places_[place] != kNone) place = next(place);
    places_[place] = slot;
    ++used_;
  }
  void makeRoom(size_t slots, const std::vector<uint32_t>& names) {
    if (!places_.empty() && 2 * slots <= places_.size()) return;
    std::vector<uint32_t> before(std::bit_ceil(2 * slots + kFewest), kNone);
    before.swap(places_);
    shift_ = 64 - std::countr_zero(places_.size());
    used_ = 0;
    for (const uint32_t slot : before)
      if (slot != kNone) add(slot, names);
  }

  std::vector<uint32_t> places_;
  size_t used_ = 0;
  int shift_ = 0;
};

}  // namespace arete::cpu
