// Generated clouds: fixed bits, the same on any number of threads; noise, background, outliers and gaps as asked for; true curves.
#include "compute/generate/generate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compute/core/error.h"
#include "compute/core/segment_distance.h"

namespace arete {
namespace {

GenerateOptions optionsFor(const ShapeInfo& shape, uint32_t points = 20'000) {
  GenerateOptions options;
  options.points = points;
  options.dimension = std::max(2, shape.minDimension);
  return options;
}

double distanceToCurve(const PointCloud& cloud, size_t i, const Polylines& curve) {
  std::vector<double> point;
  for (int k = 0; k < cloud.dimension(); ++k) point.push_back(cloud.points().coordinate(i, k));
  double best = INFINITY;
  for (size_t line = 0; line < curve.size(); ++line) {
    const size_t vertices = curve.vertexCount(line);
    for (size_t v = 0; v + (curve.closed[line] ? 0 : 1) < vertices; ++v)
      best = std::min(best, shared::squaredDistanceToSegment(point.data(), curve.vertex(line, v).data(),
                                                             curve.vertex(line, (v + 1) % vertices).data(), cloud.dimension()));
  }
  return std::sqrt(best);
}

// Worked out by an independent program in another language (Python, binary64 arithmetic).
TEST(Generate, FixedSeedsGiveFixedBits) {
  ThreadPool threads(2);
  GenerateOptions options;
  const auto expectPoint = [](const PointCloud& cloud, size_t i, std::vector<double> expected) {
    for (int k = 0; k < cloud.dimension(); ++k) EXPECT_EQ(cloud.points().coordinate(i, k), expected[size_t(k)]) << "point " << i << " axis " << k;
  };
  const PointCloud flat = generate(findShape("spiral"), options, threads);
  expectPoint(flat, 0, {0x1.ed1552p+6, 0x1.671d18p+6});
  expectPoint(flat, 1, {-0x1.0bdc64p+5, -0x1.cf4756p+6});
  expectPoint(flat, 99'999, {-0x1.3e95bp+6, -0x1.5174bap+6});
  options.dimension = 3;
  const PointCloud conical = generate(findShape("spiral"), options, threads);
  expectPoint(conical, 0, {0x1.eb7504p+6, 0x1.653664p+6, 0x1.2c96dp+7});
  expectPoint(conical, 99'999, {-0x1.3fa61cp+6, -0x1.4ff668p+6, 0x1.cbb9p+6});
  options.seed = (uint64_t(7) << 40) + 5;
  options.points = 43;
  options.scalar = Scalar::float64;
  expectPoint(generate(findShape("trefoil"), options, threads), 42, {-0x1.32a6ba52b6a5dp+4, -0x1.e78669a82481ep+4, 0x1.654226f11b393p+3});
}

TEST(Generate, ThreadCountsGiveTheSameBits) {
  for (const ShapeInfo& shape : shapes()) {
    GenerateOptions options = optionsFor(shape, 100'000);
    options.background = 0.1, options.outliers = 0.01, options.gaps = 0.2;
    ThreadPool one(1), seven(7);
    EXPECT_EQ(generate(shape, options, one).points(), generate(shape, options, seven).points()) << shape.id;
  }
}

TEST(Generate, PointsDoNotDependOnHowManyFollow) {
  ThreadPool threads(1);
  GenerateOptions few, many;
  few.points = 1000, many.points = 5000;
  const auto a = generate(findShape("circle"), few, threads), b = generate(findShape("circle"), many, threads);
  EXPECT_EQ(std::memcmp(a.view<float>().data, b.view<float>().data, 2000 * sizeof(float)), 0);
  many.seed = 2;
  EXPECT_NE(std::memcmp(a.view<float>().data, generate(findShape("circle"), many, threads).view<float>().data, 2000 * sizeof(float)), 0);
}

TEST(Generate, EveryShapeLiesOnItsTrueCurveInEveryDimensionAllowed) {
  ThreadPool threads(2);
  for (const ShapeInfo& shape : shapes())
    for (int d = shape.minDimension; d <= shape.maxDimension; d += d < 4 ? 1 : 6) {
      GenerateOptions options = optionsFor(shape, 50);
      options.dimension = d, options.noise = 0, options.scalar = Scalar::float64;
      const PointCloud cloud = generate(shape, options, threads);
      const Polylines curve = trueCurve(shape, options);
      ASSERT_EQ(curve.size(), size_t(shape.parts));
      for (size_t i = 0; i < cloud.size(); ++i) ASSERT_LT(distanceToCurve(cloud, i, curve), 1e-4) << shape.id << " in dimension " << d;
    }
}

TEST(Generate, NoiseHasTheTotalSigmaAskedForOnEveryAxis) {
  ThreadPool threads(2);
  for (int d : {1, 2, 3, 16}) {
    GenerateOptions options;
    options.points = 200'000, options.dimension = d, options.noise = 3;
    const PointCloud cloud = generate(findShape("segment"), options, threads);
    for (int k = 1; k < d; ++k) {
      double sum = 0, squares = 0;
      for (size_t i = 0; i < cloud.size(); ++i) {
        const double x = cloud.points().coordinate(i, k);
        sum += x, squares += x * x;
      }
      const double sigma = 3 / std::sqrt(double(d));
      EXPECT_NEAR(sum / cloud.size(), 0, 0.01 * sigma);
      EXPECT_NEAR(std::sqrt(squares / cloud.size()), sigma, 0.008 * sigma);
    }
    double mean = 0;
    for (size_t i = 0; i < cloud.size(); ++i) mean += cloud.points().coordinate(i, 0);
    EXPECT_NEAR(mean / cloud.size(), 50, 0.3);  // evenly along the 100 units
  }
}

TEST(Generate, SpiralParameterIsUniformAndUnordered) {
  ThreadPool threads(2);
  GenerateOptions options;
  options.noise = 0;
  const PointCloud cloud = generate(findShape("spiral"), options, threads);
  double sum = 0, lag = 0;
  std::vector<double> t(cloud.size());
  for (size_t i = 0; i < cloud.size(); ++i) t[i] = std::hypot(cloud.points().coordinate(i, 0), cloud.points().coordinate(i, 1)) / 11.31 / 22.52;
  for (size_t i = 0; i + 1 < t.size(); ++i) sum += t[i], lag += (t[i] - 0.5) * (t[i + 1] - 0.5);
  EXPECT_NEAR(sum / double(t.size()), 0.5, 0.004);
  EXPECT_NEAR(lag / double(t.size()) * 12, 0, 0.013);
}

TEST(Generate, GapsStayEmptyAndTheRestStaysEven) {
  ThreadPool threads(2);
  GenerateOptions options;
  options.noise = 0, options.gaps = 0.3, options.gapCount = 2;
  const PointCloud cloud = generate(findShape("segment"), options, threads);  // kept: 0–17.5, 32.5–67.5, 82.5–100
  int counts[3] = {};
  for (size_t i = 0; i < cloud.size(); ++i) {
    const double x = cloud.points().coordinate(i, 0);
    ASSERT_TRUE(x <= 17.5001 || (x >= 32.4999 && x <= 67.5001) || x >= 82.4999) << x;
    ++counts[x < 25 ? 0 : x < 75 ? 1 : 2];
  }
  EXPECT_NEAR(counts[0], 25'000, 600);
  EXPECT_NEAR(counts[1], 50'000, 700);
}

TEST(Generate, BackgroundAndOutliersHaveTheirShares) {
  ThreadPool threads(2);
  GenerateOptions options;
  options.noise = 0, options.background = 0.2, options.outliers = 0.05;
  const ShapeInfo& circle = findShape("circle");
  const PointCloud cloud = generate(circle, options, threads);
  const double diagonal = std::sqrt(2.0) * 200;
  const double beyond = 0.1 * diagonal;
  int onCurve = 0, far = 0;
  double farthest = 0, widest = 0;
  for (size_t i = 0; i < cloud.size(); ++i) {
    const double radius = std::hypot(cloud.points().coordinate(i, 0), cloud.points().coordinate(i, 1));
    onCurve += std::abs(radius - 100) < 1e-3;
    far += radius > diagonal * 0.9999;
    farthest = std::max(farthest, radius);
    if (radius < diagonal * 0.9999) widest = std::max(widest, std::abs(cloud.points().coordinate(i, 0)));
  }
  EXPECT_NEAR(onCurve, 75'000, 600);
  EXPECT_NEAR(far, 5'000, 300);
  EXPECT_NEAR(farthest, 10 * diagonal, 0.02 * diagonal) << "outliers are 1 to 10 diagonals away";
  EXPECT_LE(farthest, 10.001 * diagonal);
  EXPECT_NEAR(widest, 100 + beyond, 0.1) << "the background reaches a little beyond the curve";
  EXPECT_LE(widest, 100.001 + beyond);
}

TEST(Generate, RefusesWhatAShapeCannotBe) {
  ThreadPool threads(1);
  GenerateOptions options;
  EXPECT_THROW(generate(findShape("helix"), options, threads), Error);
  EXPECT_THROW(trueCurve(findShape("helix"), options), Error);
  EXPECT_THROW(findShape("spyral"), Error);
  options.noise = -1;
  EXPECT_THROW(generate(findShape("circle"), options, threads), Error);
  options.noise = NAN;
  EXPECT_THROW(generate(findShape("circle"), options, threads), Error);
  options.noise = 1, options.background = 0.7, options.outliers = 0.7;
  EXPECT_THROW(generate(findShape("circle"), options, threads), Error);
  options = {};
  options.points = 0;
  EXPECT_EQ(generate(findShape("circle"), options, threads).size(), 0u);
}

TEST(Generate, StopsWhenAsked) {
  ThreadPool threads(2);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(generate(findShape("circle"), {}, threads, source.get_token()), Cancelled);
}

TEST(Generate, ParameterRowsMakeTheOptions) {
  ParamValues values;
  for (const ParamInfo* info : generateParameters())
    if (info->id == "points") values.set(*info, 12);
    else if (info->id == "noise") values.set(*info, 0.5);
  const GenerateOptions options = generateOptions(values);
  EXPECT_EQ(options.points, 12u);
  EXPECT_EQ(options.noise, 0.5);
  EXPECT_EQ(generateOptions({}).noise, std::nullopt);
}

TEST(TrueCurve, HasTheLengthOfTheShape) {
  const auto length = [](std::string_view id, int d, ParamValues values = {}) {
    GenerateOptions options;
    options.dimension = d, options.shape = values;
    const Polylines curve = trueCurve(findShape(id), options);
    double sum = 0;
    for (size_t line = 0; line < curve.size(); ++line)
      for (size_t v = 0, n = curve.vertexCount(line); v + (curve.closed[line] ? 0 : 1) < n; ++v) {
        double square = 0;
        for (size_t k = 0; k < size_t(d); ++k) square += std::pow(curve.vertex(line, v)[k] - curve.vertex(line, (v + 1) % n)[k], 2);
        sum += std::sqrt(square);
      }
    return sum;
  };
  const double pi = 3.14159265358979323846, a = 22.52, b = 11.31;
  EXPECT_NEAR(length("spiral", 2), b / 2 * (a * std::sqrt(1 + a * a) + std::asinh(a)), 1e-3);
  EXPECT_NEAR(length("segment", 5), 100, 1e-12);
  EXPECT_NEAR(length("circle", 2), 200 * pi, 1e-3);
  EXPECT_NEAR(length("rings", 3), 400 * pi, 1e-3);
  EXPECT_NEAR(length("y", 2), 300, 1e-9);
  EXPECT_NEAR(length("crossing", 2), 400, 1e-9);
  EXPECT_NEAR(length("helix", 3), 4 * std::hypot(200 * pi, 60), 1e-2);
}

}  // namespace
}  // namespace arete
