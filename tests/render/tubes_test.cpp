// Lines in space as tubes: their radii, and what they look like.
#include <cmath>

#include "render/tube_radii.h"
#include "render/vector_picture.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

using TubePicture = scenes::Picture;

constexpr double kRadius = 3, kLength = 100;

/// Points on the wall of a tube along x, and the line in its middle.
struct Tube {
  PointCloud cloud;
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const CurveExplanation> explanation;

  explicit Tube(bool onlyOneHalf = false) {
    std::vector<double> rows, line;
    constexpr int kRings = 200, kSides = 30, kNodes = 11;
    for (int i = 0; i < kRings * kSides; ++i) {
      const double x = kLength * (i / kSides) / (kRings - 1.0), turn = 2 * M_PI * (i % kSides) / kSides;  // NOLINT(bugprone-integer-division)
      if (!onlyOneHalf || x <= kLength / 2) rows.insert(rows.end(), {x, kRadius * std::cos(turn), kRadius * std::sin(turn)});
    }
    for (int i = 0; i < kNodes; ++i) line.insert(line.end(), {kLength * i / (kNodes - 1.0), 0, 0});
    std::vector<Edge> edges;
    for (uint32_t i = 0; i + 1 < kNodes; ++i) edges.push_back({i, i + 1});
    cloud = PointCloud::recentred(rows, 3);
    auto made = std::make_shared<Frame>();
    made->cloud = cloud;
    made->job.params.set(kR1Param, 4);
    made->chosen = PointCloud::recentred(line, 3, cloud.scalar()).points();
    made->previous = made->chosen;
    made->curve = makeCurve(made->chosen, edges);
    made->curveKnown = made->finished = true;
    made->hash = "made";
    made->history = std::make_shared<const std::vector<StepRecord>>(1);
    frame = made;
    const auto device = makeCpuDevice(1);
    explanation = explainCurve(*frame, {*device, {}, {}});
  }

  void putInto(Scene& scene) const { scene.setCloud(cloud), scene.setFrame(frame); }
  View view(const Viewport& viewport) const {
    View view = viewOf(cloud, viewport);
    for (LayerStyle& style : view.layerStyles) style.visible = false;
    view.camera.look(viewport, CameraPreset::front);
    view.camera.fit(viewport, boundsOf(cloud, view.axes));
    view.style(LayerId::tubes).visible = view.style(LayerId::curve).visible = true;
    view.style(LayerId::tubes).colour = Colour{255, 0, 0};
    view.style(LayerId::curve).colour = Colour{0, 255, 0};
    return view;
  }
};

/// Rows of the middle column in which red prevails.
int redRows(const Image& image) {
  int rows = 0;
  for (int y = 0; y < image.height; ++y) rows += image.at(image.width / 2, y)[0] > 2 * image.at(image.width / 2, y)[1] + 20;
  return rows;
}

size_t greenPixels(const Image& image) {
  size_t found = 0;
  for (size_t i = 0; i < image.pixels.size(); i += 4) found += image.pixels[i + 1] > 2 * image.pixels[i] + 20;
  return found;
}

TEST(Tubes, HaveTheRadiusOfTheWallAroundTheirLine) {
  const Tube tube;
  for (const auto& [a, b] : tubeRadii(*tube.frame, *tube.explanation))
    EXPECT_TRUE(std::abs(a - kRadius) < 0.02 && std::abs(b - kRadius) < 0.02) << a << ' ' << b;
}

TEST(Tubes, GoOnAsThickAsTheyWereWhereThereAreNoPoints) {
  const Tube tube(true);
  for (const auto& [a, b] : tubeRadii(*tube.frame, *tube.explanation))
    EXPECT_TRUE(std::abs(a - kRadius) < 0.3 && std::abs(b - kRadius) < 0.3) << a << ' ' << b;
}

TEST_F(TubePicture, IsAsThickAsTheTubeAndAsManyTimesAsIsAskedFor) {
  const Tube tube;
  const Viewport viewport{640, 400, 1};
  Scene scene;
  tube.putInto(scene);
  scene.setExplanation(tube.explanation);
  View view = tube.view(viewport);
  for (const bool perspective : {false, true}) {
    view.camera.setPerspective(perspective);
    for (const float times : {0.5f, 1.0f, 2.0f}) {
      view.style(LayerId::tubes).size = times;
      const double thick = 2 * kRadius * double(times) / view.camera.unitsPerPixel(viewport);
      const Image image = scenes::render(scene, view, viewport.width, viewport.height);
      EXPECT_NEAR(redRows(image), thick, 0.06 * thick + 2) << times;
      EXPECT_EQ(greenPixels(image), 0u) << "the line is inside";
    }
    view.style(LayerId::tubes).size = 0.1f;  // thinner than a line is none
    EXPECT_GE(redRows(scenes::render(scene, view, viewport.width, viewport.height)), 2);
  }
}

TEST_F(TubePicture, IsOfLinesUntilTheRadiiAreKnownAndWhereThereIsNoSpace) {
  const Tube tube;
  const Viewport viewport{640, 400, 1};
  Scene scene;
  tube.putInto(scene);
  View view = tube.view(viewport);
  EXPECT_GT(greenPixels(scenes::render(scene, view, viewport.width, viewport.height)), 100u);
  scene.setExplanation(tube.explanation);
  EXPECT_EQ(greenPixels(scenes::render(scene, view, viewport.width, viewport.height)), 0u);
  view.axes = {0, 1, kNoAxis};
  EXPECT_GT(greenPixels(scenes::render(scene, view, viewport.width, viewport.height)), 100u);
}

TEST_F(TubePicture, HasNoLineOverTheTubesInAFileOfVectors) {
  const Tube tube;
  const Viewport viewport{640, 400, 1};
  Scene scene;
  tube.putInto(scene);
  scene.setExplanation(tube.explanation);
  View view = tube.view(viewport);
  view.style(LayerId::chosen).visible = true;
  ImageOptions options;
  options.viewport = viewport;
  const VectorPicture picture = renderVectorPicture(scene, view, options);
  EXPECT_TRUE(picture.marks.empty());
  EXPECT_GT(redRows(picture.beneath), 10);
  view.style(LayerId::tubes).visible = false;
  EXPECT_FALSE(renderVectorPicture(scene, view, options).marks.empty());
}

}  // namespace
}  // namespace arete
