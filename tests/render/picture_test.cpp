// What the picture shows: layers, themes, both ways to draw points, picking, sizes. Golden pictures are in golden_test.cpp.
#include <algorithm>
#include <set>

#include "compute/catalog/version.h"
#include "render/gl.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

using scenes::Picture;

constexpr int kWidth = 320, kHeight = 200;
const Viewport kSmallViewport{kWidth, kHeight, 1};

/// A cloud and the frame at the end of its detection.
struct Subject {
  PointCloud cloud;
  std::shared_ptr<const Frame> frame;
};
const Subject& spiral(int dimension) {
  static const auto make = [](int d) {
    const PointCloud cloud = scenes::spiral(6000, d);
    return Subject{cloud, scenes::detect(cloud, scenes::kSpiralR1)};
  };
  static const Subject two = make(2), three = make(3);
  return dimension == 2 ? two : three;
}

View bareView(const PointCloud& cloud) {
  View view = viewOf(cloud, kSmallViewport);
  for (LayerStyle& style : view.layerStyles) style.visible = false;
  return view;
}

size_t differentPixels(const Image& a, const Image& b, int tolerance = 0) {
  size_t count = 0;
  for (size_t i = 0; i < a.pixels.size(); i += 4) {
    int worst = 0;
    for (size_t c = i; c < i + 4; ++c) worst = std::max(worst, std::abs(int(a.pixels[c]) - int(b.pixels[c])));
    count += worst > tolerance;
  }
  return count;
}

size_t pixelsNear(const Image& image, Colour colour, int tolerance = 12) {
  size_t count = 0;
  for (size_t i = 0; i < image.pixels.size(); i += 4)
    count += std::abs(image.pixels[i] - colour.r) <= tolerance && std::abs(image.pixels[i + 1] - colour.g) <= tolerance &&
             std::abs(image.pixels[i + 2] - colour.b) <= tolerance;
  return count;
}

/// A framebuffer as a window has it.
struct Window {
  gl::Texture colour = gl::makeTexture("colour", GL_RGBA8, kWidth, kHeight), depth = gl::makeTexture("depth", GL_DEPTH24_STENCIL8, kWidth, kHeight);
  gl::Framebuffer framebuffer = gl::makeFramebuffer(colour, depth, GL_DEPTH_STENCIL_ATTACHMENT);
  DrawOptions options(bool moving, double budget) const {
    DrawOptions options;
    options.moving = moving;
    options.budgetMilliseconds = budget;
    options.framebuffer = framebuffer.name();
    return options;
  }
};

/// As after a detection in tiles that was compared with the exact one, and missed half of it.
void addTilesAndExact(Frame& frame, const Subject& subject) {
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  const auto tile = findVersion("tile.cpu.recursive").as<Stage::tile>();
  frame.tiles = std::make_shared<const TileTree>(tile({subject.cloud, frame.job.r1(), frame.job.params}, {*device, {}, {}}));
  frame.chosenTile.assign(frame.chosen.size(), 0);
  frame.exact = subject.frame;
  for (uint32_t i = 0; i < frame.chosen.size(); i += 2) frame.difference.missing.push_back(i);
}

std::shared_ptr<const Frame> asNetwork(Frame frame) {
  frame.job.params.set(kCurveParam, double(CurveKind::network));
  return std::make_shared<const Frame>(std::move(frame));
}

TEST_F(Picture, ShowsEveryLayerThatIsOnAndNoneThatIsOff) {
  for (const int dimension : {2, 3}) {
    const Subject& subject = spiral(dimension);
    auto frame = std::make_shared<Frame>(*subject.frame);
    frame->removed = frame->previous = subject.cloud.points().subset(std::vector<uint32_t>(frame->chosenOrigin.begin(), frame->chosenOrigin.end()));
    addTilesAndExact(*frame, subject);
    frame->support = scenes::supportOf(frame->curve, 0.4, 10);
    Scene scene;
    scene.setCloud(subject.cloud);
    scene.setFrame(frame);
    scene.setLinks(scenes::linksBetween(subject.frame->chosen));
    scene.setDiffering(std::make_shared<const DifferingMarks>(DifferingMarks{subject.frame->chosen, 0}));
    scene.setCoasts(std::make_shared<const Coasts>(worldCoasts()));
    scene.setExplanation(explainCurve(*frame, {*makeCpuDevice(1), {}, {}}));
    View view = bareView(subject.cloud);
    const Image bare = scenes::render(scene, view, kWidth, kHeight);
    for (const LayerInfo& info : layers()) {
      if (info.id == LayerId::tubes && dimension == 2) continue;  // there is no space for them
      view.style(info.id).visible = true;
      const bool ofNetworks = info.id == LayerId::junctions;  // two ends, which is little
      if (ofNetworks) scene.setFrame(asNetwork(*subject.frame));
      EXPECT_GT(differentPixels(bare, scenes::render(scene, view, kWidth, kHeight)), ofNetworks ? 15u : 150u)
          << info.key << " in " << dimension << "D";
      view.style(info.id).visible = false;
    }
    EXPECT_EQ(differentPixels(bare, scenes::render(scene, view, kWidth, kHeight)), 0u);
  }
}

