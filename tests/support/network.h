// A network by the references of its stages, one after the other, and clouds to try it on.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/check/clouds.h"
#include "compute/core/curve.h"
#include "compute/network/background/sparse_map.h"
#include "compute/network/background/stage.h"
#include "compute/network/bridges/stage.h"
#include "compute/network/crest/stage.h"
#include "compute/network/cross_sections/stage.h"
#include "compute/network/ends/fading_tips.h"
#include "compute/network/ends/stage.h"
#include "compute/network/fog/sphere_fog.h"
#include "compute/network/fog/stage.h"
#include "compute/network/junctions/stage.h"
#include "compute/network/local_radius/lone_places.h"
#include "compute/network/local_radius/stage.h"
#include "compute/network/polish/stage.h"
#include "compute/network/prune/after_bridges.h"
#include "compute/network/prune/stage.h"
#include "compute/network/radius/stage.h"
#include "compute/network/refit/stage.h"
#include "compute/network/ridge_shift/stage.h"
#include "compute/network/seeds/stage.h"
#include "compute/network/side_lines/stage.h"
#include "compute/network/spanner/stage.h"
#include "compute/network/super_points/stage.h"
#include "compute/network/thin/stage.h"
#include "compute/network/tree/stage.h"
#include "compute/network/twigs/stage.h"
#include "compute/network/witnesses/stage.h"

namespace arete::test {

using namespace clouds;

/// All that the stages find out, in their order.
struct Network {
  SuperPoints points;
  Fog fog;
  std::vector<double> radii;
  std::vector<uint32_t> seeds;
  std::vector<RidgeNode> nodes;
  std::vector<Edge> edges;

  /// As a curve of the nodes that have an edge.
  Curve curve() const {
    std::vector<uint32_t> place(nodes.size(), UINT32_MAX);
    std::vector<double> rows;
    std::vector<Edge> renumbered;
    uint32_t count = 0;
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      if (std::ranges::none_of(edges, [&](const Edge& edge) { return edge.a == i || edge.b == i; })) continue;
      place[i] = count++;
      for (int k = 0; k < points.dimension; ++k) rows.push_back(nodes[i].place[k]);
    }
    for (const Edge& edge : edges) renumbered.push_back({place[edge.a], place[edge.b]});
    return makeCurve(PointArray::fromRows(std::move(rows), points.dimension), std::move(renumbered));
  }
};

/// The nodes on the ridge, without edges.
inline Network ridgeOf(const PointCloud& cloud, double r1, const NetworkRules& rules, const StageContext& context) {
  Network net;
  net.points = cpu::superPointsSequential({cloud, r1, rules}, context);
  if (rules.onSphere) net.fog.share = fogOnSphere(net.points, rules);
  else if (cloud.dimension() == 3) net.fog = cpu::fogSequential({net.points, rules}, context);
  const LocalRadiusInput input{net.points, r1, rules, net.fog.intensity};
  net.radii = cpu::localRadiusSequential(input, context);
  dropLonePlaces(input, net.radii, context);
  net.seeds = cpu::seedsSequential({net.points, net.radii, r1, rules}, context);
  std::vector<RidgeNode> moving = ridgeNodes(net.points, net.radii, net.seeds);
  const auto isStill = [](const RidgeNode& node) { return node.still; };
  for (uint32_t shift = 1; shift <= rules.shifts && !std::ranges::all_of(moving, isStill); ++shift)
    cpu::ridgeShiftSequential({net.points, r1, rules, shift == rules.shifts}, moving, context);
  for (const uint32_t i : cpu::thinSequential({moving, net.points.dimension, r1, rules}, context)) net.nodes.push_back(moving[i]);
  return net;
}

/// Only the nodes that an edge has.
inline std::vector<RidgeNode> joined(const std::vector<RidgeNode>& nodes, std::span<const Edge> edges) {
  std::vector<bool> has(nodes.size());
  for (const Edge& edge : edges) has[edge.a] = has[edge.b] = true;
  std::vector<RidgeNode> result;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (has[i]) result.push_back(nodes[i]);
  return result;
}

