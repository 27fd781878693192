// The flags for pictures that are made without interaction.
#include "app/offscreen/picture_wish.h"

#include <gtest/gtest.h>

#include <set>

#include "compute/core/error.h"
#include "compute/engine/engine.h"

namespace arete {
namespace {

const PictureFlag& flag(const std::string& name) {
  for (const PictureFlag& each : pictureFlags())
    if (each.names.back() == name) return each;
  throw std::out_of_range(name);
}

PictureWish wishWith(const std::string& name, const std::string& value) {
  PictureWish wish;
  flag(name).set(wish, value);
  return wish;
}

TEST(PictureFlags, HaveNamesOfTheirOwnAndHelp) {
  std::set<std::string> names;
  for (const PictureFlag& each : pictureFlags()) {
    for (const std::string& name : each.names) EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(each.help.empty()) << each.names.back();
  }
}

TEST(PictureFlags, SetWhatTheySay) {
  EXPECT_EQ(wishWith("r1", "8.34").r1, 8.34);
  EXPECT_EQ(wishWith("curve", "network").curve, CurveKind::network);
  EXPECT_EQ(wantedJob(wishWith("curve", "network"), {}).curveKind(), CurveKind::network);
  EXPECT_EQ(wishWith("run-to", "end").runTo, Engine::kToTheEnd);
  EXPECT_EQ(wishWith("run-to", "12").runTo, 12u);
  EXPECT_EQ(wishWith("picture", "a.png").picture, "a.png");
  EXPECT_EQ(wishWith("picture-size", "640x480").height, 480);
  EXPECT_EQ(wishWith("look", "top").look, CameraPreset::top);
  EXPECT_EQ(wishWith("cuda-points", "").points, PointsPath::cuda);
  EXPECT_EQ(wishWith("show", "balls").show, std::vector<std::string>{"balls"});
}

TEST(PictureFlags, SayWhatIsAnimated) {
  EXPECT_TRUE(wishWith("animation", "both").animation.steps && wishWith("animation", "both").animation.turn);
  EXPECT_FALSE(wishWith("animation", "turn").animation.steps);
  EXPECT_EQ(wishWith("degrees", "-90").animation.degrees, -90);
  EXPECT_EQ(wishWith("every-step", "3").animation.every, 3u);
  EXPECT_EQ(wishWith("fps", "12.5").animation.framesPerSecond, 12.5);
}

TEST(PictureFlags, PaperAndDotsGiveTheSamePixelsInEitherOrder) {
  for (const bool dotsFirst : {true, false}) {
    PictureWish wish;
    if (dotsFirst) flag("dpi").set(wish, "600");
    flag("size-mm").set(wish, "127x50.8");
    if (!dotsFirst) flag("dpi").set(wish, "600");
    EXPECT_EQ(wish.width, 3000);
    EXPECT_EQ(wish.height, 1200);
    EXPECT_DOUBLE_EQ(wish.scale, 6.25);
  }
  EXPECT_EQ(wishWith("size-mm", "25.4x25.4").width, 300) << "300 dots per inch where nothing else is said";
  EXPECT_DOUBLE_EQ(wishWith("dpi", "192").scale, 2);
}

TEST(PictureFlags, RefuseWhatIsNotAllowedAndSayWhatIs) {
  const std::pair<const char*, const char*> wrong[] = {
      {"r1", "0"},     {"r1", "nan"},      {"r1", "1e40"},     {"run-to", "soon"}, {"curve", "line"}, {"picture-size", "9"}, {"picture-size", "0x5"},
      {"scale", "-1"}, {"show", "clouds"}, {"look", "inside"}, {"r2", "5 m"},      {"run-to", "-1"},  {"animation", "all"},  {"every-step", "0"},
      {"fps", "0"},    {"size-mm", "100"}, {"dpi", "1"},       {"degrees", "nan"}};
  for (const auto& [name, value] : wrong) {
    try {
      wishWith(name, value);
      ADD_FAILURE() << name << " " << value;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_FALSE(error.hint().empty()) << name;
    }
  }
}

TEST(PictureWish, ChangesWhatItNamesAndNothingElse) {
  PictureWish wish;
  EXPECT_EQ(wantedView(wish, View()), View());
  wish.whiteTheme = true;
  wish.show = {"balls"};
  wish.hide = {"axes"};
  wish.colourBy = "intensity";
  View expected;
  expected.theme = Theme::white;
  expected.style(LayerId::balls).visible = true;
  expected.style(LayerId::axes).visible = false;
  expected.colourBy = ColourBy::attribute;
  expected.attribute = "intensity";
  EXPECT_EQ(wantedView(wish, View()), expected);
  wish.colourBy = "height";
  EXPECT_EQ(wantedView(wish, View()).colourBy, ColourBy::height);
  EXPECT_EQ(wantedView(wish, View()).attribute, "");
}

TEST(PictureWish, WritesWhatANameSaysOrRefusesIt) {
  EXPECT_EQ(pictureFormat("a.png"), PictureFormat::png);
  EXPECT_EQ(pictureFormat("a.PNG"), PictureFormat::png);
  EXPECT_EQ(pictureFormat("a.svg"), PictureFormat::svg);
  EXPECT_EQ(pictureFormat("a.html"), PictureFormat::html);
  EXPECT_EQ(pictureFormat(""), PictureFormat::png) << "nothing is written under a name";
  EXPECT_EQ(pictureFormat("/dev/stdout"), PictureFormat::png);
  for (const char* name : {"a.jpg", "a.bmp", "a.tiff", "-", "a"}) {
    try {
      pictureFormat(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_NE(error.hint().find("png"), std::string::npos) << name;
    }
  }
  PictureWish film;
  film.animation.turn = true;
  film.animation.film = "a.avi";
  EXPECT_THROW(checkOutputs(film), Error);
}

}  // namespace
}  // namespace arete
