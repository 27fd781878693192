// The k nearest points so far, kept in order by insertion in a row of the answer itself.
#pragma once

#include <cstdint>

#include "compute/core/distance.h"

namespace arete::shared {

template <class T>
class NearestList {
 public:
  /// `indices` and `distances` have room for k ≥ 1 elements; `leftOut`: an index that is never taken, UINT32_MAX for none;
  /// `count`: how many are there already, in order.
  ARETE_HD NearestList(uint32_t* indices, T* distances, uint32_t k, uint32_t leftOut, uint32_t count = 0)
      : indices_(indices), distances_(distances), k_(k), leftOut_(leftOut), count_(count) {}

  /// Whether a point with at least this squared distance could enter the list. Equal ones can: their index may be lower.
  ARETE_HD bool wants(T squared) const { return count_ < k_ || squared <= distances_[k_ - 1]; }

  /// Whether this point could, unless it is left out.
  ARETE_HD bool wants(T squared, uint32_t index) const { return count_ < k_ || nearer(squared, index, distances_[k_ - 1], indices_[k_ - 1]); }

  ARETE_HD void offer(T squared, uint32_t index) {
    if (index == leftOut_ || !wants(squared, index)) return;
    if (count_ < k_) ++count_;
    uint32_t place = count_ - 1;
    for (; place > 0 && nearer(squared, index, distances_[place - 1], indices_[place - 1]); --place) {
      distances_[place] = distances_[place - 1];
      indices_[place] = indices_[place - 1];
    }
    distances_[place] = squared;
    indices_[place] = index;
  }

 private:
  uint32_t* indices_;
  T* distances_;
  uint32_t k_, leftOut_, count_;
};

}  // namespace arete::shared
