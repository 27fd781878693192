// cross_sections.cpu.sequential: row 0 of its stage. Each super-point looks at all nodes in its ball, which holds everything that may be its own.
// Memory: a grid of nodes, a node a super-point, a way a node. Cost: the nodes in all balls, and the super-points of all sections. Loses to balls
// that widen, and to one thread per node. Source: none.
#include "compute/network/cross_sections/section_middles.h"
#include "compute/network/cross_sections/stage.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/rules/network_graph.h"

namespace arete::cpu {

uint32_t crossSectionsSequential(const CrossSectionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  if (!in.rules.crossSections || in.edges.empty()) return 0;
  const double sight = in.rules.sectionSight * in.r1;
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  const BallGrid grid(places, in.points.dimension, sight, sight, context);
  StopTicker tick(context);
  std::vector<uint32_t> owners;
  for (uint32_t i = 0; i < in.points.size(); ++i) {
    tick();
    shared::TwoNearest two;
    if (in.radii[i] > 0) grid.visitBall(in.points.places[i], sight, [&](uint32_t node, double squared) { two.offer(node, squared); });
    owners.push_back(two.first.node);
  }
  const SectionMiddles middles(in, nodes, owners);
  std::vector<std::optional<shared::Vector3>> ways;
  for (uint32_t i = 0; i < nodes.size(); ++i) tick(), ways.push_back(middles.wayFrom(i));
  for (uint32_t i = 0; i < nodes.size(); ++i) tick(), places[i] = middles.placeOf(i, ways);
  return moveTo(places, nodes);
}

}  // namespace arete::cpu
