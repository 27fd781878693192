// S after every step within a budget: what is kept, what is dropped, what going back finds.
#include "compute/engine/history.h"

#include <gtest/gtest.h>

namespace arete {
namespace {

constexpr uint32_t kFewPoints = 100;
constexpr size_t kStateBytes = kFewPoints * (2 * sizeof(float) + sizeof(uint64_t));

/// A state that knows its step.
ChosenState stateOf(uint32_t step) {
  ChosenState state{PointArray(Scalar::float32, 2, kFewPoints), std::vector<uint64_t>(kFewPoints, step)};
  state.points.edit().setCoordinate(0, 0, step);
  return state;
}

TEST(History, KeepsEveryStepThatTheBudgetHolds) {
  History history(10 * kStateBytes);
  for (uint32_t step = 0; step < 10; ++step) history.add(step, stateOf(step));
  EXPECT_EQ(history.bytes(), 10 * kStateBytes);
  for (uint32_t step = 0; step < 10; ++step) {
    const auto [found, state] = history.latestUpTo(step);
    EXPECT_EQ(found, step);
    EXPECT_EQ((*state->origin)[0], step);
    EXPECT_EQ(state->points->coordinate(0, 0), step);
  }
  EXPECT_EQ(history.latestUpTo(1000).first, 9u);
}

TEST(History, NeverHoldsMoreThanItsBudgetAndDropsEveryOtherStep) {
  History history(10 * kStateBytes);
  for (uint32_t step = 0; step < 1000; ++step) {
    history.add(step, stateOf(step));
    ASSERT_LE(history.bytes(), 10 * kStateBytes) << step;
    EXPECT_EQ(history.latestUpTo(0).first, 0u);
  }
  // 1000 steps in at most 10 states: every 128th.
  for (uint32_t step = 0; step < 1000; ++step) {
    const auto [found, state] = history.latestUpTo(step);
    EXPECT_EQ(found, step / 128 * 128);
    EXPECT_EQ((*state->origin)[0], found);
  }
}

TEST(History, KeepsStepZeroHoweverSmallTheBudget) {
  History history(1);
  for (uint32_t step = 0; step < 5; ++step) history.add(step, stateOf(step));
  EXPECT_EQ(history.latestUpTo(4).first, 0u);
  EXPECT_EQ(history.bytes(), kStateBytes);
}

TEST(History, AStepThatIsThereIsNotAddedAgain) {
  History history(10 * kStateBytes);
  history.add(0, stateOf(0));
  history.add(0, stateOf(7));
  EXPECT_EQ(history.bytes(), kStateBytes);
  EXPECT_EQ(history.latestUpTo(0).second->origin->at(0), 0u);
}

}  // namespace
}  // namespace arete
