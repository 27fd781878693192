// Tracks of clouds: which points are one, where they are cut, and what is made of them, whatever the order in which they come.
#include "compute/network/tracks/tracks.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <random>

#include "compute/filter/apply.h"
#include "compute/network/tracks/track_legs.h"
#include "compute/network/tracks/track_offsets.h"
#include "compute/network/tracks/track_points.h"
#include "compute/network/tracks/track_spread.h"
#include "tests/support/tracks.h"

namespace arete {
namespace {

using test::trackCloud, test::Way;

std::vector<Way> runsOf(const Tracks& tracks) {
  std::vector<Way> runs;
  for (size_t i = 0; i < tracks.runs(); ++i) runs.emplace_back(tracks.run(i).begin(), tracks.run(i).end());
  return runs;
}
std::vector<Way> runsOfWays(const std::vector<Way>& ways, double gap = 0) { return runsOf(tracksOf(trackCloud(ways), gap)); }

std::vector<Way> someWays(uint32_t seed = 3) { return test::passesAlong(test::trueShape("crossing"), 6, 3, 2, seed); }

TEST(Tracks, ArePointsWithOneValueOfAColumnOfThatName) {
  const std::vector<Way> ways = {{{0, 0}, {1, 0}, {2, 0}}, {{5, 5}, {6, 6}}};
  EXPECT_EQ(runsOfWays(ways), (std::vector<Way>{ways[1], ways[0]})) << "shorter ones come first";
  for (const char* name : {"track", "TRACK_ID", "Trip", "trip_id", "trajectory", "vehicle"}) {
    const PointCloud cloud = PointCloud::recentred(std::vector<double>{0, 0, 1, 0, 5, 5, 6, 5}, 2, {}, {{name, {1, 1, 2, 2}}});
    EXPECT_EQ(tracksOf(cloud, 0.0).runs(), std::string_view(name) == "vehicle" ? 0u : 2u) << name;
  }
}

TEST(Tracks, AreOrderedByTimeWhereThereIsOne) {
  const std::vector<double> rows = {2, 0, 0, 0, 1, 0};
  const AttributeValues one(ScalarType::float64, 3, 1);
  EXPECT_EQ(runsOf(tracksOf(PointCloud::recentred(rows, 2, {}, {{"trip", one}}), 0.0)), (std::vector<Way>{{{2, 0}, {0, 0}, {1, 0}}}));
  for (const char* time : {"t", "time", "Timestamp"})
    EXPECT_EQ(runsOf(tracksOf(PointCloud::recentred(rows, 2, {}, {{"trip", one}, {time, {30, 10, 20}}}), 0.0)),
              (std::vector<Way>{{{0, 0}, {1, 0}, {2, 0}}}));
}

TEST(Tracks, OfSeveralFilesAndSegmentsDoNotJoin) {
  const std::vector<double> rows = {0, 0, 1, 0, 2, 0, 3, 0};
  const AttributeValues one(ScalarType::float64, 4, 1);
  const auto runs = [&](const char* name) {
    return tracksOf(PointCloud::recentred(rows, 2, {}, {{"track", one}, {name, {1, 1, 2, 2}}}), 0.0).runs();
  };
  EXPECT_EQ(runs("source_file"), 2u);
  EXPECT_EQ(runs("segment"), 2u);
  EXPECT_EQ(runs("speed"), 1u);
}

TEST(Tracks, AreNoneWithoutLegsOrInSpace) {
  EXPECT_TRUE(tracksOf(trackCloud(std::vector<Way>{{{0, 0}}, {{1, 1}, {1, 1}}}), 0.0).empty());
  EXPECT_TRUE(tracksOf(PointCloud::recentred(std::vector<double>{0, 0, 0, 1, 1, 1}, 3, {}, {{"track", {1, 1}}}), 0.0).empty());
  const double missing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(tracksOf(PointCloud::recentred(std::vector<double>{0, 0, 1, 1}, 2, {}, {{"track", {missing, missing}}}), 0.0).empty());
}

TEST(Tracks, CountFixesThatStandStillOnce) {
  EXPECT_EQ(runsOfWays({{{0, 0}, {0, 0}, {1, 0}, {1, 0}, {1, 0}, {0, 0}}}), (std::vector<Way>{{{0, 0}, {1, 0}, {0, 0}}}));
}

TEST(Tracks, AreCutAtLegsThatAreTenTimesLongerThanMost) {
  Way way;
  for (int i = 0; i < 30; ++i) way.push_back({double(i) + (i >= 15 ? 8.5 : 0), 0});
  EXPECT_EQ(runsOfWays({way}).size(), 1u) << "a leg of 9.5";
  for (int i = 15; i < 30; ++i) way[size_t(i)][0] += 1;
  const std::vector<Way> cut = runsOfWays({way});
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_EQ(cut[0], Way(way.begin(), way.begin() + 15));
  EXPECT_EQ(cut[1], Way(way.begin() + 15, way.end()));
}

TEST(Tracks, AreCutAtGapsInSecondsOrInUnits) {
  const std::vector<Way> ways = {{{0, 0}, {1, 0}, {4, 0}, {5, 0}}};
  EXPECT_EQ(runsOfWays(ways, 3).size(), 1u);
  EXPECT_EQ(runsOfWays(ways, 2).size(), 2u);
  const PointCloud timed = trackCloud(ways, {{"t", {0, 60, 65, 70}}});
  EXPECT_EQ(runsOf(tracksOf(timed, 60)).size(), 1u);
  EXPECT_EQ(runsOf(tracksOf(timed, 30)), (std::vector<Way>{{{1, 0}, {4, 0}, {5, 0}}})) << "what is left of a single fix is none";
}

TEST(Tracks, HaveALegThatSeveralShareOnce) {
  const Way way = {{0, 0}, {1, 0}, {2, 1}, {3, 1}};
  Way back(way.rbegin(), way.rend());
  EXPECT_EQ(runsOfWays({way, way, back}).size(), 1u);
  const Way longer = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}};
  EXPECT_EQ(runsOfWays({way, longer}), (std::vector<Way>{way, {{3, 1}, {4, 2}}}));
  const Way twice = {{0, 0}, {1, 0}, {0, 0}, {1, 0}};
  EXPECT_EQ(runsOfWays({twice}), (std::vector<Way>{twice})) << "a track may pass a leg again";
}

