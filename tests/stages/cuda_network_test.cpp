// The stages of networks on the GPU: the bits of the references, in every profile, on clouds that have broken them or might.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/support/network_versions.h"
#include "tests/support/sanitizers.h"
#include "tests/support/side_lines.h"
#include "tests/support/wire_versions.h"

namespace arete {
namespace {

using shared::Vector3;

class CudaNetwork : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }

  /// What a stage is made by on a GPU.
  template <Stage stage>
  static StageFunction<stage> onGpu() {
    return defaultVersion(stage, Backend::cuda).as<stage>();
  }
  void expectSame(const PointCloud& cloud, double r1, const NetworkRules& rules) {
    const StageContext context{*device_, {}, {}};
    test::expectSameNetwork(Backend::cuda, cloud, r1, rules, context);
  }
  void expectSame(const PointCloud& cloud, double r1) { expectSame(cloud, r1, networkRules(cloud.dimension())); }

  std::unique_ptr<Device> device_;
};

/// These look at a few thousand nodes, which lie on the host between stages, or once at the super-points: CPU threads end before a GPU has begun.
TEST_F(CudaNetwork, EveryStageWithMuchToDoHasAVersionThatIsExact) {
  constexpr Stage kOnHost[] = {Stage::cross_sections, Stage::fog, Stage::junctions, Stage::refit};
  for (const Stage stage : kNetworkStages)
    EXPECT_EQ(defaultVersion(stage, Backend::cuda).backend, std::ranges::count(kOnHost, stage) ? Backend::cpu : Backend::cuda) << name(stage);
}

TEST_F(CudaNetwork, FindsTheBitsOfTheReferencesOnTheZoo) {
  for (const test::ZooCloud& cloud : test::networkZoo())
    for (const Layout layout : {Layout::row, Layout::column}) {
      SCOPED_TRACE(cloud.name);
      expectSame(PointCloud(cloud.points.withLayout(layout)), cloud.r1);
      if (HasFatalFailure()) return;
    }
}

TEST_F(CudaNetwork, FindsTheBitsOfTheReferencesInFloat) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud(test::spiral(20000, dimension, 1, 7).withScalar(Scalar::float32));
    for (const double r1 : {0.6, 3.0, 9.0}) {  // many cells of the box for each point, and few
      SCOPED_TRACE(r1);
      expectSame(cloud, r1);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaNetwork, FindsThemOfPlacesThatAllWeighTheSame) {  // so that ties decide, along whole curves
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    expectSame(PointCloud(test::lattice(dimension == 2 ? 60 : 14, dimension)), 2);
    if (HasFatalFailure()) return;
    std::vector<Vector3> line;
    for (int i = 0; i < 4000; ++i) line.push_back({0.25 * i, 0.125 * (i % 2), dimension == 3 ? 0.0625 * (i % 3) : 0});
    expectSame(test::cloudOf(line, dimension), 1);
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaNetwork, FindsThemOfEqualPointsAndOfStraysFarAway) {
  std::vector<Vector3> points = test::noisySegments(test::star({{40, 0}, {0, 40}, {-30, -30}}), 2, 10, 0.5, 3);
  const size_t size = points.size();
  for (size_t i = 0; i < size; i += 5) points.insert(points.end(), {points[i], points[i], points[i]});
  points.insert(points.end(), {{1e6, 0}, {1e6, 1e6}, {-3e5, 7e4}});
  expectSame(test::cloudOf(points, 2), 2);
  if (HasFatalFailure()) return;
  for (Vector3& point : points) point.z = 0.01 * point.x;
  expectSame(test::cloudOf(points, 3), 2);
}

TEST_F(CudaNetwork, SortsByTheFirstAxisLastWhereCellsDoNotFitIntoOneKey) {
  std::vector<Vector3> points = test::noisySegments(test::star({{40, 0, 5}, {0, 40, 0}, {-30, -30, 9}}), 3, 10, 0.5, 3);
  points.insert(points.end(), {{1.5e9, 0, 0}, {0, 1.5e9, 0}, {0, 0, 1.5e9}, {1.5e9, 1.5e9, 1.5e9}});
  expectSame(test::cloudOf(points, 3), 4);
}

/// Great circles with some noise.
PointCloud circlesOnASphere(int each) {
  std::vector<Vector3> points;
  for (int i = 0; i < each; ++i) {
    const double turn = 2 * M_PI * i / each, off = 0.01 * std::sin(37.0 * i), across = std::sqrt(1 - off * off);
    const double c = std::cos(turn) * across, s = std::sin(turn) * across;
    points.insert(points.end(), {{c, s, off}, {off, c, s}, {s, off, c}});
  }
  return test::cloudOf(points, 3);
}

