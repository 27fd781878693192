// What the stages have in common that move all nodes at once, in rounds.
#pragma once

#include <span>

#include "compute/network/polish/contract.h"

namespace arete {

/// Puts every node at its place. Returns how many moved.
inline uint32_t moveTo(std::span<const shared::Vector3> places, std::span<RidgeNode> nodes) {
  uint32_t moved = 0;
  for (size_t i = 0; i < nodes.size(); ++i) moved += places[i] != nodes[i].place, nodes[i].place = places[i];
  return moved;
}

/// The rounds that are asked for, until one moves nothing; round(isLast) makes one and returns how many nodes moved. Returns that of the last one.
template <class Round>
uint32_t inRounds(const PolishInput& in, const Round& round) {
  uint32_t moved = 0;
  for (uint32_t i = 0; i < in.rounds; ++i) {
    moved = round(i + 1 == in.rounds);
    if (!in.moved.empty()) in.moved[i] = moved;
    if (moved == 0) break;
  }
  return moved;
}

}  // namespace arete
