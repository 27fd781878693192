// Points on disk: chosen and evolved they give the bits of row 0 at every iteration, however little memory there is.
#include <gtest/gtest.h>

#include "compute/chains/paged/arena.h"
#include "compute/chains/paged/paged_points.h"
#include "compute/core/error.h"
#include "compute/filter/apply.h"
#include "tests/stages/paged_support.h"

namespace arete {
namespace {

using test::InMemory;
using test::longCloud;
using test::Step;

class PagedPoints : public testing::Test {
 protected:
  /// What was on disk, or nothing where the memory was refused.
  std::optional<StoreReport> check(const PointCloud& cloud, double r1, const InMemory& reference, size_t memory, int threads,
                                   bool scattered = false) {
    const auto device = makeCpuDevice(threads);
    const StageContext here{*device, {}, {}};
    const ArrayStream stream(cloud.points());
    const auto points = cpu::makePagedPoints(
        stream, {.r1 = r1, .params = {}, .scattered = scattered, .memory_bytes = memory, .allowed_bytes = memory, .scratch = testing::TempDir()});
    const StreamedPoints::Chosen chosen = points->choose(here);
    EXPECT_TRUE(chosen.points == reference.first) << chosen.points.size() << " instead of " << reference.first.size();
    EXPECT_EQ(chosen.origins.size(), chosen.points.size());
    std::unique_ptr<Evolver> evolver;
    try {
      evolver = points->evolver(chosen.points.size(), here);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse) << error.what();
      return {};
    }
    evolver->reset(reference.first, here);
    for (size_t i = 0; i < reference.steps.size(); ++i) {
      const Step& step = reference.steps[i];
      if (!step.kept.empty()) evolver->keep(step.kept, here);
      else EXPECT_EQ(evolver->step(here).moved, step.moved) << "step " << i;
      if (!(evolver->chosen() == step.after)) {
        ADD_FAILURE() << "step " << i;
        break;
      }
    }
    return points->report();
  }
};

TEST_F(PagedPoints, GiveTheBitsOfTheReferenceWithAnyMemory) {
  int onDisk = 0, inMemory = 0, refused = 0;
  for (const auto& [name, points, r1] : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud(points.withScalar(scalar));
      if (cloud.size() > 3000 || !cloud.distancesInRange()) continue;
      SCOPED_TRACE(name + (scalar == Scalar::float32 ? ", float" : ", double"));
      const InMemory reference(cloud, r1, {});
      int threads = 1;
      for (size_t memory = 1 << 14; memory <= size_t(1) << 23; memory *= 2, threads = 3 - threads) {
        const auto report = check(cloud, r1, reference, memory, threads);
        if (!report) ++refused;
        else if (report->store_bytes > report->resident_bytes) ++onDisk;
        else ++inMemory;
        if (HasFailure()) return;
      }
    }
  EXPECT_GT(onDisk, 5);
  EXPECT_GT(inMemory, 20);
  EXPECT_GT(refused, 5);
}

/// What is read of a detection on disk whose rounds, or iterations, have the bits of one in memory.
uint64_t readWhileLikeInMemory(const PointCloud& cloud, double r1, const ParamValues& params, const cpu::PagedOptions& options, int threads,
                               EvolveVisit wanted) {
  const auto device = makeCpuDevice(threads);
  const StageContext here{*device, {}, {}};
  const ArrayStream stream(cloud.points());
  const auto points = cpu::makePagedPoints(stream, options);
  const PointArray first = points->choose(here).points;
  const auto onDisk = points->evolver(first.size(), here);
  const auto inMemory = findVersion("evolve.cpu.accelerated").as<Stage::evolve>()({cloud, r1, params}, here);
  const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
  onDisk->reset(first, here), inMemory->reset(first, here);
  for (int round = 0; round < 30; ++round) {
    std::vector<uint32_t> moved, expected;
    const uint32_t limit = round == 1 ? 3 : 60;  // an end before all stands still, too
    onDisk->run(
        limit, [&](const EvolveStep& done) { moved.push_back(done.moved); }, wanted, here);
    inMemory->run(
        limit, [&](const EvolveStep& done) { expected.push_back(done.moved); }, wanted, here);
    EXPECT_EQ(moved, expected) << "round " << round;
    EXPECT_TRUE(onDisk->chosen() == inMemory->chosen()) << "round " << round;
    const std::vector<uint32_t> kept = decimate({inMemory->chosen(), 2 * r1, params}, here);
    if (testing::Test::HasFailure() || kept.size() == inMemory->chosen().size()) break;
    onDisk->keep(kept, here), inMemory->keep(kept, here);
  }
  const StoreReport report = points->report();
  EXPECT_GT(report.store_bytes, report.resident_bytes) << "all fits into memory: this tests nothing";
  return report.read_bytes;
}

TEST_F(PagedPoints, RunAheadOfEachOtherWithTheBitsOfMemoryAndAreReadLessOften) {
  ParamValues fixedPoint;
  fixedPoint.set(kToleranceParam, 0);
  const struct {
    const char* name;
    PointArray points;
    double r1;
    ParamValues params;
  } cases[] = {{"spirals in a row", longCloud(test::spiral(5000, 3, 0.3, 3), 100, 45), 8, {}},
               {"a random strip", longCloud(test::uniformBox(5000, 2, 15, 6), 100, 15), 3, {}},
               {"a lattice, with ties", longCloud(test::lattice(24, 2), 600, 24), 11, fixedPoint}};
  for (const auto& [name, points, r1, params] : cases)
    for (const int threads : {1, 2}) {
      const Scalar scalar = threads == 1 ? Scalar::float32 : Scalar::float64;
      const PointCloud cloud(points.withScalar(scalar));
      SCOPED_TRACE(std::string(name) + ", " + std::to_string(threads) + (threads == 1 ? " thread, float" : " threads, double"));
      cpu::PagedOptions options{.r1 = r1, .params = params, .memory_bytes = size_t(threads == 1 ? 3500 : 5000) << 10, .scratch = testing::TempDir()};
      const auto read = [&](EvolveVisit wanted) { return readWhileLikeInMemory(cloud, r1, params, options, threads, wanted); };
      const uint64_t ahead = read(EvolveVisit::counters), shown = read(EvolveVisit::chosen);
      EXPECT_LT(ahead, shown);
      options.ahead = false;
      if (threads == 1) {
        EXPECT_LT(ahead, read(EvolveVisit::counters)) << "strips are read less, in every iteration";
      }
      if (HasFailure()) return;
    }
}

TEST_F(PagedPoints, ThatRunAheadStopWhenAskedAndStartAnew) {
  const PointCloud cloud(longCloud(test::spiral(800, 3, 0.3, 3), 120, 45).withScalar(Scalar::float32));
  const auto device = makeCpuDevice(2);
  const StageContext here{*device, {}, {}};
  const ArrayStream stream(cloud.points());
  const auto points = cpu::makePagedPoints(stream, {.r1 = 8, .memory_bytes = size_t(2500) << 10, .scratch = testing::TempDir()});
  const PointArray first = points->choose(here).points;
  const auto evolver = points->evolver(first.size(), here);
  const auto run = [&](uint32_t limit, const StageContext& context) {
    evolver->run(
        limit, [](const EvolveStep&) {}, EvolveVisit::counters, context);
    return evolver->chosen();
  };
  evolver->reset(first, here);
  const PointArray after = run(20, here);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(run(20, {*device, source.get_token(), {}}), Cancelled);
  evolver->reset(first, here);
  EXPECT_TRUE(run(20, here) == after);
}

TEST(Arena, GivesPiecesThatDoNotOverlapAndMergesWhatComesBack) {
  constexpr uint64_t kSize = 10'000;
  cpu::Arena arena(kSize);
  test::Random random(5);
  std::vector<std::pair<std::byte*, uint64_t>> pieces;
  std::vector<int> owners(kSize, 0);
  std::byte* const base = arena.take(1);
  arena.giveBack(base, 1);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t bytes = 1 + random.below(900);
    if (random.below(2) == 0 && arena.fits(bytes)) {
      pieces.emplace_back(arena.take(bytes), bytes);
      for (uint64_t at = 0; at < bytes; ++at) ASSERT_EQ(owners.at(size_t(pieces.back().first - base) + at)++, 0);
    } else if (!pieces.empty()) {
      refused += !arena.fits(bytes);
      std::swap(pieces[random.below(uint32_t(pieces.size()))], pieces.back());
      for (uint64_t at = 0; at < pieces.back().second; ++at) --owners.at(size_t(pieces.back().first - base) + at);
      arena.giveBack(pieces.back().first, pieces.back().second);
      pieces.pop_back();
    }
  }
  EXPECT_GT(refused, 100);
  for (const auto& [piece, bytes] : pieces) arena.giveBack(piece, bytes);
  EXPECT_TRUE(arena.fits(kSize));
  EXPECT_FALSE(arena.fits(kSize + 1));
}

