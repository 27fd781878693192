// The GPU's tree of tiles is that of the reference: on the zoo, in every layout and type, wherever points are counted, however tiles are divided
// and however deep the tree is.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/stages/tile_clouds.h"
#include "tests/support/zoo.h"
#if defined(ARETE_CUDA)
#include "compute/tiles/levels.cuh"
#endif

namespace arete {
namespace {

constexpr TileKind kCudaTileKinds[] = {TileKind::local, TileKind::grouped, TileKind::extended};
constexpr std::string_view kHistograms[] = {"automatic", "block", "global"};

class CudaTile : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }

  static ParamValues params(TileKind kind, uint32_t perAxis, uint32_t capacity, uint32_t axes = 0, std::string_view histogram = kHistograms[0]) {
    ParamValues values;
    values.set(kTileKindParam, double(kind));
    values.set(kTilesPerAxisParam, perAxis);
    values.set(kTileCapacityParam, capacity);
    values.set(kTiledAxesParam, axes);
    values.setText(kTileHistogramParam, histogram);
    return values;
  }
  TileTree build(std::string_view id, const PointCloud& cloud, double r1, const ParamValues& values, std::stop_token stop = {}) {
    return findVersion(id).as<Stage::tile>()({cloud, r1, values}, {*device_, std::move(stop), {}});
  }

  /// The tree of every CUDA version against that of `base`, part by part, so that a difference says where it is. Local tiles by every division.
  void compare(std::string_view base, const PointCloud& cloud, double r1, ParamValues values) {
    const TileTree expected = build(base, cloud, r1, values);
    if (expected.kind == TileKind::local) {
      for (const std::string_view division : kTileDivisionParam.choices) {
        SCOPED_TRACE(division);
        values.setText(kTileDivisionParam, division);
        compareWith(expected, cloud, r1, values);
      }
    } else {
      compareWith(expected, cloud, r1, values);
    }
  }
  void compareWith(const TileTree& expected, const PointCloud& cloud, double r1, const ParamValues& values) {
    for (const Version& version : versions(Stage::tile)) {
      if (version.backend != Backend::cuda) continue;
      const TileTree tree = build(version.id, cloud, r1, values);
      ASSERT_EQ(tree.levels, expected.levels) << version.id;
      ASSERT_TRUE(tree.nodes == expected.nodes) << version.id;
      ASSERT_EQ(tree.bounds, expected.bounds) << version.id;
      ASSERT_EQ(tree.leaves, expected.leaves) << version.id;
      ASSERT_EQ(tree.note, expected.note) << version.id;
      ASSERT_TRUE(tree.points == expected.points) << version.id;
      ASSERT_TRUE(tree.touching == expected.touching) << version.id;
      ASSERT_TRUE(tree.surroundings == expected.surroundings) << version.id;
      ASSERT_TRUE(tree == expected) << version.id;
    }
  }

  std::unique_ptr<Device> device_;
};