TEST(Tracks, AreTheSameInAnyOrderOfTracks) {
  std::vector<Way> ways = someWays();
  const Tracks tracks = tracksOf(trackCloud(ways), 0.0);
  std::mt19937 random(7);
  for (int look = 0; look < 3; ++look) {
    for (size_t i = ways.size(); i > 1; --i) std::swap(ways[i - 1], ways[random() % i]);
    const Tracks mixed = tracksOf(trackCloud(ways), 0.0);
    EXPECT_EQ(runsOf(mixed), runsOf(tracks));
    EXPECT_EQ(mixed.trackOf, tracks.trackOf);
  }
}

TEST(Tracks, MayComeInTurns) {
  const PointCloud cloud = PointCloud::recentred(std::vector<double>{0, 0, 5, 5, 1, 0, 6, 5, 7, 5}, 2, {}, {{"track", {1, 2, 1, 2, 2}}});
  EXPECT_EQ(runsOf(tracksOf(cloud, 0.0)), (std::vector<Way>{{{0, 0}, {1, 0}}, {{5, 5}, {6, 5}, {7, 5}}}));
}

TEST(Tracks, KeepTheirOrderWhereAFilterScattersPoints) {
  const PointCloud cloud = trackCloud(someWays());
  ThreadPool threads(2);
  Filter filter;
  filter.order = PointOrder::scattered;
  const PointCloud scattered = filtered(cloud, filter, threads);
  ASSERT_NE(scattered.points(), cloud.points());
  EXPECT_EQ(runsOf(tracksOf(scattered, 0.0)), runsOf(tracksOf(cloud, 0.0)));
  const auto taken = std::make_shared<const PointList>(takenPoints(cloud, filter, threads));
  EXPECT_EQ(runsOf(tracksOf(pointsLater(cloud, taken, threads), 0.0)), runsOf(tracksOf(cloud, 0.0)));
  filter.where = "track != 2";
  EXPECT_EQ(tracksOf(filtered(cloud, filter, threads), 0.0).hashes.size(), tracksOf(cloud, 0.0).hashes.size() - 1);
}

