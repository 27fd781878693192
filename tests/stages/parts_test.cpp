// Evolve and choose in parts give the bits of row 0, however the cloud is divided and in whatever order the parts go on.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "compute/catalog/version.h"
#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/parts/choose_here.h"
#include "compute/chains/parts/evolve_here.h"
#include "compute/chains/parts/part_points.h"
#include "compute/chains/parts/parting.h"
#include "tests/support/chain_reference.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

using cpu::PartsOptions;
using test::ChainReference;
using test::referenceOf;
using test::shuffled;
using test::suits;

constexpr uint32_t kParts[] = {1, 2, 3, 7, 16};
constexpr Partition kPartitions[] = {Partition::space, Partition::dealt};

StageContext on(Device& device) { return {device, {}, {}}; }

/// Of parts on a device.
std::unique_ptr<Evolver> inParts(const PointCloud& cloud, double r1, const ParamValues& params, const PartsOptions& options, Device& device) {
  return cpu::makePartedEvolver({cloud, r1, params}, options, on(device));
}
void checkSteps(const PointCloud& cloud, double r1, const ParamValues& params, const ChainReference& reference, const PartsOptions& options,
                Device& device) {
  test::checkSteps(*inParts(cloud, r1, params, options, device), reference, on(device));
}
void checkRuns(const PointCloud& cloud, double r1, const ParamValues& params, const ChainReference& reference, const PartsOptions& options,
               Device& device) {
  test::checkRuns(*inParts(cloud, r1, params, options, device), reference, on(device));
}

std::string about(const PartsOptions& options) {
  return std::to_string(options.parts) + " parts, " + std::string(kPartitionParam.choices[size_t(options.partition)]) + ", seed " +
         std::to_string(options.order.seed);
}

TEST(Parts, EvolveLikeTheReferenceOverTheZoo) {
  const auto device = makeCpuDevice(1);
  uint64_t seed = 0;
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const bool inOrder : {true, false}) {
        if (!suits(scalar, each.r1)) continue;
        SCOPED_TRACE(each.name + (scalar == Scalar::float32 ? ", float" : ", double") + (inOrder ? "" : ", shuffled"));
        const PointCloud cloud((inOrder ? each.points : shuffled(each.points)).withScalar(scalar));
        const ParamValues params;
        const ChainReference reference = referenceOf(cloud, each.r1, params, 40);
        for (const uint32_t parts : kParts)
          for (const Partition partition : kPartitions) {
            const PartsOptions options{parts, partition, {++seed}};
            SCOPED_TRACE(about(options));
            if (seed % 2 == 0) checkSteps(cloud, each.r1, params, reference, options, *device);
            else checkRuns(cloud, each.r1, params, reference, options, *device);
            if (HasFatalFailure()) return;
          }
      }
}

TEST(Parts, EvolveLikeTheReferenceInAnyOrderOfExecution) {
  const auto device = makeCpuDevice(1);
  ParamValues fixedPoint;
  fixedPoint.set(kToleranceParam, 0);
  const struct {
    PointArray points;
    double r1;
    ParamValues params;
  } cases[] = {{test::spiral(1500, 3, 1, 3), 3, {}},
               {test::clusters(1200, 2, 4), 2, fixedPoint},
               {test::lattice(18, 2), 1.5, {}},
               {test::uniformBox(1500, 2, 40, 6), 2, {}}};
  for (const auto& each : cases)
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const bool inOrder : {true, false}) {
        const PointCloud cloud((inOrder ? each.points : shuffled(each.points)).withScalar(scalar));
        const ChainReference reference = referenceOf(cloud, each.r1, each.params, 60);
        for (const uint32_t parts : kParts)
          for (const Partition partition : kPartitions)
            for (const uint64_t seed : {0, 11, 12, 13}) {
              const PartsOptions options{parts, partition, {seed}};
              SCOPED_TRACE(about(options));
              if (seed == 11) checkSteps(cloud, each.r1, each.params, reference, options, *device);
              else checkRuns(cloud, each.r1, each.params, reference, options, *device);
              if (HasFatalFailure()) return;
            }
      }
}

