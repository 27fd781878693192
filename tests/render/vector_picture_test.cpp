// Pictures for print: the curve and its marks as lines, where the picture of pixels has them.
#include <algorithm>
#include <cmath>
#include <set>

#include "render/overlay_shapes.h"
#include "render/vector_picture.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

constexpr Viewport kVectorViewport{400, 400, 1};

struct VectorPictures : scenes::Picture {
  static View onlyCurve(View view) {
    for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::curve;
    return view;
  }
  static size_t countOf(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
  static std::vector<const VectorMark*> linesOf(const std::vector<VectorMark>& marks, Colour colour) {
    std::vector<const VectorMark*> lines;
    for (const VectorMark& mark : marks)
      if (mark.shape == VectorMark::Shape::line && mark.colour == colour) lines.push_back(&mark);
    return lines;
  }
  static bool isColoured(const Image& image, const std::array<double, 2>& at) {
    const int x = int(at[0]), y = int(at[1]);
    return x < 0 || y < 0 || x >= image.width || y >= image.height || image.at(x, y)[3] > 128;
  }
};

TEST_F(VectorPictures, EachChainIsOneLineAndLiesWhereThePixelsAre) {
  for (const int dimension : {2, 3}) {
    const PointCloud cloud = scenes::spiral(4000, dimension);
    Scene scene;
    scene.setCloud(cloud);
    scene.setFrame(scenes::detect(cloud, scenes::kSpiralR1));
    View view = onlyCurve(viewOf(cloud, kVectorViewport));
    if (dimension == 3) view.camera.setPerspective(true);
    const Image image = renderImage(scene, view, {.viewport = kVectorViewport, .transparentBackground = true});
    const std::vector<VectorMark> marks = scene.marks(view, kVectorViewport);
    const auto lines = linesOf(marks, view.colour(LayerId::curve));
    EXPECT_EQ(lines.size(), scene.frame()->curve.polylines.size());
    EXPECT_EQ(marks.size(), 2 * lines.size()) << "a halo for each";
    size_t segments = 0;
    for (const VectorMark* line : lines)
      for (size_t i = 1; i < line->points.size(); ++i, ++segments) {
        const auto &a = line->points[i - 1], &b = line->points[i];
        for (const double t : {0.0, 0.5, 1.0}) EXPECT_TRUE(isColoured(image, {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])}));
      }
    EXPECT_EQ(segments, scene.frame()->curve.edges.size());
  }
}

TEST_F(VectorPictures, WhatIsBeneathHasNoCurveAndKeepsTheCloud) {
  const PointCloud cloud = scenes::spiral(4000, 2);
  Scene scene;
  scene.setCloud(cloud);
  const View view = viewOf(cloud, kVectorViewport);
  const ImageOptions options{.viewport = kVectorViewport, .transparentBackground = true};
  const Image without = renderImage(scene, view, options);
  scene.setFrame(scenes::detect(cloud, scenes::kSpiralR1));
  const VectorPicture picture = renderVectorPicture(scene, view, options);
  EXPECT_TRUE(picture.beneath.pixels == without.pixels);
  EXPECT_FALSE(picture.marks.empty());
  EXPECT_TRUE(renderImage(scene, view, options).pixels != without.pixels) << "the window's picture has it again";
}

TEST_F(VectorPictures, WhatLiesBehindTheEyeIsLeftOut) {
  const PointCloud cloud = scenes::spiral(4000, 3);
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(scenes::detect(cloud, scenes::kSpiralR1));
  View view = onlyCurve(viewOf(cloud, kVectorViewport));
  view.camera.setPerspective(true);
  view.camera.setHeight(view.camera.height() / 8);  // the eye is within the cloud
  const std::vector<VectorMark> marks = scene.marks(view, kVectorViewport);
  ASSERT_FALSE(marks.empty());
  for (const VectorMark& mark : marks)
    for (const auto& [x, y] : mark.points) EXPECT_TRUE(std::isfinite(x) && std::isfinite(y));
}

TEST_F(VectorPictures, ChosenPointsWhileTheyMoveLieOverTheCurveAndFarOnesBelowNearOnes) {
  const PointCloud cloud = scenes::spiral(4000, 3);
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(scenes::detect(cloud, scenes::kSpiralR1, 3));
  View view = viewOf(cloud, kVectorViewport);
  view.camera.setHeight(view.camera.height() / 4);
  const std::vector<VectorMark> marks = scene.marks(view, kVectorViewport);
  std::vector<LayerId> order;
  for (const VectorMark& mark : marks)
    if (order.empty() || order.back() != mark.layer) order.push_back(mark.layer);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), order.size()) << "a layer's marks are together";
  EXPECT_EQ(order.back(), LayerId::chosen);
}

