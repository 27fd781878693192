// What computes and what draws: the backend and its reason, the GPU's memory, how points get to the screen.
#include <algorithm>

#include "compute/core/cuda_support.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

namespace {

constexpr float kLabelWidth = 68;

struct BackendChoice {
  const char* label;
  std::optional<Backend> backend;
  const char* help;
};
constexpr BackendChoice kChoices[] = {
    {mark("Auto"), std::nullopt, mark("The GPU where there is one, and the CPU where it has too little memory. The answer is the same.")},
    {"CPU", Backend::cpu, mark("Always the CPU.")},
    {"CUDA", Backend::cuda, mark("Always the GPU: if that is impossible, there is an error.")},
};

void backendRow(const PanelInput& input, PanelOutput& output) {
  const std::optional<Backend> chosen = input.session.job.backend;
  ImGui::AlignTextToFramePadding();
  coloured(palette().dim, tr("Backend"));
  tooltip(tr("Backend"), tr("Where stages without a chosen version run. Switching keeps session and picture."));
  for (const BackendChoice& choice : kChoices) {
    ImGui::SameLine(&choice == kChoices ? kPadding + kLabelWidth : 0);
    const bool possible = choice.backend != Backend::cuda || !input.device.gpu.empty();
    ImGui::BeginDisabled(!possible);
    if (ImGui::RadioButton(tr(choice.label), chosen == choice.backend) && chosen != choice.backend) {
      edited(input, output).job.backend = choice.backend;
      output.editFinished = true;
    }
    ImGui::EndDisabled();
    tooltip(tr(choice.label), possible ? std::string(tr(choice.help)) : engineText(input.device.whyNoGpu));
  }
}

/// A bar of used and free memory with its numbers.
void memoryRow(const DeviceReport& device) {
  constexpr float kBarHeight = 4;
  valueRow(tr("GPU memory"), filled(tr("%1 of %2"), formatBytes(device.memoryUsed_bytes), formatBytes(device.memoryTotal_bytes)),
           filled(tr("In use by all programs on this GPU; %1 are free."), formatBytes(device.memoryTotal_bytes - device.memoryUsed_bytes)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, share = float(double(device.memoryUsed_bytes) / double(device.memoryTotal_bytes));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + kBarHeight}, palette().field, kBarHeight / 2);
  list.AddRectFilled(at, {at.x + std::max(kBarHeight, std::min(share, 1.0f) * width), at.y + kBarHeight}, palette().evolve, kBarHeight / 2);
  ImGui::Dummy({width, kBarHeight + 2});
}

}  // namespace

void drawDevice(const PanelInput& input, PanelOutput& output) {
  const DeviceReport& device = input.device;
  backendRow(input, output);
  if (input.frame && !input.frame->device.empty()) {
    const std::string& description = input.frame->device;
    const bool onGpu = !device.gpu.empty() && description.starts_with(device.gpu);  // its other properties have rows of their own
    valueRow(tr("Compute device"), onGpu ? device.gpu : engineText(description.substr(0, description.find(" ("))), description);
  }
  if (!device.notice.empty()) wrapped(palette().warning, device.notice);
  if (device.gpu.empty()) {
    wrapped(palette().dim, filled(tr("GPU unavailable: %1"), engineText(device.whyNoGpu)));
  } else {
    valueRow("GPU", device.gpu, device.gpu + ", " + formatCount(uint64_t(device.multiprocessors), "%1 multiprocessor", "%1 multiprocessors"));
    valueRow(tr("Multiprocessors"), formatCount(uint64_t(device.multiprocessors)), tr("Each runs up to 2048 threads at once."));
    if (device.memoryTotal_bytes > 0) memoryRow(device);
    if (gpus().size() > 1) parameterRow(input, output, kGpuParam);
  }
  if (!device.renderer.empty()) valueRow("OpenGL", device.renderer, filled(tr("OpenGL's renderer: %1"), device.renderer));
  if (!device.points.empty()) valueRow(tr("Point renderer"), device.points, device.pointsHelp);
}

}  // namespace arete