TEST(Parts, EvolveLikeTheReferenceOnThreads) {
  const ParamValues params;
  const PointCloud cloud(test::spiral(6000, 2, 1, 5).withScalar(Scalar::float32));
  const ChainReference reference = referenceOf(cloud, 2, params, test::kSanitized ? 15 : 80);
  for (const int threads : {2, 5}) {
    const auto device = makeCpuDevice(threads);
    for (const uint32_t parts : kParts)
      for (const Partition partition : kPartitions) {
        SCOPED_TRACE(std::to_string(threads) + " threads, " + about({parts, partition}));
        checkRuns(cloud, 2, params, reference, {parts, partition}, *device);
        checkSteps(cloud, 2, params, reference, {parts, partition}, *device);
        if (HasFatalFailure()) return;
      }
  }
}

// Chosen points that start away from all points, on top of each other, and are removed at random: what comes near again, changes its home or is
// removed at a boundary must be known where it matters.
TEST(Parts, TakeChosenPointsFromAnywhereAndLoseSome) {
  const auto device = makeCpuDevice(1);
  const StageContext here = on(*device);
  ParamValues params;
  params.set(kToleranceParam, 0);
  const PointCloud cloud(test::uniformBox(4000, 2, 30, 5));
  uint64_t handovers = 0;
  for (const uint32_t parts : kParts)
    for (const Partition partition : kPartitions) {
      SCOPED_TRACE(about({parts, partition}));
      test::Random random(6);
      const PointArray anywhere = test::moved(test::uniformBox(150, 2, 34, 8), -2);
      const auto reference = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, 4, params}, here);
      const auto evolver = cpu::makePartedEvolver({cloud, 4, params}, {parts, partition, {3}}, here);
      reference->reset(anywhere, here), evolver->reset(anywhere, here);
      for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(evolver->step(here).moved, reference->step(here).moved) << "iteration " << i;
        ASSERT_TRUE(evolver->chosen() == reference->chosen()) << "iteration " << i;
        if (i % 4 != 3) continue;
        std::vector<uint32_t> kept;
        for (uint32_t j = 0; j < reference->chosen().size(); ++j)
          if (random.below(10) > 0) kept.push_back(j);
        reference->keep(kept, here), evolver->keep(kept, here);
        ASSERT_EQ(evolver->assignment(here), reference->assignment(here)) << "iteration " << i;
      }
      handovers += evolver->report().handovers;
    }
  EXPECT_GT(handovers, 20u) << "no chosen point changed its home: this tests too little";
}

// Few points and many parts: what a part must hear of is at the edge of what it hears of.
TEST(Parts, EvolveLikeTheReferenceOnManySmallRandomClouds) {
  const auto device = makeCpuDevice(1);
  test::Random random(2027);
  for (int i = 0; i < (test::kSanitized ? 100 : 1200); ++i) {
    const uint32_t n = 20 + random.below(400);
    const int d = 1 + int(random.below(3));
    const double r1 = random.uniform(0.5, 3);
    PointArray points = test::uniformBox(n, d, random.uniform(10, 60), random.bits());
    for (uint32_t p = 0; random.below(4) == 0 && p < n; ++p)
      for (int k = 0; k < d; ++k) points.setCoordinate(p, k, std::floor(points.coordinate(p, k)));
    const PointCloud cloud(points.withScalar(random.below(2) == 0 ? Scalar::float32 : Scalar::float64));
    ParamValues params;
    if (random.below(2) == 0) params.set(kToleranceParam, 0);
    const PartsOptions options{2 + random.below(40), kPartitions[random.below(2)], {1 + random.below(1000)}};
    SCOPED_TRACE("cloud " + std::to_string(i) + ", " + about(options));
    const ChainReference reference = referenceOf(cloud, r1, params, 30);
    if (i % 2 == 0) checkSteps(cloud, r1, params, reference, options, *device);
    else checkRuns(cloud, r1, params, reference, options, *device);
    if (HasFatalFailure()) return;
  }
}

