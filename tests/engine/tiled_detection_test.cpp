// Detection in tiles: one tile is the exact answer; the same bits on any number of threads; each tile as if it were alone.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "compute/core/error.h"
#include "compute/engine/detector.h"
#include "compute/engine/difference.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr TileKind kTileKinds[] = {TileKind::local, TileKind::grouped, TileKind::extended};
constexpr TileDetection kDetections[] = {TileDetection::local, TileDetection::hybrid};
constexpr Smoothing kSmoothings[] = {Smoothing::off, Smoothing::decimateThenEvolve, Smoothing::evolveThenDecimate};

Job jobOf(double r1, TileDetection detection = TileDetection::whole, TileKind kind = TileKind::extended, uint32_t perAxis = 3,
          Smoothing smoothing = Smoothing::off) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kTileDetectionParam, double(detection));
  job.params.set(kTileKindParam, double(kind));
  job.params.set(kTilesPerAxisParam, perAxis);
  job.params.set(kSmoothingParam, double(smoothing));
  return job;
}

std::shared_ptr<const Frame> detect(const PointCloud& cloud, const Job& job, int threads = 2) {
  const auto device = makeCpuDevice(threads);
  Detector detector(cloud, job, *device, {});
  detector.advance(StepKind::end, {});
  return detector.frame(true, false, {});
}

PointCloud tiledCloud(uint32_t n = 4000, uint64_t seed = 1) { return PointCloud(test::spiral(n, 2, 1, seed).withScalar(Scalar::float32)); }

TEST(TiledDetection, OneTileIsTheExactAnswer) {
  for (const test::ZooCloud& each : test::zoo()) {
    if (each.name.find("stray") != std::string::npos || each.name.find("coarser") != std::string::npos) continue;  // refused: too far out
    const PointCloud cloud(each.points);
    const std::string exact = detect(cloud, jobOf(each.r1))->hash;
    for (const TileKind kind : kTileKinds)
      for (const TileDetection detection : kDetections) {
        const auto frame = detect(cloud, jobOf(each.r1, detection, kind, 1));
        EXPECT_EQ(frame->hash, exact) << each.name;
        EXPECT_FALSE(frame->job.exact()) << "nobody promises it";
      }
  }
}

TEST(TiledDetection, EveryCombinationGivesTheSameBitsOnAnyNumberOfThreadsAndByAnyExactVersion) {
  const PointCloud cloud = tiledCloud();
  std::set<std::string> hashes;
  for (const TileKind kind : kTileKinds)
    for (const TileDetection detection : kDetections)
      for (const Smoothing smoothing : kSmoothings) {
        Job job = jobOf(2.5, detection, kind, 4, smoothing);
        job.params.set(kTileCapacityParam, 400);
        const auto frame = detect(cloud, job, 1);
        ASSERT_GT(frame->tiles->leaves.size(), 7u);
        EXPECT_TRUE(frame->converged);
        hashes.insert(frame->hash);
        for (const int threads : {2, 7, 64}) EXPECT_EQ(detect(cloud, job, threads)->hash, frame->hash) << threads << " threads";
        for (const Stage stage : kChainStages) job.versionIds[size_t(stage)] = versions(stage)[0].id;
        job.versionIds[size_t(Stage::tile)] = versions(Stage::tile)[0].id;
        EXPECT_EQ(detect(cloud, job)->hash, frame->hash) << "references";
      }
  EXPECT_GT(hashes.size(), 12u) << "the combinations are not all the same";
}

TEST(TiledDetection, LocalDetectionIsEachTileAlone) {
  const PointCloud cloud = tiledCloud();
  const auto frame = detect(cloud, jobOf(2.5, TileDetection::local, TileKind::local));
  std::map<uint32_t, uint32_t> found;  // by the cloud point each started from
  for (uint32_t i = 0; i < frame->chosen.size(); ++i) found[frame->chosenOrigin[i]] = i;
  size_t count = 0;
  for (uint32_t leaf = 0; leaf < frame->tiles->leaves.size(); ++leaf) {
    if (frame->tiles->isDropped(leaf)) continue;
    const auto own = frame->tiles->pointsOf(frame->tiles->leaves[leaf]);
    const auto expected = detect(PointCloud(cloud.points().subset(own)), jobOf(2.5));
    for (uint32_t i = 0; i < expected->chosen.size(); ++i, ++count) {
      const auto place = found.find(own[expected->chosenOrigin[i]]);
      ASSERT_NE(place, found.end());
      // Sums have the fixed-point scale of the whole cloud, which is coarser.
      for (int k = 0; k < 2; ++k) EXPECT_NEAR(frame->chosen.coordinate(place->second, k), expected->chosen.coordinate(i, k), 1e-4);
    }
  }
  EXPECT_EQ(count, frame->chosen.size());
}

