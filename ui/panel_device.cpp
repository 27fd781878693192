// What computes and what draws: the backend and its reason, the GPU's memory, how points get to the screen.
#include <algorithm>

#include "compute/core/cuda_support.h"
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
    {"Auto", std::nullopt, "The GPU where there is one, and the CPU where it has too little memory. The answer is the same."},
    {"CPU", Backend::cpu, "Always the CPU."},
    {"CUDA", Backend::cuda, "Always the GPU: if that is impossible, there is an error."},
};

void backendRow(const PanelInput& input, PanelOutput& output) {
  const std::optional<Backend> chosen = input.session.job.backend;
  ImGui::AlignTextToFramePadding();
  coloured(palette().dim, "Backend");
  tooltip("Backend", "Where stages without a chosen version run. Switching keeps session and picture.");
  for (const BackendChoice& choice : kChoices) {
    ImGui::SameLine(&choice == kChoices ? kPadding + kLabelWidth : 0);
    const bool possible = choice.backend != Backend::cuda || !input.device.gpu.empty();
    ImGui::BeginDisabled(!possible);
    if (ImGui::RadioButton(choice.label, chosen == choice.backend) && chosen != choice.backend) {
      edited(input, output).job.backend = choice.backend;
      output.editFinished = true;
    }
    ImGui::EndDisabled();
    tooltip(choice.label, possible ? std::string(choice.help) : input.device.whyNoGpu);
  }
}

/// A bar of used and free memory with its numbers.
void memoryRow(const DeviceReport& device) {
  constexpr float kBarHeight = 4;
  valueRow("GPU memory", formatBytes(device.memoryUsed_bytes) + " of " + formatBytes(device.memoryTotal_bytes),
           "In use by all programs on this GPU; " + formatBytes(device.memoryTotal_bytes - device.memoryUsed_bytes) + " are free.");
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
    valueRow("Compute device", onGpu ? device.gpu : description.substr(0, description.find(" (")), description);
  }
  if (!device.notice.empty()) wrapped(palette().warning, device.notice);
  if (device.gpu.empty()) {
    wrapped(palette().dim, "GPU unavailable: " + device.whyNoGpu);
  } else {
    valueRow("GPU", device.gpu, device.gpu + ", " + formatCount(uint64_t(device.multiprocessors), "multiprocessor"));
    valueRow("Multiprocessors", formatCount(uint64_t(device.multiprocessors)), "Each runs up to 2048 threads at once.");
    if (device.memoryTotal_bytes > 0) memoryRow(device);
    if (gpus().size() > 1) parameterRow(input, output, kGpuParam);
  }
  if (!device.renderer.empty()) valueRow("OpenGL", device.renderer, "OpenGL's renderer: " + device.renderer);
  if (!device.points.empty()) valueRow("Point renderer", device.points, device.pointsHelp);
}

}  // namespace arete