// A stray point so far out that sums are coarser than R1: chosen points jump over several cells at once. Detections refuse such a cloud, evolve does
// not.
TEST(Parts, EvolveLikeTheReferenceWhereChosenPointsJump) {
  const auto device = makeCpuDevice(1);
  const ParamValues params;
  for (const double stray : {0x1p50, 0x1p53, 0x1p55})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const double further = scalar == Scalar::float32 ? 1 : 0x1p10;  // sums of doubles have more digits
      const PointCloud cloud(test::withStray(test::moved(test::uniformBox(900, 2, 40, 7), 100), 5, further * stray).withScalar(scalar));
      const ChainReference reference = referenceOf(cloud, 3, params, 25);
      for (const uint32_t parts : kParts)
        for (const Partition partition : kPartitions) {
          const PartsOptions options{parts, partition, {9}};
          SCOPED_TRACE(about(options) + ", stray at " + std::to_string(further * stray));
          checkSteps(cloud, 3, params, reference, options, *device);
          if (HasFatalFailure()) return;
        }
    }
}

/// How many chosen points each part must know: those in its region, and those in cells that touch a cell where it has points.
std::vector<uint64_t> mustKnow(const PointCloud& cloud, double r1, const PartsOptions& options, const PointArray& chosen, const StageContext& here) {
  const cpu::PartedPoints parted = cpu::partPoints(cloud, r1, options.parts, options.partition, here);
  const cpu::CellGrid grid(parted.shape);
  const auto cellOf = [&](const PointArray& points, uint32_t i) {
    const PointsView<float> view = points.view<float>();
    return grid.cellOf(view.point(i), view.coordinateStride);
  };
  std::vector<uint64_t> count(options.parts);
  for (uint32_t part = 0; part < options.parts; ++part) {
    std::vector<uint64_t> near;  // cells
    for (const uint32_t point : parted.owned[part]) grid.forEachTouching(cellOf(cloud.points(), point), [&](uint64_t key) { near.push_back(key); });
    std::ranges::sort(near);
    for (uint32_t i = 0; i < chosen.size(); ++i) {
      const cpu::Cell cell = cellOf(chosen, i);
      count[part] += parted.parting->home(cell.at) == part || std::ranges::binary_search(near, grid.key(cell));
    }
  }
  return count;
}

TEST(Parts, KnowTheChosenPointsNearThemAndNoOthers) {
  const auto device = makeCpuDevice(1);
  const StageContext here = on(*device);
  ParamValues params;
  params.set(kToleranceParam, 0);
  const double r1 = 1;
  const PointCloud cloud(test::uniformBox(30'000, 2, 90, 5).withScalar(Scalar::float32));
  const PointArray first = cloud.points().subset(versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, params}, here));
  ASSERT_GT(first.size(), 3000u);
  for (const uint32_t parts : {4u, 60u}) {
    const PartsOptions options{parts, Partition::space, {3}};
    const auto evolver = cpu::makePartedEvolver({cloud, r1, params}, options, here);
    const auto check = [&] {
      const std::vector<uint64_t> expected = mustKnow(cloud, r1, options, evolver->chosen(), here);
      for (uint32_t part = 0; part < parts; ++part) EXPECT_EQ(evolver->knows()[part].now, expected[part]) << "part " << part << " of " << parts;
    };
    evolver->reset(first, here);
    check();
    for (int i = 0; i < 30; ++i) evolver->step(here);
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < first.size(); ++i)
      if (i % 5 != 0) kept.push_back(i);
    evolver->keep(kept, here);
    uint32_t moved = 1;
    for (int i = 0; i < 1000 && moved > 0; ++i) moved = evolver->step(here).moved;
    ASSERT_EQ(moved, 0u);
    check();
    EXPECT_GT(evolver->report().handovers, parts) << "too few came and went to say anything";
    uint64_t most = 0;
    for (const parts::PartKnows& each : evolver->knows()) {
      EXPECT_LE(each.now, each.most);
      EXPECT_LE(each.room, each.most * 5 / 4 + 20);
      most += each.most;
    }
    EXPECT_LT(most, 2 * first.size()) << "all parts together";
  }
}

