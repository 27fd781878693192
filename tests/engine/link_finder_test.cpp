// What the links layer draws, on points whose neighbours are known.
#include <gtest/gtest.h>

#include <algorithm>

#include "compute/catalog/version.h"
#include "compute/engine/link_finder.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

struct LinkFinderTest : testing::Test {
  LinkFinderTest() {
    request.cloud = PointCloud(PointArray::fromRows(std::vector<float>{0, 1, 3, 7, 15}, 1));
    request.job.params.set(kLinkNeighboursParam, 2);
    request.job.params.set(kLinkShareParam, 100);
    auto frame = std::make_shared<Frame>();
    frame->chosen = PointArray::fromRows(std::vector<float>{2, 10}, 1);
    request.frame = frame;
  }
  Links find(LinksOf of) {
    request.job.params.set(kLinksOfParam, double(of));
    return finder.find(request, {});
  }
  /// The coordinate that each link leads to.
  static std::vector<double> targets(const Links& links) {
    std::vector<double> result;
    for (size_t i = 1; i < links.ends.size(); i += 2) result.push_back(links.ends.coordinate(i, 0));
    return result;
  }

  LinkFinder finder;
  LinkRequest request;
};

TEST_F(LinkFinderTest, OfTheSelectedPointLeavesItselfOut) {
  request.selected = SelectedPoint{false, 2};
  const Links links = find(LinksOf::selected);
  EXPECT_EQ(targets(links), (std::vector<double>{1, 0}));
  EXPECT_EQ(links.distances, (std::vector<double>{2, 3}));
  ASSERT_EQ(links.neighbours.size(), 2u);
  EXPECT_EQ(links.neighbours[0].index, 1u);
  EXPECT_EQ(links.nearest, 2);
  EXPECT_EQ(links.farthest, 3);
}

TEST_F(LinkFinderTest, OfASelectedChosenPointListsCloudPoints) {
  request.selected = SelectedPoint{true, 0};
  EXPECT_EQ(targets(find(LinksOf::selected)), (std::vector<double>{1, 3}));
  request.selected = SelectedPoint{true, 99};  // of an older step
  EXPECT_TRUE(find(LinksOf::selected).distances.empty());
}

TEST_F(LinkFinderTest, OfChosenPointsAndTowardsThem) {
  EXPECT_EQ(targets(find(LinksOf::chosen)), (std::vector<double>{1, 3, 7, 15}));
  EXPECT_EQ(targets(find(LinksOf::toChosen)), (std::vector<double>{2, 2, 2, 10, 10}));
  request.frame = nullptr;
  EXPECT_TRUE(find(LinksOf::chosen).distances.empty());
  EXPECT_TRUE(find(LinksOf::toChosen).distances.empty());
}

TEST_F(LinkFinderTest, WithinARadiusAllPointsOfTheBallAreJoinedAndTheBallIsDrawn) {
  request.job.params.set(kLinksByParam, double(LinksBy::radius));
  request.job.params.set(kLinkRadiusParam, 4);
  request.selected = SelectedPoint{false, 2};  // at 3; as far as 7 is within it
  const Links selected = find(LinksOf::selected);
  EXPECT_EQ(targets(selected), (std::vector<double>{1, 0, 7}));
  EXPECT_EQ(selected.radius, 4);
  EXPECT_EQ(selected.ball, std::vector<double>{3});
  EXPECT_EQ(targets(find(LinksOf::chosen)), (std::vector<double>{1, 3, 0, 7}));
  EXPECT_EQ(find(LinksOf::share).distances.size(), 8u);
  EXPECT_EQ(find(LinksOf::toChosen).distances.size(), 5u) << "to the nearest chosen point, however far away";
}

TEST_F(LinkFinderTest, TheRadiusFollowsR1UnlessItIsGivenAndAnEmptyBallIsOneToo) {
  request.job.params.set(kLinksByParam, double(LinksBy::radius));
  request.selected = SelectedPoint{false, 4};
  EXPECT_EQ(linkStage(request.job), Stage::knn) << "R1 is not set";
  request.job.params.set(kR1Param, 1);
  EXPECT_EQ(find(LinksOf::selected).radius, 1);
  EXPECT_TRUE(find(LinksOf::selected).distances.empty());
  EXPECT_EQ(find(LinksOf::selected).ball, std::vector<double>{15});
}

