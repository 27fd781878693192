// Re-centring, the choice of float or double, bounds, and what a cloud refuses.
#include "compute/core/point_cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"

namespace arete {
namespace {

using CloudRows = std::vector<double>;

TEST(PointCloud, IsRecentredWhereItLiesFarFromZeroOnly) {
  const auto origin = [](const CloudRows& x) { return PointCloud::recentred(x, 1).origin()[0]; };
  EXPECT_EQ(origin({0, 10}), 0);
  EXPECT_EQ(origin({75, 85}), 0) << "8 extents from zero, not more";
  EXPECT_EQ(origin({75.5, 85.5}), 81) << "the middle, rounded to a whole number";
  EXPECT_EQ(origin({-85.5, -75.5}), -81);
  EXPECT_EQ(origin({0, 20'000}), 0) << "10 000 from zero, not more";
  EXPECT_EQ(origin({2, 20'002}), 10'002);
  const PointCloud mixed = PointCloud::recentred(CloudRows{500'000.25, 1, 500'001.25, 2}, 2);
  EXPECT_EQ(mixed.origin()[0], 500'001);
  EXPECT_EQ(mixed.origin()[1], 0);
  EXPECT_EQ(mixed.points().coordinate(0, 0), -0.75);
  EXPECT_EQ(mixed.bounds().minimum[0], -0.75);
  EXPECT_EQ(mixed.bounds().maximum[1], 2);
}

TEST(PointCloud, TakesFloatsUnlessTheyMoveAPointByMoreThanHalfAThousandth) {
  const auto scalar = [](const CloudRows& x) { return PointCloud::recentred(x, 1).scalar(); };
  EXPECT_EQ(scalar({0, 4000.0001}), Scalar::float32);  // floats lie 0.00024 apart there
  EXPECT_EQ(scalar({0, 20'000, 9000.0004}), Scalar::float32) << "off by 0.0004";
  EXPECT_EQ(scalar({0, 40'000, 19'999.3}), Scalar::float32);  // re-centred by 20 000: −0.7
  EXPECT_EQ(scalar({0, 20'000, 16'384.0009}), Scalar::float64) << "off by 0.0009, where floats lie 0.002 apart";
  EXPECT_EQ(PointCloud::recentred(CloudRows{0.1}, 1, Scalar::float64).points().coordinate(0, 0), 0.1);
  EXPECT_EQ(PointCloud::recentred(CloudRows{0.1}, 1, Scalar::float32).points().coordinate(0, 0), double(0.1f));
}

TEST(PointCloud, RefusesWhatIsNotFiniteAndNamesThePoint) {
  for (const double wrong :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    for (const Layout layout : {Layout::row, Layout::column}) try {
        PointCloud(PointArray::fromRows(CloudRows{0, 1, 2, wrong, 4, 5}, 2).withLayout(layout));
        ADD_FAILURE() << wrong << " was taken";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::badInput);
        EXPECT_EQ(error.where(), "point 1");
        EXPECT_EQ(error.reason(), "coordinate 1 is not finite");
      }
}

TEST(PointCloud, HasOneZero) {
  const auto signs = [](const PointCloud& cloud) {
    int count = 0;
    for (uint32_t i = 0; i < cloud.size(); ++i)
      for (int k = 0; k < cloud.dimension(); ++k) count += std::signbit(cloud.points().coordinate(i, k));
    return count;
  };
  const CloudRows rows{-0.0, 0, 1, -0.0, -1e-60, 2};  // the smallest is 0 as a float
  EXPECT_EQ(signs(PointCloud::recentred(rows, 2)), 0);
  EXPECT_EQ(signs(PointCloud::recentred(rows, 2, Scalar::float64)), 1) << "a small number keeps its sign";
  for (const Layout layout : {Layout::row, Layout::column})
    EXPECT_EQ(signs(PointCloud(PointArray::fromRows(std::vector<float>{-0.f, 0, 1, -0.f}, 2).withLayout(layout))), 0);
  EXPECT_EQ(signs(PointCloud::recentred(CloudRows{5e6, -0.0, 5e6 + 1, 0}, 2)), 1) << "of the point at -1 from the origin of the other axis";
}

TEST(PointCloud, HasOneValueOfEveryAttributePerPoint) {
  EXPECT_THROW(PointCloud(PointArray(Scalar::float32, 2, 3), {}, {{"a", {1, 2}}}), Error);
  EXPECT_EQ(PointCloud(PointArray(Scalar::float32, 2, 2), {}, {{"a", {1, 2}}}).attributes()[0].values[1], 2);
}

TEST(PointCloud, CopiesShareTheirPointsAndLayoutsHoldTheSame) {
  const PointCloud cloud(PointArray::fromRows(CloudRows{1, 2, 3, 4, 5, 6}, 3)), copy = cloud;
  EXPECT_EQ(&copy.points(), &cloud.points());
  const PointCloud column = cloud.withLayout(Layout::column);
  EXPECT_EQ(column.layout(), Layout::column);
  EXPECT_EQ(column.points(), cloud.points().withLayout(Layout::column));
  for (uint32_t i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(column.points().coordinate(i, k), 1 + 3 * int(i) + k);
}

TEST(PointCloud, OfAPartMakesItsPointsOnceWhenTheyAreAskedFor) {
  const PointCloud whole(PointArray::fromRows(std::vector<float>{1, 2, 3, 4, 5, 6}, 2).withLayout(Layout::column));
  const std::vector<uint32_t> indices{2, 0};
  int calls = 0;
  const PointCloud part = PointCloud::part(whole, 2, whole.bounds(), [&] { return ++calls, whole.points().subset(indices); });
  const PointCloud copy = part;
  EXPECT_EQ(part.size(), 2u);
  EXPECT_EQ(part.dimension(), 2);
  EXPECT_EQ(part.scalar(), Scalar::float32);
  EXPECT_EQ(part.layout(), Layout::row);
  EXPECT_EQ(part.sampled().sharedPoints(), whole.sharedPoints());
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(part.points(), PointArray::fromRows(std::vector<float>{5, 6, 1, 2}, 2));
  EXPECT_EQ(copy.view<float>().at(1, 1), 2);
  EXPECT_EQ(part.sampled().sharedPoints(), part.sharedPoints());
  EXPECT_EQ(part.withLayout(Layout::column).points().coordinate(0, 1), 6);
  EXPECT_EQ(part.withScalar(Scalar::float64).points().coordinate(1, 0), 1);
  EXPECT_EQ(calls, 1);
}

TEST(FixedScale, LetsTheSumOfAllCoordinatesFitIntoItsInteger) {
  for (const uint32_t n : {1u, 2u, 3u, 1000u, 65'535u, 65'536u})
    for (const double largest : {1.0, 0.999, 1e-20, 12345.678, 1e30}) {
      PointArray points(Scalar::float32, 1, n);
      for (uint32_t i = 0; i < n; ++i) points.setCoordinate(i, 0, largest);
      const PointCloud cloud(points);
      const shared::FixedScale scale = makeFixedScale(cloud);
      const auto one = double(shared::toFixed(float(largest), scale));
      EXPECT_LT(one * n, 0x1p63) << n << " times " << largest;
      EXPECT_GT(one * n, 0x1p59) << n << " times " << largest << ": bits are wasted";
      EXPECT_EQ(scale.toFixed * scale.fromFixed, 1);
      EXPECT_EQ(std::exp2(std::round(std::log2(scale.toFixed))), scale.toFixed) << "a power of two";
    }
}

TEST(FixedScale, IsFineEnoughForR1OrTheCloudIsRefused) {
  const PointCloud cloud(PointArray::fromRows(std::vector<float>{0, 1e6f, -3, 5}, 1));
  const double step = makeFixedScale(cloud).fromFixed;
  EXPECT_NO_THROW(checkResolution(cloud, 1024 * step));
  EXPECT_THROW(checkResolution(cloud, 1023 * step), Error);
  EXPECT_NO_THROW(checkResolution(PointCloud(PointArray(Scalar::float32, 2, 5)), 1e-30)) << "all at zero";
}

TEST(FixedScale, NamesTheSameCoordinateInWhateverOrderPointsAsFarOutLie) {
  std::vector<double> rows = {1e131, 2e131, 4e131, -5e-193};  // two are as far from the median, 2e131
  std::sort(rows.begin(), rows.end());
  do try {
      checkResolution(PointCloud(PointArray::fromRows(rows, 1)), 1e30);
      FAIL() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.reason().substr(0, error.reason().find(" lies")), "its coordinate 4e+131");
    }
  while (std::next_permutation(rows.begin(), rows.end()));
}

}  // namespace
}  // namespace arete
