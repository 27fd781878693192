// A cloud multiplied by a power of two gives the same neighbours and, with its radii multiplied, the same detection, to the bit; or it is refused.
// ARETE_FUZZ_SECONDS=600 makes the last test run for that long, with random clouds that depend on ARETE_FUZZ_SEED.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>

#include "compute/core/error.h"
#include "compute/engine/detector.h"
#include "compute/network/radius/suggest_radius.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr int kSmallest = -1000, kLargest = 1000;

/// Multiplied by 2^k. Nothing where that is no longer the same cloud, because numbers overflow or lose digits.
std::optional<std::vector<double>> scaledRows(const PointArray& points, int k) {
  std::vector<double> rows;
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int axis = 0; axis < points.dimension(); ++axis) {
      const double x = points.coordinate(i, axis), scaled = std::ldexp(x, k);
      if (!std::isfinite(scaled) || std::ldexp(scaled, -k) != x) return {};
      rows.push_back(scaled);
    }
  return rows;
}

std::optional<PointCloud> cloudAt(const PointArray& points, int k, std::optional<Scalar> scalar = {}) {
  const auto rows = scaledRows(points, k);
  if (!rows) return {};
  try {
    return PointCloud::recentred(*rows, points.dimension(), scalar);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::badInput) << error.what();
    EXPECT_FALSE(error.reason().empty() || error.hint().empty()) << error.what();
    return {};
  }
}

/// Local coordinates multiplied by 2^-k.
std::vector<double> unscaled(const PointArray& points, int k) {
  std::vector<double> rows;
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int axis = 0; axis < points.dimension(); ++axis) rows.push_back(std::ldexp(points.coordinate(i, axis), -k));
  return rows;
}

/// In units of the cloud that was not multiplied.
struct Detected {
  std::vector<uint32_t> origins;
  std::vector<double> chosen;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  bool operator==(const Detected&) const = default;
};
struct Answer {
  std::vector<uint32_t> neighbours;
  std::vector<double> squaredDistances;
  std::optional<Detected> detected;  ///< nothing where that was refused
};

struct Asked {
  double r1 = 1;
  std::string knn = "knn.cpu.best";
  TileDetection tiles = TileDetection::whole;
  bool references = false;  ///< row 0 of every stage instead of the versions to use
};

void findNeighbours(const PointCloud& cloud, int k, const Asked& asked, Device& device, Answer& answer) {
  const uint32_t wanted = std::min(cloud.size(), 6U);
  if (wanted == 0) return;
  ParamValues params;
  params.set(kLeafCapacityParam, 100);
  const Neighbours found =
      nearestNeighbours(findVersion(asked.knn, Stage::knn).as<Stage::knn>(), {cloud.points(), params}, {cloud.points(), wanted}, {device, {}, {}});
  answer.neighbours.assign(found.indices.begin(), found.indices.end());
  std::visit(
      [&](const auto& squared) {
        for (const auto each : squared) answer.squaredDistances.push_back(std::ldexp(double(each), -2 * k));
      },
      found.squaredDistances);
}

Detected detect(const PointCloud& cloud, int k, const Asked& asked, Device& device) {
  Job job;
  job.params.set(kR1Param, std::ldexp(asked.r1, k));
  job.params.set(kTileDetectionParam, double(asked.tiles));
  job.params.set(kMaxIterationsParam, 200);
  if (asked.references)
    for (const Stage stage : kChainStages) job.versionIds[size_t(stage)] = versions(stage)[0].id;
  Detector detector(cloud, job, device, {});
  detector.advance(StepKind::end, {});
  const auto frame = detector.frame(true, false, {});
  Detected detected{{frame->chosenOrigin.begin(), frame->chosenOrigin.end()}, unscaled(frame->chosen, k), {}};
  for (const Edge& edge : frame->curve.edges) detected.edges.emplace_back(edge.a, edge.b);
  return detected;
}