TEST_F(CudaNetwork, StaysOnTheSphereAsTheReferencesDo) {
  for (const int each : {300, 4000}) {
    SCOPED_TRACE(each);
    expectSame(circlesOnASphere(each), 0.03, networkRules(NetworkProfile::sphere, 3));
    if (HasFatalFailure()) return;
  }
  for (const double strewn : {0.2, 0.5}) {  // what is strewn is judged then
    SCOPED_TRACE(strewn);
    expectSame(test::webOnSphere(0.01, strewn, 5), 0.03, rulesInForce(networkRules(NetworkProfile::sphere, 3), {.isFoggy = true}));
    if (HasFatalFailure()) return;
  }
}

/// A jittered grid of streets of very different traffic with fixes as GPS makes them.
PointCloud city(int blocks, double block, uint64_t seed) {
  test::Random random(seed);
  std::vector<std::vector<Vector3>> corners(size_t(blocks) + 1, std::vector<Vector3>(size_t(blocks) + 1));
  for (int i = 0; i <= blocks; ++i)
    for (int j = 0; j <= blocks; ++j)
      corners[size_t(i)][size_t(j)] = {block * (i + 0.2 * random.uniform(-1, 1)), block * (j + 0.2 * random.uniform(-1, 1))};
  std::vector<Vector3> points;
  const auto street = [&](const Vector3& from, const Vector3& to) {
    const double traffic = random.uniform(), perUnit = 0.05 + 4 * traffic * traffic * traffic * traffic;
    for (const Vector3& fix : test::noisySegments({{from, to}}, 2, perUnit, 2.5, unsigned(random.bits()))) points.push_back(fix);
  };
  for (int i = 0; i <= blocks; ++i)
    for (int j = 0; j <= blocks; ++j) {
      if (i < blocks) street(corners[size_t(i)][size_t(j)], corners[size_t(i) + 1][size_t(j)]);
      if (j < blocks) street(corners[size_t(i)][size_t(j)], corners[size_t(i)][size_t(j) + 1]);
    }
  return PointCloud(test::cloudOf(points, 2).points().withScalar(Scalar::float32));
}

