// Networks of clouds with tracks: what is made of them, that nothing changes where they are off, and R1 that follows from what a network leaves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compute/engine/edge_story.h"
#include "compute/engine/network_bootstrap.h"
#include "compute/engine/run_job.h"
#include "compute/network/radius/track_radius.h"
#include "tests/support/network_job.h"
#include "tests/support/tracks.h"

namespace arete {
namespace {

using test::networkJob, test::trackCloud, test::Way;

Job withUse(Job job, TrackUse use) {
  job.params.set(kTracksParam, double(use));
  return job;
}

std::string hashOf(const PointCloud& cloud, const Job& job, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  return runJobOn(*device, cloud, job, {}, {})->hash;
}

PointCloud withoutAttributes(const PointCloud& cloud) { return PointCloud(cloud.points(), cloud.origin()); }

/// Passes along three arms, with a fix only now and then.
std::vector<Way> sparsePasses(uint32_t seed = 5) { return test::passesAlong(test::trueShape("y"), 10, 20, 2, seed); }

TEST(TrackNetwork, IsThatOfThePointsWhereTracksAreOff) {
  const PointCloud cloud = trackCloud(sparsePasses());
  EXPECT_EQ(hashOf(cloud, withUse(networkJob(8), TrackUse::off)), hashOf(withoutAttributes(cloud), networkJob(8)));
  EXPECT_NE(hashOf(cloud, networkJob(8)), hashOf(withoutAttributes(cloud), networkJob(8)));
  Job job = withUse(networkJob(0), TrackUse::off), plain = networkJob(0);
  const auto off = suggestIfUnset(cloud, job), points = suggestIfUnset(withoutAttributes(cloud), plain);
  EXPECT_EQ(off->r1, points->r1);
  EXPECT_EQ(off->reason, points->reason);
  EXPECT_FALSE(off->tracks);
}

TEST(TrackNetwork, OfChainsLooksAtNoTracks) {
  const PointCloud cloud = trackCloud(sparsePasses());
  Job job;
  job.params.set(kR1Param, 8);
  EXPECT_EQ(hashOf(cloud, job), hashOf(withoutAttributes(cloud), job));
}

TEST(TrackNetwork, HasTheSameBitsOnAnyNumberOfThreadsAndInAnyOrderOfTracks) {
  std::vector<Way> ways = sparsePasses();
  const std::string hash = hashOf(trackCloud(ways), networkJob(8), 1);
  for (const int threads : {2, 7}) EXPECT_EQ(hashOf(trackCloud(ways), networkJob(8), threads), hash);
  Job job = networkJob(0);
  const auto suggested = suggestIfUnset(trackCloud(ways), job);
  std::ranges::reverse(ways);
  std::swap(ways[2], ways[7]);
  EXPECT_EQ(hashOf(trackCloud(ways), networkJob(8)), hash);
  Job other = networkJob(0);
  other.params.set(kThreadsParam, 1);
  const auto again = suggestIfUnset(trackCloud(ways), other);
  EXPECT_EQ(again->r1, suggested->r1);
  EXPECT_EQ(again->tracks, suggested->tracks);
}

TEST(TrackNetwork, StoryOfAnEdgeCountsThePointsOfLinesThatTheNetworkIsMadeOf) {
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, trackCloud(sparsePasses()), withUse(networkJob(8), TrackUse::lines), {}, {});
  size_t told = 0;
  for (size_t e = 0; e < frame->curve.edges.size(); e += 5) {
    const EdgeStory story = edgeStory(*frame, frame->curve.edges[e].a, frame->curve.edges[e].b, {*device, {}, {}});
    if (story.turns.front().stage != Stage::spanner || !story.turns.front().joined) continue;
    ++told;
    EXPECT_GT(story.spanner->witnesses, 2) << "a fix each 20, passes ten: fixes alone are hardly ever witnesses of an edge of about 8";
  }
  EXPECT_GT(told, 2u);
}

TEST(TrackNetwork, FindsAYOfAFewFixes) {
  const PointCloud cloud = trackCloud(sparsePasses());
  Job job = networkJob(0);
  const auto suggested = suggestIfUnset(cloud, job);
  ASSERT_TRUE(suggested && suggested->tracks);
  EXPECT_GT(suggested->r1, 4) << "twice the noise";
  EXPECT_LT(suggested->r1, 30);
  EXPECT_EQ(TrackUse(int(job.params.get(kTracksParam))), suggested->tracks->use);
  const auto device = makeCpuDevice(2);
  const auto frame = runJobOn(*device, cloud, job, {}, {});
  EXPECT_EQ(frame->curve.junctions, 1u);
  EXPECT_EQ(frame->curve.ends, 3u);
  EXPECT_EQ(frame->cloud.size(), cloud.size()) << "what is shown is what was recorded";
}

TEST(TrackNetwork, OfATrackThatNobodyFollowedIsItsLineWithR1OfItsPoints) {
  const PointCloud cloud = trackCloud(test::passesAlong(test::trueShape("segment"), 1, 0.5, 1, 1));
  Job job = networkJob(0), plain = networkJob(0);
  const auto suggested = suggestIfUnset(cloud, job);
  EXPECT_EQ(suggested->r1, suggestIfUnset(withoutAttributes(cloud), plain)->r1);
  EXPECT_EQ(TrackUse(int(job.params.get(kTracksParam))), TrackUse::lines);
}

/// Its network with everything found.
std::shared_ptr<const Frame> foundIn(const PointCloud& cloud) {
  Job job = networkJob(0);
  suggestIfUnset(cloud, job);
  return runJobOn(*makeCpuDevice(2), cloud, job, {}, {});
}

TEST(TrackNetwork, OfOneTrackIsOneLineHoweverFarApartItsFixesAre) {
  for (const double step : {2.0, 10.0, 25.0}) {
    const auto frame = foundIn(trackCloud(test::passesAlong(test::trueShape("segment"), 1, step, 0.5, 3)));
    EXPECT_EQ(frame->curve.ends, 2u) << step;
    EXPECT_EQ(frame->curve.junctions, 0u) << step;
    EXPECT_GT(frame->curve.length, 70) << step << ": the line is 100 long, and begins and ends with a fix";
  }
}

TEST(TrackNetwork, OfOneTrackIsSureOfItsLine) {
  const PointCloud cloud = trackCloud(test::passesAlong(test::trueShape("segment"), 1, 2, 0.5, 3));
  const auto frame = foundIn(cloud);
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, context);
  bootstrap.add(40, context);
  const NetworkSupport support = bootstrap.support();
  double sum = 0;
  for (const auto each : support.edgeSupport) sum += each;
  EXPECT_GT(sum / double(support.edgeSupport.size()), 0.9);
}

