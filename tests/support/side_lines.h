// Networks with points beside them, for the stage side_lines.
#pragma once

#include "compute/check/cases.h"
#include "tests/support/network.h"
#include "tests/support/zoo.h"

namespace arete::test {

struct SideLineMap {
  SuperPoints points{2, {}, {}, 0x1p40};
  Streets network;
  NetworkRules rules = networkRules(2);
  double r1 = 4;

  SideLinesInput input() const { return {points, network.nodes, network.edges, r1, rules}; }
  void addPoint(const shared::Vector3& place, int64_t weight = 1) { points.places.push_back(place), points.weights.push_back(weight); }
  void addPoints(const Segment& line, double perUnit, unsigned seed) {
    for (const shared::Vector3& place : noisySegments({line}, 2, perUnit, 2, seed)) addPoint(place);
  }
};

/// Two busy streets, each with a carriageway on one side, and one that joins them.
inline SideLineMap sideLinesOnMap() {
  SideLineMap map;
  map.network = streets({{{0, 0}, {400, 0}}, {{0, 60}, {400, 60}}, {{200, 0}, {200, 60}}});
  map.addPoints({{0, 0}, {400, 0}}, 10, 1), map.addPoints({{100, 11}, {300, 11}}, 2, 2);
  map.addPoints({{0, 60}, {400, 60}}, 10, 3), map.addPoints({{50, 48}, {350, 48}}, 2, 4);
  return map;
}

/// The same map around the equator of the unit sphere, which is 100 units of the map.
inline SideLineMap sideLinesOnSphere() {
  SideLineMap map = sideLinesOnMap();
  const auto onSphere = [](const shared::Vector3& at) {
    const double longitude = at.x / 100, latitude = at.y / 100;
    return shared::Vector3{std::cos(longitude) * std::cos(latitude), std::sin(longitude) * std::cos(latitude), std::sin(latitude)};
  };
  for (shared::Vector3& place : map.points.places) place = onSphere(place);
  for (RidgeNode& node : map.network.nodes) node.place = onSphere(node.place);
  map.points.dimension = 3, map.points.sphereCentre = shared::Vector3{};
  map.r1 = 0.04;
  return map;
}

/// For one reason each.
inline std::vector<SideLineMap> mapsWithoutSideLines() {
  std::vector<SideLineMap> maps(5, sideLinesOnMap());
  maps[0].rules.sideLines = false;
  maps[1].network.edges.clear();
  maps[2].network = {};
  maps[3].points = {2, {}, {}, 0x1p40};
  maps[4].network = streets({{{0, 0}, {400, 0}}, {{400, 0}, {400, 60}}, {{400, 60}, {0, 60}}, {{0, 60}, {0, 0}}});  // only a ring
  return maps;
}

/// Nodes and points at whole coordinates: points have the same distance from many edges, which cross, lie on each other, or have no length.
inline SideLineMap mapOfTies(uint64_t seed, int dimension = 2) {
  constexpr int kNodes = 24, kEdges = 30, kPoints = 600, kWide = 24;
  Random random(seed);
  SideLineMap map;
  map.r1 = 2, map.points.dimension = dimension;
  map.rules = rulesOfAnySideLine(map.rules);
  const auto place = [&](uint32_t wide) {
    const auto at = [&] { return double(random.below(wide)); };
    const double x = at(), y = at();
    return shared::Vector3{x, y, dimension == 3 ? double(random.below(3)) : 0};
  };
  for (int i = 0; i < kNodes; ++i) map.network.nodes.push_back(nodeAt(place(kWide)));
  map.network.nodes[1].place = map.network.nodes[0].place;
  for (int i = 0; i < kEdges; ++i) {
    const uint32_t a = random.below(kNodes - 1);
    map.network.edges.push_back({a, a + 1 + random.below(i % 3 == 0 ? kNodes - 1 - a : 1)});
  }
  map.network.edges.push_back({0, 1});
  std::ranges::sort(map.network.edges);
  map.network.edges.erase(std::unique(map.network.edges.begin(), map.network.edges.end()), map.network.edges.end());
  for (int i = 0; i < kPoints; ++i) map.addPoint(place(kWide), 1 + random.below(9));
  return map;
}

}  // namespace arete::test
