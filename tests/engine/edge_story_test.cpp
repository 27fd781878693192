// Why two nodes are joined, and why not.
#include "compute/engine/edge_story.h"

#include <gtest/gtest.h>

#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "tests/support/network.h"

namespace arete {
namespace {

struct EdgeStoryTest : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  PointCloud cloud = test::cloudOf(test::noisySegments(test::star({{0, 90}, {78, -45}, {-78, -45}}), 2, 40, 1, 17), 2);
  std::shared_ptr<const Frame> frame = [this] {
    Job job;
    job.params.set(kR1Param, 4);
    job.params.set(kCurveParam, double(CurveKind::network));
    return runJobOn(*device, cloud, job, {}, {});
  }();

  EdgeStory of(uint32_t a, uint32_t b) const { return edgeStory(*frame, a, b, {*device, {}, {}}); }
};

TEST_F(EdgeStoryTest, SaysWhichStageJoinedTheNodesOfEveryEdge) {
  size_t told = 0;
  for (size_t e = 0; e < frame->curve.edges.size(); e += 7, ++told) {
    const Edge edge = frame->curve.edges[e];
    const EdgeStory story = of(edge.a, edge.b);
    EXPECT_TRUE(story.joined) << e;
    ASSERT_FALSE(story.turns.empty()) << e;
    EXPECT_TRUE(story.turns.back().joined) << e;
    EXPECT_EQ(story.sentences().front().rfind("Joined by ", 0), 0u) << story.sentences().front();
    EXPECT_TRUE(story.turns.back().stage != Stage::spanner || story.spanner->candidate) << e;
  }
  EXPECT_GT(told, 3u);
}

TEST_F(EdgeStoryTest, SaysThatNodesAreTooFarApart) {
  const auto& curve = frame->curve;
  std::vector<uint32_t> ends;
  std::vector<uint32_t> degree(curve.nodes.size());
  for (const Edge& edge : curve.edges) ++degree[edge.a], ++degree[edge.b];
  for (uint32_t node = 0; node < degree.size(); ++node)
    if (degree[node] == 1) ends.push_back(node);
  ASSERT_EQ(ends.size(), 3u);
  const EdgeStory story = of(ends[0], ends[1]);
  EXPECT_FALSE(story.joined);
  ASSERT_TRUE(story.spanner);
  EXPECT_FALSE(story.spanner->candidate);
  EXPECT_GT(story.spanner->length, story.spanner->reach);
  EXPECT_EQ(story.spanner->witnesses, 0);
  EXPECT_NE(story.sentences()[1].find("farther than it looks"), std::string::npos);
}

TEST_F(EdgeStoryTest, SaysThatThereIsAWayRoundAlready) {
  std::vector<std::vector<uint32_t>> neighbours(frame->curve.nodes.size());
  for (const Edge& edge : frame->curve.edges) neighbours[edge.a].push_back(edge.b), neighbours[edge.b].push_back(edge.a);
  for (uint32_t node = 0; node < neighbours.size(); ++node) {
    if (neighbours[node].size() != 2) continue;
    const EdgeStory story = of(neighbours[node][0], neighbours[node][1]);
    EXPECT_FALSE(story.joined);
    if (!story.spanner || !story.spanner->candidate) continue;
    ASSERT_TRUE(story.spanner->wayRound);
    EXPECT_LT(*story.spanner->wayRound, story.spanner->shortestLoop);
    EXPECT_NE(story.sentences()[1].find("way round"), std::string::npos) << story.sentences()[1];
    return;
  }
  FAIL() << "no two nodes are near enough to be a candidate";
}

TEST_F(EdgeStoryTest, RefusesWhatIsNotTwoNodesOfANetworkAndCanBeCancelled) {
  EXPECT_THROW(of(0, 0), Error);
  EXPECT_THROW(of(0, 1'000'000), Error);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(edgeStory(*frame, 0, 1, {*device, stop.get_token(), {}}), Cancelled);
}

}  // namespace
}  // namespace arete