TEST(TrackNetwork, WithR1GivenTakesLinesWhereLegsAreShort) {
  const PointCloud cloud = trackCloud(sparsePasses());
  Job job = networkJob(12);
  EXPECT_FALSE(suggestIfUnset(cloud, job)) << "R1 is given";
  EXPECT_EQ(TrackUse(int(job.params.get(kTracksParam))), TrackUse::lines) << "legs of 20 are no longer than 2 R1";
  EXPECT_EQ(job.r1(), 12);
}

/// Mean support of the edges that lie beyond half of the third arm of a Y that one track alone has passed.
double supportOfLoneArm(TrackUse use) {
  std::vector<Way> ways = test::passesAlong(test::trueShape("y"), 12, 2, 1, 9);
  ways.resize(25);  // the passes of two arms, and one of the third
  const PointCloud cloud = trackCloud(ways);
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  const auto frame = runJobOn(*device, cloud, withUse(networkJob(6), use), {}, {});
  NetworkBootstrap bootstrap(cloud, frame->job, frame->curve, context);
  bootstrap.add(60, context);
  const NetworkSupport support = bootstrap.support();
  const auto truth = test::trueShape("y");
  const auto first = truth.vertex(2, 0), last = truth.vertex(2, truth.vertexCount(2) - 1);
  const auto tip = std::hypot(first[0], first[1]) > std::hypot(last[0], last[1]) ? first : last;
  double sum = 0, count = 0;
  for (size_t i = 0; i < frame->curve.edges.size(); ++i) {
    const Edge& edge = frame->curve.edges[i];
    const double x = frame->curve.nodes.coordinate(edge.a, 0) - tip[0], y = frame->curve.nodes.coordinate(edge.a, 1) - tip[1];
    if (std::sqrt(x * x + y * y) > 40) continue;
    sum += support.edgeSupport[i], ++count;
  }
  EXPECT_GT(count, 0);
  return sum / count;
}

TEST(TrackNetwork, IsResampledByWholeTracks) {
  const double ofTracks = supportOfLoneArm(TrackUse::lines), ofPoints = supportOfLoneArm(TrackUse::off);
  EXPECT_NEAR(ofTracks, 1 - std::exp(-1), 0.15) << "so often a track is drawn at least once";
  EXPECT_GT(ofPoints, ofTracks + 0.15);
}

}  // namespace
}  // namespace arete
