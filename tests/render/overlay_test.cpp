#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/grid.h"
#include "render/overlay_shapes.h"
#include "render/scene.h"

namespace arete {
namespace {

const Viewport kOverlayViewport{1280, 800, 1};

PointCloud square(double size, double offset = 0) {
  return PointCloud::recentred(std::vector<double>{offset, offset, offset + size, offset, offset + size, offset + size, offset, offset + size}, 2);
}

TEST(Overlay, WritesNumbersForPeople) {
  EXPECT_EQ(formatNumber(0), "0");
  EXPECT_EQ(formatNumber(-0.0), "0");
  EXPECT_EQ(formatNumber(1234), "1234");
  EXPECT_EQ(formatNumber(1234567), "1\u2009234\u2009567");
  EXPECT_EQ(formatNumber(-12.50), "−12.5");
  EXPECT_EQ(formatNumber(0.1), "0.1");
  EXPECT_EQ(formatNumber(2.0 / 3, 3), "0.667");
  EXPECT_EQ(formatNumber(2e-9), "2e-9");
  EXPECT_EQ(formatNumber(5e20), "5e20");
  EXPECT_EQ(formatNumber(999.9996, 6), "1000");
}

TEST(Overlay, StepsIn1And2And5) {
  EXPECT_DOUBLE_EQ(niceStep(9.9), 5);
  EXPECT_DOUBLE_EQ(niceStep(10), 10);
  EXPECT_DOUBLE_EQ(niceStep(0.0031), 0.002);
  EXPECT_DOUBLE_EQ(niceStep(1), 1);
}

TEST(Overlay, ScalesItsBarToTheView) {
  Scene scene;
  for (const double size : {1e-6, 1.0, 1e6}) {
    scene.setCloud(square(size));
    const View view = viewOf(scene.cloud(), kOverlayViewport);
    const auto bar = scene.overlay(view, kOverlayViewport).scaleBar;
    ASSERT_TRUE(bar);
    EXPECT_NEAR(bar->value / bar->pixels, view.camera.unitsPerPixel(kOverlayViewport), 1e-9 * size);
    EXPECT_GT(bar->pixels, 50);
    EXPECT_LE(bar->pixels, 150.001);
    EXPECT_EQ(bar->text, formatNumber(bar->value));
  }
  View view = viewOf(scene.cloud(), kOverlayViewport);
  view.camera.setMode(CameraMode::turntable);
  view.camera.setPerspective(true);
  EXPECT_FALSE(scene.overlay(view, kOverlayViewport).scaleBar);
}

TEST(Overlay, PutsItsBarWhereItHidesFewerPoints) {
  const auto corners = [](double low, double right) {  // a thousand points at the left, and as many at the right, below or above
    std::vector<double> rows;
    for (int i = 0; i < 1000; ++i) rows.insert(rows.end(), {0.0, 0.1 * i, right, low + 0.01 * i});
    return PointCloud::recentred(rows, 2);
  };
  Scene scene;
  const auto place = [&](const PointCloud& cloud, ColourBy by, Viewport viewport) {
    scene.setCloud(cloud);
    View view = viewOf(cloud, viewport);
    view.colourBy = by;
    return scene.overlay(view, viewport).bars;
  };
  const auto isAbove = [&](const PointCloud& cloud, ColourBy by, Viewport viewport) { return place(cloud, by, viewport).above; };
  const PointCloud below = corners(0, 170), above = corners(90, 170);
  EXPECT_TRUE(isAbove(below, ColourBy::height, kOverlayViewport));
  EXPECT_FALSE(isAbove(above, ColourBy::height, kOverlayViewport));
  EXPECT_TRUE(isAbove(corners(0, 100), ColourBy::height, kOverlayViewport)) << "nothing is in the corners";
  EXPECT_TRUE(isAbove(below, ColourBy::height, {1280, 800, 1, {0, 0, 300, 200}})) << "beside the panels";
  EXPECT_TRUE(isAbove(below, ColourBy::height, {1920, 1200, 1.5}));
  EXPECT_FALSE(place(below, ColourBy::height, kOverlayViewport).onPoints) << "the other corner is free";
  EXPECT_FALSE(place(corners(0, 100), ColourBy::height, kOverlayViewport).onPoints);
  std::vector<double> rows;
  for (int i = 0; i < 1000; ++i) rows.insert(rows.end(), {0.0, 0.1 * i, 170.0, 0.1 * i});
  EXPECT_TRUE(place(PointCloud::recentred(rows, 2), ColourBy::height, kOverlayViewport).onPoints) << "from the bottom to the top";
}

TEST(Overlay, LabelsTheGridInCoordinatesOfTheFile) {
  Scene scene;
  scene.setCloud(square(10, 500'000));
  const View view = viewOf(scene.cloud(), kOverlayViewport);
  const Overlay overlay = scene.overlay(view, kOverlayViewport);
  ASSERT_GT(overlay.labels.size(), 6u);
  bool found = false;
  for (const Label& label : overlay.labels)
    if (label.text == "500\u2009004" && label.anchor == LabelAnchor::above) {
      const double local = 500'004 - scene.cloud().origin()[0];
      EXPECT_NEAR(label.x, view.camera.toScreen(kOverlayViewport, {local, 0, 0}).x, 0.01);
      found = true;
    }
  EXPECT_TRUE(found);
}

TEST(Overlay, LeavesOutNumbersThatTheEdgeOfASavedPictureWouldCut) {
  Overlay overlay;
  for (const float x : {2.0F, 100.0F, 198.0F})
    for (const float y : {2.0F, 50.0F, 98.0F}) overlay.labels.push_back({x, y, "1000", LabelAnchor::centre});
  overlay.labels.push_back({200, 50, "at the edge", LabelAnchor::right});
  const auto width = [](const std::string& text, bool) { return 7.0 * double(text.size()); };
  const auto shapes = overlayShapes(overlay, Theme::dark, 200, 100, 1, width);
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0].points[0], (std::array<double, 2>{100, 50}));
  EXPECT_EQ(shapes[1].text, "at the edge");
}

TEST(Overlay, LeavesOutNumbersWhereTheScaleBarOfASavedPictureStands) {
  const auto width = [](const std::string& text, bool) { return 7.0 * double(text.size()); };
  const auto words = [&](const Overlay& overlay) {
    std::vector<std::string> words;
    for (const OverlayShape& shape : overlayShapes(overlay, Theme::dark, 400, 300, 1, width)) words.push_back(shape.text);
    return words;
  };
  Overlay overlay;
  overlay.scaleBar = ScaleBar{100, 50, "50"};
  overlay.labels.push_back({60, 270, "below it", LabelAnchor::centre});
  overlay.labels.push_back({60, 240, "above it", LabelAnchor::centre});
  EXPECT_EQ(words(overlay), (std::vector<std::string>{"", "50", "above it"}));
  overlay.scaleBar.reset();
  EXPECT_EQ(words(overlay), (std::vector<std::string>{"below it", "above it"}));
}

TEST(Overlay, BreaksTheLegendOfASavedPictureWhereItsEdgeWouldCutIt) {
  Overlay overlay;
  for (const char* const text : {"junction", "end", "uncertain junction", "uncertain line", "spread"})
    overlay.key.push_back({KeyMark::line, {}, text});
  overlay.scaleBar = ScaleBar{140, 1, "1 m"};
  const TextWidth widthOf = [](const std::string& text, bool) { return 7.0 * double(text.size()); };
  for (const double width : {1200.0, 605.0, 320.0}) {
    std::vector<double> rows;
    size_t words = 0;
    for (const OverlayShape& shape : overlayShapes(overlay, Theme::dark, width, 400, 1, widthOf)) {
      if (shape.kind != OverlayShape::Kind::text || shape.text == "1 m") continue;
      ++words;
      rows.push_back(shape.points[0][1]);
      EXPECT_LE(shape.points[0][0] + widthOf(shape.text, false), width) << shape.text;
      EXPECT_LE(shape.points[0][1] + kOverlayFontSize / 2, 400) << shape.text;
    }
    std::ranges::sort(rows);
    EXPECT_EQ(words, overlay.key.size());
    EXPECT_EQ(std::unique(rows.begin(), rows.end()) - rows.begin() > 1, width < 1000) << width;
  }
}

TEST(Overlay, KeepsClearOfPanels) {
  Scene scene;
  scene.setCloud(square(10));
  Viewport viewport = kOverlayViewport;
  viewport.covered = {10, 20, 300, 100};
  for (const Label& label : scene.overlay(viewOf(scene.cloud(), viewport), viewport).labels) {
    EXPECT_GE(label.x, 10);
    EXPECT_LE(label.x, 980);
    EXPECT_GE(label.y, 20);
    EXPECT_LE(label.y, 700);
  }
}

TEST(Overlay, NoNumberLiesOnAnother) {
  Scene scene;
  PointArray points(Scalar::float32, 3, 3);
  for (uint32_t i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) points.setCoordinate(i, k, int(i) * (k + 1) * 1000);
  scene.setCloud(PointCloud(points));
  View view = viewOf(scene.cloud(), kOverlayViewport);
  for (const CameraPreset preset : {CameraPreset::isometric, CameraPreset::front, CameraPreset::top, CameraPreset::left})
    for (const double height : {6000.0, 60'000.0}) {  // the whole picture, and a tenth of it
      view.camera.look(kOverlayViewport, preset);
      view.camera.setHeight(height);
      const std::vector<Label> labels = scene.overlay(view, kOverlayViewport).labels;
      for (size_t a = 0; a < labels.size(); ++a)
        for (size_t b = 0; b < a; ++b)
          if (!labels[a].isAxisName && !labels[b].isAxisName) {
            EXPECT_TRUE(std::abs(labels[a].x - labels[b].x) >= 34 || std::abs(labels[a].y - labels[b].y) >= 9)
                << labels[a].text << ", " << labels[b].text;
          }
    }
}

TEST(Grid, HasFiveMinorLinesToAMajorOneAndFourWhereTheStepIsTwo) {
  for (const auto& [size, minors] : {std::pair{10.0, 5.0}, {20.0, 4.0}, {50.0, 5.0}, {200.0, 4.0}}) {
    View view;
    view.camera.setMode(CameraMode::flat);
    view.camera.setHeight(0.8 * size);
    const Grid grid = makeGrid(view, kOverlayViewport, {glm::dvec3(-size), glm::dvec3(size)}, glm::dvec3(0));
    std::vector<double> major, all;
    for (const GridLine& line : grid.lines)
      if (line.a.x == line.b.x) all.push_back(line.a.x), major.push_back(line.opacity > 0.1f ? line.a.x : NAN);
    std::erase_if(major, [](double x) { return std::isnan(x); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end(), [](double a, double b) { return std::abs(a - b) < 1e-9; }), all.end());
    std::sort(major.begin(), major.end());
    ASSERT_GT(major.size(), 3u);
    EXPECT_NEAR((major[1] - major[0]) / (all[1] - all[0]), minors, 1e-6) << "step " << major[1] - major[0];
  }
}

TEST(Overlay, NamesWhatColoursMean) {
  Scene scene;
  LargeVector<double> values(4);
  values = {1, 2, 3, 4};
  scene.setCloud(PointCloud(PointArray::fromRows(std::vector<float>{0, 0, 1, 0, 1, 1, 0, 1}, 2), {}, {{"intensity", values}}));
  View view = viewOf(scene.cloud(), kOverlayViewport);
  EXPECT_FALSE(scene.overlay(view, kOverlayViewport).colourBar);
  view.colourBy = ColourBy::attribute;
  view.attribute = "intensity";
  const auto bar = scene.overlay(view, kOverlayViewport).colourBar;
  ASSERT_TRUE(bar);
  EXPECT_EQ(bar->title, "intensity");
  EXPECT_EQ(bar->minimum, 1);
  EXPECT_EQ(bar->maximum, 4);
  view.attribute = "no such";
  EXPECT_FALSE(scene.overlay(view, kOverlayViewport).colourBar);
}

TEST(Colour, ComesBackFromItsText) {
  for (const Colour colour : {Colour{1, 2, 255}, Colour{16, 171, 0, 7}}) EXPECT_EQ(Colour::parse(colour.text()), colour);
  for (const std::string_view wrong : {"", "#12345", "#12345g", "123456", "#1234567"}) EXPECT_FALSE(Colour::parse(wrong)) << wrong;
}

TEST(Colour, MapsRunFromDarkToBright) {
  EXPECT_EQ(sample(ColourMap::viridis, 0).text(), sample(ColourMap::viridis, -1).text());
  for (const ColourMap map : {ColourMap::viridis, ColourMap::cividis}) {
    double before = -1;
    for (int i = 0; i <= 20; ++i) {
      const Colour c = sample(map, i / 20.0);
      const double luminance = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
      EXPECT_GT(luminance, before);
      before = luminance;
    }
  }
  // Ends of the published tables: viridis #440154 … #fde725, cividis #00224e … #fee838.
  EXPECT_NEAR(sample(ColourMap::viridis, 0).r, 0x44, 6);
  EXPECT_NEAR(sample(ColourMap::viridis, 1).g, 0xe7, 6);
  EXPECT_NEAR(sample(ColourMap::cividis, 1).r, 0xfe, 6);
}

}  // namespace
}  // namespace arete