Answer answerOf(const PointCloud& cloud, int k, const Asked& asked) {
  static const std::unique_ptr<Device> device = makeCpuDevice(2);
  Answer answer;
  findNeighbours(cloud, k, asked, *device, answer);
  try {
    answer.detected = detect(cloud, k, asked, *device);
  } catch (const Error& error) {
    EXPECT_TRUE(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse) << error.what();
  }
  return answer;
}

/// To the digits of the type, however small.
double rounded(double x, Scalar scalar) {
  int exponent = 0;
  const double digits = std::frexp(x, &exponent);
  return scalar == Scalar::float32 ? std::ldexp(double(float(digits)), exponent) : x;
}

/// Compares a cloud at many scales with itself where its coordinates are neither small nor large.
class ScaledCloud {
 public:
  ScaledCloud(const PointArray& points, Asked asked) : points_(points), asked_(std::move(asked)) {}

  /// What is not as it should be at 2^k; "" where all is the same, or refused.
  std::string wrongAt(int k) {
    const auto cloud = cloudAt(points_, k);
    if (!cloud) return "";
    const bool centred = cloud->origin() != PointCloud::Origin{};
    const std::vector<double> local = unscaled(cloud->points(), k);
    for (size_t i = 0; !centred && i < local.size(); ++i) {
      const double x = points_.coordinate(uint32_t(i / size_t(points_.dimension())), int(i % size_t(points_.dimension())));
      if (local[i] == rounded(x, cloud->scalar())) continue;
      // Such a float may have fewer digits: it is no longer the same cloud.
      const bool standsForZero = cloud->scalar() == Scalar::float32 && std::abs(std::ldexp(x, k)) < std::numeric_limits<float>::min();
      return standsForZero ? "" : "digits of coordinates were lost";
    }
    const Answer answer = answerOf(*cloud, k, asked_);
    answers_ += answer.detected.has_value();
    auto [at, isNew] = known_.try_emplace({cloud->scalar(), centred ? local : std::vector<double>{}});
    if (isNew) at->second = expectedOf(local, cloud->scalar()).value_or(answer);
    const Answer& expected = at->second;
    if (answer.neighbours != expected.neighbours) return "other neighbours";
    if (answer.squaredDistances != expected.squaredDistances) return "other distances";
    if (answer.detected && answer.detected != expected.detected)
      return expected.detected ? "another detection" : "a detection that is refused elsewhere";
    return "";
  }

  int answers() const { return answers_; }

 private:
  /// With the cloud's largest coordinate brought near 32, unless that takes digits off its smallest coordinates, its smallest distances out of
  /// range, or R1 over its maximum.
  std::optional<Answer> expectedOf(const std::vector<double>& local, Scalar scalar) const {
    double largest = 0;
    for (const double x : local) largest = std::max(largest, std::abs(x));
    const int shift = largest > 0 ? -std::ilogb(largest) + 5 : 0;
    std::vector<double> rows;
    for (const double x : local) rows.push_back(std::ldexp(x, shift));
    const PointCloud cloud(PointArray::fromRows(rows, points_.dimension()).withScalar(scalar));
    if (!cloud.distancesInRange() || unscaled(cloud.points(), shift) != local || std::ldexp(asked_.r1, shift) > kR1Param.maximum) return {};
    return answerOf(cloud, shift, asked_);
  }

  const PointArray& points_;
  Asked asked_;
  std::map<std::pair<Scalar, std::vector<double>>, Answer> known_;
  int answers_ = 0;
};

