// Which places lie near a network, edge by edge: how the references find it.
#pragma once

#include <vector>

#include "compute/cpu/network/ball_grid.h"
#include "compute/network/beside_branch.h"

namespace arete::cpu {

/// Of the places in a grid whether they are within the width of one of the edges: 1, else 0.
inline std::vector<uint8_t> nearEdges(const BallGrid& grid, std::span<const shared::Vector3> places, std::span<const RidgeNode> nodes,
                                      std::span<const Edge> edges, double width) {
  std::vector<uint8_t> isNear(places.size());
  for (const Edge& edge : edges) {
    const shared::Vector3 from = nodes[edge.a].place, to = nodes[edge.b].place;
    grid.visitBall((from + to) * 0.5, width + distance(from, to) / 2, [&](uint32_t i, double) {
      if (footOn(from, to, places[i]).squared <= width * width) isNear[i] = 1;
    });
  }
  return isNear;
}

}  // namespace arete::cpu
