#include "compute/cpu/twigs/left_over.h"

#include <optional>

#include "compute/core/union_find.h"
#include "compute/cpu/network/ball_grid.h"

namespace arete::cpu {

using shared::Vector3;

/// By the lowest of each.
static std::vector<LeftOver> togetherOf(const TwigsInput& in, const LeftOver& all, StopTicker& tick) {
  std::vector<Vector3> places;
  for (const uint32_t point : all) places.push_back(in.points.places[point]);
  const double link = in.rules.twigLink * in.r1;
  const BallGrid grid(places, in.points.dimension, link, link);
  UnionFind sets(all.size());
  for (uint32_t i = 0; i < all.size(); ++i) tick(), grid.visitBall(places[i], link, [&](uint32_t other, double) { sets.join(i, other); });
  std::vector<LeftOver> together;
  std::vector<uint32_t> number(all.size());
  for (uint32_t i = 0; i < all.size(); ++i) {
    const uint32_t first = sets.find(i);
    if (first == i) number[i] = uint32_t(together.size()), together.emplace_back();
    together[number[first]].push_back(all[i]);
  }
  return together;
}

/// None where it does not come near enough to a node.
static std::optional<TwigFoot> footOf(const TwigsInput& in, const LeftOver& together, const BallGrid& nodes, const std::vector<bool>& joined) {
  std::optional<TwigFoot> best;
  for (const uint32_t point : together)
    nodes.visitBall(in.points.places[point], (in.rules.twigAway + in.rules.twigLink) * in.r1, [&](uint32_t node, double squared) {
      const TwigFoot foot{squared, point, node};
      if (joined[node] && (!best || foot < *best)) best = foot;
    });
  return best;
}

std::vector<Twig> twigsAmong(const TwigsInput& in, const LeftOver& all, const StageContext& context) {
  StopTicker tick(context);
  std::vector<bool> joined(in.nodes.size());
  for (const Edge& edge : in.edges) joined[edge.a] = joined[edge.b] = true;
  std::vector<Vector3> places;
  for (const RidgeNode& node : in.nodes) places.push_back(node.place);
  const double reach = (in.rules.twigAway + in.rules.twigLink) * in.r1, density = linearDensity(in);
  const BallGrid nodes(places, in.points.dimension, reach, reach);
  std::vector<Twig> twigs;
  for (const LeftOver& together : togetherOf(in, all, tick)) {
    tick();
    if (const auto foot = footOf(in, together, nodes, joined)) addTwig(in, together, *foot, density, twigs);
  }
  return twigs;
}

}  // namespace arete::cpu