/// Powers of two at which something changes, what is around them, and some between.
std::set<int> scalesOf(const PointArray& points, double r1, int stride) {
  std::set<int> scales;
  const auto add = [&](int k, int around) {
    for (int each = k - around; each <= k + around; ++each)
      if (each >= kSmallest && each <= kLargest) scales.insert(each);
  };
  std::optional<std::pair<Scalar, bool>> last;
  for (int k = kSmallest; k <= kLargest; ++k) {
    const auto cloud = cloudAt(points, k);
    std::optional<std::pair<Scalar, bool>> now;
    if (cloud) now = {cloud->scalar(), cloud->origin() != PointCloud::Origin{}};
    if (now != last || k % stride == 0) add(k, now != last ? 2 : 0);
    last = now;
  }
  for (const double limit : {1e-140, 1e-12, 1e18, 1e30}) add(int(std::log2(limit / r1)), 1);
  return scales;
}

void expectEveryScale(const PointArray& points, const Asked& asked, int stride, int fewest) {
  ScaledCloud cloud(points, asked);
  for (const int k : scalesOf(points, asked.r1, stride)) EXPECT_EQ(cloud.wrongAt(k), "") << "times 2^" << k;
  EXPECT_GE(cloud.answers(), fewest) << "nearly everything was refused";
}

TEST(Scale, EveryCloudOfTheZooGivesTheSameAtAllScalesOrIsRefused) {
  for (const test::ZooCloud& each : test::zoo()) {
    SCOPED_TRACE(each.name);
    const bool refused = each.name.find("stray") != std::string::npos || each.name.find("coarser") != std::string::npos;  // too far out for R1
    expectEveryScale(each.points, {.r1 = each.r1}, each.points.size() <= 100 ? 7 : test::kSanitized ? 200 : 50, refused ? 0 : 8);
  }
}

TEST(Scale, SmallCloudsGiveTheSameAtEveryPowerOfTwo) {
  for (const auto& [points, r1] : {std::pair{test::lattice(4, 2), 1.5}, {test::spiral(12, 3, 1, 5), 9.0}, {test::allEqual(3, 1, 1.25), 0.5}})
    expectEveryScale(points, {.r1 = r1}, 1, 500);
}

TEST(Scale, ReferencesTilesAndSearchesFromTheDiskAgree) {
  const PointArray plane = test::spiral(500, 2, 1, 71), space = test::clusters(500, 3, 72);
  for (const auto& [points, r1] : {std::pair{&plane, 3.0}, {&space, 6.0}}) {
    for (const char* knn : {"knn.cpu.v0", "knn.cpu.v9", "knn.cpu.two_level"})
      expectEveryScale(*points, {.r1 = r1, .knn = knn, .references = true}, 250, 8);
    for (const TileDetection tiles : {TileDetection::local, TileDetection::hybrid}) expectEveryScale(*points, {.r1 = r1, .tiles = tiles}, 250, 8);
  }
}

TEST(Scale, PointsThatWereNotReadAreRefusedWhereTheirDistancesUnderflow) {
  const PointArray points = test::spiral(300, 2, 1, 73);
  const auto device = makeCpuDevice(1);
  for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
    const Detected expected = detect(PointCloud(points.withScalar(scalar)), 0, {.r1 = 3}, *device);
    const int smallest = scalar == Scalar::float32 ? -120 : kSmallest, largest = 98;  // 3 · 2^98 is about the largest R1
    int same = 0, refused = 0;
    for (int k = smallest; k <= largest; ++k) {
      const PointCloud cloud(PointArray::fromRows(*scaledRows(points, k), 2).withScalar(scalar));
      try {
        EXPECT_EQ(detect(cloud, k, {.r1 = 3}, *device), expected) << k;
        ++same;
      } catch (const Error&) {
        ++refused;
      }
    }
    EXPECT_GT(same, 10);
    EXPECT_GT(refused, 50);
  }
}

TEST(Scale, TheSuggestedR1GrowsWithTheCloud) {
  const PointArray points = test::spiral(2000, 2, 1, 74);
  const double expected = suggestRadius(PointCloud(points));
  for (int k = -470; k <= 490; k += 30)
    EXPECT_NEAR(std::ldexp(suggestRadius(*cloudAt(points, k, Scalar::float64)), -k), expected, 0.005 * expected) << "three digits, times 2^" << k;
}