TEST_F(Picture, DrawsChosenPointsInTheirColourOverCurveAndCloud) {
  const Viewport kLarge{960, 600, 1};  // so that the discs do not cover each other
  for (const int dimension : {2, 3}) {
    const Subject& subject = spiral(dimension);
    Scene scene;
    scene.setCloud(subject.cloud);
    scene.setFrame(subject.frame);
    View view = viewOf(subject.cloud, kLarge);
    for (const Theme theme : {Theme::dark, Theme::white}) {
      view.theme = theme;
      const Image image = scenes::render(scene, view, kLarge.width, kLarge.height);
      EXPECT_GT(pixelsNear(image, view.colour(LayerId::chosen)), 5 * subject.frame->chosen.size());
      EXPECT_GT(pixelsNear(image, view.colour(LayerId::curve)), 100u);
    }
    view.style(LayerId::chosen).colour = Colour{0, 255, 0};
    EXPECT_GT(pixelsNear(scenes::render(scene, view, kLarge.width, kLarge.height), {0, 255, 0}), 5 * subject.frame->chosen.size());
  }
}

TEST_F(Picture, IsTheSameWithSoftwareAndHardwarePoints) {
  for (const int dimension : {2, 3})
    for (const ColourBy by : {ColourBy::uniform, ColourBy::height, ColourBy::depth, ColourBy::chosen})
      for (const float size : {1.0f, 2.0f, 5.0f}) {
        const Subject& subject = spiral(dimension);
        View view = viewOf(subject.cloud, kSmallViewport);
        view.camera.setPerspective(size > 1);
        view.colourBy = by;
        view.style(LayerId::cloud).size = size;
        Image images[2];
        for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
          Scene scene(path);
          scene.setCloud(subject.cloud);
          scene.setFrame(subject.frame);
          images[path == PointsPath::hardware] = scenes::render(scene, view, kWidth, kHeight);
          EXPECT_EQ(scene.activePointsPath(), path);
        }
        // Rounding may put a point into the next pixel.
        EXPECT_LT(differentPixels(images[0], images[1], 3), size_t(kWidth * kHeight / 200)) << dimension << "D, " << name(by) << ", size " << size;
      }
}

TEST_F(Picture, FindsTheVeryPointUnderTheCursor) {
  const Window window;
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware})
    for (const int dimension : {2, 3}) {
      const PointCloud& cloud = spiral(dimension).cloud;
      Scene scene(path);
      scene.setCloud(cloud);
      View view = viewOf(cloud, kSmallViewport);
      view.camera.zoom(0.1, glm::dvec3(0));
      view.style(LayerId::cloud).size = 1;  // larger points hide their neighbours
      DrawOptions options = window.options(false, 33);
      options.everything = true;
      scene.draw(view, kSmallViewport, options);
      int found = 0;
      for (uint32_t i = 0; i < cloud.size(); i += 7) {
        glm::dvec3 world(0);
        for (int k = 0; k < dimension; ++k) world[k] = cloud.points().coordinate(i, k);
        const glm::dvec3 screen = view.camera.toScreen(kSmallViewport, world);
        if (screen.x < 0 || screen.x >= kWidth || screen.y < 0 || screen.y >= kHeight) continue;
        const auto pick = scene.pick(screen.x, screen.y);
        ASSERT_TRUE(pick) << name(path) << " " << dimension << "D " << screen.x << " " << screen.y << " " << i;
        EXPECT_LE(std::hypot(pick->x - screen.x, pick->y - screen.y), 1.5);  // itself, or one that hides it
        found += pick->index == i;
        if (pick->index == i) {
          EXPECT_EQ(pick->position, world);
        }
      }
      EXPECT_GT(found, 20);
      EXPECT_FALSE(scene.pick(-100, -100));
    }
}

TEST_F(Picture, PicksChosenPointsBeforeCloudPoints) {
  const Window window;
  const Subject& subject = spiral(2);
  Scene scene;
  scene.setCloud(subject.cloud);
  scene.setFrame(subject.frame);
  const View view = viewOf(subject.cloud, kSmallViewport);
  scene.draw(view, kSmallViewport, window.options(false, 33));
  const glm::dvec3 world(subject.frame->chosen.coordinate(5, 0), subject.frame->chosen.coordinate(5, 1), 0);
  const glm::dvec3 screen = view.camera.toScreen(kSmallViewport, world);
  const auto pick = scene.pick(screen.x, screen.y);
  ASSERT_TRUE(pick);
  EXPECT_EQ(pick->target, PickTarget::chosenPoint);
  EXPECT_EQ(pick->index, 5u);
}

