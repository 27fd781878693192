// The fast versions of the stages of networks: the bits of the references, on any number of threads and any processor.
#include <gtest/gtest.h>

#include <cstring>

#include "compute/catalog/version.h"
#include "compute/network/look/ball_kernel.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/look/eigen_lanes.h"
#include "compute/network/look/spheroid_rows.h"
#include "tests/support/network_versions.h"

namespace arete {
namespace {

using shared::Vector3;

TEST(NetworkVersions, EveryStageOfEveryCloudButTheFogHasAFastOne) {  // wires have few nodes
  for (const Stage stage : kNetworkStages)
    if (stage != Stage::fog && !name(stage).starts_with("wire_")) {
      EXPECT_NE(defaultVersion(stage, Backend::cpu).id, versions(stage).front().id) << name(stage);
    }
}

class NetworkVersionsOn : public testing::TestWithParam<int> {
 protected:
  std::unique_ptr<Device> device_ = makeCpuDevice(GetParam());
  StageContext context_{*device_, {}, {}};
};

TEST_P(NetworkVersionsOn, FindTheBitsOfTheReferencesOnTheZoo) {
  size_t sideNodes = 0;
  for (const test::ZooCloud& cloud : test::networkZoo())
    for (const Layout layout : {Layout::row, Layout::column}) {
      SCOPED_TRACE(cloud.name);
      sideNodes += test::expectSameNetwork(Backend::cpu, PointCloud(cloud.points.withLayout(layout)), cloud.r1, context_);
      if (HasFatalFailure()) return;
    }
  EXPECT_GT(sideNodes, 200u) << "side lines";
}

TEST_P(NetworkVersionsOn, FindTheBitsOfTheReferencesOnTheSphere) {
  for (const double strewn : {0.0, 0.3, 0.6}) {
    SCOPED_TRACE(strewn);
    test::expectSameNetwork(Backend::cpu, test::webOnSphere(0.01, strewn, 5), 0.03,
                            rulesInForce(networkRules(NetworkProfile::sphere, 3), {.isFoggy = strewn > 0}), context_);
    if (HasFatalFailure()) return;
  }
}

TEST_P(NetworkVersionsOn, FindTheBitsOfTheReferencesInFloat) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud(test::spiral(20000, dimension, 1, 7).withScalar(Scalar::float32));
    for (const double r1 : {0.6, 3.0, 9.0}) {  // many cells of the box for each point, and few
      SCOPED_TRACE(r1);
      test::expectSameNetwork(Backend::cpu, cloud, r1, context_);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, NetworkVersionsOn, testing::Values(1, 2, 7), [](const auto& info) { return std::to_string(info.param); });

TEST(NetworkVersions, EigenvectorsHaveTheSameBitsInEveryLane) {
  test::Random random(11);
  const auto number = [&](int kind) { return kind == 0 ? 0.0 : kind == 1 ? 1.0 : kind == 2 ? 1e-12 * random.uniform(-1, 1) : random.uniform(-1, 1); };
  for (int turn = 0; turn < 3000; ++turn) {
    const int count = 1 + turn % cpu::kEigenLanes, zeros = turn / cpu::kEigenLanes % 8;
    shared::Matrix3 matrices[cpu::kEigenLanes];
    for (shared::Matrix3& matrix : matrices)
      for (int a = 0, term = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b, ++term)
          matrix.m[a][b] = matrix.m[b][a] = a != b && (zeros >> (a + b - 1) & 1) != 0 ? 0 : number(int(random.bits() % 6));
    for (const cpu::EigenKernel kernel : cpu::eigenKernels()) {
      shared::Eigen3 found[cpu::kEigenLanes];
      kernel(matrices, count, found);
      for (int i = 0; i < count; ++i) {
        const shared::Eigen3 expected = shared::symmetricEigen(matrices[i]);
        ASSERT_EQ(std::memcmp(&found[i], &expected, sizeof expected), 0) << turn << " " << i;
      }
    }
  }
}

struct NetworkBalls : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};

