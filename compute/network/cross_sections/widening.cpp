// cross_sections.cpu.widening: most super-points are nearer than R1 to a node, so balls begin there and double until one holds a node; all loops are
// shared among threads. Memory: a grid of nodes, a node a super-point, a way a node. Cost: the nodes within R1 of each super-point, and the
// super-points of all sections. Loses to row 0 for a few dozen nodes. Source: none.
#include "compute/network/cross_sections/section_middles.h"
#include "compute/network/cross_sections/stage.h"
#include "compute/network/graph/node_moves.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/rules/network_graph.h"

namespace arete::cpu {

static uint32_t nearestIn(const BallGrid& grid, const shared::Vector3& point, double r1, double sight) {
  shared::TwoNearest two;
  for (double radius = std::min(r1, sight);; radius = std::min(2 * radius, sight)) {
    grid.visitBall(point, radius, [&](uint32_t node, double squared) { two.offer(node, squared); });
    if (two.first.node != UINT32_MAX || radius == sight) return two.first.node;
  }
}

uint32_t crossSectionsWidening(const CrossSectionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  constexpr size_t kGrain = 64;
  if (!in.rules.crossSections || in.edges.empty()) return 0;
  const double sight = in.rules.sectionSight * in.r1;
  std::vector<shared::Vector3> places;
  for (const RidgeNode& node : nodes) places.push_back(node.place);
  const BallGrid grid(places, in.points.dimension, std::min(in.r1, sight), sight, context);
  const auto forEach = [&](size_t count, const auto& work) {
    context.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (auto i = uint32_t(begin); i < end; ++i) work(i);
    });
  };
  std::vector<uint32_t> owners(in.points.size());
  forEach(owners.size(),
          [&](uint32_t i) { owners[i] = in.radii[i] > 0 ? nearestIn(grid, in.points.places[i], in.r1, sight) : SectionMiddles::kNobodys; });
  const SectionMiddles middles(in, nodes, owners);
  std::vector<std::optional<shared::Vector3>> ways(nodes.size());
  forEach(nodes.size(), [&](uint32_t i) { ways[i] = middles.wayFrom(i); });
  std::vector<shared::Vector3> moved(nodes.size());  // the grid has `places`
  forEach(nodes.size(), [&](uint32_t i) { moved[i] = middles.placeOf(i, ways); });
  return moveTo(moved, nodes);
}

}  // namespace arete::cpu