TEST(Scale, TheLargestR1MakesOnePointOfEveryCloud) {
  const auto device = makeCpuDevice(2);
  const PointArray points = test::spiral(800, 2, 1, 75);
  for (const Scalar scalar : {Scalar::float32, Scalar::float64})
    for (const TileDetection tiles : {TileDetection::whole, TileDetection::local, TileDetection::hybrid})
      for (const bool references : {false, true}) {
        const PointCloud cloud(points.withScalar(scalar));
        const Detected huge = detect(cloud, 0, {.r1 = kR1Param.maximum, .tiles = tiles, .references = references}, *device);
        EXPECT_EQ(huge.origins.size(), tiles == TileDetection::whole ? 1u : huge.origins.size());
        EXPECT_EQ(huge, detect(cloud, 0, {.r1 = 1e6, .tiles = tiles, .references = references}, *device));
      }
}

TEST(Scale, ARadiusWhoseSquareUnderflowsIsRefusedWithAHint) {
  const auto device = makeCpuDevice(1);
  const PointArray points = test::spiral(100, 2, 1, 76);
  for (const Scalar scalar : {Scalar::float32, Scalar::float64}) try {
      detect(PointCloud(points.withScalar(scalar)), 0, {.r1 = scalar == Scalar::float32 ? 1e-20 : 1e-160}, *device);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_EQ(error.where(), "r1");
      EXPECT_EQ(error.hint().find("--scalar double") != std::string::npos, scalar == Scalar::float32) << error.what();
    }
}

/// Coordinates of all kinds: on lattices, near zero, noise around planes and lines, a share of tiny ones.
PointArray randomCloud(test::Random& random) {
  const int d = 1 + int(random.below(random.below(4) == 0 ? 6 : 3));
  const uint32_t n = 1 + random.below(200);
  PointArray points(Scalar::float64, d, n);
  for (int axis = 0; axis < d; ++axis) {
    const uint32_t kind = random.below(5);
    const double size = std::exp2(-double(random.below(3) == 0 ? random.below(70) : 0)), middle = random.below(4) == 0 ? random.uniform(-20, 20) : 0;
    for (uint32_t i = 0; i < n; ++i) {
      const double x = kind == 0 ? double(random.below(5)) : kind == 1 ? random.normal() : random.uniform(-1, 1);
      const double tiny = kind >= 3 && random.below(8) == 0 ? std::exp2(-double(random.below(80))) : 1;
      points.setCoordinate(i, axis, middle + size * tiny * (kind == 4 && random.below(4) == 0 ? 0 : x));
    }
  }
  return points;
}

TEST(Scale, RandomCloudsGiveTheSameAtRandomScalesOrAreRefused) {
  const char *seconds = std::getenv("ARETE_FUZZ_SECONDS"), *seed = std::getenv("ARETE_FUZZ_SEED");
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds != nullptr ? std::atof(seconds) : 0);
  test::Random random(seed != nullptr ? std::strtoull(seed, nullptr, 10) : 77);
  constexpr int kFewest = test::kSanitized ? 300 : 3000;
  int tries = 0, found = 0, answers = 0;
  for (; tries < kFewest || std::chrono::steady_clock::now() < end; ++tries) {
    const PointArray points = randomCloud(random);
    ScaledCloud cloud(points, {.r1 = std::exp2(-double(random.below(8)))});
    const int k = random.below(2) == 0 ? -80 + int(random.below(150)) : kSmallest + int(random.below(uint32_t(kLargest - kSmallest)));
    if (const std::string wrong = cloud.wrongAt(k); !wrong.empty()) ++found, ADD_FAILURE() << "try " << tries << ", times 2^" << k << ": " << wrong;
    answers += cloud.answers();
  }
  std::printf("%d tries, %d found\n", tries, found);
  EXPECT_GT(answers, tries / 10) << "nearly everything was refused";
}

}  // namespace
}  // namespace arete
