// Columns of whole numbers have a colour for each number, classes their usual one; quantities have a map.
#include "render/categories.h"

#include <gtest/gtest.h>

#include <cmath>

#include "render/cloud_points.h"

namespace arete {
namespace {

TEST(Categories, AreClassesInTheirUsualColours) {
  const auto classes = categoriesOf("Classification", {14, 2, NAN, 2, 70, 9});
  ASSERT_EQ(classes.size(), 4u);
  EXPECT_EQ(classes[0].text, "ground (2)");
  EXPECT_EQ(classes[1].text, "water (9)");
  EXPECT_EQ(classes[2].text, "wire-conductor (14)");
  EXPECT_EQ(classes[3].text, "class 70");
  EXPECT_GT(classes[1].colour.b, classes[1].colour.r);  // water is blue
  EXPECT_GT(classes[0].colour.r, classes[0].colour.b);  // ground is brown
}

TEST(Categories, AreFewWholeNumbersAndNoQuantities) {
  EXPECT_EQ(categoriesOf("return_number", {1, 3, 2, 1}).size(), 3u);
  EXPECT_TRUE(categoriesOf("height", {1, 2.5}).empty());
  EXPECT_TRUE(categoriesOf("nothing", {NAN}).empty());
  std::vector<double> many(100);
  for (size_t i = 0; i < many.size(); ++i) many[i] = double(i);
  EXPECT_TRUE(categoriesOf("intensity", many).empty());
  EXPECT_EQ(categoriesOf("class", many).size(), 100u);
}

TEST(Categories, ColourThePointsOfACloud) {
  ThreadPool threads(2);
  const PointCloud cloud(PointArray::fromRows(std::vector<float>{0, 0, 1, 0, 1, 1, 0, 1}, 2), {}, {{"class", {2, 14, 300, NAN}}});
  CloudPoints points(cloud, {0, 1, kNoAxis}, threads);
  View view;
  view.colourBy = ColourBy::attribute;
  view.attribute = "class";
  std::vector<uint32_t> colours;
  PointColours(points, view, nullptr).make(0, 4, colours, threads);
  for (uint32_t i = 0; i < 4; ++i) {
    const double value = cloud.attributes()[0].values[points.cloudIndex(i)];
    if (std::isfinite(value)) EXPECT_EQ(colours[i], colourOfCategory("class", value).packed());
    else EXPECT_EQ(colours[i], sample(ColourMap::viridis, NAN).packed());
  }
}

}  // namespace
}  // namespace arete