TEST_F(CudaTile, TreesOfTheZooAreThoseOfTheReference) {
  for (const test::ZooCloud& each : test::zoo())
    for (const TileKind kind : kCudaTileKinds)
      for (const auto& [perAxis, capacity, axes] : {std::array{1u, 17u, 0u}, {4u, 60u, 0u}, {7u, 1u, 1u}, {2u, 100'000u, 2u}})
        for (const Scalar scalar : {Scalar::float32, Scalar::float64})
          for (const Layout layout : {Layout::row, Layout::column}) {
            SCOPED_TRACE(each.name + ", " + std::to_string(perAxis) + " an axis, capacity " + std::to_string(capacity));
            const PointCloud cloud(each.points.withScalar(scalar).withLayout(layout));
            compare("tile.cpu.recursive", cloud, each.r1, params(kind, perAxis, capacity, axes));
            if (HasFatalFailure()) return;
          }
}

TEST_F(CudaTile, OfASmallCloudIsThatOfTheReference) {  // small enough for compute-sanitizer
  const PointCloud cloud(test::spiral(2000, 3, 1.5, 5).withScalar(Scalar::float32));
  for (const TileKind kind : kCudaTileKinds)
    for (const std::string_view histogram : kHistograms) compare("tile.cpu.recursive", cloud, 0.4, params(kind, 3, 30, 0, histogram));
}

TEST_F(CudaTile, TreesDoNotDependOnWherePointsAreCounted) {
  const PointCloud cloud(test::spiral(150'000, 3, 1.5, 5).withScalar(Scalar::float32));
  for (const TileKind kind : kCudaTileKinds)
    for (const std::string_view histogram : kHistograms)
      for (const auto& [perAxis, capacity] : {std::array{5u, 700u}, {17u, 40u}, {40u, 5000u}, {64u, 5000u}}) {  // a block's, a cluster's, too many
        SCOPED_TRACE(std::string(histogram) + ", " + std::to_string(perAxis) + " an axis, capacity " + std::to_string(capacity));
        compare("tile.cpu.parallel", cloud, 0.4, params(kind, perAxis, capacity, 0, histogram));
        if (HasFatalFailure()) return;
      }
}

TEST_F(CudaTile, OfLargeCloudsIsThatOfTheCpuOnEveryRun) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud(test::spiral(1'000'000, dimension, 1.5, 6).withScalar(Scalar::float32));
    for (const TileKind kind : kCudaTileKinds)
      for (int twice = 0; twice < 2; ++twice) compare("tile.cpu.parallel", cloud, 0.4, params(kind, 3, 4096));
  }
}

TEST_F(CudaTile, TilesThatFitIntoABlockAreDividedAsByTheCpu) {  // so many points for so small tiles that blocks divide them
  for (const int dimension : {1, 2, 3, 5})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      PointArray points = test::uniformBox(200'000, dimension, 100, 4).withScalar(scalar);
      for (uint32_t i = 0; i < points.size(); ++i)
        for (int k = 0; k < dimension && i % 5 < 2; ++k) points.setCoordinate(i, k, i % 5 == 0 ? 70 : 50 + points.coordinate(i, k) * 1e-4);
      for (const Layout layout : {Layout::row, Layout::column})
        for (const uint32_t capacity : {33u, 50u})
          compare("tile.cpu.parallel", PointCloud(points.withLayout(layout)), 0.5, params(kCudaTileKinds[0], 4, capacity));
      if (HasFatalFailure()) return;
    }
}

TEST_F(CudaTile, PointsThatCannotBeDividedEndAtTheDepthLimitWithTheSameNote) {
  const PointArray line = test::lineWithEqualPoints(), spot = test::denseSpot();
  PointArray few = test::uniformBox(20'000, 3, 100, 1);  // so few of them are deep down that they are listed
  for (uint32_t i = 0; i < few.size(); i += 40)
    for (int k = 0; k < 3; ++k) few.setCoordinate(i, k, 50 + few.coordinate(i, k) * 1e-13);
  for (const PointArray& points : {test::allEqual(3000, 3, 1.25), line, test::withStray(test::uniformBox(3000, 3, 1, 2), 9, 1e30), spot, few})
    for (const TileKind kind : kCudaTileKinds)
      for (const uint32_t capacity : {3u, 100u}) compare("tile.cpu.parallel", PointCloud(points), 0.5, params(kind, 3, capacity));
}

#if defined(ARETE_CUDA)
/// 200 000 floats between 0 and 100, by what is made of each coordinate.
PointArray boxOf(int dimension, const std::function<double(double x, uint32_t i, int k)>& coordinate) {
  PointArray points = test::uniformBox(200'000, dimension, 100, 4).withScalar(Scalar::float32);
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < dimension; ++k) points.setCoordinate(i, k, coordinate(points.coordinate(i, k), i, k));
  return points;
}

TEST_F(CudaTile, BucketsThatMoveAsWholesGiveTheTreeOfPoints) {
  for (const int dimension : {2, 3})
    for (const Layout layout : {Layout::row, Layout::column})
      for (const PointArray& points : {
               test::spiral(200'000, dimension, 1.5, 5).withScalar(Scalar::float32),
               test::spiral(200'000, dimension, 1.5, 5, true).withScalar(Scalar::float32),  // indices of a leaf lie together
               boxOf(dimension, [](double x, uint32_t, int) { return x; }),                 // evenly spread
               boxOf(dimension, [](double x, uint32_t, int) { return std::floor(x); }),     // a lattice
               boxOf(dimension,
                     [](double, uint32_t i, int k) { return (k + 1) * (i % 100'000 * 0.37); }),  // a line, twice: indices of a leaf in two clumps
               boxOf(dimension, [](double x, uint32_t, int k) { return k > 0 ? 2.5 : x; }),      // no width but along one axis
               boxOf(dimension, [](double x, uint32_t i, int) { return i % 9 == 0 ? x : 50 + x / 50; }),  // a dense spot
           })
        for (const auto& [perAxis, capacity, axes] : {std::array{3u, 4096u, 0u}, {1u, 700u, 0u}, {7u, 2000u, 1u}}) {
          const PointCloud cloud(points.withLayout(layout));
          ParamValues values = params(TileKind::local, perAxis, capacity, axes);
          values.setText(kTileDivisionParam, "buckets");
          cuda::TileTimes times;
          const TileTree tree = cuda::tileLevelsTimed({cloud, 1, values}, {*device_, {}, {}}, &times);
          EXPECT_GT(times.bucketCount, cloud.size() / 64) << perAxis << " an axis, capacity " << capacity;
          ASSERT_TRUE(tree == build("tile.cpu.parallel", cloud, 1, values)) << dimension << "D, " << perAxis << " an axis, capacity " << capacity;
        }
}

TEST_F(CudaTile, RoundsGoOnWhereBucketsDoNotSuit) {
  for (const int dimension : {2, 3})
    for (const PointArray& points : {
             test::withStray(boxOf(dimension, [](double x, uint32_t, int) { return x; }), 9, 1e30),  // one key for all but the stray
             boxOf(dimension, [](double x, uint32_t i, int) { return i % 3 == 0 ? x : 70; }),        // more equal points than a leaf holds
             test::allEqual(200'000, dimension, 1.25).withScalar(Scalar::float32),
         }) {
      const PointCloud cloud(points);
      ParamValues values = params(TileKind::local, 3, 4096);
      values.setText(kTileDivisionParam, "buckets");
      cuda::TileTimes times;
      const TileTree tree = cuda::tileLevelsTimed({cloud, 1, values}, {*device_, {}, {}}, &times);
      EXPECT_EQ(times.bucketCount, 0u);
      ASSERT_TRUE(tree == build("tile.cpu.parallel", cloud, 1, values)) << dimension << "D";
    }
}
#endif

TEST_F(CudaTile, RefusesSurroundingsThatAreTooLarge) {
  const PointCloud cloud(test::uniformBox(1'000'000, 2, 1, 7).withScalar(Scalar::float32));
  EXPECT_THROW(build("tile.cuda.levels", cloud, 10, params(TileKind::extended, 25, 1'000'000)), Error);
}

TEST_F(CudaTile, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const PointCloud cloud(test::spiral(3000, 2, 1, 3));
  EXPECT_THROW(build("tile.cuda.levels", cloud, 1, {}, source.get_token()), Cancelled);
}

}  // namespace
}  // namespace arete