TEST_F(PagedPoints, AreReadAndWrittenOnlyWhereSomethingIsDue) {
  const PointCloud cloud(test::spiral(60'000, 3, 0.3, 1).withScalar(Scalar::float32));
  const double r1 = 1;
  const auto device = makeCpuDevice(2);
  const StageContext here{*device, {}, {}};
  const ArrayStream stream(cloud.points());
  const auto points = cpu::makePagedPoints(stream, {.r1 = r1, .memory_bytes = size_t(768) << 10, .scratch = testing::TempDir()});
  const auto chosen = points->choose(here);
  const auto evolver = points->evolver(chosen.points.size(), here);
  evolver->reset(chosen.points, here);
  uint32_t iterations = 0;
  while (evolver->step(here).moved > 0) ++iterations;
  const StoreReport report = points->report();
  EXPECT_GT(report.store_bytes, report.resident_bytes);
  EXPECT_GT(report.passes(), 1);
  EXPECT_LT(report.passes(), iterations) << "of " << iterations << " iterations";
  EXPECT_LT(report.written_bytes, report.read_bytes);
}

TEST_F(PagedPoints, AreScatteredAsAFilterScattersThem) {
  ThreadPool threads(2);
  for (const bool sorted : {false, true})
    for (const int dimension : {2, 3}) {
      const PointCloud cloud(test::spiral(3000, dimension, 0.3, 5, sorted).withScalar(Scalar::float32));
      Filter filter;
      filter.order = PointOrder::scattered;
      const PointCloud inOrder = filtered(cloud, filter, threads, {});
      const InMemory reference(inOrder, 1, {});
      for (const size_t memory : {size_t(1) << 19, size_t(8) << 20}) EXPECT_TRUE(check(cloud, 1, reference, memory, 2, true));
    }
}

TEST_F(PagedPoints, SayHowMuchMemoryWouldDo) {
  const PointCloud cloud(test::spiral(30'000, 3, 0.3, 1).withScalar(Scalar::float32));
  const auto device = makeCpuDevice(1);
  const StageContext here{*device, {}, {}};
  const ArrayStream stream(cloud.points());
  const auto points = cpu::makePagedPoints(stream, {.r1 = 1, .memory_bytes = 1 << 14, .scratch = testing::TempDir()});
  try {
    points->evolver(1000, here);
    ADD_FAILURE() << "16 KB are enough?";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
    EXPECT_NE(error.reason().find("MB"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace arete
