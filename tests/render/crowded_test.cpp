// Many chosen points and lines: the cloud stays visible until there is a curve.
#include <algorithm>

#include "tests/render/scenes.h"

namespace arete {
namespace {

using scenes::Picture;

constexpr int kCrowdWidth = 480, kCrowdHeight = 360;
constexpr double kR1 = 1;  // far below the noise

struct Crowded : Picture {
  PointCloud cloud = scenes::spiral(60'000, 2);
  static constexpr Viewport kViewport{kCrowdWidth, kCrowdHeight, 1};
  View view = viewOf(cloud, kViewport);

  void SetUp() override {
    Picture::SetUp();
    view.style(LayerId::axes).visible = false;
    view.style(LayerId::cloud).colour = kCloud;
    view.style(LayerId::curve).colour = kCurve;
  }

  Image imageOf(std::shared_ptr<const Frame> frame) {
    Scene scene(PointsPath::software);
    scene.setCloud(cloud);
    scene.setFrame(std::move(frame));
    return scenes::render(scene, view, kCrowdWidth, kCrowdHeight);
  }

  size_t pixelsOf(std::shared_ptr<const Frame> frame, Colour colour) {
    const Image image = imageOf(std::move(frame));
    size_t count = 0;
    for (size_t i = 0; i < image.pixels.size(); i += 4)
      count += std::abs(image.pixels[i] - colour.r) + std::abs(image.pixels[i + 1] - colour.g) + std::abs(image.pixels[i + 2] - colour.b) < kNear;
    return count;
  }

  static constexpr Colour kCloud{40, 200, 60}, kCurve{255, 0, 255};
  static constexpr int kNear = 150;
};

TEST_F(Crowded, AMeshOfLinesIsNoCurveYet) {
  const auto first = scenes::detect(cloud, kR1, 0), last = scenes::detect(cloud, kR1);
  ASSERT_GT(first->curve.edges.size(), 2u * first->chosen.size());
  EXPECT_FALSE(showsCurve(*first, view, kViewport));
  EXPECT_TRUE(showsCurve(*last, view, kViewport));
  EXPECT_EQ(pixelsOf(first, kCurve), 0u);
  EXPECT_GT(pixelsOf(last, kCurve), 1000u);
}

TEST_F(Crowded, TheCloudShowsThroughItsChosenPointsAtTheFirstStep) {
  const auto first = scenes::detect(cloud, kR1, 0);
  ASSERT_GT(first->chosen.size(), 5000u);
  const size_t alone = pixelsOf(nullptr, kCloud), behind = pixelsOf(first, kCloud);
  EXPECT_GT(double(behind), 0.6 * double(alone)) << behind << " of " << alone;
}

TEST_F(Crowded, AFewHundredLinesHideTheCloudNoLessWhereTheyAreNear) {
  constexpr double kSuggested = 7.6;  // for this noise
  const auto first = scenes::detect(cloud, kSuggested, 0);
  ASSERT_LT(first->curve.edges.size(), 3000u);
  EXPECT_EQ(pixelsOf(first, kCurve), 0u);
}

TEST_F(Crowded, NoChosenPointLooksOutOfTheLineOfAFinishedCurve) {
  constexpr uint32_t kNodes = 4000;
  std::vector<float> rows;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < kNodes; ++i) {
    const float share = float(i) / kNodes - 0.5f;
    rows.insert(rows.end(), {400 * share, 330 * share});  // lines and discs round their pixels differently there
    if (i > 0) edges.push_back({i - 1, i});
  }
  auto frame = std::make_shared<Frame>(*scenes::detect(cloud, kR1, 0));
  frame->finished = frame->curveKnown = true;
  frame->chosen = PointArray::fromRows(rows, 2);
  frame->curve = makeCurve(frame->chosen, edges);
  view.style(LayerId::trails).visible = view.style(LayerId::removed).visible = false;
  const auto pixelsThatTheyChange = [&] {
    view.style(LayerId::chosen).visible = true;
    const Image with = imageOf(frame);
    view.style(LayerId::chosen).visible = false;
    const Image without = imageOf(frame);
    size_t count = 0;
    for (size_t i = 0; i < with.pixels.size(); i += 4) count += !std::equal(&with.pixels[i], &with.pixels[i] + 3, &without.pixels[i]);
    return count;
  };
  const size_t beneath = pixelsThatTheyChange();
  view.style(LayerId::curve).visible = false;
  const size_t alone = pixelsThatTheyChange();
  EXPECT_GT(alone, 1000u);
  EXPECT_LT(double(beneath), 0.05 * double(alone)) << beneath << " of " << alone;
}

TEST_F(Crowded, AnUnfinishedCurveWithFewJunctionsIsShown) {
  Frame frame;
  frame.curveKnown = true;
  frame.chosen = PointArray::fromRows(std::vector<float>(200), 2);
  frame.curve.edges.resize(99);
  frame.curve.junctions = 10;
  EXPECT_TRUE(showsCurve(frame, view, kViewport));
  frame.curve.junctions = 11;  // the rest may lie alone: these are in each other's way
  EXPECT_FALSE(showsCurve(frame, view, kViewport));
}

TEST_F(Crowded, OfANetworkWhatTheSpannerLeavesIsShownAndWhatWitnessesSayIsNot) {
  Frame frame;
  frame.job.params.set(kCurveParam, double(CurveKind::network));
  frame.curveKnown = true;
  frame.chosen = PointArray::fromRows(std::vector<float>(200), 2);
  frame.curve.junctions = 90;
  for (const auto& [stage, shown] : {std::pair{Stage::witnesses, false}, {Stage::spanner, true}, {Stage::crest, true}}) {
    frame.history = std::make_shared<const std::vector<StepRecord>>(1, StepRecord{.stage = stage});
    EXPECT_EQ(showsCurve(frame, view, kViewport), shown);
    EXPECT_FALSE(showsJunctions(frame, view, kViewport)) << "its marks would hide the lines";
  }
  frame.curve.junctions = 10;
  EXPECT_TRUE(showsJunctions(frame, view, kViewport));
}

TEST_F(Crowded, AMeshIsShownWhereOneCanLookThroughIt) {
  constexpr double kRoom_pixels = 40, kFits = kCrowdHeight * 2 * kR1 / kRoom_pixels;
  const auto first = scenes::detect(cloud, kR1, 0);
  for (const int devicePixelRatio : {1, 2}) {
    const Viewport screen{kCrowdWidth * devicePixelRatio, kCrowdHeight * devicePixelRatio, double(devicePixelRatio)};
    View near = view;
    near.camera.setHeight(kFits * 1.01);
    EXPECT_FALSE(showsCurve(*first, near, screen));
    near.camera.setHeight(kFits * 0.99);
    EXPECT_TRUE(showsCurve(*first, near, screen));
  }
}

TEST_F(Crowded, NoCurveIsShownThatIsNotKnown) {
  Frame unknown;
  unknown.finished = true;
  EXPECT_FALSE(showsCurve(unknown, view, kViewport));
  unknown.curveKnown = true;
  EXPECT_TRUE(showsCurve(unknown, view, kViewport));
}

}  // namespace
}  // namespace arete
