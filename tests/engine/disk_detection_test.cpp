// Detections of files whose points stay on the disk, while a cloud of some of them is shown.
#include "compute/ondisk/disk_detection.h"

#include <gtest/gtest.h>

#include "compute/engine/run_job.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "tests/engine/recorder.h"
#include "tests/io/write_support.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

struct FilesOnDiskTest : test::TemporaryFolder {
  static constexpr double kR1 = 6;

  void SetUp() override {
    TemporaryFolder::SetUp();
    for (const uint64_t seed : {1, 2}) writePoints(folder / (std::to_string(seed) + ".npy"), {.points = test::clusters(30'000, 3, seed)});
  }
  std::vector<std::filesystem::path> files() const { return {folder / "1.npy", folder / "2.npy"}; }
  std::shared_ptr<FilesOnDisk> onDisk() const {
    return std::make_shared<FilesOnDisk>(files(), ReadOptions(), DiskOptions{uint64_t(64) << 20, folder}, std::stop_token(), ReadProgressFunction());
  }
  std::string hashInMemory(const Job& job) const {
    const auto device = makeDevice(job.onCpu());
    return runJobOn(*device, readFiltered(files(), job.filter).cloud, job.onCpu(), {}, {})->hash;
  }
};

TEST_F(FilesOnDiskTest, TheEngineFindsTheCurveOfAllAndItsFramesHaveTheCloudThatIsShown) {
  const auto disk = onDisk();
  const PointCloud shown = disk->sample(1000, {}).file.cloud;
  EXPECT_EQ(shown.size(), 1000U);
  Recorder recorder;
  Engine engine(recorder.listener());
  for (const std::string where : {"", "z > 10 && source_file == 1", ""}) {
    Job job = jobWith(kR1);
    job.filter.where = where;
    const uint64_t generation = engine.start(shown, job, Engine::kToTheEnd, disk);
    std::shared_ptr<const Frame> end;
    ASSERT_TRUE(recorder.waitFor([&](const EngineEvent& e) {
      if (e.generation == generation && e.frame && e.frame->finished && e.frame->curveKnown && !e.busy) end = e.frame;
      return end != nullptr;
    })) << where;
    EXPECT_EQ(end->hash, hashInMemory(job)) << where;
    EXPECT_EQ(end->cloud.sharedPoints(), shown.sharedPoints());
    EXPECT_NE(end->store, nullptr);
    EXPECT_EQ(end->facts.count, readFiltered(files(), job.filter).cloud.size());
  }
  engine.goTo(1);
  EXPECT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.frame && e.frame->step == 1 && !e.busy; }));
}

TEST_F(FilesOnDiskTest, AFileThatIsWrittenMeanwhileAndAJobThatNeedsMemoryAreErrorsOfTheEngine) {
  const auto disk = onDisk();
  const PointCloud shown = disk->sample(1000, {}).file.cloud;
  Recorder recorder;
  Engine engine(recorder.listener());
  Job thin = jobWith(kR1);
  thin.filter.thin = 2;
  engine.start(shown, thin, Engine::kToTheEnd, disk);
  EXPECT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.error && e.error->where() == "--thin"; }));
  std::filesystem::last_write_time(folder / "2.npy", std::filesystem::last_write_time(folder / "2.npy") + std::chrono::seconds(2));
  engine.start(shown, jobWith(kR1), Engine::kToTheEnd, disk);
  EXPECT_TRUE(recorder.waitFor([](const EngineEvent& e) { return e.error && e.error->reason().find("it was written since") != std::string::npos; }));
}

TEST(WorkClock, TellsOfAnotherWorkFromItsBeginning) {
  WorkClock clock(100);
  EXPECT_FALSE(clock.at(0.5)) << "too soon to be news";
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  const std::optional<EngineWork> first = clock.at(0.6);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->points, 100U);
  EXPECT_EQ(first->fraction, 0.6);
  EXPECT_GE(first->seconds, 0.25);
  EXPECT_FALSE(clock.at(0.1));
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  const std::optional<EngineWork> second = clock.at(0.2);
  ASSERT_TRUE(second);
  EXPECT_LT(second->seconds, first->seconds + 0.2) << "since it began anew";
}

}  // namespace
}  // namespace arete