TEST(TiledDetection, TilesThatSeeAllThatMattersGiveTheExactBits) {
  PointArray points = test::spiral(3000, 2, 1, 8).withScalar(Scalar::float32);
  for (uint32_t i = 0; i < 3000; i += 2) points.setCoordinate(i, 0, points.coordinate(i, 0) + 500);  // two clouds far apart, their points mixed
  const PointCloud cloud(points);
  Job job = jobOf(2.5, TileDetection::hybrid, TileKind::extended, 2);
  job.params.set(kTiledAxesParam, 1);
  const auto frame = detect(cloud, job);
  EXPECT_EQ(frame->tiles->leaves.size(), 2u);
  EXPECT_EQ(frame->hash, detect(cloud, jobOf(2.5))->hash);
}

TEST(TiledDetection, SmallStepsAndGoingBackGiveTheBitsOfOneRun) {
  const PointCloud cloud = tiledCloud(2000);
  for (const TileDetection detection : kDetections) {
    const Job job = jobOf(2.5, detection, TileKind::extended, 3, Smoothing::decimateThenEvolve);
    const auto device = makeCpuDevice(2);
    Detector whole(cloud, job, *device, {}), stepped(cloud, job, *device, {}, {.historyBytes = 5000});
    whole.advance(StepKind::end, {});
    std::vector<PointArray> states;
    while (!stepped.finished()) {
      states.push_back(stepped.frame(false, false, {})->chosen);
      stepped.advance(StepKind::one, {});
    }
    EXPECT_EQ(whole.frame(true, false, {})->hash, stepped.frame(true, false, {})->hash);
    ASSERT_EQ(whole.furthest(), stepped.furthest());
    for (uint32_t step = stepped.furthest(); step-- > 0;) {
      stepped.goTo(step, {});
      const auto frame = stepped.frame(true, true, {});
      EXPECT_TRUE(frame->chosen == states[step]) << step;
      EXPECT_EQ(frame->assignment.size(), cloud.size());
    }
    stepped.advance(StepKind::end, {});
    EXPECT_EQ(whole.frame(true, false, {})->hash, stepped.frame(true, false, {})->hash);
  }
}

TEST(TiledDetection, TilesThatNobodyWatchRecordTheSameIterations) {
  const PointCloud cloud = tiledCloud(2000);
  for (const TileKind kind : kTileKinds)
    for (const int threads : {1, 3, 64}) {
      const Job job = jobOf(2.5, TileDetection::hybrid, kind, 3, Smoothing::decimateThenEvolve);
      const auto device = makeCpuDevice(threads);
      Detector watched(cloud, job, *device, {}), alone(cloud, job, *device, {}, {.historyBytes = 0});
      for (Detector* each : {&watched, &alone}) each->advance(StepKind::end, {});
      const auto seen = watched.frame(true, true, {}), unseen = alone.frame(true, true, {});
      EXPECT_EQ(seen->hash, unseen->hash);
      EXPECT_EQ(seen->assignment, unseen->assignment);
      ASSERT_EQ(seen->history->size(), unseen->history->size());
      for (size_t i = 0; i < seen->history->size(); ++i) {
        const StepRecord &a = (*seen->history)[i], &b = (*unseen->history)[i];
        EXPECT_TRUE(a.stage == b.stage && a.moved == b.moved && a.removed == b.removed && a.lookedAt == b.lookedAt && a.round == b.round) << i;
      }
    }
}

TEST(TiledDetection, SmoothingIsOnePassInItsOrderAtTheEnd) {
  for (const Smoothing smoothing : {Smoothing::decimateThenEvolve, Smoothing::evolveThenDecimate}) {
    const auto frame = detect(tiledCloud(), jobOf(2.5, TileDetection::local, TileKind::local, 3, smoothing));
    const auto& steps = *frame->history;
    const Stage first = smoothing == Smoothing::decimateThenEvolve ? Stage::decimate : Stage::evolve;
    size_t begin = 0;
    while (begin < steps.size() && !steps[begin].smoothing) ++begin;
    ASSERT_LT(begin, steps.size());
    EXPECT_EQ(steps[begin].stage, first);
    int changes = 0;
    for (size_t i = begin + 1; i < steps.size(); ++i) {
      EXPECT_TRUE(steps[i].smoothing);
      EXPECT_EQ(steps[i].round, steps[begin].round);
      changes += steps[i].stage != steps[i - 1].stage;
    }
    EXPECT_EQ(changes, 1);
    EXPECT_NE(steps.back().stage, first);
    EXPECT_EQ(steps.back().moved + steps.back().removed, 0u);
    EXPECT_GT(frame->times[ExtraTime::smooth], 0);
  }
}

