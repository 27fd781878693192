// Stage within: row 0 against cases worked out by hand, the other versions against row 0, and what every searcher refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compute/catalog/version.h"
#include "compute/check/bits.h"
#include "compute/core/error.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

PointArray numbersOf(std::vector<float> x) { return PointArray::fromRows(std::move(x), 1); }
using Starts = LargeVector<uint64_t>;
using BallIndices = LargeVector<uint32_t>;

struct Within : testing::Test {
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};

  static WithinFunction function(const Version& version) { return version.as<Stage::within>(); }
  PointsWithin byReference(const PointArray& reference, const PointArray& queries, double radius, bool excludeSelf = false) {
    return neighboursWithin(function(versions(Stage::within)[0]), reference, {queries, radius, excludeSelf}, context);
  }
  std::string refusal(const PointArray& reference, const PointArray& queries, double radius, bool excludeSelf = false) {
    try {
      byReference(reference, queries, radius, excludeSelf);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_FALSE(error.where().empty() || error.hint().empty()) << error.what();
      return error.reason();
    }
    return "";
  }

  /// All versions, on 1, 2 and 7 threads, the same searcher for one radius after the other: places in between, and the cloud itself.
  void checkAll(const PointArray& cloud, const PointArray& queries, std::vector<double> radii) {
    static const std::unique_ptr<Device> devices[] = {makeCpuDevice(1), makeCpuDevice(2), makeCpuDevice(7)};
    for (const bool self : {false, true}) {
      const PointArray& asked = self ? cloud : queries;
      std::vector<Bits> expected;
      for (const double radius : radii) expected.push_back(bitsOf(byReference(cloud, asked, radius, self)));
      for (const Version& version : versions(Stage::within).subspan(1))
        for (const auto& each : devices) {
          const StageContext here{*each, {}, {}};
          const auto searcher = makeWithinSearcher(function(version), cloud, here);
          for (size_t i = 0; i < radii.size(); ++i)
            ASSERT_TRUE(bitsOf(searcher->query({asked, radii[i], self}, here)) == expected[i])
                << version.id << ", radius " << radii[i] << (self ? ", itself" : "") << ", " << each->description();
        }
    }
  }
};

TEST_F(Within, FindsAllNearestFirstAndCountsADistanceOfTheRadius) {
  PointsWithin found = byReference(numbersOf({10, 0, 3, 7, -1}), numbersOf({1, 8, 100}), 2);
  EXPECT_EQ(found.starts, (Starts{0, 3, 5, 5}));
  EXPECT_EQ(found.indices, (BallIndices{1, 2, 4, 3, 0}));
  EXPECT_EQ(found.squared<float>(), (LargeVector<float>{1, 4, 4, 1, 4}));
  EXPECT_GT(found.times.total, 0);
}

TEST_F(Within, ARadiusOfZeroFindsEqualPointsAndAPointLeavesItselfOut) {
  const PointArray points = numbersOf({5, 0, 5, 5});
  EXPECT_EQ(byReference(points, points, 0).indices, (BallIndices{0, 2, 3, 1, 0, 2, 3, 0, 2, 3}));
  EXPECT_EQ(byReference(points, points, 0, true).starts, (Starts{0, 2, 2, 4, 6}));
  EXPECT_EQ(byReference(points, points, 0, true).indices, (BallIndices{2, 3, 0, 3, 0, 2}));
}

TEST_F(Within, NoPointsHaveNoNeighbours) {
  const PointArray none(Scalar::float32, 1, 0), one = numbersOf({3});
  for (const Version& version : versions(Stage::within)) {
    const auto starts = [&](const PointArray& reference, const PointArray& queries, bool itself) {
      return neighboursWithin(function(version), reference, {queries, 1, itself}, context).starts;
    };
    EXPECT_EQ(starts(none, none, false), Starts{0}) << version.id;
    EXPECT_EQ(starts(one, none, false), Starts{0}) << version.id;
    EXPECT_EQ(starts(none, one, false), (Starts{0, 0})) << version.id;
    EXPECT_EQ(starts(one, one, false), (Starts{0, 1})) << version.id;
    EXPECT_EQ(starts(one, one, true), (Starts{0, 0})) << version.id;
  }
}

