// Colours of what a curve explains, their range and colour maps, and the line that is measured.
#include "render/curve_colours.h"
#include "render/measure.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

constexpr Viewport kExplainedViewport{400, 400, 1};

struct ExplainedPicture : scenes::Picture {
  PointCloud cloud = scenes::spiral(4000, 2);
  std::shared_ptr<const Frame> frame = scenes::detect(cloud, scenes::kSpiralR1);
  std::shared_ptr<const CurveExplanation> explanation = explained(*frame);
  View view = viewOf(cloud, kExplainedViewport);

  static std::shared_ptr<const CurveExplanation> explained(const Frame& frame) {
    const auto device = makeCpuDevice(2);
    return explainCurve(frame, {*device, {}, {}});
  }
  Image draw(const std::shared_ptr<const CurveExplanation>& with) {
    Scene scene;
    scene.setCloud(cloud);
    scene.setFrame(frame);
    scene.setExplanation(with);
    return renderImage(scene, view, {.viewport = kExplainedViewport});
  }
  static uint64_t count(const Image& image, const Colour& colour) {
    uint64_t found = 0;
    for (size_t i = 0; i < image.pixels.size(); i += 4)
      found += image.pixels[i] == colour.r && image.pixels[i + 1] == colour.g && image.pixels[i + 2] == colour.b;
    return found;
  }
};

TEST_F(ExplainedPicture, PointsFarFromTheCurveGetTheLastColour) {
  for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::cloud;
  view.colourCloudBy(ColourBy::distance);
  const Image unknown = draw(nullptr);
  for (const double t : {0.0, 1.0}) EXPECT_EQ(count(unknown, sample(view.colourMap, t)), 0u) << "one colour while nothing is known";
  view.colourLimits = ColourLimits{0, 1e-9};  // every point that is not on the curve is beyond it
  const Image far = draw(explanation);
  EXPECT_GT(count(far, sample(view.colourMap, 1)), 500u);
  view.colourLimits = ColourLimits{1e6, 2e6};
  EXPECT_GT(count(draw(explanation), sample(view.colourMap, 0)), 500u);
}

TEST_F(ExplainedPicture, TheBarOfTheCloudFollowsReachAndLimits) {
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(frame);
  view.colourCloudBy(ColourBy::distance);
  EXPECT_FALSE(scene.overlay(view, kExplainedViewport).colourBar);
  scene.setExplanation(explanation);
  const auto bar = scene.overlay(view, kExplainedViewport).colourBar;
  ASSERT_TRUE(bar);
  EXPECT_EQ(bar->minimum, 0);
  EXPECT_EQ(bar->maximum, 2 * explanation->figures.reach);
  view.colourLimits = ColourLimits{3, 5};
  EXPECT_EQ(scene.overlay(view, kExplainedViewport).colourBar->minimum, 3);
  EXPECT_EQ(scene.overlay(view, kExplainedViewport).colourBar->maximum, 5);
  view.colourCloudBy(ColourBy::height);
  EXPECT_FALSE(view.colourLimits) << "other values";
  view.colourLimits = ColourLimits{-7, 9};
  EXPECT_EQ(scene.overlay(view, kExplainedViewport).colourBar->minimum, -7);
}

