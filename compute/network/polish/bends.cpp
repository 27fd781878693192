#include "compute/network/polish/bends.h"

#include <vector>

#include "compute/network/graph/node_graph.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/polish/bend_look.h"

namespace arete {

using shared::Vector3;

namespace {

struct ChainsOfGraph {
  const ShrinkingGraph& graph;

  size_t degree(uint32_t node) const { return graph.degree(node); }
  uint32_t onwards(uint32_t node, uint32_t before) const {
    const auto both = graph.neighbours(node);
    return both[0] == before ? both[1] : both[0];
  }
};

}  // namespace

uint32_t restoreBends(const SuperPoints& points, std::span<const Edge> edges, std::span<RidgeNode> nodes, const NetworkRules& rules,
                      ThreadPool& threads) {
  constexpr size_t kGrain = 512;
  if (!rules.bends) return 0;
  const ShrinkingGraph graph(nodes.size(), edges);
  std::vector<Vector3> places, taken(nodes.size());
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  const BendLook<ChainsOfGraph> look{{graph}, nodes.data(), places.data(), rules.ball, rules.bendDeviations, points.dimension};
  const auto forChains = [&](const auto& each) {
    threads.forEachRange(nodes.size(), kGrain, [&](size_t begin, size_t end, int) {
      for (auto node = uint32_t(begin); node < end; ++node)
        if (look.isInChain(node)) each(node);
    });
  };
  forChains([&](uint32_t node) { taken[node] = look.taken(node); });
  std::vector<Vector3> restored = places;
  forChains([&](uint32_t node) { restored[node] = points.held(places[node] + look.givenBack(node, taken.data())); });
  return moveTo(restored, nodes);
}

}  // namespace arete
