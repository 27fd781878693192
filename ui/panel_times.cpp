// The lab's own: where the time went, the result as a hash, and the tools that compare and measure.
#include <algorithm>
#include <cctype>

#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr size_t kHashDigits = 12;

static void hashRow(const std::string& hash) {
  valueRow(tr("Hash"), hash.substr(0, kHashDigits) + "…",
           tr("SHA-256 over the bits of the chosen points and the edges: equal hashes, equal answers. Click to copy it."));
  if (ImGui::IsItemClicked()) ImGui::SetClipboardText(hash.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip(tr("Click to copy"), hash);
}

/// What the panel calls it: a stage by its title, other work by its key.
static std::string nameOf(const TimeRow& row) {
  [[maybe_unused]] static constexpr const char* kOthers[] = {mark("Prepare"), mark("Smooth")};
  if (row.id == name(row.stage)) return std::string(tr(stageInfo(row.stage).title));
  std::string text(row.id);
  text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  return std::string(tr(std::string_view(text)));
}

/// A line of the table: name, bar in proportion, time; the tooltip says how much of it was the GPU's.
static void drawTime(const TimeRow& row, const Frame& frame, float labelWidth) {
  const double milliseconds = frame.times[row.what], onDevice = frame.deviceTimes[row.what], total = frame.times.total();
  constexpr float kValueWidth = 68, kBarHeight = 6;
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  coloured(palette().dim, nameOf(row));
  tooltip(nameOf(row) + "  (" + std::string(row.id) + ")",
          std::string(tr(row.help)) +
              (onDevice > 0 ? "\n" + filled(tr("On the GPU, between CUDA events: %1."), formatMilliseconds(onDevice)) : std::string()));
  ImGui::SameLine(left + labelWidth);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(0.0f, width - labelWidth - kValueWidth), share = total > 0 ? float(std::clamp(milliseconds / total, 0.0, 1.0)) : 0;
  const float y = at.y + (ImGui::GetTextLineHeight() - kBarHeight) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, y}, {at.x + room, y + kBarHeight}, palette().field, kBarHeight / 2);
  if (share > 0) list.AddRectFilled({at.x, y}, {at.x + std::max(kBarHeight, share * room), y + kBarHeight}, palette().evolve, kBarHeight / 2);
  const std::string value = formatMilliseconds(milliseconds);
  ImGui::SetCursorPosX(left + width - ImGui::CalcTextSize(value.c_str()).x);
  coloured(palette().text, value);
}

void drawTimes(const Frame& frame) {
  const float labelWidth = stageLabelWidth(frame.plan.stages());
  for (const TimeRow& row : timeRows(frame.plan))
    if (row.use != StageUse::tiles || frame.times[row.what] > 0) drawTime(row, frame, labelWidth);
  ImGui::Separator();
  valueRow(tr("Total"), formatMilliseconds(frame.times.total()), tr("Wall time spent up to the furthest step computed."));
  if (const double onDevice = frame.deviceTimes.total(); onDevice > 0)
    valueRow(tr("On the GPU"), formatMilliseconds(onDevice), tr("The part between CUDA events around the stages; the rest is the host's."));
  if (!frame.device.empty()) wrapped(palette().dim, engineText(frame.device));
  if (!frame.hash.empty()) hashRow(frame.hash);
}

void drawLabTools(PanelOutput& output) {
  static constexpr std::pair<const char*, Action> kTools[] = {
      {mark("Race versions…"), Action::race}, {mark("Experiments…"), Action::experiments}, {mark("Check this machine…"), Action::checkMachine}};
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (const auto& [english, action] : kTools) {
    const char* const text = tr(english);
    const float width = ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (action != kTools[0].second && ImGui::GetItemRectMax().x + kGap + width <= right) ImGui::SameLine();
    if (ImGui::Button(text, {0, kRowHeight})) output.actions.push_back(action);
    tooltip(action);
  }
}

}  // namespace arete
