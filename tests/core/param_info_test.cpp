#include "compute/core/param_info.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace arete
