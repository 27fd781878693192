// Which points of a cloud are selected: a bit each, and the number that a selected one has among them. What a million random looks go into should fit
// into a cache.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/core/thread_pool.h"

namespace arete {

class PointSelection {
 public:
  /// `list`: the selected points of a cloud of `count` points, each once, in any order, which gives them their numbers.
  PointSelection(uint32_t count, std::shared_ptr<const PointList> list, ThreadPool& threads);

  uint32_t count() const { return count_; }
  const std::shared_ptr<const PointList>& list() const { return list_; }
  bool has(uint32_t point) const { return words_[point / kBits] >> (point % kBits) & 1; }
  /// Of a point that it has.
  uint32_t numberOf(uint32_t point) const {
    if (!numbers_.empty()) return numbers_[point];
    const uint64_t before = words_[point / kBits] & ((uint64_t(1) << (point % kBits)) - 1);
    return before_[point / kBits] + uint32_t(std::popcount(before));
  }
  /// Those that it has not, in the order of the cloud.
  PointList others() const;

 private:
  static constexpr uint32_t kBits = 64;

  uint32_t count_;
  std::shared_ptr<const PointList> list_;
  std::vector<uint64_t> words_;
  std::vector<uint32_t> before_;   ///< selected points before each word
  std::vector<uint32_t> numbers_;  ///< by point, where the list is not ascending
};

}  // namespace arete
