// Places none of which is within reach of one taken before it, in doubling prefixes of the order: first all threads find which places the free ones
// of the next prefix would remove, then these are taken one after the other. What earlier prefixes removed is never looked at. Source: Blelloch,
// Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on average".
#pragma once

#include <algorithm>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/look/row_grid.h"

namespace arete::cpu {

/// What greedySetInPrefixes() gives: one thread has no prefix to share, and looks only from those that it takes.
template <class VisitReached>
std::vector<uint32_t> greedySetInTurn(size_t size, const std::vector<uint32_t>& order, const VisitReached& visitReached,
                                      const StageContext& context) {
  constexpr size_t kLooks = 1024;  // without asking whether to stop
  std::vector<uint8_t> gone(size);
  std::vector<uint32_t> taken;
  for (const uint32_t i : order) {
    if (gone[i]) continue;
    if (taken.size() % kLooks == 0) context.checkStop();
    visitReached(i, [&](uint32_t other) { gone[other] = 1; });
    taken.push_back(i);
  }
  std::ranges::sort(taken);
  return taken;
}

/// Goes through `order` of numbers below `size`, takes each that is still free, and removes those that it reaches. Returns those taken, ascending.
/// `visitReached(i, visit)` calls visit(other) for each of them, from any thread.
template <class VisitReached>
std::vector<uint32_t> greedySetInPrefixes(size_t size, const std::vector<uint32_t>& order, const VisitReached& visitReached,
                                          const StageContext& context) {
  if (context.device.threads().size() == 1) return greedySetInTurn(size, order, visitReached, context);
  constexpr size_t kFirst = 1024, kLargest = 1 << 16, kGrain = 128;
  std::vector<uint8_t> gone(size);
  std::vector<uint32_t> taken;
  struct Found {
    std::vector<uint32_t> removed, ends;  // what the places of a piece remove; where in that list each place's part ends
  };
  std::vector<Found> pieces(kLargest / kGrain);
  for (size_t first = 0, prefix = kFirst; first < order.size(); first += prefix, prefix = std::min(2 * prefix, kLargest)) {
    const size_t count = std::min(prefix, order.size() - first);
    context.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      Found& found = pieces[begin / kGrain];
      found.removed.clear(), found.ends.clear();
      for (size_t p = first + begin; p < first + end; ++p) {
        if (!gone[order[p]]) visitReached(order[p], [&](uint32_t other) { found.removed.push_back(other); });
        found.ends.push_back(uint32_t(found.removed.size()));
      }
    });
    for (size_t p = 0; p < count; ++p) {
      const uint32_t i = order[first + p];
      if (gone[i]) continue;
      const Found& found = pieces[p / kGrain];
      const size_t place = p % kGrain, from = place == 0 ? 0 : found.ends[place - 1];
      for (size_t at = from; at < found.ends[place]; ++at) gone[found.removed[at]] = 1;
      taken.push_back(i);
    }
  }
  std::ranges::sort(taken);
  return taken;
}

/// As independentSet (compute/network/graph/independent_set.h) says. `gridFor(i)`: the grid for a ball as wide as the reach of i, over all places.
template <class Reach, class GridFor>
std::vector<uint32_t> independentSetInPrefixes(std::span<const shared::Vector3> places, const std::vector<uint32_t>& order, const Reach& reach,
                                               const GridFor& gridFor, const StageContext& context) {
  const auto visitReached = [&](uint32_t i, const auto& visit) {
    gridFor(i).visitBall(places[i], reach(i), [&](uint32_t other, double) { visit(other); });
  };
  return greedySetInPrefixes(places.size(), order, visitReached, context);
}

}  // namespace arete::cpu
