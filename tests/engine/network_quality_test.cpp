// Networks of made clouds against their truth, so that a change which spoils them is seen: F and PATH, loops and junctions at a radius that is given,
// and again at the one that is found. Bounds are a little below what is reached; figures of real clouds are in docs/measured/network-quality.md.
#include <gtest/gtest.h>

#include <random>

#include "compute/engine/run_job.h"
#include "compute/measures/quality/contract.h"
#include "tests/support/network.h"

namespace arete {
namespace {

using shared::Vector3;
using test::Segment;

constexpr double kNoise = 1;

struct MadeCloud {
  std::string name;
  std::vector<Segment> truth;  // that meet in common ends only
  double perUnit, background;  // points a unit of length; evenly strewn ones for each of them
  double r1;
  uint32_t leastLoops, loops;  // that must be found; that there are
  double leastF, leastPath;    // within twice the noise
};

/// As Segment between the crossings of `n` by `n` streets.
std::vector<Segment> streetLattice(int n, double block) {
  std::vector<Segment> streets;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n; ++j) {
      streets.push_back({{j * block, i * block}, {(j + 1) * block, i * block}});
      streets.push_back({{i * block, j * block}, {i * block, (j + 1) * block}});
    }
  return streets;
}

std::vector<Segment> circle(const Vector3& centre, double radius) {
  constexpr int kPieces = 72;
  const auto at = [&](int i) {
    const double turn = 2 * M_PI * (i % kPieces) / kPieces;
    return centre + Vector3{radius * std::cos(turn), radius * std::sin(turn)};
  };
  std::vector<Segment> pieces;
  for (int i = 0; i < kPieces; ++i) pieces.push_back({at(i), at(i + 1)});
  return pieces;
}

std::vector<MadeCloud> madeClouds() {
  const std::vector<Segment> x = test::star({{60, 35}, {-60, -35}, {-60, 35}, {60, -35}}), y = test::star({{0, 90}, {78, -45}, {-78, -45}});
  std::vector<Segment> circles = circle({}, 40);
  for (const Segment& piece : circle({130, 0}, 50)) circles.push_back(piece);
  return {{"X", x, 12, 0, 3, 0, 0, 0.99, 0.985},
          {"Y", y, 12, 0, 3, 0, 0, 0.99, 0.985},
          {"two circles", circles, 8, 0, 3, 2, 2, 0.99, 0.985},
          {"X in a background", x, 12, 0.25, 2.5, 0, 0, 0.99, 0.98},
          {"streets in a background", streetLattice(4, 40), 6, 0.25, 2.5, 7, 9, 0.98, 0.93},
          {"sparse streets", streetLattice(4, 40), 1, 0, 3.7, 8, 9, 0.97, 0.92},
          {"arms in space", test::star({{0, 60, 20}, {52, -30, 20}, {-52, -30, 20}, {0, 0, -60}}), 12, 0, 3, 0, 0, 0.98, 0.97}};
}

int dimensionOf(const MadeCloud& made) {
  return std::ranges::any_of(made.truth, [](const Segment& each) { return each.from.z != 0 || each.to.z != 0; }) ? 3 : 2;
}

PointCloud cloudOf(const MadeCloud& made) {
  constexpr double kBeyond = 8;
  const int dimension = dimensionOf(made);
  std::vector<Vector3> points = test::noisySegments(made.truth, dimension, made.perUnit, kNoise, 23);
  Vector3 low = points[0], high = low;
  for (const Vector3& point : points)
    for (int k = 0; k < dimension; ++k) low.set(k, std::min(low[k], point[k])), high.set(k, std::max(high[k], point[k]));
  std::mt19937 random(24);
  for (auto left = size_t(made.background * double(points.size())); left > 0; --left) {
    Vector3 point;
    for (int k = 0; k < dimension; ++k) point.set(k, low[k] - kBeyond + (high[k] - low[k] + 2 * kBeyond) * (double(random() % 65536u) / 65536));
    points.push_back(point);
  }
  return test::cloudOf(points, dimension);
}

Polylines truthOf(const MadeCloud& made) {
  Polylines lines{dimensionOf(made), {}, std::vector<bool>(made.truth.size())};
  for (const Segment& segment : made.truth) {
    lines.lines.emplace_back();
    for (const Vector3& end : {segment.from, segment.to})
      for (int k = 0; k < lines.dimension; ++k) lines.lines.back().push_back(end[k]);
  }
  return lines;
}

struct NetworkQuality : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(2);
  StageContext context{*device, {}, {}};

  static Job job(double r1) {
    Job job;
    job.params.set(kCurveParam, double(CurveKind::network));
    job.params.set(kR1Param, r1);
    return job;
  }
  void expectGood(const MadeCloud& made, const PointCloud& cloud, double r1) {
    SCOPED_TRACE(made.name + ", R1 " + std::to_string(r1));
    const Curve curve = runJobOn(*device, cloud, job(r1), {}, {})->curve;
    const Quality found = quality(polylinesOf(curve, cloud.origin()), truthOf(made), {.tolerance = 2 * kNoise, .paths = true}, context);
    EXPECT_GE(found.score.fScore, made.leastF);
    EXPECT_GE(found.paths->path, made.leastPath);
    EXPECT_EQ(found.paths->curvePieces, found.paths->truthPieces);
    EXPECT_GE(curve.loops, made.leastLoops);
    EXPECT_LE(curve.loops, made.loops);
  }
};

TEST_F(NetworkQuality, IsNoWorseThanItWasAtAGivenRadius) {
  for (const MadeCloud& made : madeClouds()) expectGood(made, cloudOf(made), made.r1);
}

TEST_F(NetworkQuality, IsNoWorseThanItWasAtTheRadiusThatIsFound) {
  for (const MadeCloud& made : madeClouds()) {
    const PointCloud cloud = cloudOf(made);
    expectGood(made, cloud, suggestR1(cloud, job(0), context).r1);
  }
}

}  // namespace
}  // namespace arete
