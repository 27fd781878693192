// Clouds beside the one that is detected in: where they are drawn, what hides what, and what a session says of them.
#include "render/view_json.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

constexpr Colour kRed{255, 0, 0}, kBlue{0, 0, 255};
constexpr int kSize = 200;
const Viewport kBesideViewport{kSize, kSize, 1};

struct Beside : scenes::Picture {
  /// A square of points, `step` apart, at one height.
  static PointCloud square(double left, double right, double z, int dimension) {
    std::vector<double> rows;
    for (double x = left; x <= right; x += 0.5)
      for (double y = 0; y <= 10; y += 0.5) {
        rows.insert(rows.end(), {x, y});
        if (dimension == 3) rows.push_back(z);
      }
    return PointCloud::recentred(rows, dimension);
  }
  static View viewFor(const PointCloud& cloud) {
    View view = viewOf(cloud, kBesideViewport);
    for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::cloud;
    view.style(LayerId::cloud).colour = kRed;
    view.style(LayerId::cloud).size = 8;
    view.beside.push_back({"other.ply", {true, kBlue, 8}});
    return view;
  }
  static int count(const Image& image, bool blue) {
    int found = 0;
    for (size_t i = 0; i < image.pixels.size(); i += 4) found += image.pixels[i + (blue ? 2 : 0)] > 120 && image.pixels[i + (blue ? 0 : 2)] < 40;
    return found;
  }
  /// Shares of red and of blue pixels.
  static std::pair<double, double> shares(const PointCloud& cloud, const PointCloud& other, View view, PointsPath path = PointsPath::automatic) {
    Scene scene(path);
    scene.setCloud(cloud);
    scene.setBeside({{other}});
    const Image image = scenes::render(scene, view, kSize, kSize);
    return {double(count(image, false)) / (kSize * kSize), double(count(image, true)) / (kSize * kSize)};
  }
};

TEST_F(Beside, ACloudFarFromZeroLiesWhereItsFileSays) {
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    const PointCloud left = square(500'000, 500'005, 0, 2), right = square(500'005.5, 500'010, 0, 2);
    ASSERT_NE(left.origin()[0], right.origin()[0]);
    const PointCloud both = square(500'000, 500'010, 0, 2);
    View view = viewFor(left);
    view.camera.fit(kBesideViewport, {{-2.5, -5, 0}, {7.5, 5, 0}});
    Scene scene(path);
    scene.setCloud(left);
    scene.setBeside({{right}});
    const Image image = scenes::render(scene, view, kSize, kSize);
    int redRight = 0, blueLeft = 0, red = 0, blue = 0;
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) {
        const uint8_t* const pixel = image.at(x, y);
        const bool isRed = pixel[0] > 120 && pixel[2]<40, isBlue = pixel[2]> 120 && pixel[0] < 40;
        red += isRed, blue += isBlue;
        redRight += isRed && x > kSize / 2 + 14, blueLeft += isBlue && x < kSize / 2 - 14;
      }
    EXPECT_GT(red, kSize * kSize / 10) << name(path);
    EXPECT_GT(blue, kSize * kSize / 10) << name(path);
    EXPECT_EQ(redRight, 0) << name(path);
    EXPECT_EQ(blueLeft, 0) << name(path);
  }
}

TEST_F(Beside, FlatCloudsLieBelowTheOneThatIsDetectedIn) {
  const PointCloud cloud = square(0, 10, 0, 2);
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    const auto [red, blue] = shares(cloud, square(0, 10, 0, 2), viewFor(cloud), path);
    EXPECT_GT(red, 0.3) << name(path);
    EXPECT_LT(blue, 0.01) << name(path);
  }
}

TEST_F(Beside, InSpaceTheNearerOneHidesTheOther) {
  for (const PointsPath path : {PointsPath::software, PointsPath::hardware}) {
    const PointCloud cloud = square(0, 10, 0, 3);
    View view = viewFor(cloud);
    view.axes = {0, 1, 2};
    view.camera.setMode(CameraMode::turntable);
    view.camera.look(kBesideViewport, CameraPreset::top);
    view.camera.fit(kBesideViewport, boundsOf(cloud, view.axes));
    const auto [red, blue] = shares(cloud, square(0, 10, 3, 3), view, path);
    EXPECT_GT(blue, 0.3) << name(path);
    EXPECT_LT(red, 0.01) << name(path);
    view.camera.look(kBesideViewport, CameraPreset::bottom);
    EXPECT_GT(shares(cloud, square(0, 10, 3, 3), view, path).first, 0.3) << name(path);
  }
}

TEST_F(Beside, WhatIsHiddenOrMissingIsNotDrawn) {
  const PointCloud cloud = square(0, 10, 0, 2);
  View view = viewFor(cloud);
  view.style(LayerId::cloud).visible = false;
  EXPECT_GT(shares(cloud, square(0, 10, 0, 2), view).second, 0.3) << "the cloud is hidden, the other one is not";
  EXPECT_EQ(shares(cloud, PointCloud(), view).second, 0) << "its file is not there";
  view.beside[0].style.visible = false;
  EXPECT_EQ(shares(cloud, square(0, 10, 0, 2), view).second, 0);
}

TEST(BesideColours, AreThoseOfNoLayerThatShowsByItself) {
  View view;
  view.beside.resize(12);
  constexpr double kApart = 60;  // of 442 between black and white
  const auto apart = [](Colour a, Colour b) { return std::hypot(a.r - b.r, a.g - b.g, a.b - b.b); };
  for (const Theme theme : {Theme::dark, Theme::white}) {
    view.theme = theme;
    for (size_t i = 0; i < 3; ++i)
      for (const LayerInfo& layer : layers())
        if (layer.visible) {
          EXPECT_GT(apart(view.colourOfBeside(i), view.colour(layer.id)), kApart) << i << ' ' << layer.key << ' ' << name(theme);
        }
  }
  for (size_t i = 0; i < view.beside.size(); ++i)
    for (size_t k = 0; k < i; ++k) EXPECT_GT(apart(view.colourOfBeside(i), view.colourOfBeside(k)), 10) << k << ' ' << i;
}

TEST(BesideJson, IsKeptInSessionsAndCheckedOnTheWayIn) {
  View view;
  view.beside = {{"../scans/b.las", {false, Colour{1, 2, 3}, 4}}, {"c.ply", {}}};
  EXPECT_EQ(viewFromJson(viewToJson(view)).beside, view.beside);
  EXPECT_NE(view.colourOfBeside(1), view.colourOfBeside(0));
  for (const char* text : {R"({"beside": 3})", R"({"beside": [{"visible": true}]})", R"({"beside": [{"file": "a", "size": -1}]})"})
    EXPECT_THROW(viewFromJson(text), Error) << text;
  EXPECT_TRUE(viewFromJson("{}").beside.empty()) << "sessions of before";
}

}  // namespace
}  // namespace arete
