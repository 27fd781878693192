// The CPU rasteriser against a naive loop, and the drawing order.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "render/camera.h"
#include "render/draw_order.h"
#include "render/rasteriser/point_rasteriser.h"

namespace arete {
namespace {

struct Columns {
  std::vector<float> x, y, z;
  PointColumns view() const { return {x, y, z}; }
};

/// Points in and around the unit cube, some at equal places.
Columns randomPoints(uint32_t count) {
  std::mt19937 random(3);
  const auto number = [&] { return float(random() % 4001) / 2000.0f - 1.0f; };
  Columns points;
  for (uint32_t i = 0; i < count; ++i) points.x.push_back(number()), points.y.push_back(number()), points.z.push_back(number());
  return points;
}

glm::mat4 cameraMatrix(bool perspective, const Viewport& viewport) {
  Camera camera;
  camera.setPerspective(perspective);
  camera.look(viewport, CameraPreset::isometric);
  const Box box{glm::dvec3(-1), glm::dvec3(1)};
  camera.fit(viewport, box);
  camera.zoom(0.6, camera.target());  // so that points fall outside
  return glm::mat4(camera.projectionMatrix(viewport, box) * camera.viewMatrix());
}

/// The definition: every point, every pixel of its square, the least word wins.
std::vector<uint64_t> naive(const Columns& points, const RasterTarget& target) {
  std::vector<uint64_t> words(size_t(target.width) * size_t(target.height), PointRasteriser::kEmpty);
  for (uint32_t i = 0; i < points.x.size(); ++i) {
    const glm::mat4& m = target.toClip;
    const float x = points.x[i], y = points.y[i], z = points.z[i];
    const auto row = [&](int k) { return m[0][k] * x + m[1][k] * y + m[2][k] * z + m[3][k]; };
    const float w = row(3);
    if (w <= 0) continue;
    const float inverse = 1.0f / w;
    const bool affine = m[0][3] == 0 && m[1][3] == 0 && m[2][3] == 0 && m[3][3] == 1;
    const auto window = [&](int k, float half) { return (affine ? row(k) : row(k) * inverse) * half + half; };
    const float sx = window(0, 0.5f * float(target.width)), sy = window(1, 0.5f * float(target.height)), depth = window(2, 0.5f);
    if (!(depth >= 0 && depth <= 1)) continue;
    const float shift = 0.5f - 0.5f * float(target.pointSize);
    const int left = int(std::floor(sx + shift)), bottom = int(std::floor(sy + shift));
    for (int dy = 0; dy < target.pointSize; ++dy)
      for (int dx = 0; dx < target.pointSize; ++dx) {
        const int px = left + dx, py = bottom + dy;
        if (!coversPixel(target.pointSize, dx, dy) || px < 0 || py < 0 || px >= target.width || py >= target.height) continue;
        uint64_t& word = words[size_t(py) * size_t(target.width) + size_t(px)];
        word = std::min(word, uint64_t(std::bit_cast<uint32_t>(depth)) << 32 | i);
      }
  }
  return words;
}

/// Pixels that differ: additions in another order may move a point that lies on the border of two pixels.
size_t differences(std::span<const uint64_t> a, std::span<const uint64_t> b) {
  size_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

TEST(Rasteriser, EqualsTheNaiveLoopForEverySize) {
  const Viewport viewport{150, 100, 1};
  const Columns points = randomPoints(20000);
  ThreadPool pool(3);
  PointRasteriser rasteriser(pool);
  for (const bool perspective : {false, true})
    for (int size = 1; size <= 8; ++size) {
      const RasterTarget target{150, 100, cameraMatrix(perspective, viewport), size};
      rasteriser.begin(target);
      rasteriser.add(points.view(), 0, uint32_t(points.x.size()));
      const auto expected = naive(points, target);
      EXPECT_GT(std::count_if(expected.begin(), expected.end(), [](uint64_t w) { return w != PointRasteriser::kEmpty; }), 5000);
      EXPECT_LE(differences(rasteriser.words(), expected), 3u) << "size " << size << ", perspective " << perspective;
    }
}

TEST(Rasteriser, GivesTheSameWordsForAnyThreadsAndAnySplit) {
  const RasterTarget target{640, 400, cameraMatrix(true, {640, 400, 1}), 3};
  const Columns points = randomPoints(300'000);
  const uint32_t count = uint32_t(points.x.size());
  std::vector<uint64_t> first;
  for (const int threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    PointRasteriser rasteriser(pool);
    rasteriser.begin(target);
    for (uint32_t begin = 0; begin < count;) {
      const uint32_t end = std::min(count, begin + 50'000u * uint32_t(threads) + 17);
      rasteriser.add(points.view(), begin, end);
      begin = end;
    }
    if (first.empty()) first.assign(rasteriser.words().begin(), rasteriser.words().end());
    EXPECT_TRUE(std::ranges::equal(first, rasteriser.words())) << threads << " threads";
  }
}

TEST(Rasteriser, KeepsTheFrontPointAndTheFirstOfEquals) {
  ThreadPool pool(1);
  PointRasteriser rasteriser(pool);
  rasteriser.begin({10, 10, glm::mat4(1), 1});
  const Columns points{{0.05f, 0.05f, 0.05f, 0.5f}, {0.05f, 0.05f, 0.05f, 0.5f}, {0.5f, -0.5f, -0.5f, 0}};
  rasteriser.add(points.view(), 0, 4);
  EXPECT_EQ(uint32_t(rasteriser.words()[5 * 10 + 5]), 1u);
  EXPECT_EQ(uint32_t(rasteriser.words()[7 * 10 + 7]), 3u);
}

TEST(Rasteriser, LeavesOutWhatIsNotFinite) {
  ThreadPool pool(1);
  PointRasteriser rasteriser(pool);
  for (const int size : {1, 5}) {
    rasteriser.begin({10, 10, glm::mat4(1), size});
    const Columns points{{NAN, INFINITY, 0, -3e38f}, {0, 0, -INFINITY, 3e38f}, {0, 0, 0, NAN}};
    rasteriser.add(points.view(), 0, 4);
    for (const uint64_t word : rasteriser.words()) EXPECT_EQ(word, PointRasteriser::kEmpty);
  }
}

TEST(DrawOrder, IsAPermutationOfWhichPrefixesAreFairSamples) {
  for (const uint32_t count : {0u, 1u, 2u, 3u, 5u, 64u, 1000u, 100'000u}) {
    const DrawOrder order(count);
    std::vector<uint32_t> seen(count);
    for (uint32_t i = 0; i < count; ++i) ++seen.at(order(i));
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](uint32_t n) { return n == 1; })) << count;
  }
  constexpr uint32_t kCount = 1'000'000, kPrefix = 10'000, kBins = 20;
  const DrawOrder order(kCount);
  std::vector<int> bins(kBins);
  for (uint32_t i = 0; i < kPrefix; ++i) ++bins[order(i) / (kCount / kBins)];
  double chiSquared = 0;
  for (const int n : bins) chiSquared += std::pow(n - double(kPrefix) / kBins, 2) / (double(kPrefix) / kBins);
  EXPECT_LT(chiSquared, 44);  // 19 degrees of freedom: 1 in 1000 random samples exceeds it
}

}  // namespace
}  // namespace arete