/// The whole of it. Profiles differ in their rules and in which stages they have; the order of those is the same in all.
inline Network networkOf(const PointCloud& cloud, double r1, const NetworkRules& asked, const StageContext& context) {
  Network net = ridgeOf(cloud, r1, asked, context);
  const bool isFoggy = asked.isFoggy(net.fog.share);
  NetworkRules rules = rulesInForce(asked, {.isFoggy = isFoggy});
  const auto ofBranches = [&] {
    return isSparse(net.nodes, net.edges, r1, rules, context.device.threads()) ? rulesInForce(rules, {.isSparse = true}) : rules;
  };
  bool isTree = false;
  for (int round = 1; round <= rules.rounds; ++round) {
    if (round > 1) net.nodes = joined(net.nodes, net.edges);
    const Witnesses witnesses = cpu::witnessesSequential({net.points, net.radii, net.nodes, r1, rules}, context);
    net.edges = cpu::spannerSequential({net.points, net.nodes, witnesses, r1, rules}, context);
    net.edges = cpu::pruneSequential({net.nodes, net.edges, ofBranches()}, context);
    if (rules.background) net.edges = cpu::backgroundSequential({net.points, net.nodes, net.edges, r1, ofBranches()}, context);
    if (round == 1 && rules.treeLikely && isNearlyTree(net.nodes.size(), net.edges, rules))
      isTree = true, rules = rulesInForce(rules, {.isTree = true});
  }
  if (rules.crest || isFoggy) net.edges = cpu::crestSequential({net.points, net.nodes, net.edges, r1, ofBranches()}, context);
  if (rules.background) net.edges = cpu::backgroundSequential({net.points, net.nodes, net.edges, r1, ofBranches()}, context);
  net.edges = withoutFadingTips(net.nodes, net.edges, rules);
  net.edges = cpu::bridgesSequential({net.nodes, net.edges, net.points.dimension, r1, rules}, context);
  if (rules.bridgedLeaf > 0) net.edges = cpu::pruneSequential(AfterBridges(net.nodes, r1, rules).input(net.edges), context);
  if (isTree) net.edges = cpu::treeSequential({net.points, net.nodes, net.edges, rules}, context);
  if (rules.junctions) net.edges = cpu::junctionsSequential({net.edges, rules}, net.nodes, context);
  cpu::polishSequential({net.points, net.edges, r1, rules, true, uint32_t(rules.polishes)}, net.nodes, context);
  if (rules.junctions) cpu::refitSequential({net.edges, rules}, net.nodes, context);
  cpu::endsSequential({net.points, net.edges, rules}, net.nodes, context);
  if (rules.twigs) {
    for (const Twig& twig : cpu::twigsSequential({net.points, net.nodes, net.edges, r1, rules}, context)) {
      net.edges.push_back({twig.node, uint32_t(net.nodes.size())});
      net.nodes.push_back(tipOf(twig, net.nodes[twig.node]));
    }
    std::ranges::sort(net.edges);
  }
  cpu::crossSectionsSequential({net.points, net.radii, net.edges, r1, rules}, net.nodes, context);
  SideLines lines = cpu::sideLinesSequential({net.points, net.nodes, net.edges, r1, rules}, context);
  net.nodes.insert(net.nodes.end(), lines.added.begin(), lines.added.end());
  net.edges = std::move(lines.edges);
  return net;
}

inline Network networkOf(const PointCloud& cloud, double r1, const StageContext& context) {
  return networkOf(cloud, r1, networkRules(cloud.dimension()), context);
}

constexpr double kNodeRadius = 4;

/// A node at rest.
inline RidgeNode nodeAt(const shared::Vector3& place, const shared::Vector3& tangent = {1, 0}) {
  return {.place = place, .tangent = tangent, .radius = kNodeRadius, .density = 10, .crest = 1, .still = true};
}

/// A network with a node every 4 units or less on segments; those in one place are one.
struct Streets {
  std::vector<RidgeNode> nodes;
  std::vector<Edge> edges;  // ascending
};

inline Streets streets(const std::vector<Segment>& segments) {
  Streets result;
  const auto numberOf = [&](const shared::Vector3& place) {
    const auto found = std::ranges::find(result.nodes, place, &RidgeNode::place);
    const auto number = uint32_t(found - result.nodes.begin());
    if (found == result.nodes.end()) result.nodes.push_back(nodeAt(place));
    return number;
  };
  for (const Segment& segment : segments) {
    const int count = int(std::ceil(distance(segment.from, segment.to) / 4));
    uint32_t before = numberOf(segment.from);
    for (int i = 1; i <= count; ++i) {
      const uint32_t next = numberOf(segment.from + (segment.to - segment.from) * (double(i) / count));
      result.edges.push_back({std::min(before, next), std::max(before, next)});
      before = next;
    }
  }
  std::ranges::sort(result.edges);
  return result;
}

/// A super-point of weight 5 every half unit along these lines.
inline SuperPoints coveredBy(const std::vector<Segment>& lines) {
  SuperPoints points{2, {}, {}, 0x1p40};
  for (const Segment& line : lines) {
    const int count = int(2 * distance(line.from, line.to));
    for (int i = 0; i <= count; ++i) points.places.push_back(line.from + (line.to - line.from) * (double(i) / count)), points.weights.push_back(5);
  }
  return points;
}

inline double squaredDistanceTo(const Segment& segment, const shared::Vector3& place) {
  const shared::Vector3 along = segment.to - segment.from;
  const double part = std::clamp(dot(place - segment.from, along) / squaredLength(along), 0.0, 1.0);
  return squaredDistance(place, segment.from + along * part);
}

inline double distanceTo(const std::vector<Segment>& segments, const shared::Vector3& place) {
  double least = HUGE_VAL;
  for (const Segment& segment : segments) least = std::min(least, squaredDistanceTo(segment, place));
  return std::sqrt(least);
}

}  // namespace arete::test