/// Where the square of a radius is rounded, the root decides: what is told of a point is never above the radius, and nothing that is not is left out.
template <class T>
void expectLimitsOfRoots() {
  constexpr T kMost = std::numeric_limits<T>::max();
  for (const double radius : {0., 1e-45, 1e-30, 2.3e-22, 1e-5, 0.1, 1 / 3., 1., std::sqrt(2.), 1e10, 3.3e18, 3e38}) {
    const T limit = largestSquaredWithin<T>(radius), next = std::nextafter(limit, std::numeric_limits<T>::infinity());
    EXPECT_LE(std::sqrt(limit), T(radius)) << radius;
    EXPECT_TRUE(std::sqrt(next) > T(radius) || limit == kMost) << radius;
  }
  EXPECT_EQ(largestSquaredWithin<T>(std::numeric_limits<double>::infinity()), kMost);
  EXPECT_EQ(largestSquaredWithin<T>(0), 0);
  EXPECT_EQ(largestSquaredWithin<T>(3), 9);
}
TEST_F(Within, TheLargestSquareIsTheOneWhoseRootIsTheRadius) {
  expectLimitsOfRoots<float>();
  expectLimitsOfRoots<double>();
}

TEST_F(Within, PointsOfALatticeAtTheRadiusBelongToIt) {
  constexpr uint32_t kEdge = 12;
  for (const double step : {1., 0.1})
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      PointArray points(scalar, 2, kEdge * kEdge), origin(scalar, 2, 1);
      for (uint32_t i = 0; i < points.size(); ++i) {
        points.setCoordinate(i, 0, step * (i % kEdge));
        points.setCoordinate(i, 1, step * (i / kEdge));
      }
      EXPECT_EQ(byReference(points, origin, step).indices.size(), 3u) << "itself and two beside it";
      EXPECT_EQ(byReference(points, origin, std::nextafter(float(step), 0.F)).indices.size(), 1u);
      if (step == 1) {
        EXPECT_EQ(byReference(points, origin, 5).indices.size(), 26u) << "3² + 4² = 5²";
      }
      checkAll(points, origin, {0, step, 2 * step, 5 * step, 100 * step});
    }
}

TEST_F(Within, VersionsEqualTheReferenceOverTheZoo) {
  constexpr uint32_t kFew = 600;  // all pairs of more points would take a minute
  for (const test::ZooCloud& cloud : test::zoo())
    for (const auto& [scalar, layout] : {std::pair{Scalar::float32, Layout::row}, {Scalar::float64, Layout::column}}) {
      SCOPED_TRACE(cloud.name + (scalar == Scalar::float32 ? ", float, row" : ", double, column"));
      const PointArray points = cloud.points.withScalar(scalar);
      const uint32_t n = points.size();
      PointArray queries = test::uniformBox(300, points.dimension(), 30, n).withScalar(scalar);
      for (uint32_t i = 0; n > 0 && i < 10; ++i)
        for (int k = 0; k < points.dimension(); ++k) queries.setCoordinate(i, k, points.coordinate(i % n, k));
      queries.setCoordinate(11, 0, 1e30);
      checkAll(points.withLayout(layout), queries.withLayout(layout),
               n <= kFew ? std::vector<double>{0, cloud.r1, 1e9} : std::vector<double>{0, cloud.r1 / 4});
      if (HasFatalFailure()) return;
    }
}

