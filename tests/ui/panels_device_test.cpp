#include "tests/ui/panels_fixture.h"
#include "ui/panel_parts.h"

using namespace arete;

/// The device section alone in the right panel.
class DevicePanel : public Panels {
 protected:
  DevicePanel() {
    input_.layout.foldedSections = ~bitOf(Section::device);
    input_.layout.tab = PanelTab::lab;
    input_.device.whyNoGpu = "no NVIDIA GPU";
    setSize(1280, 900, 1);
  }
  void haveGpu() {
    input_.device.gpu = "Test GPU";
    input_.device.whyNoGpu = "";
    input_.device.multiprocessors = 132;
  }
};

TEST_F(DevicePanel, SwitchesTheBackend) {
  haveGpu();
  session_.job.backend.reset();
  ASSERT_TRUE(pointAt("sections", "CPU"));
  EXPECT_EQ(click().edited->job.backend, Backend::cpu);
  ASSERT_TRUE(pointAt("sections", "CUDA"));
  EXPECT_EQ(click().edited->job.backend, Backend::cuda);
  ASSERT_TRUE(pointAt("sections", "Auto"));
  EXPECT_EQ(click().edited->job.backend, std::nullopt);
}

TEST_F(DevicePanel, DoesNotOfferAGpuThatIsNotThere) {
  session_.job.backend.reset();
  if (pointAt("sections", "CUDA")) {
    EXPECT_FALSE(click().edited);
  }
}

TEST_F(DevicePanel, MakesRoomForMemoryAndNotices) {
  const auto height = [&] {
    settle();
    return window("sections")->ContentSize.y;
  };
  const float without = height();
  haveGpu();
  const float with = height();
  input_.device.memoryTotal_bytes = uint64_t(141) << 30;
  input_.device.memoryUsed_bytes = uint64_t(3) << 30;
  const float withMemory = height();
  EXPECT_GT(withMemory, with);
  input_.device.notice = "not enough GPU memory: 900 MiB more are needed. The CPU goes on with the same answer.";
  EXPECT_GT(height(), withMemory);
  EXPECT_GT(with, 0);
  EXPECT_GT(without, 0);
}
