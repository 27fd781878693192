// thin.cpu.prefixes: nodes in the order of sharpness and density, sorted on all threads, and decided in prefixes as in seeds.cpu.prefixes.
// Memory: grids of the nodes and the nodes around those of a prefix. Cost: a sort, and a ball for each that is free when its prefix begins. Loses to
// row 0 for a few hundred nodes. Source: network, step 5; 3D, C 3.
#include "compute/core/sort_parts.h"
#include "compute/network/graph/prefix_set.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/thin/contract.h"
#include "compute/network/thin/stands_for.h"

namespace arete::cpu {

namespace {

struct Ranked {
  double value;
  uint32_t node;
  friend bool operator<(const Ranked& a, const Ranked& b) { return a.value > b.value || (a.value == b.value && a.node < b.node); }
};

std::vector<uint32_t> clearestOnThreads(std::span<const RidgeNode> nodes, const StageContext& context) {
  std::vector<Ranked> ranked;
  ranked.reserve(nodes.size());
  for (uint32_t i = 0; i < nodes.size(); ++i)
    if (const RidgeNode& node = nodes[i]; !node.lost) ranked.push_back({node.density * node.crest / node.radius, i});
  sortParts(ranked, context);
  std::vector<uint32_t> order;
  order.reserve(ranked.size());
  for (const Ranked& one : ranked) order.push_back(one.node);
  return order;
}

/// reach(i): no node is removed by one that is farther; removes(i, other), within that.
template <class Reach, class Removes>
std::vector<uint32_t> thinnedNodes(const ThinInput& in, double smallest, double least, const Reach& reach, const Removes& removes,
                                   const StageContext& context) {
  const std::vector<uint32_t> order = clearestOnThreads(in.nodes, context);
  const NodeGrids grids(in.nodes, in.dimension, smallest, reach, least, context);
  const auto visitReached = [&](uint32_t i, const auto& visit) {
    const double far = reach(i);
    grids.of(far).visitBall(grids.places()[i], far, [&](uint32_t other, double) {
      if (removes(i, other)) visit(other);
    });
  };
  return greedySetInPrefixes(in.nodes.size(), order, visitReached, context);
}

}  // namespace

std::vector<uint32_t> thinPrefixes(const ThinInput& in, const StageContext& context) {
  const auto reach = [&in, nodes = in.nodes.data()](uint32_t i) { return thinReach(nodes[i], in.r1, in.rules); };
  if (in.rules.wires) {
    const auto isOfItsWire = [&](uint32_t i, uint32_t other) { return isOfTheSameWire(in.nodes[i], in.nodes[other], in.r1, in.rules); };
    return thinnedNodes(
        in, in.r1, in.r1, [&](uint32_t i) { return reach(i) + in.r1; }, isOfItsWire, context);
  }
  const double ofR1 = in.rules.thinSpacing * in.r1;
  return thinnedNodes(
      in, ofR1, 2 * ofR1, reach, [](uint32_t, uint32_t) { return true; }, context);
}

}  // namespace arete::cpu
