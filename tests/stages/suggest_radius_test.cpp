// The suggested R1: near twice the noise on generated curves, sensible on real clouds, steady under scale, order and outliers.
#include "compute/network/radius/suggest_radius.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "compute/generate/generate.h"

namespace arete {
namespace {

PointCloud make(std::string_view shape, int d, uint32_t points, double noiseFactor = 1, double outliers = 0, double background = 0) {
  static ThreadPool threads(2);
  const ShapeInfo& info = findShape(shape);
  GenerateOptions options;
  options.dimension = d, options.points = points, options.noise = noiseFactor * info.defaultNoise;
  options.outliers = outliers, options.background = background;
  return generate(info, options, threads);
}

PointCloud scaled(const PointCloud& cloud, float factor) {
  std::vector<float> rows(cloud.points().elements<float>().begin(), cloud.points().elements<float>().end());
  for (float& x : rows) x *= factor;
  return PointCloud(PointArray::fromRows(std::move(rows), cloud.dimension()));
}

TEST(SuggestRadius, IsNearTwiceTheNoiseOnEveryShape) {
  for (const ShapeInfo& shape : shapes())
    for (const auto& [d, factor] : {std::pair{2, 1.0}, {2, 2.0}, {3, 0.5}, {3, 1.0}, {3, 2.0}, {8, 1.0}})
      if (d >= shape.minDimension) {
        const double ratio = suggestRadius(make(shape.id, d, 20'000, factor)) / (2 * factor * shape.defaultNoise);
        EXPECT_GT(ratio, 0.75) << shape.id << " in dimension " << d << ", noise x " << factor;
        EXPECT_LT(ratio, 1.25) << shape.id << " in dimension " << d << ", noise x " << factor;
      }
}

TEST(SuggestRadius, HardlyDependsOnTheNumberOfPoints) {
  for (uint32_t points : {1'000u, 5'000u, 100'000u, 1'000'000u})
    for (int d : {2, 3}) {
      const double ratio = suggestRadius(make("spiral", d, points)) / 8.34;
      EXPECT_GT(ratio, 1 / 1.5) << points << " points in dimension " << d;
      EXPECT_LT(ratio, 1.5) << points << " points in dimension " << d;
    }
}

TEST(SuggestRadius, StaysWithOutliersAndBackground) {
  EXPECT_NEAR(suggestRadius(make("spiral", 2, 20'000, 1, 0.1)) / 8.34, 1, 0.25);
  EXPECT_NEAR(suggestRadius(make("trefoil", 3, 20'000, 1, 0.05)) / 8, 1, 0.25);
  EXPECT_NEAR(suggestRadius(make("spiral", 2, 20'000, 1, 0, 0.3)) / 8.34, 1, 0.4);
}

TEST(SuggestRadius, FollowsTheScaleOfTheCloud) {
  const PointCloud cloud = make("y", 2, 20'000);
  EXPECT_NEAR(suggestRadius(scaled(cloud, 1024)) / suggestRadius(cloud), 1024, 0.01 * 1024);  // three digits
  EXPECT_NEAR(suggestRadius(scaled(cloud, 0.003f)) / suggestRadius(cloud), 0.003, 0.0006);
}

TEST(SuggestRadius, HardlyDependsOnTheOrderOfThePoints) {
  const PointCloud cloud = make("spiral", 2, 400'000);  // four times what is looked at
  std::vector<uint32_t> order(cloud.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return cloud.points().coordinate(a, 0) < cloud.points().coordinate(b, 0); });
  EXPECT_NEAR(suggestRadius(PointCloud(cloud.points().subset(order))) / suggestRadius(cloud), 1, 0.1);
  EXPECT_EQ(suggestRadius(cloud), suggestRadius(cloud.withLayout(Layout::column)));
}

TEST(SuggestRadius, IsZeroForFewerThanTwoDistinctPointsAndElsePositive) {
  const auto of = [](std::vector<float> rows, int d) { return suggestRadius(PointCloud(PointArray::fromRows(std::move(rows), d))); };
  EXPECT_EQ(of({}, 2), 0);
  EXPECT_EQ(of({1, 2}, 2), 0);
  EXPECT_EQ(of({1, 2, 1, 2, 1, 2}, 2), 0);
  EXPECT_GT(of({0, 0, 3, 4}, 2), 0);
  EXPECT_GT(of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 1), 0);
  std::vector<float> mostlyOnePoint(2000, 1.0f);
  mostlyOnePoint.back() = 5;
  EXPECT_GT(of(mostlyOnePoint, 2), 0);
  std::vector<float> line;
  for (int i = 0; i < 1000; ++i) line.insert(line.end(), {float(i), 2.0f * float(i), 0.0f});
  EXPECT_NEAR(of(line, 3), 3 * std::sqrt(5.0), 1.5 * std::sqrt(5.0));  // no noise at all: a few times the spacing
}

TEST(SuggestRadius, SaysWhyInOneSentence) {
  EXPECT_NE(explainRadius(make("spiral", 2, 20'000)).reason.find("around the curve"), std::string::npos);
  std::vector<float> lattice;
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j) lattice.insert(lattice.end(), {float(i), float(j)});
  const RadiusSuggestion flat = explainRadius(PointCloud(PointArray::fromRows(std::move(lattice), 2)));
  EXPECT_NE(flat.reason.find("No direction"), std::string::npos);
  EXPECT_NEAR(flat.r1, 3, 1.5);
}

// Within a factor of 2.5 of the radii with the best F-score of a sweep (data/README.md).
TEST(SuggestRadius, IsOfTheRightSizeOnRealClouds) {
  const std::filesystem::path data = std::filesystem::path(ARETE_SHARED_DIR) / "data";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << data << " is not there";
  std::ifstream quakes(data / "usgs-quakes/quakes.sphere.xyz"), tracks(data / "chicago-bus-gps/points.xy.f32", std::ios::binary);
  std::vector<double> rows;
  for (std::string line; std::getline(quakes, line);) {
    std::istringstream text(line);
    for (double x; text >> x;) rows.push_back(x);
  }
  ASSERT_EQ(rows.size() % 3, 0u);
  const double quakeRadius = suggestRadius(PointCloud::recentred(rows, 3));
  EXPECT_GT(quakeRadius, 0.02 / 2.5);
  EXPECT_LT(quakeRadius, 0.02 * 2.5);
  std::vector<float> metres(2 * 118'360);
  tracks.read(reinterpret_cast<char*>(metres.data()), std::streamsize(metres.size() * sizeof(float)));
  ASSERT_TRUE(tracks);
  const double trackRadius = suggestRadius(PointCloud(PointArray::fromRows(std::move(metres), 2)));
  EXPECT_GT(trackRadius, 10 / 2.5);
  EXPECT_LT(trackRadius, 10 * 2.5);
}

}  // namespace
}  // namespace arete
