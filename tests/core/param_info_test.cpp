#include "compute/core/param_info.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compute/core/error.h"

namespace arete {
namespace {

constexpr ParamInfo kThreads{
    .id = "threads", .label = "Threads", .unit = "", .kind = ParamKind::integer, .maximum = 8, .help = "How many.", .zeroText = "all"};
constexpr ParamInfo kShare{.id = "share", .label = "Share", .unit = "", .help = "How much."};

TEST(ParamInfo, WhatZeroStandsForIsAlsoAValue) {
  ParamValues values;
  values.setText(kThreads, "3");
  EXPECT_EQ(values.get(kThreads), 3);
  values.setText(kThreads, "all");
  EXPECT_EQ(values.get(kThreads), 0);
  EXPECT_EQ(values, ParamValues());
}

TEST(ParamInfo, OtherWordsAreRefused) {
  ParamValues values;
  EXPECT_THROW(values.setText(kThreads, "none"), Error);
  EXPECT_THROW(values.setText(kThreads, ""), Error);
  EXPECT_THROW(values.setText(kShare, ""), Error);
}

TEST(ParamInfo, WhatIsOutOfRangeOrNoWholeNumberIsRefused) {
  constexpr ParamInfo kRatio{.id = "ratio", .label = "Ratio", .unit = "", .minimum = 0.5, .maximum = 2, .defaultValue = 1, .help = "How many times."};
  ParamValues values;
  for (const double right : {0.5, 1.25, 2.0}) {
    EXPECT_NO_THROW(values.set(kRatio, right));
    EXPECT_EQ(values.get(kRatio), right);
  }
  for (const double wrong : {0.49, 2.01, -1.0, double(NAN), double(INFINITY)}) EXPECT_THROW(values.set(kRatio, wrong), Error) << wrong;
  EXPECT_EQ(values.get(kRatio), 2) << "a refused value leaves the old one";
  EXPECT_THROW(values.set(kThreads, 2.5), Error);
  EXPECT_THROW(values.set(kThreads, -1), Error);
  EXPECT_THROW(values.set(kThreads, 9), Error);
  values.set(kRatio, 1);
  EXPECT_EQ(values, ParamValues()) << "the default, however it was set";
}

TEST(ParamInfo, TogglesAndChoicesHaveTheirWords) {
  static constexpr std::string_view kWords[] = {"fast", "slow"};
  constexpr ParamInfo kToggle{.id = "t", .label = "T", .unit = "", .kind = ParamKind::toggle, .help = "Whether."};
  constexpr ParamInfo kChoice{.id = "c", .label = "C", .unit = "", .kind = ParamKind::choice, .help = "Which.", .choices = kWords};
  ParamValues values;
  values.setText(kToggle, "on");
  values.setText(kChoice, "slow");
  EXPECT_EQ(values.get(kToggle), 1);
  EXPECT_EQ(values.get(kChoice), 1);
  EXPECT_EQ(values.text(kToggle), "on");
  EXPECT_EQ(values.text(kChoice), "slow");
  EXPECT_THROW(values.setText(kToggle, "maybe"), Error);
  EXPECT_THROW(values.setText(kChoice, "slower"), Error);
  EXPECT_THROW(values.set(kChoice, 2), Error);
}

}  // namespace
}  // namespace arete