TEST_F(Picture, DrawsAPrefixWhileMovingAndTheRestWhenStill) {
  const Window window;
  const PointCloud cloud = scenes::spiral(400'000, 3);
  Scene scene(PointsPath::software);
  scene.setCloud(cloud);
  View view = viewOf(cloud, kSmallViewport);
  constexpr double kTiny = 0.001;
  const DrawResult first = scene.draw(view, kSmallViewport, window.options(true, kTiny));
  EXPECT_FALSE(first.complete);
  EXPECT_GT(first.pointsDrawn, 0u);
  EXPECT_EQ(first.pointsTotal, cloud.size());
  EXPECT_EQ(scene.draw(view, kSmallViewport, window.options(true, kTiny)).pointsDrawn, first.pointsDrawn);  // moving: no more than the budget
  DrawResult result = first;
  int frames = 0;
  for (uint32_t before = result.pointsDrawn; !result.complete && frames < 100; before = result.pointsDrawn, ++frames) {
    result = scene.draw(view, kSmallViewport, window.options(false, kTiny));
    EXPECT_GT(result.pointsDrawn, before);
  }
  EXPECT_TRUE(result.complete);
  EXPECT_GT(frames, 1);
  view.camera.rotate(kSmallViewport, 10, 5);
  EXPECT_FALSE(scene.draw(view, kSmallViewport, window.options(true, kTiny)).complete);
  EXPECT_TRUE(scene.draw(view, kSmallViewport, window.options(false, 1e6)).complete);
}

TEST_F(Picture, ShowsEmptyCloudsAndSinglePoints) {
  for (const uint32_t count : {0u, 1u})
    for (const int dimension : {1, 2, 3, 5}) {
      const PointCloud cloud(PointArray(Scalar::float32, dimension, count));
      for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
        Scene scene(path);
        scene.setCloud(cloud);
        View view = viewOf(cloud, kSmallViewport);
        view.style(LayerId::axes).visible = false;
        view.style(LayerId::cloud).colour = Colour{255, 0, 255};
        view.style(LayerId::cloud).size = 6;
        const Image image = scenes::render(scene, view, kWidth, kHeight);
        EXPECT_EQ(pixelsNear(image, {255, 0, 255}, 100), count == 0 ? 0u : 32u);  // a disc of diameter 6
        view.style(LayerId::axes).visible = true;
        view.camera.setMode(CameraMode::turntable);
        EXPECT_NO_THROW(scenes::render(scene, view, kWidth, kHeight));
        EXPECT_NO_THROW(scene.overlay(view, kSmallViewport));
      }
    }
}

TEST_F(Picture, LooksTheSameAtAnyScale) {
  std::vector<Image> images;
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const PointCloud cloud = scenes::spiral(3000, 3, 1, scale);
    Scene scene;
    scene.setCloud(cloud.withScalar(Scalar::float64));
    View view = viewOf(cloud, kSmallViewport);
    view.style(LayerId::axes).visible = false;  // round steps are not the same share of every cloud
    images.push_back(scenes::render(scene, view, kWidth, kHeight));
  }
  EXPECT_LT(differentPixels(images[0], images[1], 3), 60u);
  EXPECT_LT(differentPixels(images[2], images[1], 3), 60u);
}

TEST_F(Picture, MayBeDrawnInTiles) {
  const Subject& subject = spiral(3);
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    Scene scene(path);
    scene.setCloud(subject.cloud);
    scene.setFrame(subject.frame);
    View view = viewOf(subject.cloud, {700, 500, 1});
    view.style(LayerId::cloud).size = 4;
    ImageOptions options{{700, 500, 1}, false, 4096, {}};
    const Image whole = renderImage(scene, view, options);
    options.partSize = 1;  // as small as it may be
    double progress = 0;
    options.progress = [&](double fraction) { progress = fraction; };
    const Image parts = renderImage(scene, view, options);
    EXPECT_EQ(progress, 1);
    EXPECT_LT(differentPixels(whole, parts, 8), size_t(700 * 500 / 200));
  }
}

TEST_F(Picture, MayHaveATransparentBackground) {
  const Subject& subject = spiral(2);
  Scene scene;
  scene.setCloud(subject.cloud);
  scene.setFrame(subject.frame);
  ImageOptions options{kSmallViewport, true, 4096, {}};
  View view = viewOf(subject.cloud, kSmallViewport);
  view.style(LayerId::axes).visible = false;
  const Image image = renderImage(scene, view, options);
  EXPECT_EQ(image.at(0, 0)[3], 0);
  size_t opaque = 0;
  for (size_t i = 3; i < image.pixels.size(); i += 4) opaque += image.pixels[i] == 255;
  EXPECT_GT(opaque, 3000u);
}