TEST(TrackPoints, LieAtEveryQuarterOfR1WhateverLegsThereAre) {
  const auto device = makeCpuDevice(1);
  const PointCloud cloud = trackCloud(std::vector<Way>{{{0, 0}, {0.5, 0}, {10, 0}, {10, 3}}});
  const TrackPoints made = pointsOfTracks(tracksOf(cloud, 0.0), cloud, 4, TrackUse::lines, {*device, {}, {}});
  ASSERT_EQ(made.cloud.size(), 13u);
  for (uint32_t j = 0; j < 13; ++j) {
    EXPECT_EQ(made.points[j].step, j);
    EXPECT_NEAR(made.cloud.points().coordinate(j, 0), std::min(j + 0.5, 10.0), 1e-12);
    EXPECT_NEAR(made.cloud.points().coordinate(j, 1), std::max(j + 0.5 - 10, 0.0), 1e-12);
  }
  const TrackPoints fixes = pointsOfTracks(tracksOf(cloud, 0.0), cloud, 4, TrackUse::fixes, {*device, {}, {}});
  EXPECT_EQ(fixes.cloud.size(), 4u);
}

TEST(TrackPoints, RefuseAnR1ThatWouldMakeTooMany) {
  const auto device = makeCpuDevice(1);
  const Tracks tracks = tracksOf(trackCloud(std::vector<Way>{{{0, 0}, {1e6, 0}}}), 0.0);
  EXPECT_THROW(placesAlong(tracks, 1e-6, {*device, {}, {}}), Error);
}

TEST(TrackMeasures, HaveTheSameBitsOnAnyNumberOfThreads) {
  const PointCloud cloud = trackCloud(someWays());
  const Tracks tracks = tracksOf(cloud, 0.0);
  const auto one = makeCpuDevice(1);
  const StageContext alone{*one, {}, {}};
  const TrackPoints points = pointsOfTracks(tracks, cloud, 8, TrackUse::lines, alone);
  std::vector<double> nodes;
  for (const auto& line : test::trueShape("crossing").lines) nodes.insert(nodes.end(), line.begin(), line.end());
  std::vector<Edge> edges;
  for (uint32_t i = 0; i + 1 < nodes.size() / 2; i += 2) edges.push_back({i, i + 1});
  const Curve network = makeCurve(PointArray::fromRows(nodes, 2), edges);
  const auto offsets = trackOffsets(network, points, 8, alone);
  const auto spread = trackSpread(tracks, alone);
  ASSERT_TRUE(spread && offsets.correlation);
  EXPECT_NEAR(spread->median(), 2.0, 1.0) << "of two passes with a noise of 2 across, half are nearer";
  EXPECT_LT(*offsets.correlation, 0.2) << "of the truth";
  EXPECT_NEAR(*spreadBeside(*spread, network, alone), 1, 0.5) << "of the truth, beside six passes";
  for (const int count : {2, 7}) {
    const auto device = makeCpuDevice(count);
    const StageContext context{*device, {}, {}};
    const TrackPoints again = pointsOfTracks(tracks, cloud, 8, TrackUse::lines, context);
    EXPECT_EQ(again.cloud.points(), points.cloud.points());
    EXPECT_EQ(trackOffsets(network, again, 8, context).correlation, offsets.correlation);
    EXPECT_EQ(trackSpread(tracks, context)->quantiles, spread->quantiles);
    EXPECT_EQ(spreadBeside(*spread, network, context), spreadBeside(*spread, network, alone));
    EXPECT_EQ(joinedLegs(tracks, network, 8, context), joinedLegs(tracks, network, 8, alone));
  }
}

TEST(JoinedLegs, AreThoseThatANetworkHasAWayFor) {
  const auto device = makeCpuDevice(1);
  const Tracks tracks = tracksOf(trackCloud(std::vector<Way>{{{0, 0}, {10, 0}}, {{0, 5}, {10, 5}}}), 0.0);
  const auto share = [&](std::vector<double> rows, std::vector<Edge> edges) {
    return joinedLegs(tracks, makeCurve(PointArray::fromRows(rows, 2), std::move(edges)), 1, {*device, {}, {}});
  };
  EXPECT_EQ(share({0, 0, 10, 0}, {{0, 1}}), 0.5);
  EXPECT_EQ(share({0, 0, 10, 0, 0, 5, 10, 5}, {{0, 1}, {2, 3}}), 1);
  EXPECT_EQ(share({0, 0, 10, 0, 0, 5, 10, 5}, {{0, 2}, {1, 3}}), 0);
  EXPECT_EQ(share({0, 0, 5, 12, 10, 0}, {{0, 1}, {1, 2}}), 0) << "a way of 26 is longer than one and a half of 10 and four R1";
}

}  // namespace
}  // namespace arete