TEST(Parts, SayWhatTheySent) {
  const auto device = makeCpuDevice(1);
  const StageContext here = on(*device);
  const ParamValues params;
  const PointCloud cloud(test::spiral(5000, 2, 1, 5).withScalar(Scalar::float32));
  const PointArray first = cloud.points().subset(versions(Stage::choose)[0].as<Stage::choose>()({cloud, 2, params}, here));
  const auto reportOf = [&](uint32_t parts, Partition partition) {
    const auto evolver = cpu::makePartedEvolver({cloud, 2, params}, {parts, partition}, here);
    evolver->reset(first, here);
    evolver->run(
        UINT32_MAX, [](const EvolveStep&) {}, EvolveVisit::counters, here);
    return evolver->report();
  };
  const PartsReport alone = reportOf(1, Partition::space);
  EXPECT_EQ(alone.points, std::vector<uint64_t>{5000});
  EXPECT_EQ(alone.messages + alone.bytes + alone.sumChanges + alone.moves, 0u);
  EXPECT_EQ(alone.balance, 1);
  const PartsReport space = reportOf(4, Partition::space), dealt = reportOf(4, Partition::dealt);
  EXPECT_EQ(space.iterations, alone.iterations);
  for (const PartsReport& report : {space, dealt}) {
    EXPECT_EQ(std::accumulate(report.points.begin(), report.points.end(), uint64_t(0)), 5000u);
    EXPECT_GT(report.sumChanges, 0u);
    EXPECT_GT(report.moves, 0u);
    EXPECT_GT(report.busiestBytes, 0);
    EXPECT_GT(report.bytes, 16 * report.messages) << "a message has a header";
    EXPECT_GT(report.balance, 0.2);
    EXPECT_LE(report.balance, 1);
  }
  EXPECT_LT(space.sumChanges, dealt.sumChanges) << "points of one place are nearly always of one part";
  for (const uint64_t points : space.points) EXPECT_NEAR(double(points), 1250, 250);
}

TEST(Parts, StopWhenAskedAndStartAnew) {
  std::stop_source source;
  source.request_stop();
  const ParamValues params;
  const PointCloud cloud(test::spiral(3000, 2, 1, 3));
  for (const int threads : {1, 3}) {
    const auto device = makeCpuDevice(threads);
    const auto evolver = cpu::makePartedEvolver({cloud, 3, params}, {4, Partition::space}, on(*device));
    const PointArray first = cloud.points().subset(std::vector<uint32_t>{1, 500, 900});
    evolver->reset(first, on(*device));
    EXPECT_THROW(evolver->step({*device, source.get_token(), {}}), Cancelled);
    evolver->reset(first, on(*device));
    EXPECT_GT(evolver->step(on(*device)).moved, 0u);
  }
}

TEST(Parts, ChooseLikeTheReference) {
  const auto device = makeCpuDevice(2);
  const ParamValues params;
  for (const bool inOrder : {true, false}) {
    const PointArray points = test::spiral(20'000, 3, 1, 9, inOrder);
    const PointCloud cloud(points.withScalar(Scalar::float32));
    for (const double r1 : {0.3, 2.0, 400.0}) {
      const auto expected = versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, params}, on(*device));
      for (const uint32_t parts : kParts) {
        const cpu::ChosenInParts found = cpu::chooseInParts({cloud, r1, params}, parts, on(*device));
        EXPECT_EQ(found.chosen, expected) << parts << " parts, R1 " << r1;
        EXPECT_GT(found.rounds, 0u);
      }
    }
  }
}