TEST_F(LinkFinderTest, BallsThatHoldMoreLinksThanCanBeToldApartAreFewer) {
  request.cloud = PointCloud(test::uniformBox(3000, 2, 1, 3).withScalar(Scalar::float32));
  request.job.params.set(kLinksByParam, double(LinksBy::radius));
  request.job.params.set(kLinkRadiusParam, 10);  // all of the cloud
  const Links links = find(LinksOf::share);
  EXPECT_LE(links.distances.size(), 300'000u);
  EXPECT_GT(links.distances.size(), 200'000u);
  EXPECT_NE(links.left, "");
}

TEST_F(LinkFinderTest, DegreesOfManyLinksShareBars) {
  std::vector<float> points;
  for (int i = 0; i < 101; ++i) points.push_back(i == 100 ? 1000.0F : float(i) / 100);  // 100 points near the first, one alone
  request.cloud = PointCloud(PointArray::fromRows(points, 1));
  Frame frame = *request.frame;
  frame.chosen = PointArray::fromRows(std::vector<float>{0, 1000}, 1);
  request.frame = std::make_shared<const Frame>(frame);
  request.job.params.set(kLinkShareParam, 100);
  const Links links = find(LinksOf::toChosen);
  EXPECT_EQ(links.degreesPerBar, 4u);  // 100 links in at most 32 bars
  ASSERT_EQ(links.degrees.size(), 26u);
  EXPECT_EQ(links.degrees[1], 1u);
  EXPECT_EQ(links.degrees[25], 1u);
}

TEST_F(LinkFinderTest, OfAShareCountsHowOftenPointsAreNeighbours) {
  request.job.params.set(kLinkNeighboursParam, 1);
  const Links links = find(LinksOf::share);
  EXPECT_EQ(targets(links), (std::vector<double>{1, 0, 1, 3, 7}));
  EXPECT_EQ(links.degrees, (std::vector<uint32_t>{0, 3, 1}));  // 0, 3 and 7 are neighbours once, 1 twice
  EXPECT_TRUE(links.left.empty());
  request.job.params.set(kLinkShareParam, 40);
  EXPECT_EQ(find(LinksOf::share).distances.size(), 2u);
  EXPECT_NE(find(LinksOf::share).left, "");
}

TEST_F(LinkFinderTest, EqualPointsAreNeighboursAndAFewPointsHaveFewer) {
  request.cloud = PointCloud(PointArray::fromRows(std::vector<float>{5, 5, 5}, 1));
  request.job.params.set(kLinkNeighboursParam, 8);
  EXPECT_EQ(find(LinksOf::share).distances, std::vector<double>(6, 0.0));
  request.cloud = PointCloud(PointArray::fromRows(std::vector<float>{5}, 1));
  EXPECT_TRUE(find(LinksOf::share).distances.empty());
  request.cloud = PointCloud();
  EXPECT_TRUE(find(LinksOf::share).distances.empty());
}

TEST_F(LinkFinderTest, EveryExactVersionGivesTheSameLinks) {
  request.cloud = PointCloud(test::spiral(2000, 3, 1, 7).withScalar(Scalar::float32));
  const Links expected = find(LinksOf::share);
  for (const Version& version : versions(Stage::knn)) {
    if (!version.exact || !version.available() || !version.limit.empty()) continue;
    request.job.versionIds[size_t(Stage::knn)] = version.id;
    const Links links = find(LinksOf::share);
    EXPECT_EQ(links.distances, expected.distances) << version.id;
    EXPECT_TRUE(links.ends == expected.ends) << version.id;
  }
}

TEST_F(LinkFinderTest, EveryVersionFindsTheSameBalls) {
  request.cloud = PointCloud(test::spiral(2000, 3, 1, 7).withScalar(Scalar::float32));
  request.job.params.set(kLinksByParam, double(LinksBy::radius));
  request.job.params.set(kLinkRadiusParam, 2);
  const Links expected = find(LinksOf::share);
  EXPECT_GT(expected.distances.size(), 1000u);
  for (const Version& version : versions(Stage::within)) {
    request.job.versionIds[size_t(Stage::within)] = version.id;
    const Links links = find(LinksOf::share);
    EXPECT_EQ(links.version, version.id);
    EXPECT_EQ(links.distances, expected.distances) << version.id;
    EXPECT_TRUE(links.ends == expected.ends) << version.id;
  }
}

TEST_F(LinkFinderTest, CellsOfALevelHoldThePointsBelowIt) {
  request.cloud = PointCloud(test::uniformBox(1000, 2, 8, 3).withScalar(Scalar::float32));
  for (const char* id : {"knn.cpu.v9", "knn.cpu.vocabulary_tree"}) {
    request.job.versionIds[size_t(Stage::knn)] = id;
    request.job.params.set(kLinkCellsParam, 2);
    const Links links = find(LinksOf::share);
    if (std::string(id) == "knn.cpu.v9") {
      EXPECT_EQ(links.cells.size(), 4u);
    } else {
      EXPECT_GT(links.cells.size(), 32u);  // of at most 8 · 8
    }
    uint32_t outside = 0;
    for (uint32_t i = 0; i < request.cloud.size(); ++i) {
      const double x = request.cloud.points().coordinate(i, 0), y = request.cloud.points().coordinate(i, 1);
      outside += std::ranges::none_of(links.cells, [&](const Bounds& cell) {
        return cell.minimum[0] <= x && x <= cell.maximum[0] && cell.minimum[1] <= y && y <= cell.maximum[1];
      });
    }
    EXPECT_LE(outside, std::string(id) == "knn.cpu.v9" ? 3u : 0u) << "the k-d tree has a point in each of the three nodes above";
  }
  request.job.versionIds[size_t(Stage::knn)] = "knn.cpu.v0";
  EXPECT_TRUE(find(LinksOf::share).cells.empty());
}

TEST(Job, LinksDoNotChangeADetection) {
  Job job, other;
  other.params.set(kLinkNeighboursParam, 3);
  other.versionIds[size_t(Stage::knn)] = "knn.cpu.v9";
  EXPECT_NE(job, other);
  EXPECT_TRUE(job.detectsLike(other));
  other.params.set(kR1Param, 2);
  EXPECT_FALSE(job.detectsLike(other));
}

}  // namespace
}  // namespace arete
