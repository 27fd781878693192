// Tasks on lanes: what is waited for comes, what was done ahead is not done again, and nothing is left running.
#include "compute/core/task_crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "compute/core/error.h"
#include "tests/support/lanes.h"

namespace arete {
namespace {

struct TaskCrewOn : testing::Test {
  test::Lanes many{6};
  std::unique_ptr<Device> cpu = makeCpuDevice(2);
  std::vector<Device*> devices{&many, cpu.get()};
};

TEST_F(TaskCrewOn, AnyDeviceDoesWhatIsWaitedForOnce) {
  for (Device* device : devices) {
    std::vector<int> done(40);
    TaskCrew::run({*device, {}, {}}, {[&](TaskCrew& crew) {
                    std::vector<TaskCrew::TaskPtr> tasks;
                    for (int& each : done) tasks.push_back(crew.add([&each](const StageContext&) { ++each; }));
                    crew.waitFor(tasks);
                    crew.waitFor(tasks);
                    EXPECT_EQ(done, std::vector<int>(40, 1));
                  }});
  }
}

TEST_F(TaskCrewOn, ManyLanesGoesAheadAndOnFewNothingIsDoneThatNobodyWantsToKnow) {
  for (Device* device : devices) {
    std::atomic<int> ahead = 0;
    TaskCrew::run({*device, {}, {}}, {[&](TaskCrew& crew) {
                    crew.add([&](const StageContext&) { ++ahead; });
                    const auto wanted = crew.add([&](const StageContext&) {
                      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
                      while (device == &many && ahead == 0 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
                    });
                    crew.waitFor({{wanted}});
                  }});
    EXPECT_EQ(ahead, device == &many ? 1 : 0);
  }
}

TEST_F(TaskCrewOn, ManyLanesStopsWhatIsDroppedAndWaitsForIt) {
  std::atomic<bool> begun = false, stopped = false;
  TaskCrew::run({many, {}, {}}, {[&](TaskCrew& crew) {
                  const auto task = crew.add([&](const StageContext& context) {
                    begun = true;
                    while (!context.stop.stop_requested()) std::this_thread::yield();
                    stopped = true;
                    context.checkStop();
                  });
                  while (!begun) std::this_thread::yield();
                  crew.drop({{task}});
                  EXPECT_TRUE(stopped);
                }});
}

TEST_F(TaskCrewOn, AnyDeviceHasSeveralLeads) {
  for (Device* device : devices) {
    std::atomic<int> sum = 0;
    const auto lead = [&](TaskCrew& crew) {
      for (int i = 0; i < 10; ++i) crew.waitFor({{crew.add([&](const StageContext&) { ++sum; })}});
    };
    TaskCrew::run({*device, {}, {}}, {lead, lead, lead});
    EXPECT_EQ(sum, 30);
  }
}

TEST_F(TaskCrewOn, AThreadForEachLeadHelpsTheOtherOneAndGoesNotAhead) {
  std::atomic<int> ahead = 0, together = 0;
  const auto meets = [&](const StageContext& context) {  // ends when both tasks are being done
    ++together;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (together < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    EXPECT_EQ(together, 2);
    EXPECT_EQ(context.device.threads().size(), 1);
  };
  const auto busy = [&](TaskCrew& crew) {
    crew.add([&](const StageContext&) { ++ahead; });
    crew.waitFor({{crew.add(meets), crew.add(meets)}});
  };
  TaskCrew::run({*cpu, {}, {}}, {busy, [](TaskCrew&) {}});
  EXPECT_EQ(ahead, 0);
}

TEST_F(TaskCrewOn, AnyDeviceThrowsWhatATaskOrALeadThrew) {
  for (Device* device : devices) {
    const auto waits = [](TaskCrew& crew) { crew.waitFor({{crew.add([](const StageContext&) { throw std::runtime_error("task"); })}}); };
    EXPECT_THROW(TaskCrew::run({*device, {}, {}}, {waits}), std::runtime_error);
    const auto throws = [](TaskCrew&) { throw std::logic_error("lead"); };
    EXPECT_THROW(TaskCrew::run({*device, {}, {}}, {throws}), std::logic_error);
  }
}

TEST_F(TaskCrewOn, ManyLanesForgetsAnErrorThatNobodyWaitsFor) {
  EXPECT_NO_THROW(TaskCrew::run({many, {}, {}}, {[](TaskCrew& crew) {
                                  crew.add([](const StageContext&) { throw std::runtime_error("ahead"); });
                                  crew.waitFor({{crew.add([](const StageContext&) {})}});
                                }}));
}

TEST_F(TaskCrewOn, AnyDeviceIsCancelled) {
  for (Device* device : devices) {
    std::stop_source stop;
    const auto lead = [&](TaskCrew& crew) {
      crew.waitFor({{crew.add([&](const StageContext& context) {
        stop.request_stop();
        context.checkStop();
      })}});
    };
    EXPECT_THROW(TaskCrew::run({*device, stop.get_token(), {}}, {lead}), Cancelled);
  }
}

}  // namespace
}  // namespace arete