TEST(Parting, GivesEveryPlaceOneHomeAndEvenShares) {
  GridShape shape;
  shape.axes = 3, shape.count = {40, 30, 20};
  test::Random random(4);
  std::vector<parts::CellPlace> cells;
  for (int i = 0; i < 20'000; ++i) cells.push_back({random.below(40), random.below(1 + random.below(30)), random.below(20)});
  for (const uint32_t count : {1u, 2u, 3u, 7u, 16u, 200u}) {
    parts::Parting parting(shape, count);
    while (parting.open()) {
      std::vector<uint64_t> counts = parting.counts(), others = parting.counts();
      for (size_t i = 0; i < cells.size(); ++i) parting.count(cells[i], i % 3 == 0 ? counts : others);
      for (size_t i = 0; i < counts.size(); ++i) counts[i] += others[i];
      parting.cut(counts);
    }
    ASSERT_EQ(parting.parts(), count);
    std::vector<uint64_t> points(count), volume(count);
    for (const parts::CellPlace& cell : cells) ++points[parting.home(cell)];
    for (uint32_t x = 0; x < 40; ++x)
      for (uint32_t y = 0; y < 30; ++y)
        for (uint32_t z = 0; z < 20; ++z) {
          const parts::CellPlace cell{x, y, z};
          const uint32_t home = parting.home(cell);
          ++volume[home];
          ASSERT_TRUE(parting.region(home).contains(parts::CellBox::around(cell, 0)));
          uint32_t visited = 0;
          parting.forEachHome(parts::CellBox::around(cell, 0), [&](uint32_t part) { visited += part == home ? 1 : 1000; });
          ASSERT_EQ(visited, 1u);
        }
    for (uint32_t part = 0; part < count; ++part) {
      const parts::CellBox& box = parting.region(part);
      EXPECT_EQ(volume[part], uint64_t(box.high[0] - box.low[0]) * (box.high[1] - box.low[1]) * (box.high[2] - box.low[2]));
    }
    if (count <= 16) {
      EXPECT_LT(double(std::ranges::max(points)), 1.3 * 20'000 / count);
    }
  }
}

TEST(Parting, OfSlabsGivesEveryPlaceTheSlabThatItIsIn) {
  GridShape shape;
  shape.axes = 3, shape.count = {4, 3, 50};
  for (const std::vector<uint32_t>& cuts : {std::vector<uint32_t>{}, {20}, {1, 2, 7, 8, 30, 49}}) {
    const parts::Parting parting = parts::Parting::slabs(shape, 2, cuts);
    ASSERT_EQ(parting.parts(), cuts.size() + 1);
    EXPECT_FALSE(parting.open());
    for (uint32_t z = 0; z < 50; ++z) {
      const auto slab = uint32_t(std::ranges::upper_bound(cuts, z) - cuts.begin());
      EXPECT_EQ(parting.home({3, 1, z}), slab);
      EXPECT_TRUE(parting.region(slab).contains(parts::CellBox::around({3, 1, z}, 0)));
    }
  }
}

TEST(Parting, LeavesPartsWithoutPointsWhereAllLieInOneCell) {
  GridShape shape;
  shape.axes = 2, shape.count = {50, 50, 1};
  parts::Parting parting(shape, 7);
  while (parting.open()) {
    std::vector<uint64_t> counts = parting.counts();
    for (int i = 0; i < 100; ++i) parting.count({20, 30, 0}, counts);
    parting.cut(counts);
  }
  EXPECT_LT(parting.home({20, 30, 0}), 7u);
  uint64_t cells = 0;
  for (uint32_t part = 0; part < 7; ++part)
    cells += uint64_t(parting.region(part).high[0] - parting.region(part).low[0]) * (parting.region(part).high[1] - parting.region(part).low[1]);
  EXPECT_EQ(cells, 2500u);
}

TEST(PartsMessages, ThatEndTooEarlyOrAreOfAnotherKindAreErrors) {
  parts::MessageWriter writer(parts::MessageKind::sums);
  writer.record();
  writer.put(uint32_t(7));
  const parts::Message message = writer.take(3);
  parts::MessageReader reader(message, parts::MessageKind::sums);
  EXPECT_EQ(reader.header().half, 3u);
  EXPECT_EQ(reader.count(), 1u);
  EXPECT_EQ(reader.get<uint32_t>(), 7u);
  EXPECT_THROW(reader.get<uint32_t>(), Error);
  EXPECT_THROW(parts::MessageReader(message, parts::MessageKind::moves), Error);
  EXPECT_THROW(parts::MessageReader(std::span(message).first(15), parts::MessageKind::sums), Error);
}

}  // namespace
}  // namespace arete