/// Two thousand short branches in space, as of a dense crown, many of them behind each other.
TEST_F(VectorPictures, MarksOfEndsInSpaceDoNotPileUpOnTheScreen) {
  const PointCloud cloud = scenes::spiral(4000, 3);
  auto frame = std::make_shared<Frame>(*scenes::detect(cloud, scenes::kSpiralR1));
  std::vector<uint32_t> all(cloud.size());
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  for (uint32_t i = 0; i + 1 < all.size(); i += 2) edges.push_back({i, i + 1});
  frame->job.params.set(kCurveParam, double(CurveKind::network));
  frame->curve = makeCurve(cloud.points().subset(all), edges);
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(frame);
  const View view = viewOf(cloud, kVectorViewport);
  constexpr double kRoom = 2, kOfEnds = 0.8;  // of a mark's size; ends are smaller by this
  std::set<std::array<long, 2>> cells;
  size_t marks = 0;
  for (const VectorMark& mark : scene.marks(view, kVectorViewport)) {
    if (mark.layer != LayerId::junctions || mark.hole == 0) continue;
    const double cell = kRoom * mark.width / kOfEnds;
    cells.insert({std::lround(mark.points[0][0] / cell), std::lround(mark.points[0][1] / cell)});
    ++marks;
  }
  EXPECT_GT(marks, 100U);
  EXPECT_EQ(marks, cells.size()) << "two in a cell of the screen";
}

TEST_F(VectorPictures, AnSvgIsAsLargeOnPaperAsItsPngAndHasTextAsText) {
  const PointCloud cloud = scenes::spiral(4000, 2);
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(scenes::detect(cloud, scenes::kSpiralR1));
  const Viewport viewport{400, 200, 2};
  View view = viewOf(cloud, viewport);
  view.curveColour = CurveColour::component;
  const VectorPicture picture = renderVectorPicture(scene, view, {.viewport = viewport, .transparentBackground = true});
  const Overlay overlay = scene.overlay(view, viewport);
  const std::string svg = svgOf(picture, overlay, view.theme);
  EXPECT_NE(svg.find("width=\"52.917mm\" height=\"26.458mm\" viewBox=\"0 0 400 200\""), svg.npos) << svg.substr(0, 400);
  EXPECT_EQ(countOf(svg, "<image"), 1u);
  EXPECT_EQ(countOf(svg, "<g class=\"curve\">"), 1u);
  EXPECT_EQ(countOf(svg, "<text"), overlay.labels.size() + 1) << "and the scale bar's";
  EXPECT_EQ(countOf(svg, "<g"), countOf(svg, "</g>"));
  view = onlyCurve(view);
  const std::string bare = svgOf(renderVectorPicture(scene, view, {.viewport = viewport, .transparentBackground = true}), {}, view.theme);
  EXPECT_EQ(countOf(bare, "<image"), 0u) << "nothing is beneath";
  EXPECT_EQ(countOf(bare, "<path"), 2 * scene.frame()->curve.polylines.size());
}

TEST(OverlayShapes, PutTheLegendWhereThereIsRoomForItsWords) {
  Overlay overlay;
  overlay.colourBar = ColourBar{.title = "class", .categories = {{2, "ground", {}}, {14, "wire conductor <15 m", {}}}};
  const auto shapes = overlayShapes(overlay, Theme::white, 300, 200, 2, [](const std::string& text, bool) { return 10.0 * double(text.size()); });
  double left = 300;
  for (const OverlayShape& shape : shapes) {
    for (const auto& [x, y] : shape.points) EXPECT_TRUE(x >= 0 && x <= 300 && y >= 0 && y <= 200);
    if (shape.kind == OverlayShape::Kind::text) left = std::min(left, shape.points[0][0]);
  }
  EXPECT_LT(left, 300 - 18 - 200) << "the longest word";
  EXPECT_NE(svgOf(VectorPicture{{300, 200, std::vector<uint8_t>(300 * 200 * 4)}, {}}, overlay, Theme::white).find("wire conductor &lt;15 m"),
            std::string::npos);
}

}  // namespace
}  // namespace arete
