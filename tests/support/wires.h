// Wires by the references of their stages, one after the other, and clouds of conductors that hang between pylons.
#pragma once

#include "compute/cpu/wire_versions.h"
#include "compute/stages/wire_follow.h"
#include "tests/support/network.h"

namespace arete::test {

/// As networkOf(), by the plan of wires.
inline Network wiresOf(const PointCloud& cloud, double r1, const NetworkRules& rules, const StageContext& context) {
  Network net;
  net.points = cpu::superPointsSequential({cloud, r1, rules}, context);
  net.radii.assign(net.points.size(), r1);
  net.seeds = cpu::seedsSequential({net.points, net.radii, r1, rules}, context);
  std::vector<RidgeNode> moving = ridgeNodes(net.points, net.radii, net.seeds);
  cpu::wireLinesSequential({net.points, r1, rules}, moving, context);
  const auto isStill = [](const RidgeNode& node) { return node.still; };
  for (uint32_t shift = 1; shift <= rules.shifts && !std::ranges::all_of(moving, isStill); ++shift)
    cpu::wireShiftSequential({net.points, r1, rules, shift == rules.shifts}, moving, context);
  for (const uint32_t i : cpu::wireThinSequential({moving, r1, rules}, context)) net.nodes.push_back(moving[i]);
  net.edges = cpu::wireStrandsSequential({net.nodes, r1, rules}, context);
  net.edges = cpu::wireClaimsSequential({net.points, net.nodes, net.edges, r1, rules}, context);
  net.edges = cpu::wireGapsSequential({net.nodes, net.edges, r1, rules}, context);
  net.edges = cpu::pruneSequential({net.nodes, net.edges, rules}, context);
  for (int polish = 0; polish < rules.polishes; ++polish) cpu::wirePolishSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  cpu::wireEndsSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  FollowedWires followed = followWires({net.points, net.nodes, net.edges, r1, rules}, context);
  net.nodes.insert(net.nodes.end(), followed.added.begin(), followed.added.end());
  net.edges = cpu::wireGapsSequential({net.nodes, followed.edges, r1, rules}, context);
  cpu::wireEndsSequential({net.points, net.edges, r1, rules}, net.nodes, context);
  return net;
}

/// A conductor: a parabola from place to place that hangs down by `sag` in the middle.
struct Conductor {
  shared::Vector3 from, to;
  double sag;

  shared::Vector3 at(double part) const {
    shared::Vector3 place = from + (to - from) * part;
    place.z -= 4 * sag * part * (1 - part);
    return place;
  }
};

/// Two lines of conductors 1 unit apart over two spans, which turn at a pylon in the middle.
inline std::vector<Conductor> powerLine(double apart = 1) {
  std::vector<Conductor> line;
  for (const double beside : {-apart / 2, apart / 2}) {
    const shared::Vector3 pylon{60, beside, 10};
    line.push_back({{0, beside, 10}, pylon, 1.2});
    line.push_back({pylon, {118, 8 + beside, 11}, 1.2});
  }
  return line;
}

/// `perUnit` points a unit of length on the conductors with this noise on each axis, and none within `gap` of the pylon; and the pylon: a mast.
inline std::vector<shared::Vector3> measured(const std::vector<Conductor>& line, double perUnit, double noise, double gap, unsigned seed) {
  std::vector<shared::Vector3> points;
  for (size_t i = 0; i < line.size(); ++i) {
    const double length = distance(line[i].from, line[i].to);
    const std::vector<shared::Vector3> flat = noisySegments({{{0, 0, 0}, {1, 0, 0}}}, 3, perUnit * length, 0, seed + unsigned(i));
    const std::vector<shared::Vector3> off =
        noisySegments({{{0, 0, 0}, {1e-9, 0, 0}}}, 3, 1e9 * double(flat.size() + 1), noise, seed + 100 + unsigned(i));
    for (size_t k = 0; k < flat.size(); ++k) {
      const shared::Vector3 place = line[i].at(flat[k].x);
      if (std::min(distance(place, line[0].to), distance(place, line[2].to)) > gap) points.push_back(place + off[k]);
    }
  }
  for (const shared::Vector3& place : noisySegments({{{60, 0, 0}, {60, 0, 9}}}, 3, 15, 0.3, seed + 300)) points.push_back(place);
  return points;
}

}  // namespace arete::test
