// Pictures from files without a window: against the golden pictures, sessions, and what is refused.
#include "app/offscreen/draw_offscreen.h"

#include <cstdlib>
#include <fstream>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "compute/engine/engine.h"
#include "compute/io/session_file.h"
#include "compute/io/write_points.h"
#include "tests/render/golden.h"
#include "tests/render/scenes.h"

namespace arete {
namespace {

constexpr double kGoldenR1 = 16;

class Offscreen : public scenes::Picture {
 protected:
  void SetUp() override {
    scenes::Picture::SetUp();
    folder_ = std::filesystem::path(testing::TempDir()) / ("offscreen_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    if (scenes::Context::get().context) scenes::Context::get().context->makeCurrent();
    scenes::Picture::TearDown();
  }

  /// The cloud of the golden pictures as a file.
  std::filesystem::path spiralFile(int dimension) const {
    const PointCloud cloud = scenes::spiral(2500, dimension);
    const std::filesystem::path path = folder_ / ("spiral" + std::to_string(dimension) + ".npy");
    writePoints(path, {.points = cloud.points(), .origin = cloud.origin()});
    return path;
  }

  static PictureWish goldenWish() {
    PictureWish wish;
    wish.r1 = kGoldenR1;
    wish.runTo = Engine::kToTheEnd;
    wish.width = golden::kViewport.width;
    wish.height = golden::kViewport.height;
    return wish;
  }

  std::filesystem::path folder_;
};

TEST_F(Offscreen, PictureOfASessionIsTheGoldenOne) {
  for (const int dimension : {2, 3})
    for (const Theme theme : {Theme::dark, Theme::white}) {
      SessionFile session;
      session.cloud = spiralFile(dimension);
      session.job.params.set(kR1Param, kGoldenR1);
      session.view = R"({"layers": {"chosen": {"size": 4}}})";  // as the golden pictures have it
      const std::filesystem::path path = folder_ / "work.arete";
      writeSession(path, session);
      PictureWish wish = goldenWish();
      wish.r1.reset();
      wish.runTo.reset();  // the session says both
      wish.whiteTheme = theme == Theme::white;
      golden::compare(drawOffscreen({.files = {path}}, wish).image,
                      "spiral" + std::to_string(dimension) + (theme == Theme::dark ? "_dark" : "_white"));
    }
}

TEST_F(Offscreen, PictureObeysItsFlags) {
  const std::filesystem::path cloud = spiralFile(3);
  PictureWish wish = goldenWish();
  const OffscreenPicture plain = drawOffscreen({.files = {cloud}}, wish);
  EXPECT_EQ(plain.image.width, golden::kViewport.width);
  EXPECT_FALSE(plain.overlay.labels.empty());
  EXPECT_NE(plain.drawnBy.find("points: "), std::string::npos) << plain.drawnBy;
  EXPECT_EQ(drawOffscreen({.files = {cloud}}, wish).image.pixels, plain.image.pixels);  // the same again
  std::vector<Image> images{plain.image};
  const auto differs = [&](const PictureWish& changed) {
    images.push_back(drawOffscreen({.files = {cloud}}, changed).image);
    for (size_t i = 0; i + 1 < images.size(); ++i) EXPECT_NE(images[i].pixels, images.back().pixels) << i << " and " << images.size() - 1;
  };
  for (const auto& [name, value] : {std::pair{"white", ""}, {"hide", "curve"}, {"show", "balls"}, {"look", "top"}, {"run-to", "0"}, {"scale", "2"}}) {
    PictureWish changed = wish;
    for (const PictureFlag& flag : pictureFlags())
      if (flag.names.back() == name) flag.set(changed, value);
    differs(changed);
  }
}

TEST_F(Offscreen, PictureIsDrawnWithoutCudaWhereThereIsNone) {
  PictureWish wish = goldenWish();
  wish.points = PointsPath::cuda;
  const OffscreenPicture picture = drawOffscreen({.files = {spiralFile(2)}}, wish);
  if (picture.drawnBy.find("points: cuda") != std::string::npos) GTEST_SKIP() << "there is a GPU here: " << picture.drawnBy;
  EXPECT_NE(picture.drawnBy.find("CUDA refused"), std::string::npos) << picture.drawnBy;
}

TEST_F(Offscreen, PictureNeedsPoints) {
  const std::filesystem::path empty = folder_ / "empty.csv";
  std::ofstream(empty) << "x,y\n";
  EXPECT_THROW(drawOffscreen({.files = {empty}}, goldenWish()), Error);
  EXPECT_THROW(drawOffscreen({.files = {folder_ / "missing.ply"}}, goldenWish()), Error);
}

TEST_F(Offscreen, PageHasTheCloudAndTheCurveAndNeedsNothingElse) {
  const OffscreenPage page = pageOffscreen({.files = {spiralFile(3)}}, goldenWish());
  EXPECT_EQ(page.points, 2500u);
  for (const char* elsewhere : {"http:", "https:", " src=", " href="}) EXPECT_EQ(page.html.find(elsewhere), page.html.npos) << elsewhere;
  const std::string head = "id=\"data\">";
  const size_t begin = page.html.find(head) + head.size();
  const auto data = nlohmann::json::parse(page.html.substr(begin, page.html.find("</script>", begin) - begin));
  EXPECT_EQ(data["points"].get<std::string>().size(), 2500u * 6 / 3 * 4);
  ASSERT_EQ(data["frames"].size(), 1u);
  EXPECT_GT(data["frames"][0]["edges"].get<std::string>().size(), 100u);
  EXPECT_NE(data["about"].get<std::string>().find("R1 16"), std::string::npos) << data["about"];
}

}  // namespace
}  // namespace arete
