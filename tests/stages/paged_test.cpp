// Points on disk: chosen and evolved they give the bits of row 0 at every iteration, however little memory there is.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/cpu/paged/paged_points.h"
#include "compute/filter/apply.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr uint32_t kIterations = 40;

struct Step {
  PointArray after;
  std::vector<uint32_t> kept;  // of decimate; empty for evolve
  uint32_t moved = 0;
};

/// A detection by row 0, up to some iterations.
struct InMemory {
  PointArray first;
  std::vector<Step> steps;

  InMemory(const PointCloud& cloud, double r1, const ParamValues& params) {
    const auto device = makeCpuDevice(1);
    const StageContext here{*device, {}, {}};
    first = cloud.points().subset(versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, params}, here));
    const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, r1, params}, here);
    const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
    evolver->reset(first, here);
    for (uint32_t left = kIterations; left > 0;) {
      for (uint32_t moved = 1; moved > 0 && left > 0; --left) {
        moved = evolver->step(here).moved;
        steps.push_back({evolver->chosen(), {}, moved});
      }
      std::vector<uint32_t> kept = decimate({evolver->chosen(), 2 * r1, params}, here);
      if (kept.size() == evolver->chosen().size()) break;
      evolver->keep(kept, here);
      steps.push_back({evolver->chosen(), std::move(kept), 0});
    }
  }
};

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
