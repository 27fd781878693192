#include "render/view_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include <nlohmann/json.hpp>

#include "compute/core/error.h"

using namespace arete;
using Json = nlohmann::json;

static View unusualView() {
  View view;
  view.camera.setMode(CameraMode::trackball);
  view.camera.setPerspective(true);
  view.camera.setFieldOfView(0.7);
  view.camera.setTarget({0.1, -2e5, 3e-7});
  view.camera.setHeight(12.75);
  view.camera.setOrientation(glm::dquat(0.5, -0.5, 0.5, 0.5));
  view.camera.setPivot(glm::dvec3(1.0 / 3, 2, 3));
  view.axes = {4, kNoAxis, 2};
  view.theme = Theme::white;
  view.colourBy = ColourBy::attribute;
  view.attribute = "intensity \"raw\" ²";
  view.colourLimits = ColourLimits{-2.5, 1e6};
  view.colourMap = ColourMap::purpleOrange;
  view.curveColour = CurveColour::width;
  view.tiles = {TileColour::state, 3, true};
  view.leftOut = LeftOut::hidden;
  view.style(LayerId::cloud) = {false, Colour{1, 2, 3, 4}, 2.3f};
  view.style(LayerId::balls).visible = true;
  view.measured = {{{0, 1, 2}, {{1.0 / 3, 2, 3}, {4, 5, 6e5}}}, {{4, kNoAxis, 2}, {{1, 2, 3}}}};
  return view;
}

TEST(ViewJson, TheDefaultViewComesBackEqual) { EXPECT_EQ(viewFromJson(viewToJson(View{}), unusualView()), View{}); }

TEST(ViewJson, AnUnusualViewComesBackEqual) { EXPECT_EQ(viewFromJson(viewToJson(unusualView())), unusualView()); }

TEST(ViewJson, ASessionThatCallsTheSurroundingsOfTilesMarginsIsStillRead) {
  EXPECT_TRUE(viewFromJson(R"({"tiles": {"margins": true}})").tiles.surroundings);
  EXPECT_FALSE(viewFromJson(R"({"tiles": {"margins": true, "surroundings": false}})").tiles.surroundings);
}

TEST(ViewJson, ARangeOfColoursIsTwoNumbersTheSmallerFirstOrNull) {
  View limited;
  limited.colourLimits = ColourLimits{1, 2};
  EXPECT_EQ(viewFromJson("{}", limited).colourLimits, limited.colourLimits);
  EXPECT_FALSE(viewFromJson(R"({"colour_range": null})", limited).colourLimits);
  EXPECT_EQ(viewFromJson(R"({"colour_range": [3, 4]})", limited).colourLimits, (ColourLimits{3, 4}));
  for (const char* wrong : {R"({"colour_range": [4, 3]})", R"({"colour_range": [4, 4]})", R"({"colour_range": [4]})", R"({"colour_range": 4})"})
    EXPECT_THROW(viewFromJson(wrong), Error) << wrong;
}

TEST(ViewJson, AFlatCameraComesBackFlat) {
  View view;
  view.camera.setMode(CameraMode::flat);
  view.camera.setTarget({5, 6, 0});
  EXPECT_EQ(viewFromJson(viewToJson(view), unusualView()).camera, view.camera);
}

TEST(ViewJson, TurnedCamerasComeBackToTheLastBits) {
  View view;
  const Viewport viewport{800, 600, 1};
  for (int i = 0; i < 50; ++i) {
    view.camera.rotate(viewport, 7.3 + i, 3.1 - i);
    const Camera back = viewFromJson(viewToJson(view)).camera;
    EXPECT_EQ(back.target(), view.camera.target());
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(back.orientation()[k], view.camera.orientation()[k], 4e-16);
  }
}

TEST(ViewJson, MissingKeysKeepTheBase) {
  EXPECT_EQ(viewFromJson("{}", unusualView()), unusualView());
  View expected = unusualView();
  expected.style(LayerId::curve).size = 4;
  expected.camera.setHeight(2);
  EXPECT_EQ(viewFromJson(R"({"layers": {"curve": {"size": 4}}, "camera": {"height": 2}})", unusualView()), expected);
}

TEST(ViewJson, UnknownKeysArePassedOver) { EXPECT_EQ(viewFromJson(R"({"sky": "blue", "layers": {"clouds above": 7}})"), View{}); }

TEST(ViewJson, WhatIsWrongIsRefusedByName) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"theme": "pink"})", "view.theme"},
      {R"({"theme": 1})", "view.theme"},
      {R"({"axes": [0, 1]})", "view.axes"},
      {R"({"axes": [0, 1, 16]})", "view.axes"},
      {R"({"axes": [0, 1, -2]})", "view.axes"},
      {R"({"axes": [0, 1, 1.5]})", "view.axes"},
      {R"({"axes": [0, 1, 99999999999999999999]})", "view.axes"},
      {R"({"camera": 3})", "view.camera"},
      {R"({"camera": {"height": 0}})", "view.camera.height"},
      {R"({"camera": {"height": null}})", "view.camera.height"},
      {R"({"camera": {"height": "1"}})", "view.camera.height"},
      {R"({"camera": {"field_of_view": 3.2}})", "view.camera.field_of_view"},
      {R"({"camera": {"target": [0, 0, 1e40]}})", "view.camera.target"},
      {R"({"camera": {"target": [0, 0, "x"]}})", "view.camera.target"},
      {R"({"camera": {"orientation": [0, 0, 0, 0]}})", "view.camera.orientation"},
      {R"({"camera": {"orientation": [1, 0, 0]}})", "view.camera.orientation"},
      {R"({"camera": {"perspective": "yes"}})", "view.camera.perspective"},
      {R"({"layers": {"cloud": {"size": -1}}})", "view.layers.cloud.size"},
      {R"({"layers": {"cloud": {"size": 1000}}})", "view.layers.cloud.size"},
      {R"({"layers": {"cloud": {"colour": "blueish"}}})", "view.layers.cloud.colour"},
      {R"({"layers": {"cloud": []}})", "view.layers.cloud"},
      {R"({"attribute": 3})", "view.attribute"},
  };
  for (const auto& [text, where] : cases) {
    try {
      viewFromJson(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), where) << text;
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      EXPECT_FALSE(error.reason().empty());
    }
  }
}

TEST(ViewJson, WhatIsNotAnObjectIsRefused) {
  for (const char* text : {"", "{", "[1, 2]", "null", "3", "{\"camera\": {\"height\": NaN}}", "{\"camera\": {\"height\": 1e999}}", "\xff\xfe"})
    EXPECT_THROW(viewFromJson(text), Error) << text;
}

TEST(ViewJson, NumbersThatAreNotFiniteAreLeftOut) {
  View view;
  view.camera.setTarget({std::numeric_limits<double>::quiet_NaN(), 0, 0});
  view.style(LayerId::curve).size = std::numeric_limits<float>::infinity();
  const std::string text = viewToJson(view);
  const Json json = Json::parse(text);
  EXPECT_FALSE(json["camera"].contains("target"));
  EXPECT_FALSE(json["layers"]["curve"].contains("size"));
  EXPECT_EQ(viewFromJson(text), View{});
}

TEST(ViewJson, AttributeNamesThatAreNoTextDoNotBreakTheFile) {
  View view;
  view.attribute = "bad \xff name";
  EXPECT_NO_THROW(viewFromJson(viewToJson(view)));
}
