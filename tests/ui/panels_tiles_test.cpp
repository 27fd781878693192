#include "tests/ui/panels_fixture.h"

using namespace arete;

namespace {

std::shared_ptr<const Frame> tiledFrame(const Job& job) {
  const auto device = makeCpuDevice(1);
  Detector detector(noisyCircle(1500), job, *device, {});
  detector.advance(StepKind::end, {});
  return detector.frame(true, false, {});
}

}  // namespace

TEST_F(Panels, TilesAreShownByLevelWithTheirSurroundingsAndComparedInTheirSection) {
  session_.job.params.set(kR1Param, kR1);
  session_.job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
  session_.job.params.set(kTileCapacityParam, 100);
  input_.frame = tiledFrame(session_.job);
  setSize(1400, 1600, 1);
  openTab(PanelTab::lab);
  ASSERT_TRUE(pointAt("sections", "Surroundings"));
  PanelOutput output = click();
  ASSERT_TRUE(output.edited && output.editFinished);
  EXPECT_TRUE(output.edited->view.tiles.surroundings);

  ASSERT_TRUE(pointAt("sections", "level"));
  output = click();
  ASSERT_TRUE(output.edited && output.editFinished);
  EXPECT_EQ(output.edited->view.tiles.colourBy, TileColour::level);

  ASSERT_TRUE(pointAt("sections", "##level"));
  const ImGuiWindow* where = window("sections");
  ImGui::GetIO().MousePos.x = where->Pos.x + where->Size.x * 0.3f;
  output = click();
  ASSERT_TRUE(output.edited);
  EXPECT_GE(output.edited->view.tiles.level, 0);
  EXPECT_LT(output.edited->view.tiles.level, int(input_.frame->tiles->levelCount()));

  ASSERT_TRUE(pointAt("sections", "Compare with the exact answer"));
  output = click();
  ASSERT_TRUE(output.edited && output.editFinished);
  EXPECT_TRUE(output.edited->view.style(LayerId::exact).visible);
}
