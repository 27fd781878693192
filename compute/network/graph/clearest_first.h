// The order in which nodes of networks and of wires are thinned.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "compute/network/ridge_shift/contract.h"

namespace arete::cpu {

/// Numbers of the nodes that are not lost, the sharpest and densest for their radius first; equal ones as they come.
inline std::vector<uint32_t> clearestFirst(std::span<const RidgeNode> nodes) {
  std::vector<uint32_t> order(nodes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::erase_if(order, [&](uint32_t i) { return nodes[i].lost; });
  std::ranges::stable_sort(order, std::ranges::greater(), [&](uint32_t i) { return nodes[i].density * nodes[i].crest / nodes[i].radius; });
  return order;
}

}  // namespace arete::cpu
