#include "render/points_benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "render/gl.h"
#include "render/headless.h"
#if defined(ARETE_CUDA)
#include "render/cuda/cuda_rasteriser.h"
#endif

namespace arete {

namespace {

using Clock = std::chrono::steady_clock;

constexpr float kSpiralEnd = 22.52f, kSpiralWidth = 11.31f, kSpiralNoise = 2.4f;  // as the generator's spiral

double millisecondsSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

/// Point `i`: on a spiral of two and a half turns, with noise; cheap, as there may be thousands of millions.
glm::vec3 spiralPoint(uint64_t i) {
  auto uniform = [state = i * 0x9E3779B97F4A7C15u]() mutable {  // splitmix64
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return float((z ^ z >> 31) >> 40) * 0x1p-24f;
  };
  const auto noise = [&uniform] { return (uniform() + uniform() + uniform() - 1.5f) * 2 * kSpiralNoise; };  // nearly normal
  const float t = kSpiralEnd * uniform();
  return {kSpiralWidth * t * std::cos(t) + noise(), kSpiralWidth * t * std::sin(t) + noise(), kSpiralWidth * t + noise()};
}

PointCloud spiral(uint32_t count, ThreadPool& threads, std::stop_token stop) {
  std::vector<float> rows(3 * size_t(count));
  constexpr size_t kGrain = 1 << 16;
  threads.forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end && !stop.stop_requested(); ++i) {
      const glm::vec3 point = spiralPoint(i);
      for (int k = 0; k < 3; ++k) rows[3 * i + size_t(k)] = point[k];
    }
  });
  if (stop.stop_requested()) throw Cancelled{};
  return PointCloud(PointArray::fromRows(std::move(rows), 3));
}

}  // namespace

#if defined(ARETE_CUDA)

/// The spiral column by column, about its middle, without a copy: 4000 million points take 48 GB.
struct SpiralColumns {
  std::vector<float> x, y, z;
  glm::vec3 reach;

  SpiralColumns(uint32_t count, ThreadPool& threads, std::stop_token stop) : x(count), y(count), z(count) {
    const float widest = kSpiralWidth * kSpiralEnd + 4 * kSpiralNoise;
    reach = {widest, widest, kSpiralWidth * kSpiralEnd / 2 + 4 * kSpiralNoise};
    constexpr size_t kGrain = 1 << 16;
    threads.forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end && !stop.stop_requested(); ++i) {
        const glm::vec3 point = spiralPoint(i);
        x[i] = point.x, y[i] = point.y, z[i] = point.z - kSpiralWidth * kSpiralEnd / 2;
      }
    });
    if (stop.stop_requested()) throw Cancelled{};
  }
};

PointsTiming timeCudaRasteriser(const PointsBenchmark& benchmark, std::stop_token stop) {
  ThreadPool threads;
  const SpiralColumns spiral(benchmark.points, threads, stop);
  const Viewport viewport{benchmark.width, benchmark.height, 1};
  const Box box{-glm::dvec3(spiral.reach), glm::dvec3(spiral.reach)};
  Camera camera;
  camera.look(viewport, CameraPreset::isometric);
  camera.setPerspective(benchmark.perspective);
  camera.fit(viewport, box);
  const RasterTarget target{viewport.width, viewport.height, glm::mat4(camera.projectionMatrix(viewport, box) * camera.viewMatrix()), 1};
  const PointColumns columns{spiral.x, spiral.y, spiral.z};
  CudaRasteriser rasteriser(standardGpu());
  std::vector<double> points, total;
  PointsTiming timing;
  for (int run = -1; run < benchmark.repeat; ++run) {
    if (stop.stop_requested()) throw Cancelled{};
    const Clock::time_point start = Clock::now();
    if (run < 0) rasteriser.setPoints(benchmark.points, spiral.reach);
    rasteriser.begin(target);
    for (uint32_t at = 0, end = 0; at < benchmark.points; at = end) {
      end = rasteriser.stopAfter(at, benchmark.points);
      rasteriser.add(columns, at, end);
    }
    rasteriser.words(0, 0, 1, 1);  // waits
    const double milliseconds = millisecondsSince(start);
    const auto measured = rasteriser.measured();
    if (run < 0) timing.first = milliseconds;
    else total.push_back(milliseconds), points.push_back(measured ? measured->milliseconds : 0);
  }
  for (const uint64_t word : rasteriser.words(0, 0, viewport.width, viewport.height)) timing.covered += word != PointRasteriser::kEmpty;
  timing.points = median(points);
  timing.total = median(total);
  return timing;
}

#else

PointsTiming timeCudaRasteriser(const PointsBenchmark&, std::stop_token) {
  throw Error(ErrorKind::wrongUse, "no GPU to draw points with CUDA", "", cudaUnavailableReason());
}

#endif

PointsTiming timeFrames(const PointsBenchmark& benchmark, PointsPath path, bool mayShare, std::stop_token stop) {
  constexpr double kTurn = 6;  // pixels of a mouse that turns the picture
  const HeadlessContext context;
  ThreadPool threads;
  const Viewport viewport{benchmark.width, benchmark.height, 1};
  PointsTiming timing;
  std::vector<double> total;
  {
    Scene scene(path, &threads);
    scene.setMaySharePoints(mayShare);
    scene.setCloud(spiral(benchmark.points, threads, stop));
    View view = viewOf(scene.cloud(), viewport);
    view.camera.setPerspective(benchmark.perspective);
    const gl::Texture colour = gl::makeTexture("colour", GL_RGBA8, viewport.width, viewport.height),
                      depth = gl::makeTexture("depth", GL_DEPTH24_STENCIL8, viewport.width, viewport.height);
    const gl::Framebuffer framebuffer = gl::makeFramebuffer(colour, depth, GL_DEPTH_STENCIL_ATTACHMENT);
    DrawOptions options;
    options.everything = true;
    options.framebuffer = framebuffer.name();
    for (int run = -1; run < benchmark.repeat; ++run) {
      if (stop.stop_requested()) throw Cancelled{};
      if (run >= 0) view.camera.rotate(viewport, kTurn, 0);
      const Clock::time_point start = Clock::now();
      scene.draw(view, viewport, options);
      glFinish();
      const double milliseconds = millisecondsSince(start);
      if (run < 0) timing.first = milliseconds;
      else total.push_back(milliseconds);
    }
    const PointsDrawing drawing = scene.pointsDrawing();
    timing.drawnBy = glInfo().renderer + "; " + std::string(arete::name(drawing.path)) + (drawing.transport.empty() ? "" : ", " + drawing.transport) +
                     (drawing.refused.empty() ? "" : "; CUDA refused: " + drawing.refused);
  }
  timing.total = median(total);
  return timing;
}

}  // namespace arete
