// S after every step, within a memory budget, for going back and scrubbing.
#pragma once

#include <cstdint>
#include <map>

#include "compute/engine/chosen_state.h"

namespace arete {

/// Keeps the state of every step until the budget is used up, then of every second, fourth, … step; those between are computed
/// again from the nearest earlier one. Step 0 is never dropped; it may not have been added.
class History {
 public:
  explicit History(size_t budgetBytes) : budget_(budgetBytes) {}

  void add(uint32_t step, const ChosenState& state);
  /// The latest kept step ≤ `step`; null where there is none.
  std::pair<uint32_t, const ChosenState*> latestUpTo(uint32_t step) const;
  size_t bytes() const { return bytes_; }
  /// Whether more than step 0 may be kept.
  bool keepsSteps() const { return budget_ > 0; }

 private:
  void thin();

  std::map<uint32_t, ChosenState> states_;
  size_t budget_, bytes_ = 0;
  uint32_t stride_ = 1;
};

}  // namespace arete
