// Runs the fastest versions of a backend of the stages that only wires have beside the references: each gets the results of the references before it,
// and must give the same bits.
#pragma once

#include "compute/catalog/version.h"
#include "tests/support/network_versions.h"
#include "tests/support/wires.h"

namespace arete::test {

class WireComparison {
  template <Stage stage>
  auto of() const {
    return defaultVersion(stage, backend_).as<stage>();
  }

 public:
  WireComparison(Backend backend, const StageContext& context) : backend_(backend), context_(context) {}

  /// All stages; how many nodes had a line.
  uint32_t expectSame(const PointCloud& cloud, double r1) {
    r1_ = r1;
    points_ = cpu::superPointsSequential({cloud, r1, rules_}, reference_);
    const std::vector<double> radii(points_.size(), r1);
    std::vector<RidgeNode> nodes = ridgeNodes(points_, radii, cpu::seedsSequential({points_, radii, r1, rules_}, reference_));
    const uint32_t found = expectSameShifts(nodes);
    const std::vector<uint32_t> stay = cpu::wireThinSequential({nodes, r1, rules_}, reference_);
    EXPECT_EQ(of<Stage::wire_thin>()({nodes, r1, rules_}, context_), stay) << "wire_thin";
    nodes_.clear();
    for (const uint32_t i : stay) nodes_.push_back(nodes[i]);
    expectSameStrands();
    return found;
  }

 private:
  uint32_t expectSameShifts(std::vector<RidgeNode>& nodes);
  void expectSameStrands();
  void expectSamePolish(std::span<const Edge> edges, std::vector<RidgeNode>& other);

  Backend backend_;
  const StageContext& context_;
  std::unique_ptr<Device> device_ = makeCpuDevice(1);
  StageContext reference_{*device_, {}, {}};
  NetworkRules rules_ = networkRules(NetworkProfile::wires, 3);
  double r1_ = 0;
  SuperPoints points_;
  std::vector<RidgeNode> nodes_;
};

inline uint32_t WireComparison::expectSameShifts(std::vector<RidgeNode>& nodes) {
  std::vector<RidgeNode> other = nodes;
  const uint32_t found = cpu::wireLinesSequential({points_, r1_, rules_}, nodes, reference_);
  EXPECT_EQ(of<Stage::wire_lines>()({points_, r1_, rules_}, other, context_), found) << "wire_lines";
  EXPECT_EQ(bitsOf(other), bitsOf(nodes)) << "wire_lines";
  for (const auto& [last, iterations] : {std::pair{false, 1u}, {false, 3u}, {true, rules_.shifts}}) {
    std::vector<ShiftCount> counts(iterations), otherCounts(iterations);
    const uint32_t went = cpu::wireShiftSequential({points_, r1_, rules_, last, iterations, counts}, nodes, reference_);
    EXPECT_EQ(of<Stage::wire_shift>()({points_, r1_, rules_, last, iterations, otherCounts}, other, context_), went) << "wire_shift";
    EXPECT_TRUE(otherCounts == counts) << "wire_shift";
    EXPECT_EQ(bitsOf(other), bitsOf(nodes)) << "wire_shift";
  }
  return found;
}

/// All rounds at once as one by one; `other`: nodes like nodes_.
inline void WireComparison::expectSamePolish(std::span<const Edge> edges, std::vector<RidgeNode>& other) {
  const auto rounds = uint32_t(rules_.polishes);
  std::vector<RidgeNode> oneByOne = other;
  std::vector<uint32_t> moved(rounds), otherMoved(rounds);
  const uint32_t went = cpu::wirePolishSequential({points_, edges, r1_, rules_, rounds, moved}, nodes_, reference_);
  EXPECT_EQ(of<Stage::wire_polish>()({points_, edges, r1_, rules_, rounds, otherMoved}, other, context_), went) << "wire_polish";
  EXPECT_EQ(otherMoved, moved) << "wire_polish";
  EXPECT_EQ(bitsOf(other), bitsOf(nodes_)) << "wire_polish";
  for (const uint32_t each : moved) EXPECT_EQ(of<Stage::wire_polish>()({points_, edges, r1_, rules_}, oneByOne, context_), each) << "wire_polish";
  EXPECT_EQ(bitsOf(oneByOne), bitsOf(nodes_)) << "wire_polish, round by round";
}

inline void WireComparison::expectSameStrands() {
  std::vector<Edge> edges = cpu::wireStrandsSequential({nodes_, r1_, rules_}, reference_);
  EXPECT_EQ(of<Stage::wire_strands>()({nodes_, r1_, rules_}, context_), edges) << "wire_strands";
  const WireClaimsInput claims{points_, nodes_, edges, r1_, rules_};
  std::vector<Edge> left = cpu::wireClaimsSequential(claims, reference_);
  EXPECT_EQ(of<Stage::wire_claims>()(claims, context_), left) << "wire_claims";
  edges = std::move(left);
  left = cpu::wireGapsSequential({nodes_, edges, r1_, rules_}, reference_);
  EXPECT_EQ(of<Stage::wire_gaps>()({nodes_, edges, r1_, rules_}, context_), left) << "wire_gaps";
  edges = std::move(left);
  std::vector<RidgeNode> other = nodes_;
  expectSamePolish(edges, other);
  EXPECT_EQ(of<Stage::wire_ends>()({points_, edges, r1_, rules_}, other, context_),
            cpu::wireEndsSequential({points_, edges, r1_, rules_}, nodes_, reference_))
      << "wire_ends";
  EXPECT_EQ(bitsOf(other), bitsOf(nodes_)) << "wire_ends";
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
          {"a lattice", PointCloud(lattice(14, 3)), 0.8, false},
          {"two points", cloudOf({{0, 0, 0}, {1, 0, 0}}, 3), 0.5, false},
          {"one point", cloudOf({{3, 4, 5}}, 3), 0.5, false}};
}

}  // namespace arete::test
