#include "compute/engine/history.h"

namespace arete {

void History::add(uint32_t step, const ChosenState& state) {
  if (step % stride_ != 0 || states_.contains(step) || (step > 0 && !keepsSteps())) return;
  bytes_ += state.bytes();
  states_.emplace(step, state);
  while (bytes_ > budget_ && states_.size() > 1) thin();
}

void History::thin() {
  stride_ *= 2;
  std::erase_if(states_, [&](const auto& entry) {
    if (entry.first % stride_ == 0) return false;
    bytes_ -= entry.second.bytes();
    return true;
  });
}

std::pair<uint32_t, const ChosenState*> History::latestUpTo(uint32_t step) const {
  const auto after = states_.upper_bound(step);
  if (after == states_.begin()) return {0, nullptr};
  const auto found = std::prev(after);
  return {found->first, &found->second};
}

}  // namespace arete