TEST_F(ExplainedPicture, PointsAreColouredByTheirPlaceAlongTheCurveItsSideAndItsComponent) {
  ThreadPool threads(2);
  CloudPoints points(cloud, view.axes, threads);
  view.colourCloudBy(ColourBy::arcLength);
  const ColourBar along = *points.colourBar(view, explanation.get());
  double longest = 0;
  for (const CurvePath& path : explanation->edges.paths) longest = std::max(longest, path.length);
  EXPECT_EQ(along.maximum, longest);
  const std::vector<double> lengths = points.sampledValues(view, cloud.size(), explanation.get());
  EXPECT_EQ(lengths.size(), cloud.size());
  EXPECT_GT(*std::ranges::max_element(lengths), 0.9 * longest);
  view.colourCloudBy(ColourBy::offset);
  const ColourBar aside = *points.colourBar(view, explanation.get());
  EXPECT_EQ(aside.minimum, -aside.maximum) << "in 2D it has a side";
  const std::vector<double> offsets = points.sampledValues(view, cloud.size(), explanation.get());
  const auto right = std::ranges::count_if(offsets, [](double each) { return each < 0; });
  EXPECT_GT(right, ptrdiff_t(cloud.size() / 4)) << "noise lies on both sides";
  EXPECT_LT(right, ptrdiff_t(3 * cloud.size() / 4));
  view.colourCloudBy(ColourBy::component);
  EXPECT_FALSE(points.colourBar(view, explanation.get()));
  std::vector<uint32_t> colours;
  PointColours(points, view, frame.get(), explanation.get()).make(0, points.size(), colours, threads);
  for (uint32_t i = 0; i < points.size(); ++i) ASSERT_EQ(colours[i], categoryColour(explanation->components[points.cloudIndex(i)]).packed());
  EXPECT_FALSE(PointColours(points, view, frame.get(), nullptr).any()) << "not known";
}