TEST_F(Picture, SurvivesTheLossOfItsContext) {
  const Subject& subject = spiral(3);
  Scene scene;
  scene.setCloud(subject.cloud);
  scene.setFrame(subject.frame);
  const View view = viewOf(subject.cloud, kSmallViewport);
  const Image before = scenes::render(scene, view, kWidth, kHeight);
  scene.releaseGl();
  {
    HeadlessContext other;
    EXPECT_EQ(differentPixels(before, scenes::render(scene, view, kWidth, kHeight)), 0u);
  }
  scene.contextLost();
  scenes::Context::get().context->makeCurrent();
  EXPECT_EQ(differentPixels(before, scenes::render(scene, view, kWidth, kHeight)), 0u);
}

TEST_F(Picture, IsTheSameAfterWarmingUp) {
  const Window window;
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    const Subject& subject = spiral(3);
    Scene cold(path), warm(path);
    for (Scene* scene : {&cold, &warm}) {
      scene->setCloud(subject.cloud);
      scene->setFrame(subject.frame);
      scene->setLinks(scenes::linksBetween(subject.frame->chosen));
    }
    warm.warmUp(window.framebuffer.name(), kWidth, kHeight);
    EXPECT_EQ(warm.frame(), subject.frame);
    EXPECT_FALSE(warm.pick(kWidth / 2.0, kHeight / 2.0, kWidth)) << "nothing of this cloud was drawn yet";
    View view = viewOf(subject.cloud, kSmallViewport);
    view.style(LayerId::links).visible = true;
    EXPECT_EQ(differentPixels(scenes::render(cold, view, kWidth, kHeight), scenes::render(warm, view, kWidth, kHeight)), 0u);
  }
}

TEST_F(Picture, HidesTheCloudTheSameInSoftwareAndHardware) {
  for (const int dimension : {2, 3}) {
    const Subject& subject = spiral(dimension);
    View view = viewOf(subject.cloud, kSmallViewport);
    Image images[2];
    for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
      Scene scene(path);
      scene.setCloud(subject.cloud);
      scene.setFrame(subject.frame);
      const Window window;
      scene.draw(view, kSmallViewport, window.options(false, 1000));  // its image of the points must not show through
      view.style(LayerId::cloud).visible = false;
      scene.draw(view, kSmallViewport, window.options(false, 1000));
      Image& image = images[path == PointsPath::hardware];
      image = {kWidth, kHeight, std::vector<uint8_t>(size_t(kWidth) * kHeight * 4)};
      glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
      view.style(LayerId::cloud).visible = true;
      scene.draw(view, kSmallViewport, window.options(false, 1000));
      std::vector<uint8_t> shown(image.pixels.size());
      glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, shown.data());
      EXPECT_NE(shown, image.pixels);
    }
    EXPECT_LT(differentPixels(images[0], images[1], 3), size_t(kWidth * kHeight / 200)) << dimension << "D";
  }
}

TEST_F(Picture, RefusesSizesBelowOne) {
  Scene scene;
  EXPECT_THROW(renderImage(scene, View(), {{0, 10, 1}, false, 4096, {}}), Error);
}

TEST_F(Picture, WritesPngFiles) {
  Scene scene;
  const std::vector<std::byte> bytes = encodePng(scenes::render(scene, View(), 31, 17));
  ASSERT_GT(bytes.size(), 30u);
  EXPECT_EQ(std::to_integer<int>(bytes[1]), 'P');
  EXPECT_EQ(std::to_integer<int>(bytes[19]), 31);
  EXPECT_EQ(std::to_integer<int>(bytes[23]), 17);
}

TEST_F(Picture, PngFilesSayHowManyPixelsAreAnInch) {
  Scene scene;
  const auto perMetre = [&](double scale) {
    const std::vector<std::byte> bytes = encodePng(renderImage(scene, View(), {{31, 17, scale}, false, 4096, {}}));
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const size_t at = text.find("pHYs");
    EXPECT_LT(at, text.find("IDAT"));
    const auto number = [&](size_t byte) {
      uint32_t value = 0;
      for (size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<uint32_t>(bytes[at + byte + i]);
      return value;
    };
    EXPECT_EQ(number(4), number(8));
    EXPECT_EQ(std::to_integer<int>(bytes[at + 12]), 1) << "the unit is not the metre";
    EXPECT_TRUE(scale != 1 || number(13) == 0x952b0e1bu) << "the checksum";
    return number(4);
  };
  EXPECT_EQ(perMetre(1), 3780u);  // 96 an inch
  EXPECT_EQ(perMetre(2), 7559u);
}

}  // namespace
}  // namespace arete
