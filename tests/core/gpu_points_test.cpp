#include "compute/core/gpu_points.h"

#include <gtest/gtest.h>

#include "compute/core/grid_shape.h"
#include "compute/network/radius/suggest_radius.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

/// What a GPU would answer, from the memory of the host.
class Pretended final : public GpuPoints {
 public:
  explicit Pretended(PointArray points) : points_(std::move(points)) {}
  int gpu() const override { return 3; }
  Scalar scalar() const override { return points_.scalar(); }
  int dimension() const override { return points_.dimension(); }
  uint32_t size() const override { return points_.size(); }
  PointArray subset(std::span<const uint32_t> indices) const override {
    brought_ += indices.size();
    return points_.subset(indices);
  }
  PointArray all() const override {
    ++allBrought_;
    return points_;
  }
  uint64_t broughtBytes() const override { return brought_; }

  mutable int allBrought_ = 0;
  mutable uint64_t brought_ = 0;  // points

 private:
  PointArray points_;
};

struct PointsOnAGpu : testing::Test {
  PointCloud host{test::spiral(5000, 2, 1, 1).withScalar(Scalar::float32)};
  std::shared_ptr<const Pretended> lying = std::make_shared<const Pretended>(host.points());
  PointCloud cloud = cloudOnGpu(lying, host.origin(), host.bounds());
};

TEST_F(PointsOnAGpu, AreFoundByTheirCloudAndItsCopies) {
  EXPECT_EQ(gpuPointsOf(*cloud.sharedPoints()), lying);
  const PointCloud copy = cloud;
  EXPECT_EQ(gpuPointsOf(*copy.sharedPoints()), lying);
  EXPECT_EQ(gpuPointsOf(*host.sharedPoints()), nullptr);
}

TEST_F(PointsOnAGpu, AreLetGoWithTheLastCopyOfTheirCloud) {
  const std::weak_ptr<const Pretended> watched = lying;
  lying.reset();
  {
    const PointCloud copy = cloud;
    cloud = PointCloud();
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST_F(PointsOnAGpu, GiveTheGridOfTheHostFromASample) {
  const auto shapeOf = [](const PointCloud& from) { return gridShape(from.sampled().view<float>(), 8.0, &from.bounds()); };
  const GridShape own = shapeOf(cloud), other = shapeOf(host);
  EXPECT_EQ(own.origin, other.origin);
  EXPECT_EQ(own.count, other.count);
  EXPECT_EQ(own.inverseEdge, other.inverseEdge);
  EXPECT_EQ(lying->allBrought_, 0);
  EXPECT_EQ(lying->brought_, 512u);
}

TEST_F(PointsOnAGpu, SuggestARadiusWithoutAllOfThem) {
  EXPECT_EQ(suggestRadius(cloud), suggestRadius(host));
  EXPECT_EQ(lying->allBrought_, 0);
}

TEST_F(PointsOnAGpu, ComeOneByOneAndAllAtOnceOnlyWhenAskedFor) {
  const std::vector<uint32_t> few = {4999, 0, 17};
  EXPECT_EQ(pointsAt(cloud, few), host.points().subset(few));
  EXPECT_EQ(pointsAt(host, few), host.points().subset(few));
  EXPECT_EQ(lying->allBrought_, 0);
  EXPECT_EQ(cloud.points(), host.points());
  EXPECT_EQ(cloud.points(), host.points());
  EXPECT_EQ(lying->allBrought_, 1);
}

TEST_F(PointsOnAGpu, FewerThanASampleAreAllOfIt) {
  const std::vector<uint32_t> few = {3, 1, 2};
  const PointArray three = host.points().subset(few);
  const PointCloud own = cloudOnGpu(std::make_shared<const Pretended>(three), {}, host.bounds());
  EXPECT_EQ(evenSample(*own.sharedPoints(), 512), three);
  EXPECT_EQ(own.size(), 3u);
}

}  // namespace
}  // namespace arete
