// A list of chosen points per cell, in the order of S, all in one array. Lists have a little room to grow; one that outgrows it moves to the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace arete::cpu {

class CellLists {
 public:
  /// Makes lists with room for `sizes[cell]` entries and some more each, all empty.
  void reset(std::span<const uint32_t> sizes) {
    lists_.clear();
    lists_.reserve(sizes.size());
    size_t begin = 0;
    for (const uint32_t size : sizes) {
      const uint32_t room = size == 0 ? 0 : size + kRoom;
      lists_.push_back({begin, 0, room});
      begin += room;
    }
    entries_.assign(begin, 0);
  }

  /// The first list, to be filled with as many entries in order as reset() was told. Lists of different cells may be filled side by side.
  std::span<uint32_t> fill(uint32_t cell, uint32_t size) {
    lists_[cell].size = size;
    return {entries_.data() + lists_[cell].begin, size};
  }

  std::span<const uint32_t> of(uint32_t cell) const { return {entries_.data() + lists_[cell].begin, lists_[cell].size}; }

  /// `before(a, b)`: the order of the entries.
  template <class Before>
  void insert(uint32_t cell, uint32_t value, const Before& before) {
    List& list = lists_[cell];
    if (list.size == list.room) {
      const size_t begin = entries_.size();
      list.room = 2 * list.room + kRoom;
      entries_.resize(begin + list.room);
      std::copy_n(entries_.begin() + ptrdiff_t(list.begin), list.size, entries_.begin() + ptrdiff_t(begin));
      list.begin = begin;
    }
    uint32_t* const first = entries_.data() + list.begin;
    uint32_t* at = first + list.size++;
    for (; at > first && before(value, at[-1]); --at) *at = at[-1];
    *at = value;
  }

  template <class Before>
  void erase(uint32_t cell, uint32_t value, const Before& before) {
    List& list = lists_[cell];
    uint32_t* const first = entries_.data() + list.begin;
    uint32_t* const at = std::lower_bound(first, first + list.size, value, before);
    std::copy(at + 1, first + list.size--, at);
  }

 private:
  static constexpr uint32_t kRoom = 4;
  struct List {
    size_t begin;
    uint32_t size, room;
  };
  std::vector<List> lists_;
  std::vector<uint32_t> entries_;
};

}  // namespace arete::cpu