  static std::vector<Vector3> places(int dimension, double noise) {
    return test::noisySegments({{{0, 0, 0}, {20, 5, dimension == 3 ? 9.0 : 0.0}}}, dimension, 30, noise, 8);
  }
};

/// The places within this radius, by comparing every one.
std::vector<uint32_t> comparedWith(const std::vector<Vector3>& places, const Vector3& centre, double radius) {
  std::vector<uint32_t> near;
  for (uint32_t i = 0; i < places.size(); ++i)
    if (squaredDistance(places[i], centre) <= radius * radius) near.push_back(i);
  return near;
}
/// Those that a grid finds, ascending.
template <class Grid>
std::vector<uint32_t> inBall(const Grid& grid, const Vector3& centre, double radius) {
  std::vector<uint32_t> found;
  grid.visitBall(centre, radius, [&](uint32_t i, double) { found.push_back(i); });
  std::ranges::sort(found);
  return found;
}

TEST_F(NetworkBalls, HoldWhatComparingEveryPlaceFinds) {
  for (const int dimension : {2, 3}) {
    const std::vector<Vector3> at = places(dimension, 2);
    const cpu::RowGrid grid(at, {}, dimension, 1, context);
    for (const double radius : {0.3, 1.0, 2.0, 5.5, 8.0, 100.0})
      for (uint32_t i = 0; i < at.size(); i += 7) {
        const Vector3 centre = at[i] + Vector3{radius, 0.25, 0} * (i % 3);  // also outside, and with places on the border
        ASSERT_EQ(inBall(grid, centre, radius), comparedWith(at, centre, radius)) << dimension << " " << radius << " " << i;
      }
  }
}

/// What a kernel sums up in a spheroid, of the first places of all sizes.
void expectSameSpheroid(const cpu::BallKernel& kernel, const cpu::RowGrid& grid, const SuperPoints& points, const shared::Spheroid& spheroid) {
  const shared::RowView& view = grid.view();
  for (const uint32_t count : {0u, 1u, 6u, points.size()}) {
    shared::KernelSums sums, all;
    for (uint32_t at = 0; at < count; ++at)
      if (squaredDistance(view.place<3>(at), spheroid.centre) <= spheroid.length * spheroid.length)
        shared::add(all, spheroid, view.place<3>(at), points.weights[view.index[at]], points.kernelScale);
    kernel.addSpheroid(view.places, count, spheroid, points.kernelScale, sums);
    ASSERT_EQ(std::memcmp(&sums, &all, sizeof sums), 0) << count;
  }
}

TEST_F(NetworkBalls, SumToTheSameOnEveryProcessorAndForEveryWeight) {
  for (const int dimension : {2, 3})
    for (const int64_t heavy : {int64_t(1), int64_t(1) << 20}) {  // one place that weighs most: its terms are beyond the integers of a double
      SuperPoints points{dimension, places(dimension, 1), {}, 0x1p40};
      points.weights.assign(points.places.size(), 3);
      points.weights[5] = heavy;
      const cpu::RowGrid grid(points.places, points.weights, dimension, 2, context);
      const auto kernels = cpu::ballKernels(dimension, double(std::max<int64_t>(heavy, 3)) * points.kernelScale, 1e6);
      const size_t most = cpu::ballKernels(dimension, 0, 0).size();
      EXPECT_EQ(kernels.size(), heavy == 1 || most == 1 ? most : most - 1) << "too heavy for four at a time, which are cut by adding";
      for (const double radius : {2.0, 3.7})
        for (uint32_t i = 0; i < points.size(); i += 11) {
          const Vector3 centre = points.places[i] + Vector3{0.5, 0.25, 0}, centres[] = {centre, points.places[i], centre + Vector3{0.25, 0, 0}};
          std::vector<shared::Run> runs;
          grid.visitRuns(centre, radius + 1, [&](shared::Run run) { return runs.push_back(run), false; });
          const auto expected = [&](const Vector3& middle) {
            shared::KernelSums sums;
            for (uint32_t j = 0; j < points.size(); ++j)
              if (squaredDistance(points.places[j], middle) <= radius * radius)
                shared::add(sums, (points.places[j] - middle) * (1 / radius), points.weights[j], points.kernelScale);
            return sums;
          };
          for (const cpu::BallKernel& kernel : kernels) {
            shared::KernelSums sums;
            const shared::KernelSums all = expected(centre);
            kernel.addSums(grid.view().places, runs, centre, radius, points.kernelScale, sums);
            ASSERT_EQ(std::memcmp(&sums, &all, sizeof sums), 0) << dimension << " " << radius << " " << i;
            int64_t densities[cpu::kBallsAtOnce] = {};
            kernel.addDensities(grid.view().places, runs, centres, radius, points.kernelScale, densities);
            for (int b = 0; b < cpu::kBallsAtOnce; ++b) ASSERT_EQ(densities[b], expected(centres[b]).density) << b;
            if (dimension == 3) expectSameSpheroid(kernel, grid, points, {centre, shared::unit({1, -2, 0.5}), radius, radius / 2});
          }
        }
    }
}

