// After an edit, what was known of the rest of a network still holds.
#include "compute/engine/carried_support.h"

#include <gtest/gtest.h>

using namespace arete;

namespace {

/// A way through these places of a line, in this order.
std::shared_ptr<Frame> way(std::vector<double> places, std::vector<Edge> edges) {
  auto frame = std::make_shared<Frame>();
  std::vector<double> rows;
  for (const double x : places) rows.insert(rows.end(), {x, 0.0});
  frame->curve.nodes = PointArray::fromRows(std::move(rows), 2);
  frame->curve.edges = std::move(edges);
  return frame;
}

std::shared_ptr<const Frame> known(std::vector<double> places, std::vector<Edge> edges, std::vector<double> support) {
  const auto frame = way(std::move(places), std::move(edges));
  NetworkSupport of;
  of.resamples = 20;
  of.edgeSupport = support;
  of.edgeSpread.assign(support.size(), 0.25);
  of.nodeSpread.assign(frame->curve.nodes.size(), 0.5);
  frame->support = std::make_shared<const NetworkSupport>(of);
  return frame;
}

}  // namespace

TEST(CarriedSupport, OfPartsThatAreLeftIsWhatWasKnownAndOfNewOnesFull) {
  const std::shared_ptr<const Frame> before[] = {known({0, 1, 2, 3}, {{0, 1}, {1, 2}, {2, 3}}, {0.2, 0.4, 0.6})};
  const auto edited = way({3, 2, 0, 5}, {{0, 1}, {2, 3}, {1, 3}});  // numbered otherwise: one edge is left, two are new
  const auto carried = carriedSupport(*edited, before);
  ASSERT_NE(carried, nullptr);
  EXPECT_EQ(carried->resamples, 20u);
  EXPECT_EQ(carried->edgeSupport, (std::vector<double>{0.6, 1, 1}));
  EXPECT_EQ(carried->edgeSpread, (std::vector<double>{0.25, 0, 0}));
  EXPECT_EQ(carried->nodeSpread, (std::vector<double>{0.5, 0.5, 0.5, 0}));
}

TEST(CarriedSupport, OfWhatAnUndoBringsBackIsThatOfTheNetworkAsItWasFound) {
  const std::shared_ptr<const Frame> before[] = {known({0, 1}, {{0, 1}}, {0.9}), known({0, 1, 2}, {{0, 1}, {1, 2}}, {0.2, 0.4})};
  const auto edited = way({0, 1, 2}, {{0, 1}, {1, 2}});
  EXPECT_EQ(carriedSupport(*edited, before)->edgeSupport, (std::vector<double>{0.9, 0.4})) << "the first that knows an edge is asked";
}

TEST(CarriedSupport, IsNoneWhereNothingWasKnown) {
  const std::shared_ptr<const Frame> before[] = {nullptr, way({0, 1}, {{0, 1}})};
  EXPECT_EQ(carriedSupport(*way({0, 1}, {{0, 1}}), before), nullptr);
}
