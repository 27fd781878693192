// Work on a separate thread: the newest request wins, and every result or error comes back, only on the owner's thread.
#include "compute/core/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/event_queue.h"
#include "tests/support/no_more_threads.h"

namespace arete {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

void untilStopped(const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::yield();
}

/// Collects what a worker says. What is written here without a lock shows a race.
struct Heard {
  test::EventQueue events;
  std::vector<int> results;
  std::vector<Error> errors;
  Worker worker{"cannot count", "count less", [this](Error error) { errors.push_back(std::move(error)); }, events.post()};

  Worker::Work returning(int result) {
    return [this, result](const std::stop_token&) -> Worker::Then { return [this, result] { results.push_back(result); }; };
  }
  /// Says that it has begun, waits until it is told to stop, and has a result all the same.
  Worker::Work returningOnceStopped(int result, std::binary_semaphore& begun) {
    return [this, result, &begun](const std::stop_token& stop) -> Worker::Then {
      begun.release();
      untilStopped(stop);
      return [this, result] { results.push_back(result); };
    };
  }
  bool wait() {
    return events.handleUntil([this] { return !worker.busy(); });
  }
};

// First: a thread that ended leaves its stack behind for the next one.
TEST(Worker, SaysWhenNoThreadCouldBeStartedAndTriesAgainWithTheNextRequest) {
  Heard heard;
  {
    const test::NoMoreThreads none;
    heard.worker.start(heard.returning(1), "here");
  }
  ASSERT_TRUE(heard.wait());
  ASSERT_EQ(heard.errors.size(), 1u);
  EXPECT_EQ(heard.errors[0].kind(), ErrorKind::outOfMemory);
  EXPECT_EQ(heard.errors[0].failed(), "cannot count");
  EXPECT_FALSE(heard.errors[0].hint().empty());
  heard.worker.start(heard.returning(2));
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{2});
}

TEST(Worker, GivesAResultOnTheOwnersThreadAndNotBeforeThatAsks) {
  Heard heard;
  std::thread::id worked;
  heard.worker.start([&](const std::stop_token&) -> Worker::Then {
    worked = std::this_thread::get_id();
    return [&] { heard.results.push_back(std::this_thread::get_id() == worked ? 1 : 7); };
  });
  EXPECT_TRUE(heard.worker.busy());
  ASSERT_TRUE(heard.events.waitForOne());  // it is long done
  EXPECT_TRUE(heard.results.empty());
  EXPECT_TRUE(heard.worker.busy());
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{7});
}

TEST(Worker, LetsTheNewestRequestWinAlsoOverOneThatIsDone) {
  Heard heard;
  std::binary_semaphore done(0);
  heard.worker.start([&](const std::stop_token&) -> Worker::Then {
    done.release();
    return [&] { heard.results.push_back(1); };
  });
  done.acquire();
  for (int i = 2; i <= 1000; ++i) heard.worker.start(heard.returning(i));
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{1000});
  EXPECT_LE(heard.events.handled(), 2u);
}

TEST(Worker, TellsASupersededRequestToStopWhileItRuns) {
  Heard heard;
  std::binary_semaphore begun(0);
  heard.worker.start(heard.returningOnceStopped(1, begun));
  begun.acquire();
  const auto asked = Clock::now();
  heard.worker.start(heard.returning(2));
  ASSERT_TRUE(heard.wait());
  EXPECT_LT(Clock::now() - asked, 5s);
  EXPECT_EQ(heard.results, std::vector{2});
}

TEST(Worker, TellsACancelledRequestToStopAndSaysNothingMoreOfIt) {
  Heard heard;
  std::binary_semaphore begun(0), stopped(0);
  heard.worker.start([&](const std::stop_token& stop) -> Worker::Then {
    begun.release();
    untilStopped(stop);
    stopped.release();
    return [&] { heard.results.push_back(1); };
  });
  begun.acquire();
  heard.worker.cancel();
  EXPECT_FALSE(heard.worker.busy());
  ASSERT_TRUE(stopped.try_acquire_for(20s));
  heard.worker.start(heard.returning(2));
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{2});
  EXPECT_TRUE(heard.errors.empty());
}

