// Which places lie near a network: edges flag what is near them, side by side, and pass over what is flagged already.
#pragma once

#include <atomic>
#include <vector>

#include "compute/network/graph/beside_branch.h"
#include "compute/network/look/row_grid.h"

namespace arete::cpu {

/// For each of the places in the grid: 1 where it is within the width of one of the edges, else 0.
inline std::vector<uint8_t> nearNetwork(std::span<const shared::Vector3> places, const RowGrid& grid, std::span<const RidgeNode> nodes,
                                        std::span<const Edge> edges, double width, const StageContext& context) {
  constexpr size_t kGrain = 32;
  std::vector<uint8_t> isNear(places.size());
  context.device.threads().forEachRange(edges.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (const Edge& edge : edges.subspan(begin, end - begin)) {
      const shared::Vector3 from = nodes[edge.a].place, to = nodes[edge.b].place;
      grid.visitBall((from + to) * 0.5, width + distance(from, to) / 2, [&](uint32_t i, double) {
        const std::atomic_ref flag(isNear[i]);
        if (flag.load(std::memory_order_relaxed) == 0 && footOn(from, to, places[i]).squared <= width * width)
          flag.store(1, std::memory_order_relaxed);
      });
    }
  });
  return isNear;
}

}  // namespace arete::cpu
