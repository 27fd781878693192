// How sure a network is, on the picture: what is doubted has a colour of its own and can be hidden, and a band is as wide as the spread.
#include <functional>

#include "render/curve_colours.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

using scenes::Picture;

constexpr int kSupportWidth = 400, kSupportHeight = 300;

/// A cross of two lines of 100 units, with a junction in the middle, over a cloud of its own nodes.
struct CrossPicture : Picture {
  CrossPicture() {
    frame = std::make_shared<Frame>();
    frame->cloud = cloud;
    frame->job.params.set(kR1Param, 5);
    frame->job.params.set(kCurveParam, double(CurveKind::network));
    frame->history = std::make_shared<std::vector<StepRecord>>(1);
    frame->finished = frame->curveKnown = true;
    frame->chosen = PointArray::fromRows(std::vector<double>{-50, 0, 0, 0, 50, 0, 0, -50, 0, 50}, 2);
    frame->chosenOrigin = {0, 1, 2, 3, 4};
    frame->curve = makeCurve(frame->chosen, {{0, 1}, {1, 2}, {1, 3}, {1, 4}});
    view = viewOf(cloud, {kSupportWidth, kSupportHeight, 1});
    for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::curve;
  }
  Image draw() {
    Scene scene;
    scene.setCloud(cloud);
    scene.setFrame(frame);
    return scenes::render(scene, view, kSupportWidth, kSupportHeight);
  }
  static size_t count(const Image& image, const std::function<bool(int r, int g, int b)>& is) {
    size_t pixels = 0;
    for (size_t i = 0; i + 3 < image.pixels.size(); i += 4) pixels += is(image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]);
    return pixels;
  }
  static bool isMagenta(int r, int g, int b) { return r > 100 && r > g + 50 && b > g + 30; }
  static bool isWhite(int r, int g, int b) { return r > 220 && g > 220 && b > 220; }

  const PointCloud cloud{PointArray::fromRows(std::vector<float>{-50, 0, 0, 0, 50, 0, 0, -50, 0, 50}, 2)};
  std::shared_ptr<Frame> frame;
  View view;
};

TEST_F(CrossPicture, DrawsInOneColourWhatNobodyKnowsAnythingOf) {
  const Image image = draw();
  EXPECT_GT(count(image, isWhite), 500u);
  EXPECT_EQ(count(image, isMagenta), 0u);
}

TEST_F(CrossPicture, DrawsDoubtedEdgesInAColourOfTheirOwn) {
  frame->support = scenes::supportOf(frame->curve, 1, 1);
  const size_t sure = count(draw(), isWhite);
  EXPECT_EQ(count(draw(), isMagenta), 0u);
  auto support = scenes::supportOf(frame->curve, 1, 1);
  support->edgeSupport[0] = support->edgeSupport[1] = 0.1;  // the horizontal line
  frame->support = support;
  EXPECT_GT(count(draw(), isMagenta), 200u);
  EXPECT_NEAR(double(count(draw(), isWhite)), double(sure) / 2, double(sure) / 8);
  view.curveColour = CurveColour::uniform;
  EXPECT_EQ(count(draw(), isMagenta), 0u);
}

TEST_F(CrossPicture, HidesWhatLessOfTheResamplesHaveThanIsAskedForAndWhatIsNotOfTheConsensus) {
  auto support = scenes::supportOf(frame->curve, 0.98, 1);
  support->edgeSupport[0] = 0.3;
  frame->support = support;
  const size_t all = count(draw(), isWhite) + count(draw(), isMagenta);
  view.leastSupport = 0.5;
  const size_t some = count(draw(), isWhite) + count(draw(), isMagenta);
  EXPECT_LT(double(some), 0.85 * double(all));
  view.leastSupport = 0.99;
  EXPECT_EQ(count(draw(), isWhite) + count(draw(), isMagenta), 0u);
  view.leastSupport = 0;
  support->consensus = {0, 0, 0, 0};
  EXPECT_EQ(count(draw(), isWhite) + count(draw(), isMagenta), 0u);
}

