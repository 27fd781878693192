// Whether lines of a network cross: what boxes leave out changes no answer.
#include "compute/network/radius/lines_cross.h"

#include <gtest/gtest.h>

#include "compute/core/segment_distance.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr int kNodesOfLine = 100;

struct LinesCross : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
};

/// Straight lines, from and to these places.
Curve linesOf(const std::vector<std::array<double, 6>>& lines) {
  std::vector<double> rows;
  std::vector<Edge> edges;
  for (const auto& line : lines)
    for (int i = 0; i < kNodesOfLine; ++i) {
      if (i > 0) edges.push_back({uint32_t(rows.size() / 3 - 1), uint32_t(rows.size() / 3)});
      for (size_t k = 0; k < 3; ++k) rows.push_back(line[k] + (line[k + 3] - line[k]) * i / (kNodesOfLine - 1));
    }
  return makeCurve(PointArray::fromRows(std::move(rows), 3), std::move(edges));
}

TEST_F(LinesCross, IsSaidOfLinesThatMeetInTheirMiddlesAndNotOfThoseSideBySide) {
  const std::array<double, 6> one{0, 0, 0, 100, 0, 0}, beside{0, 2, 0, 100, 2, 0}, across{50, -40, 0.5, 50, 60, 0.5},
      endsThere{30, 0.5, 0, 30, 90, 0};
  EXPECT_FALSE(linesCross(linesOf({one, beside}), 1, context));
  EXPECT_TRUE(linesCross(linesOf({one, beside}), 2.5, context));
  EXPECT_TRUE(linesCross(linesOf({one, across}), 1, context));
  EXPECT_FALSE(linesCross(linesOf({one, endsThere}), 1, context)) << "an end is no crossing";
  EXPECT_FALSE(linesCross(linesOf({one}), 1, context));
}

TEST_F(LinesCross, HowNearIsTheLeastDistanceBetweenTheirMiddles) {
  test::Random random(3);
  for (int turn = 0; turn < 20; ++turn) {
    std::vector<std::array<double, 6>> lines(2);
    for (auto& line : lines)
      for (double& x : line) x = random.uniform(-50, 50);
    const Curve curve = linesOf(lines);
    double least = HUGE_VAL;
    const auto place = [&](int node) {
      std::array<double, 3> at{};
      for (int k = 0; k < 3; ++k) at[size_t(k)] = curve.nodes.coordinate(uint32_t(node), k);
      return at;
    };
    for (int i = 3; i + 4 < kNodesOfLine; ++i)
      for (int j = 3; j + 4 < kNodesOfLine; ++j)
        for (const int first : {0, kNodesOfLine}) {
          const int other = kNodesOfLine - first;
          least = std::min(least, shared::squaredDistanceToSegment(place(first + i).data(), place(other + j).data(), place(other + j + 1).data(), 3));
        }
    EXPECT_TRUE(linesCross(curve, std::sqrt(least) * (1 + 1e-9), context)) << turn;
    EXPECT_FALSE(linesCross(curve, std::sqrt(least) * (1 - 1e-9), context)) << turn;
  }
}

}  // namespace
}  // namespace arete
