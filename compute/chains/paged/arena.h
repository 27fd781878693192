// Memory of a fixed size for pieces of any size that come and go: what leaves makes room for what comes without asking the system, which would have
// to fill every page with zeros first, and together they never take more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

#include "compute/core/pages.h"

namespace arete::cpu {

class Arena {
 public:
  Arena() = default;
  explicit Arena(uint64_t bytes) : memory_(std::max<uint64_t>(bytes, 1)), free_{{0, bytes}} {}

  bool fits(uint64_t bytes) const { return place(bytes) != free_.end(); }
  /// There must be room. Aligned for any type where all sizes are.
  std::byte* take(uint64_t bytes) {
    const auto found = free_.find(place(bytes)->first);
    const auto [at, room] = *found;
    free_.erase(found);
    if (room > bytes) free_.emplace(at + bytes, room - bytes);
    return memory_.bytes() + at;
  }
  void giveBack(std::byte* piece, uint64_t bytes) {
    auto here = free_.emplace(uint64_t(piece - memory_.bytes()), bytes).first;
    if (const auto next = std::next(here); next != free_.end() && here->first + here->second == next->first)
      here->second += next->second, free_.erase(next);
    if (here == free_.begin()) return;
    if (const auto before = std::prev(here); before->first + before->second == here->first) before->second += here->second, free_.erase(here);
  }

 private:
  using Free = std::map<uint64_t, uint64_t>;  // size, by place

  /// The first that is large enough.
  Free::const_iterator place(uint64_t bytes) const {
    return std::find_if(free_.begin(), free_.end(), [bytes](const auto& each) { return each.second >= bytes; });
  }

  Pages memory_;
  Free free_;
};

}  // namespace arete::cpu
