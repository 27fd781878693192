// Versions of the stages that only wires have beside the references, and clouds to try them on.
#pragma once

#include "compute/catalog/version.h"
#include "tests/support/network_versions.h"
#include "tests/support/wires.h"

namespace arete::test {

/// Of the stages of wires; how many nodes had a line.
inline uint64_t expectSameWires(Backend backend, const PointCloud& cloud, double r1, const StageContext& context) {
  const auto device = makeCpuDevice(1);
  std::vector<StageCase> cases;
  addWireCases({"", cloud, r1}, {*device, {}, {}}, cases);
  expectSameBits(cases, backend, context);
  return std::ranges::find(cases, Stage::wire_lines, &StageCase::stage)->expected.front();
}

/// Wires that close rings, so that some edges are refused: circles, each with its points at the same distance, or with some noise.
inline std::vector<shared::Vector3> wireRings(int rings, double noise) {
  std::vector<shared::Vector3> points;
  for (int ring = 0; ring < rings; ++ring)
    for (int i = 0; i < 1200; ++i) {
      const double turn = 2 * M_PI * i / 1200, away = 30 + noise * std::sin(91.0 * i + ring);
      points.push_back({100.0 * ring + away * std::cos(turn), away * std::sin(turn), noise * std::sin(57.0 * i)});
    }
  return points;
}

/// Conductors in pieces: gaps of many lengths, so that rounds of joining depend on each other.
inline std::vector<shared::Vector3> brokenWires() {
  std::vector<shared::Vector3> points;
  for (const shared::Vector3& place : measured(powerLine(3), 6, 0.03, 0, 5))
    if (const double along = std::fmod(place.x * 1.37 + place.y, 13); place.z > 8 && along > 1.5 + 0.4 * std::sin(place.x)) points.push_back(place);
  return points;
}

/// Short wires side by side, each in two pieces: more ends than a GPU leaves to the host.
inline std::vector<shared::Vector3> manyWires() {
  constexpr int kWires = 140, kOfPiece = 60;
  std::vector<shared::Vector3> points;
  Random random(3);
  for (int wire = 0; wire < kWires; ++wire)
    for (const double from : {0.0, 13.2})
      for (int i = 0; i < kOfPiece; ++i)
        points.push_back(
            {from + random.uniform(0, 12), 4 * (wire % 16) + random.uniform(-0.03, 0.03), 4 * (wire / 16) + random.uniform(-0.03, 0.03)});
  return points;
}

/// Clouds for that, and R1 for each: conductors, the same with equal points and strays, rings, pieces, many wires, points in a volume, a lattice with
/// ties everywhere, one point and two.
struct WireCloud {
  const char* name;
  PointCloud cloud;
  double r1;
  bool hasWires;
};
inline std::vector<WireCloud> wireClouds() {
  using shared::Vector3;
  std::vector<Vector3> line = measured(powerLine(), 4, 0.04, 0.8, 1), doubled = line;
  for (size_t i = 0; i < line.size(); i += 3) doubled.push_back(line[i]);
  doubled.insert(doubled.end(), {{1e5, 0, 0}, {0, -4e4, 7}});
  std::vector<Vector3> ground = line;  // unfiltered: a rough plane and trees, too crowded for wires
  const PointArray strewn = uniformBox(9000, 3, 30, 5);
  for (uint32_t i = 0; i < strewn.size(); ++i) {
    const double z = strewn.coordinate(i, 2);
    ground.push_back({2 * strewn.coordinate(i, 0), strewn.coordinate(i, 1) - 15, i % 3 == 0 ? 0.2 * z : 0.02 * z});
  }
  return {{"conductors", cloudOf(line, 3), 0.3, true},
          {"conductors, finer", cloudOf(line, 3), 0.12, true},
          {"equal points and strays", cloudOf(doubled, 3), 0.3, true},
          {"rings", cloudOf(wireRings(3, 0), 3), 0.4, true},
          {"rough rings", cloudOf(wireRings(4, 0.02), 3), 0.4, true},
          {"broken conductors", cloudOf(brokenWires(), 3), 0.25, true},
          {"many short wires", cloudOf(manyWires(), 3), 0.4, true},
          {"conductors over ground", cloudOf(ground, 3), 0.4, true},
          {"a volume", PointCloud(uniformBox(6000, 3, 8, 7)), 0.5, false},
          {"a dense volume", PointCloud(uniformBox(40000, 3, 5, 9)), 0.6, false},
          {"a lattice", PointCloud(clouds::lattice(14, 3)), 0.8, false},
          {"two points", cloudOf({{0, 0, 0}, {1, 0, 0}}, 3), 0.5, false},
          {"one point", cloudOf({{3, 4, 5}}, 3), 0.5, false}};
}

}  // namespace arete::test
