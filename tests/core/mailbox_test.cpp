// The newest value goes from thread to thread in one queued call.
#include "compute/core/mailbox.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/support/event_queue.h"

namespace arete {
namespace {

TEST(Mailbox, BringsTheNewestValueOnceHoweverManyWerePut) {
  test::EventQueue events;
  std::vector<int> taken;
  Mailbox<int> mailbox(events.post(), [&](int value) { taken.push_back(value); });
  std::jthread([&] {
    for (int i = 1; i <= 100; ++i) mailbox.put(i);
  }).join();
  events.handleAll();
  EXPECT_EQ(taken, std::vector{100});
  EXPECT_EQ(events.handled(), 1u);
  mailbox.put(101);
  events.handleAll();
  EXPECT_EQ(taken, (std::vector{100, 101}));
}

TEST(Mailbox, KeepsOfAnOlderValueWhatItIsToldTo) {
  test::EventQueue events;
  int sum = 0;
  Mailbox<int> mailbox(
      events.post(), [&](int value) { sum += value; }, [](int& newer, int& older) { newer += older; });
  constexpr int kEach = 10'000, kThreads = 3;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < kEach; ++k) mailbox.put(1);
      });
    ASSERT_TRUE(events.handleUntil([&] { return sum == kEach * kThreads; }));
  }
  EXPECT_LE(events.handled(), size_t(kEach * kThreads));
}

TEST(Mailbox, DropsWhatWasNotTakenWhenItGoes) {
  test::EventQueue events;
  int taken = 0;
  {
    Mailbox<int> mailbox(events.post(), [&](int) { ++taken; });
    mailbox.put(1);
  }
  events.handleAll();
  EXPECT_EQ(taken, 0);
}

TEST(Mailbox, TriesAgainWhenThereIsNoMemoryToQueueACall) {
  test::EventQueue events;
  int refusals = 3, taken = 0;
  const Post refusing = [&, post = events.post()](std::function<void()> call) {
    if (refusals-- > 0) throw std::bad_alloc();
    post(std::move(call));
  };
  Mailbox<int> mailbox(refusing, [&](int value) { taken = value; });
  mailbox.put(7);
  events.handleAll();
  EXPECT_EQ(taken, 7);
}

}  // namespace
}  // namespace arete
