#include "compute/network/twig_finder.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "compute/core/union_find.h"
#include "compute/network/ball_grid.h"

namespace arete {

using shared::Vector3;

/// The weight of the network's points on a unit of its length.
static double linearDensity(const TwigsInput& in) {
  double length = 0;
  for (const Edge& edge : in.edges) length += distance(in.nodes[edge.a].place, in.nodes[edge.b].place);
  return double(std::accumulate(in.points.weights.begin(), in.points.weights.end(), int64_t{0})) / length;
}

bool mayHaveTwigs(const TwigsInput& in) { return !in.edges.empty() && linearDensity(in) * in.r1 <= in.rules.twigDensest; }

/// The place of something left over that is nearest to a node, and that node.
struct TwigFoot {
  double squared;
  uint32_t point, node;
  friend auto operator<=>(const TwigFoot&, const TwigFoot&) = default;
};

static int64_t weightOf(const TwigsInput& in, const LeftOver& together) {
  int64_t weight = 0;
  for (const uint32_t point : together) weight += in.points.weights[point];
  return weight;
}

/// None where it has too little weight for its length.
static std::optional<Twig> twigOf(const TwigsInput& in, const LeftOver& together, const TwigFoot& foot, double density) {
  const auto weight = double(weightOf(in, together));
  Vector3 sum;
  for (const uint32_t point : together) sum = sum + in.points.places[point] * double(in.points.weights[point]);
  const Vector3 from = in.nodes[foot.node].place, way = unit(sum * (1 / weight) - from);
  double reach = 0;
  for (const uint32_t point : together) reach = std::max(reach, dot(in.points.places[point] - from, way));
  if (reach <= 0 || weight < in.rules.twigShare * density * (reach - twigWidth(in))) return {};
  return Twig{foot.node, from + way * reach};
}

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
    if (weightOf(in, together) < in.rules.twigWeight) continue;
    const auto foot = footOf(in, together, nodes, joined);
    if (!foot) continue;
    if (const auto twig = twigOf(in, together, *foot, density)) twigs.push_back(*twig);
  }
  return twigs;
}

}  // namespace arete