TEST_F(ExplainedPicture, LimitsOfAHeightAreFileCoordinates) {
  cloud = scenes::spiral(4000, 2, 1, 1, 500'000);
  frame = nullptr;
  view = viewOf(cloud, kExplainedViewport);
  for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::cloud;
  view.colourCloudBy(ColourBy::height);
  const Image own = draw(nullptr);
  Scene scene;
  scene.setCloud(cloud);
  const ColourBar bar = *scene.overlay(view, kExplainedViewport).colourBar;
  EXPECT_GT(bar.minimum, 400'000);
  view.colourLimits = ColourLimits{bar.minimum, bar.maximum};
  const Image same = draw(nullptr);
  size_t differ = 0;
  for (size_t i = 0; i < own.pixels.size(); ++i) differ += std::abs(int(own.pixels[i]) - int(same.pixels[i])) > 2;
  EXPECT_EQ(differ, 0u);
  view.colourLimits = ColourLimits{bar.maximum + 1, bar.maximum + 2};
  EXPECT_GT(count(draw(nullptr), sample(view.colourMap, 0)), 500u);
}

TEST_F(ExplainedPicture, TheCurveTakesTheColoursOfWhatIsKnownOfItAndOneColourElse) {
  for (const CurveColour by : {CurveColour::length, CurveColour::density, CurveColour::width}) {
    view.curveColour = by;
    const CurveLook look(view);
    EXPECT_EQ(look.shown(*frame, explanation.get()), by);
    EXPECT_EQ(look.shown(*frame), CurveColour::uniform);
    const auto other = scenes::detect(cloud, 2 * scenes::kSpiralR1);
    EXPECT_EQ(look.shown(*other, explanation.get()), CurveColour::uniform) << "of another curve";
    const auto bar = curveBar(*frame, look, explanation.get());
    ASSERT_TRUE(bar);
    const std::vector<EdgeColours> colours = edgeColours(*frame, look, explanation.get());
    ASSERT_EQ(colours.size(), frame->curve.edges.size());
    const std::vector<double>& values = by == CurveColour::length    ? explanation->figures.pathLength
                                        : by == CurveColour::density ? explanation->figures.density
                                                                     : explanation->figures.width;
    const ColourTable table(view.colourMap);
    for (size_t e = 0; e < colours.size(); ++e) EXPECT_EQ(colours[e].a, table.at(values[e] / bar->maximum)) << name(by) << ' ' << e;
  }
}

TEST(ColourMaps, AreOneTableAndDivergingOnesAreLightInTheMiddle) {
  for (size_t i = 0; i < colourMaps().size(); ++i) {
    const ColourMapInfo& info = colourMaps()[i];
    EXPECT_EQ(size_t(info.map), i);
    EXPECT_EQ(name(info.map), info.name);
    const auto light = [&](double t) {
      const Colour c = sample(info.map, t);
      return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
    };
    if (info.diverging) {
      EXPECT_TRUE(light(0.5) > 230 && light(0) < 80 && light(1) < 120) << info.name;
    }
    const ColourTable table(info.map);
    for (const double t : {0.0, 0.3, 1.0}) EXPECT_EQ(table.at(t), sample(info.map, std::lround(t * 255) / 255.0).packed()) << info.name;
  }
  // Published ends: magma #000004 … #fcfdbf, turbo #30123b … #7a0403.
  EXPECT_NEAR(sample(ColourMap::magma, 0).b, 0x04, 6);
  EXPECT_NEAR(sample(ColourMap::magma, 1).r, 0xfc, 6);
  constexpr int kFit = 25;  // its author's polynomial is that far off at the ends
  EXPECT_NEAR(sample(ColourMap::turbo, 0).r, 0x30, kFit);
  EXPECT_NEAR(sample(ColourMap::turbo, 1).r, 0x7a, kFit);
  EXPECT_EQ(sample(ColourMap::blueRed, 0).text(), "#053061");
  EXPECT_EQ(sample(ColourMap::purpleOrange, 1).text(), "#7f3b08");
}

TEST(Measure, AddsPiecesAndGivesDifferencesAlongTheDrawnAxes) {
  const std::vector<glm::dvec3> points{{0, 0, 0}, {3, 4, 0}, {3, 4, 12}};
  const LineMeasures measured = measureLine(points);
  EXPECT_EQ(measured.pieces, (std::vector<double>{5, 12}));
  EXPECT_EQ(measured.length, 17);
  EXPECT_EQ(measured.difference, glm::dvec3(3, 4, 12));
  View view;
  EXPECT_EQ(measureText(points, view, {}), "Length 17  ·  Δx 3  ·  Δy 4  ·  Δz 12");
  view.axes = {0, 1, kNoAxis};
  EXPECT_EQ(measureText(std::span(points).first(2), view), "Length 5  ·  Δx 3  ·  Δy 4");
  const AxisWords metres{{"x", "y", "z"}, {"m", "m", "ft"}};
  EXPECT_EQ(measureText(std::span(points).first(2), view, metres), "Length 5\u2009m  ·  Δx 3\u2009m  ·  Δy 4\u2009m");
  EXPECT_EQ(measureText(std::span(points).first(1), view), "");
  const std::vector<glm::dvec3> inView{{0, 0, 0}, {0.3, 0.4, 0}, {0.3, 0.65, 0}};
  const MeasureMark mark = measureMark(inView, view, kExplainedViewport, {});
  EXPECT_EQ(mark.points.size(), 3u);
  ASSERT_EQ(mark.pieces.size(), 2u);
  EXPECT_EQ(mark.pieces[0].text, "0.5");
  EXPECT_EQ(mark.pieces[1].text, "0.25  ·  Σ 0.75") << "the last piece says the whole too";
  EXPECT_EQ(mark.pieces[1].from, mark.points[1]);
}

TEST(Measure, LengthsHaveTheUnitThatAllDrawnAxesShare) {
  const std::vector<glm::dvec3> points{{0, 0, 0}, {3, 4, 0}};
  View flat;
  flat.axes = {0, 1, kNoAxis};
  const AxisWords metres{{"x", "y", "z"}, {"m", "m", ""}}, degrees{{"longitude", "latitude", "z"}, {"°", "°", ""}};
  EXPECT_EQ(measureText(points, flat, metres), "Length 5\u2009m  ·  Δx 3\u2009m  ·  Δy 4\u2009m");
  EXPECT_EQ(measureText(points, flat, degrees), "Length 5°  ·  Δlongitude 3°  ·  Δlatitude 4°");
  EXPECT_EQ(measureText(points, View(), metres), "Length 5  ·  Δx 3\u2009m  ·  Δy 4\u2009m  ·  Δz 0") << "heights may be in feet";
}

}  // namespace
}  // namespace arete