TEST_F(CrossPicture, DrawsBandsAsWideAsTheSpread) {
  for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::bands;
  const Image bare = draw();
  const auto pixels = [&](double spread) {
    frame->support = scenes::supportOf(frame->curve, 1, spread);
    const Image image = draw();
    size_t different = 0;
    for (size_t i = 0; i < image.pixels.size(); i += 4) different += image.pixels[i + 2] != bare.pixels[i + 2];
    return double(different);
  };
  const double narrow = pixels(4), wide = pixels(8);  // in narrower ones the soft pixels of the edges count
  EXPECT_GT(narrow, 500);
  EXPECT_NEAR(wide / narrow, 2, 0.1);
}

TEST_F(CrossPicture, DrawsDoubtedJunctionsInTheColourOfDoubt) {
  for (const LayerInfo& info : layers()) view.style(info.id).visible = info.id == LayerId::junctions;
  auto support = scenes::supportOf(frame->curve, 1, 1);
  support->junctions = {1}, support->confidence = {0.9};
  frame->support = support;
  EXPECT_EQ(count(draw(), isMagenta), 0u);
  support->confidence = {0.2};
  EXPECT_GT(count(draw(), isMagenta), 15u);
}

TEST_F(CrossPicture, HasALegendOfWhatTheColoursOfTheCurveMean) {
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(frame);
  const auto bar = [&] { return scene.overlay(view, {kSupportWidth, kSupportHeight, 1}).curveBar; };
  EXPECT_FALSE(bar()) << "nothing is known";
  frame->support = scenes::supportOf(frame->curve, 0.5, 3);
  scene.setFrame(frame);
  ASSERT_TRUE(bar());
  EXPECT_EQ(bar()->maximum, 100);
  EXPECT_EQ(bar()->at(1), view.colour(LayerId::curve));
  view.curveColour = CurveColour::spread;
  ASSERT_TRUE(bar());
  EXPECT_EQ(bar()->maximum, 3);
  view.curveColour = CurveColour::degree;
  EXPECT_FALSE(bar());
}

TEST_F(CrossPicture, HasAKeyOfTheMarksThatAreDrawn) {
  Scene scene;
  scene.setCloud(cloud);
  scene.setFrame(frame);
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const KeyEntry& entry : scene.overlay(view, {kSupportWidth, kSupportHeight, 1}).key) all.push_back(entry.text);
    return all;
  };
  EXPECT_EQ(texts(), (std::vector<std::string>{}));
  view.style(LayerId::junctions).visible = view.style(LayerId::bands).visible = true;
  EXPECT_EQ(texts(), (std::vector<std::string>{"junction", "end"}));
  frame->support = scenes::supportOf(frame->curve, 0.6, 3);
  EXPECT_EQ(texts(), (std::vector<std::string>{"junction", "end", "spread"})) << "nothing is uncertain";
  const auto doubted = scenes::supportOf(frame->curve, 0.4, 3);
  doubted->junctions = {1}, doubted->confidence = {0.2};
  frame->support = doubted;
  EXPECT_EQ(texts(), (std::vector<std::string>{"junction", "end", "uncertain junction", "uncertain line", "spread"}));
  view.leastSupport = 0.5;
  EXPECT_EQ(texts(), (std::vector<std::string>{"junction", "end", "uncertain junction", "spread"})) << "such lines are hidden";
  view.leastSupport = 0;
  frame->job.params.reset(kCurveParam);
  EXPECT_EQ(texts(), (std::vector<std::string>{})) << "chains have none of them";
}

TEST_F(CrossPicture, EveryWayToColourTheCurveIsListedByNameLabelAndHelp) {
  for (size_t i = 0; i < kCurveColourCount; ++i) {
    EXPECT_FALSE(name(CurveColour(i)).empty());
    EXPECT_FALSE(label(CurveColour(i)).empty());
    EXPECT_FALSE(help(CurveColour(i)).empty());
    view.curveColour = CurveColour(i);
    EXPECT_EQ(edgeColours(*frame, CurveLook(view)).size(), frame->curve.edges.size()) << name(CurveColour(i));
  }
}

}  // namespace
}  // namespace arete
