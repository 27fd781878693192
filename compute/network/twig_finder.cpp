#include "compute/network/twig_finder.h"

#include <algorithm>
#include <numeric>

namespace arete {

using shared::Vector3;

double linearDensity(const TwigsInput& in) {
  double length = 0;
  for (const Edge& edge : in.edges) length += distance(in.nodes[edge.a].place, in.nodes[edge.b].place);
  return double(std::accumulate(in.points.weights.begin(), in.points.weights.end(), int64_t{0})) / length;
}

bool mayHaveTwigs(const TwigsInput& in) { return !in.edges.empty() && linearDensity(in) * in.r1 <= in.rules.twigDensest; }

void addTwig(const TwigsInput& in, const LeftOver& together, const TwigFoot& foot, double density, std::vector<Twig>& twigs) {
  int64_t weight = 0;
  Vector3 sum;
  for (const uint32_t point : together) weight += in.points.weights[point], sum = sum + in.points.places[point] * double(in.points.weights[point]);
  if (weight < in.rules.twigWeight) return;
  const Vector3 from = in.nodes[foot.node].place, way = unit(sum * (1 / double(weight)) - from);
  double reach = 0;
  for (const uint32_t point : together) reach = std::max(reach, dot(in.points.places[point] - from, way));
  if (double(weight) < in.rules.twigShare * density * (reach - twigWidth(in))) return;
  if (reach > 0) twigs.push_back({foot.node, from + way * reach});
}

}  // namespace arete
