#include "compute/network/twigs/twig_finder.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "compute/core/union_find.h"
#include "compute/network/twigs/near_pairs.h"

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
  UnionFind sets(all.size());
  visitNearPairs(
      places, places, in.rules.twigLink * in.r1, [&] { tick(); },
      [&](uint32_t i, uint32_t other, double) {
        if (other > i) sets.join(i, other);
      });
  std::vector<LeftOver> together;
  std::vector<uint32_t> number(all.size());
  for (uint32_t i = 0; i < all.size(); ++i) {
    const uint32_t first = sets.find(i);
    if (first == i) number[i] = uint32_t(together.size()), together.emplace_back();
    together[number[first]].push_back(all[i]);
  }
  return together;
}

/// Of each; none where it does not come near enough to a node with an edge.
static std::vector<std::optional<TwigFoot>> feetOf(const TwigsInput& in, const std::vector<LeftOver>& twigs, StopTicker& tick) {
  std::vector<Vector3> places, ends;
  std::vector<uint32_t> points, twigOfPoint, nodes;
  for (uint32_t i = 0; i < twigs.size(); ++i)
    for (const uint32_t point : twigs[i]) places.push_back(in.points.places[point]), points.push_back(point), twigOfPoint.push_back(i);
  std::vector<bool> joined(in.nodes.size());
  for (const Edge& edge : in.edges) joined[edge.a] = joined[edge.b] = true;
  for (uint32_t node = 0; node < in.nodes.size(); ++node)
    if (joined[node]) ends.push_back(in.nodes[node].place), nodes.push_back(node);
  std::vector<std::optional<TwigFoot>> feet(twigs.size());
  visitNearPairs(
      places, ends, (in.rules.twigAway + in.rules.twigLink) * in.r1, [&] { tick(); },
      [&](uint32_t i, uint32_t end, double squared) {
        const TwigFoot foot{squared, points[i], nodes[end]};
        std::optional<TwigFoot>& best = feet[twigOfPoint[i]];
        if (!best || foot < *best) best = foot;
      });
  return feet;
}

std::vector<Twig> twigsAmong(const TwigsInput& in, const LeftOver& all, const StageContext& context) {
  StopTicker tick(context);
  const double density = linearDensity(in);
  std::vector<LeftOver> together = togetherOf(in, all, tick);
  std::erase_if(together, [&](const LeftOver& each) { return weightOf(in, each) < in.rules.twigWeight; });
  const std::vector<std::optional<TwigFoot>> feet = feetOf(in, together, tick);
  std::vector<Twig> twigs;
  for (size_t i = 0; i < together.size(); ++i)
    if (const auto twig = feet[i] ? twigOf(in, together[i], *feet[i], density) : std::nullopt) twigs.push_back(*twig);
  return twigs;
}

}  // namespace arete
