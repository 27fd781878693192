// Clouds and frames for the tests of the picture, made by hand: seeded, small.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/engine/frame.h"
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

/// Ridge detection with the default versions, stopped after `rounds` rounds, or in the first round's evolve when 0.
inline std::shared_ptr<const Frame> detect(const PointCloud& cloud, double r1, int rounds = 20) {
  const auto device = makeCpuDevice(2);
  const StageContext context{*device, {}, {}};
  const ParamValues params;
  const auto function = [](Stage stage) { return defaultVersion(stage, Backend::cpu).function; };
  auto frame = std::make_shared<Frame>();
  frame->cloud = cloud;
  frame->job.params.set(kR1Param, r1);
  frame->chosenOrigin = std::get<ChooseFunction>(function(Stage::choose))({cloud, r1, params}, context);
  const auto evolver = std::get<EvolveFunction>(function(Stage::evolve))({cloud, r1, params}, context);
  evolver->reset(cloud.points().subset(frame->chosenOrigin), context);
  frame->previous = evolver->chosen();
  constexpr int kFirstMoves = 3;
  for (int i = 0; i < kFirstMoves && rounds == 0; ++i) frame->previous = evolver->chosen(), evolver->step(context);
  for (int round = 0; round < rounds; ++round) {
    while (evolver->step(context).moved > 0) {
    }
    frame->previous = evolver->chosen();
    const auto kept = std::get<DecimateFunction>(function(Stage::decimate))({evolver->chosen(), 2 * r1, params}, context);
    if (kept.size() == evolver->chosen().size()) break;
    std::vector<uint32_t> removed, origin;
    for (uint32_t i = 0, next = 0; i < evolver->chosen().size(); ++i) {
      if (next < kept.size() && kept[next] == i) origin.push_back(frame->chosenOrigin[i]), ++next;
      else removed.push_back(i);
    }
    frame->removed = evolver->chosen().subset(removed);
    frame->chosenOrigin = origin;
    evolver->keep(kept, context);
    frame->previous = evolver->chosen();
  }
  frame->chosen = evolver->chosen();
  frame->assignment = evolver->assignment(context);
  frame->curve = std::get<OrderFunction>(function(Stage::order))({frame->chosen, 2 * r1, params}, context);
  frame->curveKnown = rounds > 0;
  return frame;
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