TEST_F(CudaNetwork, FindsTheBitsOfTheReferencesInACity) {
  for (const double r1 : {4.2, 12.0}) {
    SCOPED_TRACE(r1);
    expectSame(city(9, 120, 5), r1);
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaNetwork, ThinsAsManyNodesAsABlockSortsAndMore) {
  const StageContext context{*device_, {}, {}};
  test::Random random(8192);
  for (const int dimension : {2, 3})
    for (const uint32_t count : {1u, 2u, 2048u, 2049u, 4096u, 4097u, 8192u, 8193u}) {
      SCOPED_TRACE(std::to_string(count) + " nodes, " + std::to_string(dimension) + "D");
      const double side = dimension == 2 ? std::sqrt(count) : std::cbrt(count);
      std::vector<RidgeNode> nodes(count);
      for (RidgeNode& node : nodes) {
        for (int k = 0; k < dimension; ++k) node.place.set(k, std::floor(8 * side * random.uniform()) / 8);  // some at one place
        node.radius = random.uniform(0.5, 1), node.crest = random.below(100), node.still = true;
      }
      const ThinInput input{nodes, dimension, 0.5, networkRules(dimension)};
      EXPECT_EQ(onGpu<Stage::thin>()(input, context), cpu::thinSequential(input, context));
    }
}

TEST_F(CudaNetwork, FindsTheBitsOfTheReferencesOnManySmallRandomClouds) {
  constexpr int kClouds = 200;
  test::Random random(2027);
  for (int i = 0; i < kClouds; ++i) {
    SCOPED_TRACE("cloud " + std::to_string(i));
    const uint32_t n = 1 + random.below(random.below(4) == 0 ? 600 : 60);
    const int d = 2 + int(random.below(2));
    PointArray points = random.below(2) == 0 ? test::uniformBox(n, d, random.uniform(1, 30), random.bits()) : test::clusters(n, d, random.bits());
    if (random.below(3) == 0)  // whole coordinates: ties and equal points
      for (uint32_t p = 0; p < n; ++p)
        for (int k = 0; k < d; ++k) points.setCoordinate(p, k, std::floor(points.coordinate(p, k)));
    expectSame(PointCloud(points), random.uniform(0.3, 5));
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaNetwork, OpensEveryLoopWhereTheReferenceDoes) {
  const StageContext context{*device_, {}, {}};
  size_t opened = 0;
  for (const int dimension : {2, 3})
    for (const double perUnit : {2.0, 20.0}) {
      const NetworkRules rules = networkRules(dimension);
      const std::vector<test::Segment> segments = {
          {{0, 0}, {60, 0}}, {{60, 0}, {60, 60}}, {{60, 60}, {0, 60}}, {{0, 60}, {0, 0}}, {{0, 30}, {60, 30}}};
      const PointCloud cloud = test::cloudOf(test::noisySegments(segments, dimension, perUnit, 1, 17), dimension);
      const test::Network net = test::networkOf(cloud, 4, context);
      std::vector<Edge> edges = net.edges;
      for (uint32_t i = 0; i + 3 < net.nodes.size(); i += 2) edges.push_back({i, i + 3});  // and many more loops
      std::ranges::sort(edges);
      edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
      if (edges.empty()) continue;  // too few points for a network
      const std::vector<Edge> expected = cpu::treeSequential({net.points, net.nodes, edges, rules}, context);
      opened += edges.size() - expected.size();
      EXPECT_EQ(defaultVersion(Stage::tree, Backend::cuda).as<Stage::tree>()({net.points, net.nodes, edges, rules}, context), expected);
    }
  EXPECT_GT(opened, 0u);
}

TEST_F(CudaNetwork, FindsTheBitsOfTheReferencesOfWires) {
  const StageContext context{*device_, {}, {}};
  for (const test::WireCloud& cloud : test::wireClouds()) {
    SCOPED_TRACE(cloud.name);
    const uint64_t found = test::expectSameWires(Backend::cuda, cloud.cloud, cloud.r1, context);
    if (cloud.hasWires) {
      EXPECT_GT(found, 100u);
    }
    if (HasFailure()) return;
  }
}

TEST_F(CudaNetwork, FindsTheSideLinesThatTheReferenceFinds) {
  const auto onGpu = defaultVersion(Stage::side_lines, Backend::cuda).as<Stage::side_lines>();
  for (const bool isSphere : {false, true}) {
    SCOPED_TRACE(isSphere);
    const test::SideLineMap map = isSphere ? test::sideLinesOnSphere() : test::sideLinesOnMap();
    const SideLines expected = cpu::sideLinesSequential(map.input(), {*device_, {}, {}}), found = onGpu(map.input(), {*device_, {}, {}});
    ASSERT_GT(expected.added.size(), 60u);
    EXPECT_EQ(test::bitsOf(found.added), test::bitsOf(expected.added));
    EXPECT_EQ(found.edges, expected.edges);
  }
}

TEST_F(CudaNetwork, FindsNoSideLinesWhereTheReferenceFindsNone) {
  const auto onGpu = defaultVersion(Stage::side_lines, Backend::cuda).as<Stage::side_lines>();
  for (const test::SideLineMap& map : test::mapsWithoutSideLines()) {
    const SideLines found = onGpu(map.input(), {*device_, {}, {}});
    EXPECT_TRUE(found.added.empty());
    EXPECT_EQ(found.edges, map.network.edges);
  }
}

TEST_F(CudaNetwork, CountsAPointOnceBesideABranchThatComesBack) {  // a hairpin, and a spiral whose turns are closer than its width
  const StageContext context{*device_, {}, {}};
  std::vector<Vector3> points, hairpin, turns;
  test::Random random(5);
  for (int i = 0; i < 6000; ++i) points.push_back({random.uniform(-12, 42), random.uniform(-14, 14), 0});
  for (int i = 0; i <= 40; ++i) hairpin.push_back({double(i), 0.8, 0});
  for (int i = 40; i >= 0; --i) hairpin.push_back({double(i), -0.8, 0});
  for (int i = 0; i < 120; ++i) turns.push_back(Vector3{std::cos(0.25 * i), std::sin(0.25 * i), 0} * (1 + 0.06 * i));
  NetworkRules rules = networkRules(2);
  rules.crestLeafLongest = 1000;
  for (const std::vector<Vector3>& line : {hairpin, turns}) {
    std::vector<RidgeNode> nodes;
    std::vector<Edge> edges;
    for (const Vector3& place : line) {
      if (!nodes.empty()) edges.push_back({uint32_t(nodes.size() - 1), uint32_t(nodes.size())});
      nodes.push_back({.place = place, .tangent = {1, 0, 0}, .radius = 2, .density = 1, .crest = 1, .still = true});
    }
    const auto last = uint32_t(nodes.size() - 1);  // a fork at its end, so that it is a leaf branch
    for (const double side : {-3.0, 3.0}) {
      edges.push_back({last, uint32_t(nodes.size())});
      nodes.push_back(
          {.place = nodes[last].place + Vector3{-8, side, 0}, .tangent = {1, 0, 0}, .radius = 2, .density = 1, .crest = 1, .still = true});
    }
    std::ranges::sort(edges);
    const SuperPoints super = cpu::superPointsSequential({test::cloudOf(points, 2), 2, rules}, context);
    for (const double leaf : {0.2, 1.0, 5.0}) {
      rules.crestLeaf = leaf;
      const CrestInput crest{super, nodes, edges, 2, rules};
      EXPECT_EQ(defaultVersion(Stage::crest, Backend::cuda).as<Stage::crest>()(crest, context), cpu::crestSequential(crest, context)) << leaf;
    }
    const BackgroundInput background{super, nodes, edges, 2, rules};
    EXPECT_EQ(defaultVersion(Stage::background, Backend::cuda).as<Stage::background>()(background, context),
              cpu::backgroundSequential(background, context));
    std::vector<RidgeNode> moved = nodes, expected = nodes;
    EXPECT_EQ(defaultVersion(Stage::ends, Backend::cuda).as<Stage::ends>()({super, edges, rules}, moved, context),
              cpu::endsSequential({super, edges, rules}, expected, context));
    EXPECT_EQ(test::bitsOf(moved), test::bitsOf(expected));
  }
}

/// What a version keeps must be what it was kept of, or later stages go on from other nodes than those they are given.
TEST_F(CudaNetwork, KeepsTheNodesThatItMovedAsTheyAreAfterwards) {
  const StageContext context{*device_, {}, {}};
  const PointCloud cloud(test::spiral(20000, 2, 1, 7));
  const NetworkRules rules = networkRules(2);
  const SuperPoints points = onGpu<Stage::super_points>()({cloud, 3, rules}, context);
  const std::vector<double> radii = onGpu<Stage::local_radius>()({points, 3, rules}, context);
  const Kept ofRadii, ofNodes;
  const RadiiView radiiKept(radii, ofRadii);
  std::vector<RidgeNode> nodes = ridgeNodes(points, radii, onGpu<Stage::seeds>()({points, radiiKept, 3, rules}, context)), expected = nodes;
  for (const bool last : {false, true}) {  // with nodes that still move, too
    SCOPED_TRACE(last);
    EXPECT_EQ(onGpu<Stage::ridge_shift>()({points, 3, rules, last, 3}, MovedNodes(nodes, ofNodes), context),
              cpu::ridgeShiftSequential({points, 3, rules, last, 3}, expected, context));
    const NodesView nodesKept(nodes, ofNodes);
    EXPECT_EQ(test::bitsOf(nodes), test::bitsOf(expected));
    EXPECT_EQ(onGpu<Stage::thin>()({nodesKept, 2, 3, rules}, context), cpu::thinSequential({expected, 2, 3, rules}, context));
    const Witnesses found = onGpu<Stage::witnesses>()({points, radiiKept, nodesKept, 3, rules}, context);
    const Witnesses same = cpu::witnessesSequential({points, radii, expected, 3, rules}, context);
    EXPECT_EQ(found.pairs, same.pairs);
    EXPECT_EQ(found.nearestTo, same.nearestTo);
    EXPECT_GT(found.pairs.size(), 100u);
  }
}

TEST_F(CudaNetwork, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const StageContext stopped{*device_, source.get_token(), {}}, context{*device_, {}, {}};
  const PointCloud cloud(test::spiral(3000, 2, 1, 3));
  const NetworkRules rules = networkRules(2);
  EXPECT_THROW(onGpu<Stage::super_points>()({cloud, 3, rules}, stopped), Cancelled);
  const SuperPoints points = onGpu<Stage::super_points>()({cloud, 3, rules}, context);
  EXPECT_THROW(onGpu<Stage::local_radius>()({points, 3, rules}, stopped), Cancelled);
  const std::vector<double> radii = onGpu<Stage::local_radius>()({points, 3, rules}, context);
  EXPECT_THROW(onGpu<Stage::seeds>()({points, radii, 3, rules}, stopped), Cancelled);
  std::vector<RidgeNode> nodes = ridgeNodes(points, radii, onGpu<Stage::seeds>()({points, radii, 3, rules}, context));
  EXPECT_THROW(onGpu<Stage::ridge_shift>()({points, 3, rules, false}, nodes, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::thin>()({nodes, 2, 3, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::witnesses>()({points, radii, nodes, 3, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::spanner>()({points, nodes, Witnesses{{}, std::vector<int64_t>(nodes.size())}, 3, rules}, stopped), Cancelled);
  const std::vector<Edge> edges = {{0, 1}};
  EXPECT_THROW(onGpu<Stage::prune>()({nodes, edges, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::background>()({points, nodes, edges, 3, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::crest>()({points, nodes, edges, 3, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::bridges>()({nodes, edges, 2, 3, rules}, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::ends>()({points, edges, rules}, nodes, stopped), Cancelled);
  EXPECT_THROW(onGpu<Stage::side_lines>()({points, nodes, edges, 3, rules}, stopped), Cancelled);
}

}  // namespace
}  // namespace arete
