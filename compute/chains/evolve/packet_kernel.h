// The inner loop of accelerated evolve: the points of the packets that woke look for their nearest chosen point, a register of points at
// a time against one candidate after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/chains/evolve/margin_rule.h"
#include "compute/core/buffer.h"
#include "compute/core/fixed_point.h"

namespace arete::cpu {

using shared::MarginRule;

/// What one thread adds to the sums of the chosen points until they are moved.
template <class T>
class SumChanges {
 public:
  void reset(size_t chosen, int dimension) {
    dimension_ = size_t(dimension);
    sums_ = ZeroedBuffer<shared::FixedSum<T>>(chosen * dimension_);
    counts_ = ZeroedBuffer<int32_t>(chosen);
    isTouched_ = ZeroedBuffer<uint8_t>(chosen);
    touched_.clear();
  }
  size_t slots() const { return counts_.size(); }
  /// The sums of `slot`, to be changed.
  shared::FixedSum<T>* sums(uint32_t slot) { return &sums_[slot * dimension_]; }
  int32_t& count(uint32_t slot) { return counts_[slot]; }
  void touch(uint32_t slot) {
    if (!isTouched_[slot]) isTouched_[slot] = 1, touched_.push_back(slot);
  }
  /// Calls take(slot, sums, count) for every chosen point whose sums changed, then forgets the changes.
  template <class Take>
  void drain(const Take& take) {
    for (const uint32_t slot : touched_) {
      take(slot, &sums_[slot * dimension_], counts_[slot]);
      std::fill_n(&sums_[slot * dimension_], dimension_, shared::FixedSum<T>(0));
      counts_[slot] = 0;
      isTouched_[slot] = 0;
    }
    touched_.clear();
  }

 private:
  size_t dimension_ = 0;
  ZeroedBuffer<shared::FixedSum<T>> sums_;
  ZeroedBuffer<int32_t> counts_;
  ZeroedBuffer<uint8_t> isTouched_;
  std::vector<uint32_t> touched_;
};

/// A strip and the candidates of its cell.
template <class T>
struct StripWork {
  const T* coordinates;  ///< of the strip's first point; coordinate k is k · stride further
  size_t stride;
  int dimension;
  uint32_t count;       ///< points
  double* deadlines;    ///< one per packet: the total movement at which it must be looked at again
  uint32_t* assigned;   ///< one per point: slot of its chosen point or kUnassigned
  const T* candidates;  ///< row layout, in the order of their slots
  const uint32_t* slots;
  uint32_t candidateCount;
  double total;  ///< movement in the cell's surroundings up to now
  double wake;   ///< packets with a deadline up to this are looked at
  MarginRule<T> rule;
  shared::FixedScale scale;
};

/// The result of looking at a strip.
struct StripResult {
  double earliest;    ///< deadline of all its packets
  uint32_t lookedAt;  ///< points
};

template <class T>
using LookAtStrip = StripResult (*)(const StripWork<T>&, SumChanges<T>&);

/// The kernels that this processor can run, the fastest last; all give the same bits.
template <class T>
std::vector<LookAtStrip<T>> lookAtStripKernels(int dimension);

}  // namespace arete::cpu
