// Streams of more than 2³² points: where a filter leaves out all but some, a detection is that of these alone, and says by 64 bits which they are.
#include <gtest/gtest.h>

#include "compute/chains/paged/paged_points.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/engine/streamed_steps.h"
#include "compute/filter/apply.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "tests/support/spiral.h"

namespace arete {
namespace {

constexpr uint64_t kAll = (uint64_t(1) << 32) + 5;

/// A source of kAll points of which it gives those of a cloud: every so many-eth, the last ones beyond 2³².
class SparseStream final : public PointStream {
 public:
  explicit SparseStream(const PointCloud& cloud) : cloud_(cloud) {}

  static uint64_t numberOf(uint64_t i, uint64_t count) { return i + kFew < count ? kAll / count * i : kAll - (count - i); }
  uint64_t size() const override { return cloud_.size(); }
  int dimension() const override { return cloud_.dimension(); }
  Scalar scalar() const override { return cloud_.scalar(); }
  void read(uint64_t first, const Take& take, const std::stop_token&) const override {
    for (uint32_t i = 0; i < cloud_.size(); ++i)
      if (const uint64_t number = numberOf(i, cloud_.size()); number >= first) take(cloud_.points().subset(std::array{i}), number);
  }

 private:
  static constexpr uint64_t kFew = 5;
  const PointCloud& cloud_;
};

/// Says that it has many points, and has none.
class EndlessStream final : public PointStream {
 public:
  uint64_t size() const override { return kAll; }
  int dimension() const override { return 3; }
  Scalar scalar() const override { return Scalar::float32; }
  void read(uint64_t, const Take&, const std::stop_token&) const override { ADD_FAILURE() << "it is read"; }
};

/// A spiral, and behind it five points in a row that are all chosen, and stay.
PointCloud spiralAndRow() {
  constexpr uint32_t kPoints = 99'995, kRow = 5;
  const PointCloud spiral = test::spiralCloud({.points = kPoints, .dimension = 3, .scalar = Scalar::float32});
  PointArray points(Scalar::float32, 3, kPoints + kRow);
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 3; ++k)
      points.setCoordinate(i, k,
                           i < kPoints ? spiral.points().coordinate(i, k) : spiral.bounds().maximum[size_t(k)] + test::kSpiralR1 * (i - kPoints + 1));
  return PointCloud(std::move(points));
}

struct ManyPoints : testing::TestWithParam<PointOrder> {
  const PointCloud cloud = spiralAndRow();
  const std::unique_ptr<Device> device = makeCpuDevice(2);

  Job job() const {
    Job made;
    made.params.set(kR1Param, test::kSpiralR1);
    made.filter.order = GetParam();
    return made;
  }
  /// In memory, with the numbers that points have in the stream.
  std::pair<std::string, std::vector<uint64_t>> expected() const {
    ThreadPool threads(2);
    const PointCloud inOrder = filtered(cloud, job().filter, threads, {});
    const auto frame = runJobOn(*device, inOrder, job(), {}, {});
    std::vector<uint64_t> numbers;
    for (const uint64_t origin : frame->chosenOrigin) {
      const PointArray point = inOrder.points().subset(std::array{uint32_t(origin)});
      uint32_t in = 0;
      while (!(cloud.points().subset(std::array{in}) == point)) ++in;
      numbers.push_back(SparseStream::numberOf(in, cloud.size()));
    }
    return {frame->hash, numbers};
  }
  std::shared_ptr<Frame> detected(const JobRun& run) const {
    const SparseStream stream(cloud);
    const std::shared_ptr<StreamedPoints> points = cpu::makePagedPoints(stream, {.r1 = test::kSpiralR1,
                                                                                 .params = job().params,
                                                                                 .scattered = GetParam() == PointOrder::scattered,
                                                                                 .memory_bytes = size_t(2) << 20,
                                                                                 .scratch = testing::TempDir()});
    const auto makeSteps = [&](const PointCloud& nowhere, const Job& own) { return makeStreamedSteps(nowhere, own, points); };
    CloudFacts facts = factsOf(cloud);
    return runJobOn(*device, facts, makeSteps, job(), run, {});
  }
};

TEST_P(ManyPoints, GiveTheAnswerOfThoseThatAreKeptAndTheirNumbersInTheWhole) {
  const auto [hash, numbers] = expected();
  JobRun run;
  std::vector<std::shared_ptr<const Checkpoint>> kept;
  run.roundEnded = [&](const Detector& at) { kept.push_back(std::make_shared<const Checkpoint>(at.checkpoint())); };
  const auto frame = detected(run);
  EXPECT_EQ(frame->hash, hash);
  EXPECT_EQ(frame->chosenOrigin, numbers);
  EXPECT_GT(std::ranges::count_if(numbers, [](uint64_t number) { return number > UINT32_MAX; }), 3);
  ASSERT_GT(kept.size(), 1u);
  JobRun resumed;
  resumed.from = kept[1];
  const auto after = detected(resumed);
  EXPECT_EQ(after->hash, hash);
  EXPECT_EQ(after->chosenOrigin, numbers);
}

INSTANTIATE_TEST_SUITE_P(Orders, ManyPoints, testing::Values(PointOrder::file, PointOrder::scattered));

TEST(TooManyPoints, ForOnePartAreRefusedBeforeTheyAreRead) {
  const EndlessStream stream;
  try {
    void(cpu::makePagedPoints(stream, {.r1 = 1, .memory_bytes = size_t(1) << 30, .scratch = testing::TempDir()}));
    ADD_FAILURE() << "one part has more than 2^32 points?";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("4294967301"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("arete-mpi"), std::string::npos) << error.what();
  }
}

TEST(TooManyPoints, ForAnswersOfNeighboursAreRefusedBeforeTheyAreRead) {
  const EndlessStream stream;
  try {
    void(outofcore::indexInfoOf(stream, 100));
    ADD_FAILURE() << "32 bits name more than 2^32 points?";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    EXPECT_NE(std::string(error.what()).find("4294967301"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace arete