TEST_F(Within, VersionsEqualTheReferenceForFewAndManyQueriesInEveryDimension) {
  for (const int d : {1, 2, 3, 4, 5, 6, 7, 8, 12})
    for (const uint32_t n : {15U, 16U, 17U, 129U, 1025U}) {
      SCOPED_TRACE(std::to_string(n) + " points of " + std::to_string(d) + " dimensions");
      const PointArray points = test::uniformBox(n, d, 10, n + uint32_t(d)).withScalar(Scalar::float32);
      checkAll(points, test::uniformBox(2, d, 10, 3).withScalar(Scalar::float32), {0.5, 4, 100});
      if (HasFatalFailure()) return;
    }
}

TEST_F(Within, ALargeReferenceForOneQueryIsSharedAmongTheThreads) {
  constexpr uint32_t kPoints = 100'000;
  const PointArray points = test::clusters(kPoints, 3, 23).withScalar(Scalar::float32);
  const PointArray one = points.subset(std::vector<uint32_t>{7, 4});
  const Bits expected = bitsOf(byReference(points, one, 5));
  for (const int threads : {1, 2, 7}) {
    const auto each = makeCpuDevice(threads);
    for (const Version& version : versions(Stage::within).subspan(1))
      EXPECT_TRUE(bitsOf(neighboursWithin(function(version), points, {one, 5}, {*each, {}, {}})) == expected) << version.id << ", " << threads;
  }
}

TEST_F(Within, AMillionNeighboursAreThoseOfTheReference) {
  constexpr uint32_t kPoints = test::kSanitized ? 1500 : 10'000;
  const PointArray points = test::clusters(kPoints, 3, 23).withScalar(Scalar::float32);
  EXPECT_GT(byReference(points, points, 3).indices.size(), size_t(kPoints) * 20);
  checkAll(points, test::clusters(kPoints, 3, 24).withScalar(Scalar::float32), {3});
}

TEST_F(Within, VersionsStopWhenAsked) {
  const PointArray points = test::uniformBox(3000, 3, 10, 1);
  std::stop_source source;
  const StageContext stopped{*device, source.get_token(), {}};
  for (const Version& version : versions(Stage::within)) {
    const auto searcher = makeWithinSearcher(function(version), points, context);
    source.request_stop();
    EXPECT_THROW(searcher->query({points, 1}, stopped), Cancelled) << version.id;
    EXPECT_GT(searcher->query({points, 1}, context).indices.size(), points.size()) << version.id;
  }
}

TEST_F(Within, RefusesWhatIsOutOfRange) {
  const PointArray three = numbersOf({0, 1, 2}), two = numbersOf({0, 1});
  EXPECT_EQ(refusal(three, two, -1), "-1 is no length");
  EXPECT_EQ(refusal(three, two, std::nan("")), "nan is no length");
  EXPECT_NE(refusal(three, two, 1, true), "");
  EXPECT_NE(refusal(three, PointArray(Scalar::float32, 2, 1), 1), "");
  EXPECT_NE(refusal(three, PointArray(Scalar::float64, 1, 1), 1), "");
}

TEST_F(Within, AnAnswerThatDoesNotFitIsRefusedBeforeItIsFound) {
  const PointArray points = test::allEqual(1'000'000, 3, 1.25);
  try {
    neighboursWithin(function(defaultVersion(Stage::within, Backend::cpu)), points, {points, 0.5, true}, context);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::outOfMemory);
    EXPECT_EQ(error.where(), "radius 0.5");
    EXPECT_NE(error.reason().find("there are 999999000000 neighbours, which take 11444080 MB"), std::string::npos) << error.reason();
    EXPECT_NE(error.hint().find("smaller radius"), std::string::npos);
  }
}

TEST_F(Within, TheDefaultIsOfTheCpuWhereThereIsNoneOfTheGpu) {
  EXPECT_EQ(defaultVersion(Stage::within, Backend::cuda).id, "within.cpu.best");
  EXPECT_EQ(versions(Stage::within).back().id, "within.cpu.best");
}

}  // namespace
}  // namespace arete
