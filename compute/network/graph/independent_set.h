// Places none of which is within reach of one taken before it: the rule by which seeds and thin choose.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "compute/core/device.h"
#include "compute/network/look/ball_grid.h"

namespace arete::cpu {

/// All within reach.
struct RemovesAll {
  bool operator()(uint32_t, uint32_t) const { return true; }
};

/// Goes through `order`, takes each place that is still free, and removes all within its reach (at most `largest`, at least `smallest` > 0) for which
/// removes(taken, other) holds. Returns those taken, ascending. Places that are not in `order` are ignored.
template <class Removes = RemovesAll>
std::vector<uint32_t> independentSet(std::span<const shared::Vector3> places, int dimension, std::span<const uint32_t> order,
                                     const std::function<double(uint32_t)>& reach, double smallest, double largest, const StageContext& context,
                                     const Removes& removes = {}) {
  const BallGrid grid(places, dimension, smallest, largest, context);
  StopTicker tick(context);
  std::vector<bool> gone(places.size());
  std::vector<uint32_t> taken;
  for (const uint32_t i : order) {
    tick();
    if (gone[i]) continue;
    taken.push_back(i);
    grid.visitBall(places[i], reach(i), [&](uint32_t other, double) {
      if (removes(i, other)) gone[other] = true;
    });
  }
  std::ranges::sort(taken);
  return taken;
}

}  // namespace arete::cpu