TEST_F(NetworkBalls, OfRowsHoldWhatComparingEveryPlaceFindsWhetherTheBoxHasFewRowsOrVeryMany) {
  for (const int dimension : {2, 3})
    for (const double away : {0.0, 1e6}) {
      std::vector<Vector3> at = places(dimension, 1);
      at.push_back({away, away, dimension == 3 ? away : 0});
      const cpu::RowGrid grid(at, {}, dimension, 2, context);
      EXPECT_EQ(grid.view().rowsOfBox != nullptr, away == 0) << "a table of rows";
      for (const double radius : {0.5, 2.0, 3.7, 50.0})
        for (uint32_t i = 0; i < at.size(); i += 11) {
          const Vector3 centre = at[i] + Vector3{radius, 0.25, 0} * (i % 3);
          const std::vector<uint32_t> expected = comparedWith(at, centre, radius);
          ASSERT_EQ(inBall(grid, centre, radius), expected) << dimension << " " << radius << " " << i;
          if (dimension == 2) continue;
          const shared::Spheroid spheroid{centre, shared::unit({1, -2, 0.5}), radius, radius / 2};
          std::vector<uint32_t> seen;
          cpu::visitSpheroid(grid.view(), spheroid, [&](uint32_t begin, uint32_t end) {
            for (uint32_t place = begin; place < end; ++place) seen.push_back(grid.view().index[place]);
          });
          std::ranges::sort(seen);
          for (uint32_t j = 0; j < at.size(); ++j) {
            const Vector3 offset = (at[j] - centre) * (1 / spheroid.length);
            const bool isSeen = std::ranges::binary_search(seen, j);
            ASSERT_TRUE(isSeen || shared::insideOf(spheroid, offset.x, offset.y, offset.z) <= 0) << radius << " " << j;
          }
        }
    }
}

TEST_F(NetworkBalls, GridsAreMadeOnceAndACopyOfTheSuperPointsBeginsWithNone) {
  SuperPoints points{2, {{0, 0}, {1, 0}}, {1, 1}, 1};
  const auto gridOf = [&](const SuperPoints& from) { return &cpu::BallLook(from, 2, 2, context).grid(2); };
  const cpu::RowGrid* const first = gridOf(points);
  EXPECT_EQ(gridOf(points), first);
  SuperPoints copy = points;
  copy.places[1].x = 3;
  EXPECT_FALSE(cpu::BallLook(copy, 2, 2, context).holds({0, 0}, 2, 2));
  EXPECT_TRUE(cpu::BallLook(points, 2, 2, context).holds({0, 0}, 2, 2));
  const SuperPoints moved = std::move(points);
  EXPECT_EQ(gridOf(moved), first) << "what is kept goes along";
  EXPECT_NE(gridOf(moved), &cpu::BallLook(moved, 0.1, 0.1, context).grid(0.1)) << "much smaller balls want other grids";
}

}  // namespace
}  // namespace arete
