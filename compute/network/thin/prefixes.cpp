// thin.cpu.prefixes: nodes in the order of sharpness and density, sorted on all threads, and decided in prefixes as in seeds.cpu.prefixes.
// Memory: grids of the nodes and the nodes around those of a prefix. Cost: a sort, and a ball for each that is free when its prefix begins. Loses to
// row 0 for a few hundred nodes. Source: network, step 5.
#include "compute/core/sort_parts.h"
#include "compute/network/graph/prefix_set.h"
#include "compute/network/look/node_grids.h"
#include "compute/network/thin/contract.h"

namespace arete::cpu {

namespace {

struct Ranked {
  double value;
  uint32_t node;
  friend bool operator<(const Ranked& a, const Ranked& b) { return a.value > b.value || (a.value == b.value && a.node < b.node); }
};

}  // namespace

std::vector<uint32_t> thinPrefixes(const ThinInput& in, const StageContext& context) {
  std::vector<Ranked> ranked;
  ranked.reserve(in.nodes.size());
  for (uint32_t i = 0; i < in.nodes.size(); ++i)
    if (const RidgeNode& node = in.nodes[i]; !node.lost) ranked.push_back({node.density * node.crest / node.radius, i});
  sortParts(ranked, context);
  std::vector<uint32_t> order;
  order.reserve(ranked.size());
  for (const Ranked& one : ranked) order.push_back(one.node);

  const auto reach = [&](uint32_t i) { return in.rules.thinSpacing * (in.r1 + in.nodes[i].radius); };
  const NodeGrids grids(in.nodes, in.dimension, in.rules.thinSpacing * in.r1, reach, 2 * in.rules.thinSpacing * in.r1, context);
  return independentSetInPrefixes(
      grids.places(), order, reach, [&](uint32_t i) -> const RowGrid& { return grids.of(reach(i)); }, context);
}

}  // namespace arete::cpu
