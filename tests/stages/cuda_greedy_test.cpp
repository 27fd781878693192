// What the inexact choose versions still promise.
#include <gtest/gtest.h>

#include <algorithm>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

class CudaGreedy : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }
  std::vector<uint32_t> choose(std::string_view id, const PointCloud& cloud, double r1) {
    return findVersion(id).as<Stage::choose>()({cloud, r1, {}}, {*device_, {}, {}});
  }
  std::unique_ptr<Device> device_;
};

bool isCovered(const PointsView<float>& points, uint32_t i, const std::vector<uint32_t>& chosen, double r1) {
  return std::any_of(chosen.begin(), chosen.end(), [&](uint32_t j) {
    return shared::squaredDistance(points.point(i), points.coordinateStride, points.point(j), points.coordinateStride, points.dimension) <=
           shared::squaredRadius<float>(r1);
  });
}

TEST_F(CudaGreedy, LeavesNoPointWithoutAChosenOneWithinR1) {
  for (const int d : {1, 2, 3, 7})
    for (const Layout layout : {Layout::row, Layout::column}) {
      const PointCloud cloud(test::spiral(20000, d, 1, 50 + uint64_t(d)).withScalar(Scalar::float32).withLayout(layout));
      const double r1 = 2;
      const std::vector<uint32_t> chosen = choose("choose.cuda.greedy", cloud, r1);
      EXPECT_TRUE(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end()) << "ascending, each once";
      for (uint32_t i = 0; i < cloud.size(); ++i) ASSERT_TRUE(isCovered(cloud.view<float>(), i, chosen, r1)) << i << ", d " << d;
    }
}

TEST_F(CudaGreedy, ThenDecimatedIsASubsetThatDecimateLeavesAlone) {
  const PointCloud cloud(test::spiral(20000, 2, 1, 60).withScalar(Scalar::float32));
  const double r1 = 2;
  const std::vector<uint32_t> chosen = choose("choose.cuda.greedy_decimate", cloud, r1);
  ASSERT_GT(chosen.size(), 3u);
  EXPECT_TRUE(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end()) << "ascending, each once";
  const PointArray points = cloud.points().subset(chosen);
  const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
  EXPECT_EQ(decimate({points, 2 * r1, {}}, {*device_, {}, {}}).size(), chosen.size());
}

}  // namespace
}  // namespace arete