TEST(Worker, NeverBeginsARequestThatWasCancelledWhileItWaited) {
  Heard heard;
  std::binary_semaphore begun(0), goOn(0), stopped(0);
  std::atomic<bool> begunToo = false;
  heard.worker.start([&](const std::stop_token&) -> Worker::Then {
    begun.release();
    goOn.acquire();
    stopped.release();
    return {};
  });
  begun.acquire();
  heard.worker.start([&](const std::stop_token&) -> Worker::Then {
    begunToo = true;
    return {};
  });
  heard.worker.cancel();
  goOn.release();
  ASSERT_TRUE(stopped.try_acquire_for(20s));
  heard.worker.start(heard.returning(3));
  ASSERT_TRUE(heard.wait());
  EXPECT_FALSE(begunToo);
  EXPECT_EQ(heard.results, std::vector{3});
}

TEST(Worker, HearsWhatAStoppedRequestHasToSay) {
  Heard heard;
  std::binary_semaphore begun(0);
  heard.worker.start(heard.returningOnceStopped(1, begun));
  begun.acquire();
  heard.worker.stop();
  EXPECT_TRUE(heard.worker.busy());
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{1});
}

TEST(Worker, TurnsWhateverIsThrownIntoAnError) {
  Heard heard;
  const auto throwing = [&](const std::function<void()>& thrower) {
    heard.worker.start(
        [thrower](const std::stop_token&) -> Worker::Then {
          thrower();
          return {};
        },
        "here");
    return heard.wait();
  };
  ASSERT_TRUE(throwing([] { throw Error(ErrorKind::io, "cannot read", "there", "it is gone"); }));
  ASSERT_TRUE(throwing([] { throw std::bad_alloc(); }));
  ASSERT_TRUE(throwing([] { throw std::length_error("too long"); }));
  ASSERT_TRUE(throwing([] { throw 7; }));
  ASSERT_TRUE(throwing([] { throw Cancelled{}; }));
  ASSERT_EQ(heard.errors.size(), 4u);
  EXPECT_EQ(heard.errors[0].where(), "there");
  EXPECT_EQ(heard.errors[1].kind(), ErrorKind::outOfMemory);
  EXPECT_EQ(heard.errors[1].failed(), "cannot count");
  EXPECT_EQ(heard.errors[1].where(), "here");
  EXPECT_EQ(heard.errors[1].hint(), "count less");
  EXPECT_EQ(heard.errors[2].reason(), "too long");
  EXPECT_EQ(heard.errors[3].kind(), ErrorKind::internal);
  heard.worker.start(heard.returning(5));
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results, std::vector{5});
}

TEST(Worker, StopsWhatRunsWhenItGoesAndSaysNothingMore) {
  test::EventQueue events;
  int results = 0;
  bool ended = false;  // no atomic: the destructor waits for the thread
  {
    Worker worker(
        "cannot count", "", [](Error) {}, events.post());
    std::binary_semaphore begun(0);
    worker.start([&](const std::stop_token& stop) -> Worker::Then {
      begun.release();
      untilStopped(stop);
      ended = true;
      return [&] { ++results; };
    });
    begun.acquire();
  }
  EXPECT_TRUE(ended);
  events.handleAll();
  EXPECT_EQ(results, 0);
}

TEST(Worker, MayGoInTheMiddleOfWhatItTells) {
  test::EventQueue events;
  int results = 0;
  auto worker = std::make_unique<Worker>(
      "cannot count", "", [](Error) {}, events.post());
  worker->start([&](const std::stop_token&) -> Worker::Then {
    return [&] {
      worker.reset();
      ++results;
    };
  });
  ASSERT_TRUE(events.handleUntil([&] { return worker == nullptr; }));
  EXPECT_EQ(results, 1);
}

TEST(Worker, LosesNothingInAStormOfStartsStopsAndCancels) {
  Heard heard;
  for (int i = 1; i <= 2000; ++i) {
    heard.worker.start(i % 3 == 0 ? heard.returning(i) : [&, i](const std::stop_token& stop) -> Worker::Then {
      if (i % 3 == 1) untilStopped(stop);
      if (i % 5 == 0) throw std::bad_alloc();
      return [&heard, i] { heard.results.push_back(i); };
    });
    if (i % 7 == 0) heard.worker.cancel();
    if (i % 11 == 0) heard.worker.stop();
    heard.events.handleAll();
  }
  heard.worker.start(heard.returning(0));
  ASSERT_TRUE(heard.wait());
  EXPECT_EQ(heard.results.back(), 0);
  for (size_t i = 1; i + 1 < heard.results.size(); ++i) EXPECT_LT(heard.results[i - 1], heard.results[i]);
}

}  // namespace
}  // namespace arete
