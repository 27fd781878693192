// Why a network may be wrong: hair on a body whose R1 is too small, no network, a background that took it. And the switch of the test that takes it.
#include "compute/engine/network_doubt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"
#include "tests/engine/recorder.h"
#include "tests/support/network_job.h"
#include "tests/support/tracks.h"

namespace arete {
namespace {

using shared::Vector3;
using test::kY, test::kY3, test::networkJob, test::Random;

constexpr double kWidth = 10;

/// The skin of tubes of this radius, 300 long: one along x, or a second one across its middle.
PointCloud skin(int tubes, int points = 20'000) {
  constexpr double kLength = 300;
  Random random(5);
  std::vector<Vector3> places;
  for (int i = 0; i < points; ++i) {
    const double turn = random.uniform(0, 2 * M_PI), along = random.uniform(-kLength / 2, kLength / 2);
    const double out = kWidth * std::cos(turn), up = kWidth * std::sin(turn);
    places.push_back(i % tubes == 0 ? Vector3{along, out, up} : Vector3{out, along, up});
  }
  return test::cloudOf(places, 3);
}

/// Streets both ways, 10 from each other, each over the whole map.
PointCloud latticeOfStreets(double perUnit) {
  constexpr double apart = 10;
  constexpr int kStreets = 12;
  std::vector<test::Segment> streets;
  const double length = (kStreets - 1) * apart;
  for (int i = 0; i < kStreets; ++i) {
    const double at = i * apart;
    streets.push_back({{at, 0}, {at, length}});
    streets.push_back({{0, at}, {length, at}});
  }
  return test::cloudOf(test::noisySegments(streets, 2, perUnit, 1, 3), 2);
}

struct NetworkDoubt : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  std::shared_ptr<Frame> run(const PointCloud& cloud, const Job& job) { return runJobOn(*device, cloud, job, {}, {}); }
};

TEST_F(NetworkDoubt, HairOnASurfaceNamesALargerR1AtWhichThereIsNone) {
  const PointCloud cloud = skin(2);
  const auto hair = run(cloud, networkJob(kWidth / 4));
  ASSERT_TRUE(hair->doubt.starts_with("The network looks like hair on a surface")) << hair->doubt << ' ' << hair->curve.polylines.size();
  const size_t number = hair->doubt.rfind(' ') + 1;
  const double named = std::stod(hair->doubt.substr(number));
  EXPECT_GT(named, 1.5 * kWidth);
  const auto better = run(cloud, networkJob(named));
  EXPECT_EQ(better->doubt, "");
  EXPECT_LT(10 * better->curve.junctions, hair->curve.junctions);
}

TEST_F(NetworkDoubt, ItsWordsDoNotDependOnThreadsNorOnTheOrderOfThePoints) {
  const PointCloud cloud = skin(2);
  const std::string doubt = run(cloud, networkJob(kWidth / 4))->doubt;
  EXPECT_EQ(runJobOn(*makeCpuDevice(1), cloud, networkJob(kWidth / 4), {}, {})->doubt, doubt);
  std::vector<uint32_t> backwards(cloud.size());
  for (uint32_t i = 0; i < cloud.size(); ++i) backwards[i] = cloud.size() - 1 - i;
  EXPECT_EQ(run(PointCloud(cloud.points().subset(backwards)), networkJob(kWidth / 4))->doubt, doubt);
}

TEST_F(NetworkDoubt, NothingIsSaidOfCurvesWithShortBranchesNorBeforeTheEndNorOfChains) {
  // Branches are 1.5 R1 long, but their points lie around lines.
  const PointCloud comb = test::cloudOf(test::noisySegments(kY3, 3, 40, 1, 17), 3);
  EXPECT_EQ(run(comb, networkJob(60))->doubt, "");
  Job chains = networkJob(kWidth / 4);
  chains.params.set(kCurveParam, double(CurveKind::chains));
  EXPECT_EQ(run(skin(2, 2000), chains)->doubt, "");
  const auto before = runJobOn(*device, skin(2, 2000), networkJob(kWidth / 4), {.untilStep = 3}, {});
  EXPECT_EQ(networkDoubt(*before, {*device, {}, {}}), "");
}

TEST_F(NetworkDoubt, WhereNoNetworkIsFoundItSaysWhetherR1IsTooSmallOrTooLarge) {
  const PointCloud cloud = test::cloudOf(test::noisySegments(kY, 2, 1, 1, 17), 2);
  const auto tooLarge = run(cloud, networkJob(5000));
  EXPECT_TRUE(tooLarge->curve.edges.empty());
  EXPECT_NE(tooLarge->doubt.find("too large"), std::string::npos) << tooLarge->doubt;
  const auto tooSmall = run(cloud, networkJob(.001));
  EXPECT_TRUE(tooSmall->curve.edges.empty());
  EXPECT_NE(tooSmall->doubt.find("too small"), std::string::npos) << tooSmall->doubt;
}

TEST_F(NetworkDoubt, ABodyThatFillsItsBoxIsFoundWithoutDoubt) {
  const auto found = run(skin(1), networkJob(2 * kWidth));
  EXPECT_NEAR(found->curve.length, 300, 60);
  EXPECT_EQ(found->doubt, "");
}

TEST_F(NetworkDoubt, WherePointsFillSpaceEvenlyItSaysThatTheyLookStrewn) {
  Random random(5);
  std::vector<Vector3> places;
  for (int i = 0; i < 9000; ++i) places.push_back({random.uniform(0, 60), random.uniform(0, 60), random.uniform(0, 60)});
  const auto none = run(test::cloudOf(places, 3), networkJob(6));
  EXPECT_TRUE(none->curve.edges.empty());
  EXPECT_NE(none->doubt.find("--test-background off"), std::string::npos) << none->doubt;
}

TEST_F(NetworkDoubt, StreetsAllOverTheMapAreKeptWithoutTheTestOfTheBackground) {
  constexpr double kAllStreets = 2 * 12 * 110;
  Job untested = networkJob(2);
  untested.params.setText(kTestBackgroundParam, "off");
  for (const double perUnit : {0.3, 3.0}) {
    const PointCloud cloud = latticeOfStreets(perUnit);
    const auto tested = run(cloud, networkJob(2)), kept = run(cloud, untested);
    EXPECT_LT(tested->curve.length, 0.05 * kAllStreets) << perUnit;
    EXPECT_NE(tested->doubt.find("The test of the background took"), std::string::npos) << tested->doubt;
    EXPECT_GT(kept->curve.length, 0.5 * kAllStreets) << perUnit;
    EXPECT_EQ(kept->doubt, "") << perUnit;
  }
}

TEST_F(NetworkDoubt, TheWindowsEngineSaysItOnceTheDetectionHasFinished) {
  Recorder recorder;
  Engine engine(recorder.listener());
  Job job = networkJob(kWidth / 4).onCpu();
  engine.start(skin(2), job, UINT32_MAX);
  EXPECT_TRUE(recorder.waitFor([](const EngineEvent& event) { return event.frame && event.frame->finished && !event.busy; }));
  bool said = false;
  for (const EngineEvent& event : recorder.events) {
    if (!event.frame) continue;
    if (!event.frame->finished) EXPECT_EQ(event.frame->doubt, "");
    else said = said || event.frame->doubt.find("hair") != std::string::npos;
  }
  EXPECT_TRUE(said);
}

TEST_F(NetworkDoubt, PointsThatComeOneAfterTheOtherAreSaidToBeFixesUnlessTheyAreTracksOrScattered) {
  const PointCloud tracks = test::trackCloud(test::passesAlong(test::trueShape("y"), 3, 2, 1, 7));
  const PointCloud fixes(tracks.points(), tracks.origin());
  EXPECT_NE(run(fixes, networkJob(6))->doubt.find("--track-column"), std::string::npos);
  EXPECT_EQ(run(tracks, networkJob(6))->doubt, "");
  Job off = networkJob(6);
  off.params.setText(kTracksParam, "off");
  EXPECT_EQ(run(fixes, off)->doubt, "");
  std::vector<uint32_t> order(fixes.size());
  for (uint32_t i = 0; i < fixes.size(); ++i) order[i] = uint32_t(uint64_t(i) * 7919 % fixes.size());
  EXPECT_EQ(run(PointCloud(fixes.points().subset(order), fixes.origin()), networkJob(6))->doubt, "");
}

}  // namespace
}  // namespace arete
