#include "tests/ui/panels_fixture.h"
#include "ui/panel_parts.h"

using namespace arete;

TEST_F(Panels, SayWhatTheCurveLeavesUnexplainedAndAClickShowsIt) {
  setSize(1600, 1800, 1);
  input_.frame = frames().end;
  EXPECT_FALSE(pointAt("sections", "show the rest")) << "nothing is known yet";
  input_.curve.explanation = {.known = true, .points = 1500, .beyond = 570, .reachInR1 = 2, .components = {{1500, 570}}};
  EXPECT_EQ(explanationSentence(input_.curve.explanation), "38\u2009% of the points are farther than 2\u2009R1 from the curve.");
  ASSERT_TRUE(pointAt("sections", "show the rest"));
  EXPECT_EQ(click().actions, std::vector{Action::toggleUnexplained});
  input_.curve.explanation.shown = true;
  EXPECT_TRUE(pointAt("sections", "hide the rest"));
  input_.curve.explanation = {.known = true, .points = 1500, .beyond = 0, .reachInR1 = 2};
  EXPECT_FALSE(pointAt("sections", "show the rest")) << "there is none";
}

TEST_F(Panels, RoundSharesSoThatFewAreNotNone) {
  const auto sentence = [](uint64_t beyond, uint64_t points) {
    const std::string text = explanationSentence({.known = true, .points = points, .beyond = beyond, .reachInR1 = 2});
    return text.substr(0, text.find(" of"));
  };
  EXPECT_EQ(sentence(0, 100), "0\u2009%");
  EXPECT_EQ(sentence(4, 1000), "0.4\u2009%");
  EXPECT_EQ(sentence(1, 1'000'000), "less than 0.1\u2009%");
  EXPECT_EQ(sentence(999, 1000), "100\u2009%");
}

TEST_F(Panels, SayThatChainsHaveNoJunctionsAndOfferANetwork) {
  setSize(1600, 1800, 1);
  input_.frame = frames().end;
  ASSERT_TRUE(pointAt("sections", "Find a network with junctions"));
  const PanelOutput output = click();
  ASSERT_TRUE(output.edited && output.editFinished);
  EXPECT_EQ(output.edited->job.curveKind(), CurveKind::network);
  EXPECT_FALSE(pointAt("sections", "Find a network with junctions")) << "networks have junctions";
}
