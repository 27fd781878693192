// Clouds and frames for the tests of the picture, made by hand: seeded, small.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "compute/core/error.h"
#include "compute/engine/detector.h"
#include "render/headless.h"
#include "render/image.h"

namespace arete::scenes {

inline constexpr double kSpiralR1 = 8.34;

/// The noisy spiral of the spec, `dimension` 2 or 3.
inline PointCloud spiral(uint32_t count, int dimension, unsigned seed = 1, double scale = 1, double offset = 0) {
  constexpr double kA = 22.52, kB = 11.31, kSigma = 4.17;
  std::mt19937 random(seed);
  const auto uniform = [&] { return (random() + 0.5) / 4294967296.0; };
  const auto normal = [&] { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); };
  std::vector<double> rows;
  for (uint32_t i = 0; i < count; ++i) {
    const double t = kA * uniform();
    const double point[] = {kB * t * std::cos(t), kB * t * std::sin(t), kB * t};
    for (int k = 0; k < dimension; ++k) rows.push_back((point[k] + kSigma / std::sqrt(dimension) * normal()) * scale + offset);
  }
  return PointCloud::recentred(rows, dimension);
}

/// What ridge detection gives after `steps` steps, or at its end.
inline std::shared_ptr<const Frame> detect(const PointCloud& cloud, double r1, uint32_t steps = UINT32_MAX) {
  Job job;
  job.params.set(kR1Param, r1);
  const auto device = makeCpuDevice(2);
  Detector detector(cloud, job, *device, {});
  detector.goTo(steps, {});
  return detector.frame(true, true, {});
}

/// As if resamples had said the same of every edge.
inline std::shared_ptr<NetworkSupport> supportOf(const Curve& curve, double share, double spread) {
  auto support = std::make_shared<NetworkSupport>();
  support->resamples = 10;
  support->nodeSpread.assign(curve.nodes.size(), spread);
  support->edgeSpread.assign(curve.edges.size(), spread);
  support->edgeSupport.assign(curve.edges.size(), share);
  return support;
}

/// From every point to the next.
inline std::shared_ptr<const Links> linksBetween(const PointArray& points) {
  auto links = std::make_shared<Links>();
  std::vector<uint32_t> ends;
  for (uint32_t i = 0; i + 1 < points.size(); ++i) ends.insert(ends.end(), {i, i + 1});
  links->ends = points.subset(ends);
  links->distances.assign(ends.size() / 2, 1);
  links->nearest = links->farthest = 1;
  return links;
}

/// One context for all tests of the program; empty with the reason on machines without EGL.
struct Context {
  std::unique_ptr<HeadlessContext> context;
  std::string missing;
  std::string errors;

  static Context& get() {
    static Context instance;
    return instance;
  }

 private:
  Context() {
    try {
      context = std::make_unique<HeadlessContext>();
      reportGlErrors([this](std::string_view message) { errors.append(message).append("\n"); });
    } catch (const Error& error) {
      missing = error.what();
    }
  }
};

/// Skips where there is no context, and fails a test in which GL reported an error.
class Picture : public testing::Test {
 protected:
  void SetUp() override {
    if (!Context::get().context) GTEST_SKIP() << "no OpenGL without a window here: " << Context::get().missing;
    Context::get().errors.clear();
  }
  void TearDown() override { EXPECT_EQ(Context::get().errors, ""); }
};

inline Image render(Scene& scene, const View& view, int width, int height, double ratio = 1) {
  ImageOptions options;
  options.viewport = {width, height, ratio};
  return renderImage(scene, view, options);
}

}  // namespace arete::scenes
