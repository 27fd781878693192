#include <gtest/gtest.h>

#include <random>

#include "render/view.h"

namespace arete {
namespace {

const Viewport kCameraViewport{1280, 800, 1};

/// Cameras in every mode at sizes from 1e-6 to 1e6.
std::vector<Camera> cameras() {
  std::mt19937 random(7);
  const auto number = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  std::vector<Camera> all;
  for (const CameraMode mode : {CameraMode::flat, CameraMode::turntable, CameraMode::trackball})
    for (const bool perspective : {false, true})
      for (const double size : {1e-6, 1.0, 300.0, 1e6}) {
        Camera camera;
        camera.setMode(mode);
        camera.setPerspective(perspective);
        camera.fit(kCameraViewport, {glm::dvec3(-size, -0.5 * size, 0), glm::dvec3(2 * size, size, 0.7 * size)});
        camera.rotate(kCameraViewport, number(-400, 400), number(-100, 100));
        all.push_back(camera);
      }
  return all;
}

TEST(Camera, BringsScreenPositionsBackFromTheWorld) {
  for (const Camera& camera : cameras()) {
    const glm::dvec3 world = camera.toWorld(kCameraViewport, 200.25, 333.5, camera.target());
    const glm::dvec3 screen = camera.toScreen(kCameraViewport, world);
    EXPECT_NEAR(screen.x, 200.25, 1e-6);
    EXPECT_NEAR(screen.y, 333.5, 1e-6);
  }
}

TEST(Camera, AgreesWithItsMatrices) {
  for (const Camera& camera : cameras()) {
    const Box box{camera.target() - camera.height(), camera.target() + camera.height()};
    const glm::dvec3 world = camera.target() + glm::dvec3(0.11, -0.07, 0.13) * camera.height();
    const glm::dvec4 clip = camera.projectionMatrix(kCameraViewport, box) * camera.viewMatrix() * glm::dvec4(world, 1);
    const glm::dvec3 screen = camera.toScreen(kCameraViewport, world);
    EXPECT_NEAR((clip.x / clip.w * 0.5 + 0.5) * kCameraViewport.width, screen.x, 1e-6);
    EXPECT_NEAR((0.5 - clip.y / clip.w * 0.5) * kCameraViewport.height, screen.y, 1e-6);
    EXPECT_LE(std::abs(clip.z / clip.w), 1);
  }
}

TEST(Camera, KeepsThePointUnderTheCursorWhenItZooms) {
  for (Camera camera : cameras()) {
    const glm::dvec3 anchor = camera.toWorld(kCameraViewport, 1000, 100, camera.target() + camera.backward() * (0.1 * camera.height()));
    for (const double factor : {0.5, 0.1, 7.0}) {
      camera.zoom(factor, anchor);
      const glm::dvec3 screen = camera.toScreen(kCameraViewport, anchor);
      EXPECT_NEAR(screen.x, 1000, 1e-6);
      EXPECT_NEAR(screen.y, 100, 1e-6);
    }
  }
}

TEST(Camera, PansThePointUnderTheCursorAlong) {
  for (Camera camera : cameras()) {
    const glm::dvec3 anchor = camera.toWorld(kCameraViewport, 500, 300, camera.target() + camera.backward() * (0.2 * camera.height()));
    camera.pan(kCameraViewport, 37, -21, anchor);
    const glm::dvec3 screen = camera.toScreen(kCameraViewport, anchor);
    EXPECT_NEAR(screen.x, 537, 1e-6);
    EXPECT_NEAR(screen.y, 279, 1e-6);
  }
}

TEST(Camera, LeavesThePivotWhereItIsWhenItTurns) {
  for (Camera camera : cameras()) {
    const glm::dvec3 pivot = camera.toWorld(kCameraViewport, 900, 200, camera.target());
    camera.setPivot(pivot);
    camera.rotate(kCameraViewport, 123, 45);
    const glm::dvec3 screen = camera.toScreen(kCameraViewport, pivot);
    EXPECT_NEAR(screen.x, 900, 1e-6);
    EXPECT_NEAR(screen.y, 200, 1e-6);
  }
}

TEST(Camera, NeverTiltsInFlatModeAndKeepsZUpOnTheTurntable) {
  Camera camera;
  camera.setMode(CameraMode::flat);
  const Camera before = camera;
  camera.rotate(kCameraViewport, 300, 200);
  camera.look(kCameraViewport, CameraPreset::left);
  EXPECT_EQ(camera, before);
  camera.setMode(CameraMode::turntable);
  for (int i = 0; i < 50; ++i) {
    camera.rotate(kCameraViewport, 37, i % 7 < 4 ? 150 : -170);
    EXPECT_NEAR(camera.right().z, 0, 1e-12);
    EXPECT_GE(camera.up().z, -1e-12);
  }
}

TEST(Camera, LosesItsRollOnTheTurntable) {
  Camera camera;
  camera.setMode(CameraMode::trackball);
  camera.look(kCameraViewport, CameraPreset::isometric);
  camera.setOrientation(camera.orientation() * glm::angleAxis(0.7, glm::dvec3(0, 0, 1)));
  const glm::dvec3 direction = camera.backward();
  camera.setMode(CameraMode::turntable);
  EXPECT_NEAR(glm::distance(camera.backward(), direction), 0, 1e-12);
  EXPECT_NEAR(camera.right().z, 0, 1e-12);
}

TEST(Camera, LooksFromTheDirectionsThatItsPresetsName) {
  const std::pair<CameraPreset, glm::dvec3> presets[] = {{CameraPreset::front, {0, -1, 0}},
                                                         {CameraPreset::back, {0, 1, 0}},
                                                         {CameraPreset::left, {-1, 0, 0}},
                                                         {CameraPreset::right, {1, 0, 0}},
                                                         {CameraPreset::top, {0, 0, 1}},
                                                         {CameraPreset::bottom, {0, 0, -1}},
                                                         {CameraPreset::isometric, glm::normalize(glm::dvec3(1, -1, 1))}};
  Camera camera;
  for (const auto& [preset, from] : presets) {
    camera.look(kCameraViewport, preset);
    EXPECT_NEAR(glm::distance(camera.backward(), from), 0, 1e-12) << int(preset);
  }
}

TEST(Camera, KeepsTheMiddleOfWhatPanelsLeaveFreeWhereItIsWhenItTurns) {
  for (Camera camera : cameras()) {
    Viewport viewport = kCameraViewport;
    viewport.covered = {0, 20, 300, 100};
    camera.setPivot({});
    const glm::dvec2 free((viewport.width - 300) / 2.0, (20 + viewport.height - 100) / 2.0);
    const glm::dvec3 point = camera.toWorld(viewport, free.x, free.y, camera.target());
    for (int turn = 0; turn < 3; ++turn) {
      if (turn == 0) camera.rotate(viewport, 150, -70);
      if (turn == 1) camera.look(viewport, CameraPreset::top);
      if (turn == 2) camera.look(viewport, CameraPreset::isometric);
      const glm::dvec3 at = camera.toScreen(viewport, point);
      EXPECT_NEAR(at.x, free.x, 1e-6) << turn;
      EXPECT_NEAR(at.y, free.y, 1e-6) << turn;
    }
  }
}

TEST(Camera, FitsTheWholeBoxBesideThePanelsAndNotMuchMore) {
  for (Camera camera : cameras()) {
    Viewport viewport = kCameraViewport;
    viewport.covered = {0, 0, 300, 100};
    const double size = camera.height();
    const Box box{glm::dvec3(-size, 0, 3 * size), glm::dvec3(2 * size, size, 3.5 * size)};
    camera.fit(viewport, box, 0);
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (int i = 0; i < 8; ++i) {
      const glm::dvec3 p = camera.toScreen(viewport, box.corner(i));
      left = std::min(left, p.x), right = std::max(right, p.x), top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
    EXPECT_GE(left, -0.5);
    EXPECT_LE(right, 980.5);
    EXPECT_GE(top, -0.5);
    EXPECT_LE(bottom, 700.5);
    EXPECT_TRUE(right - left > 0.7 * 980 || bottom - top > 0.7 * 700);
  }
}

TEST(Camera, FitsABoxWithoutExtent) {
  Camera camera;
  camera.fit(kCameraViewport, {glm::dvec3(5), glm::dvec3(5)});
  EXPECT_EQ(camera.target(), glm::dvec3(5));
  EXPECT_GT(camera.height(), 0.9);
  EXPECT_LT(camera.height(), 4);
}

TEST(Camera, GoesFromOneToTheOther) {
  Camera a, b;
  b.setTarget({10, 0, 0});
  b.setHeight(100);
  b.look(kCameraViewport, CameraPreset::top);
  a.look(kCameraViewport, CameraPreset::front);
  EXPECT_EQ(Camera::between(a, b, 1), b);
  const Camera middle = Camera::between(a, b, 0.5);
  EXPECT_NEAR(middle.height(), 10, 1e-12);
  EXPECT_NEAR(middle.target().x, 5, 1e-12);
}

TEST(View, OpensPlanarCloudsFlatAndOthersOnATurntable) {
  const auto view = [](std::vector<float> rows, int d) { return viewOf(PointCloud(PointArray::fromRows(std::move(rows), d)), kCameraViewport); };
  EXPECT_EQ(view({0, 0, 1, 2}, 2).camera.mode(), CameraMode::flat);
  EXPECT_EQ(view({0, 7, 0, 1, 7, 2}, 3).axes, (std::array{0, 2, kNoAxis}));  // y is constant
  EXPECT_EQ(view({0, 0, 0, 1, 2, 3}, 3).camera.mode(), CameraMode::turntable);
  EXPECT_EQ(view({1, 2, 3, 4, 5, 6, 7, 8}, 4).axes, (std::array{0, 1, 2}));
  EXPECT_EQ(view({3}, 1).axes, (std::array{0, kNoAxis, kNoAxis}));
  EXPECT_EQ(viewOf(PointCloud(), kCameraViewport).camera.mode(), CameraMode::flat);
}

TEST(View, HasOneRowPerLayerInTheOrderOfTheirIds) {
  ASSERT_EQ(layers().size(), kLayerCount);
  for (size_t i = 0; i < kLayerCount; ++i) {
    EXPECT_EQ(size_t(layers()[i].id), i);
    EXPECT_FALSE(layers()[i].help.empty());
    EXPECT_GE(layers()[i].size, layers()[i].minimumSize);
    EXPECT_LE(layers()[i].size, layers()[i].maximumSize);
  }
}

}  // namespace
}  // namespace arete