TEST(TiledDetection, AssignsEachPointWithinItsTile) {
  const PointCloud cloud = tiledCloud(1500);
  const auto device = makeCpuDevice(2);
  Detector detector(cloud, jobOf(2.5, TileDetection::hybrid), *device, {});
  detector.advance(StepKind::sweep, {});
  const auto frame = detector.frame(false, true, {});
  std::vector<uint32_t> tileOf(cloud.size());
  for (const uint32_t leaf : frame->tiles->leaves)
    for (const uint32_t point : frame->tiles->pointsOf(leaf)) tileOf[point] = leaf;
  uint32_t assigned = 0;
  for (uint32_t i = 0; i < cloud.size(); ++i)
    if (frame->assignment[i] != kUnassigned) {
      ++assigned;
      EXPECT_EQ(tileOf[frame->chosenOrigin[frame->assignment[i]]], tileOf[i]);
    }
  EXPECT_GT(assigned, cloud.size() / 2);
}

TEST(TiledDetection, CanBeCancelledAndGoneOnWith) {
  const PointCloud cloud = tiledCloud(20'000);
  const Job job = jobOf(1.5, TileDetection::hybrid, TileKind::grouped);
  const auto device = makeCpuDevice(2);
  Detector detector(cloud, job, *device, {});
  int patience_ms = 1;
  for (bool cancelled = true; cancelled; ++patience_ms) {
    std::stop_source source;
    std::jthread thread([&] { std::this_thread::sleep_for(std::chrono::milliseconds(patience_ms)), source.request_stop(); });
    try {
      detector.advance(StepKind::end, source.get_token());
      cancelled = false;
    } catch (const Cancelled&) {
    }
  }
  EXPECT_EQ(detector.frame(true, false, {})->hash, detect(cloud, job)->hash);
}

TEST(Difference, CountsWhatIsMissingAndExtraAsComparingEveryPairDoes) {
  test::Random random(3);
  const auto device = makeCpuDevice(3);
  for (int round = 0; round < 60; ++round) {
    const int d = 1 + round % 4;
    const PointArray a = test::uniformBox(random.below(80), d, 10, random.bits());
    PointArray b = test::uniformBox(random.below(80), d, 10, random.bits());
    for (uint32_t i = 0; i < std::min(a.size(), b.size()); i += 3)
      for (int k = 0; k < d; ++k) b.setCoordinate(i, k, a.coordinate(i / 2, k));  // some of them twice
    const auto nearest = [&](const PointArray& from, uint32_t i, const PointArray& to) {
      double best = INFINITY;
      for (uint32_t j = 0; j < to.size(); ++j) {
        double squared = 0;
        for (int k = 0; k < d; ++k) squared += std::pow(from.coordinate(i, k) - to.coordinate(j, k), 2);
        best = std::min(best, std::sqrt(squared));
      }
      return best;
    };
    const Difference difference = differenceOf(a, b, 0.8, {*device, {}, {}});
    std::vector<uint32_t> missing, extra;
    uint32_t identical = 0;
    std::vector<bool> taken(a.size());  // each is the partner of one at most
    double hausdorff = 0;
    for (uint32_t i = 0; i < a.size(); ++i) {
      if (nearest(a, i, b) > 0.8) missing.push_back(i);
      hausdorff = std::max(hausdorff, nearest(a, i, b));
    }
    for (uint32_t i = 0; i < b.size(); ++i) {
      if (nearest(b, i, a) > 0.8) extra.push_back(i);
      for (uint32_t j = 0; j < a.size(); ++j) {
        bool equal = !taken[j];
        for (int k = 0; k < d; ++k) equal = equal && a.coordinate(j, k) == b.coordinate(i, k);
        if (!equal) continue;
        taken[j] = true;
        ++identical;
        break;
      }
      hausdorff = std::max(hausdorff, nearest(b, i, a));
    }
    EXPECT_EQ(difference.missing, missing);
    EXPECT_EQ(difference.extra, extra);
    EXPECT_EQ(difference.identical, identical);
    if (!a.empty() && !b.empty()) {
      EXPECT_NEAR(difference.hausdorff, hausdorff, 1e-12);
    }
  }
}

}  // namespace
}  // namespace arete
