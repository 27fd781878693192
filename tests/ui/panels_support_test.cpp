#include "compute/engine/run_job.h"
#include "tests/ui/panels_fixture.h"

using namespace arete;

namespace {

std::shared_ptr<const Frame> networkFrame(uint32_t resamples) {
  const auto device = makeCpuDevice(1);
  Job job;
  job.params.set(kR1Param, kR1);
  job.params.set(kCurveParam, double(CurveKind::network));
  job.params.set(kBootstrapParam, resamples);
  return runJobOn(*device, noisyCircle(1500), job, {}, {});
}

}  // namespace

TEST_F(Panels, NetworksHaveASectionOfTheirConfidence) {
  setSize(1600, 1800, 1);
  openTab(PanelTab::curve);
  EXPECT_FALSE(pointAt("sections", "##value", kBootstrapParam.id.data())) << "chains are not resampled";
  session_.job.params.set(kCurveParam, double(CurveKind::network));
  input_.frame = networkFrame(3);
  ASSERT_NE(input_.frame->support, nullptr);
  input_.curve.support = {.known = 3, .wanted = 100, .running = true, .meanSupport = 0.9, .junctions = 4, .doubtedJunctions = 1};
  for (const ParamInfo* info : bootstrapParameters()) EXPECT_TRUE(pointAt("sections", "##value", info->id.data())) << info->id;
  EXPECT_TRUE(pointAt("sections", "##value", "least_support"));
}
