// Which version runs for each stage: combos made from the catalogue's rows.
#include <algorithm>
#include <cfloat>

#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/focus.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

const Version& chosenVersion(const Job& job, Stage stage) {
  for (const Version& version : versions(stage))
    if (version.id == job.versionIds[size_t(stage)] && version.available()) return version;
  return defaultVersion(stage, job.standardBackend());
}

static std::string_view backendLabel(Backend backend) { return backend == Backend::cuda ? "CUDA" : "CPU"; }

static void versionTooltip(const Version& version) {
  focusStop();
  std::string text(tr(version.shows));
  text.append("\n").append(filled(tr("Source: %1."), tr(version.source)));
  if (version.ofUser) text.append("\n").append(tr("Yours: the panel Your Version says whether it has the bits of the reference."));
  else text.append("\n").append(version.exact ? tr("Exact: the same bits as the reference.") : tr("Inexact: the answer differs from the reference."));
  if (!version.limit.empty()) text.append("\n").append(filled(tr("Limit: %1."), tr(version.limit)));
  if (!version.available()) text.append("\n").append(filled(tr("Not available here: %1."), engineText(version.unavailable())));
  tooltip(std::string(tr(version.label)) + "  (" + std::string(version.id) + ")", text);
}

/// The mark at the right end of a row: exact or not, and where it runs.
static void markExact(const Version& version, float right) {
  const Palette& colours = palette();
  ImGui::PushFont(font(FontRole::small));
  const std::string text = std::string(backendLabel(version.backend)) + "  " +
                           (version.ofUser  ? tr("yours")
                            : version.exact ? tr("exact")
                                            : tr("inexact"));
  ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x);
  coloured(!version.available() ? colours.faint : version.ofUser ? colours.accent : version.exact ? colours.good : colours.warning, text);
  ImGui::PopFont();
}

static void choose(const PanelInput& input, PanelOutput& output, Stage stage, std::string_view id) {
  if (input.session.job.versionIds[size_t(stage)] == id) return;
  edited(input, output).job.versionIds[size_t(stage)] = id;
  output.editFinished = true;
}

static void drawPopup(const PanelInput& input, PanelOutput& output, Stage stage) {
  const Job& job = input.session.job;
  const std::string& id = job.versionIds[size_t(stage)];
  const Version& standard = defaultVersion(stage, job.standardBackend());
  if (ImGui::Selectable(filled(tr("Default: %1"), tr(standard.label)).c_str(), id.empty())) choose(input, output, stage, "");
  if (id.empty()) ImGui::SetItemDefaultFocus();  // where keys begin
  tooltip(tr("Default"), tr("The fastest exact version that runs here, whatever comes with later releases."));
  ImGui::Separator();
  for (const Version& version : versions(stage)) {
    ImGui::PushID(version.id.data(), version.id.data() + version.id.size());
    const ImGuiSelectableFlags flags = version.available() ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled;
    if (ImGui::Selectable((version.ofUser ? versionName(version) : std::string(tr(version.label))).c_str(), id == version.id, flags))
      choose(input, output, stage, version.id);
    if (id == version.id) ImGui::SetItemDefaultFocus();
    versionTooltip(version);
    markExact(version, ImGui::GetWindowContentRegionMax().x);
    ImGui::PopID();
  }
}

void drawVersion(const PanelInput& input, PanelOutput& output, Stage stage, std::string_view label, float column) {
  const Version& version = chosenVersion(input.session.job, stage);
  ImGui::PushID(int(stage));
  ImGui::AlignTextToFramePadding();
  coloured(palette().dim, label);
  tooltip(std::string(tr(stageInfo(stage).title)) + "  (" + std::string(name(stage)) + ")", tr(stageInfo(stage).help));
  ImGui::SameLine(column);
  ImGui::SetNextItemWidth(-1);
  const std::string shown = versionName(version);
  constexpr float kPopupWidth = 290;
  ImGui::SetNextWindowSizeConstraints({kPopupWidth, 0}, {FLT_MAX, FLT_MAX});
  const bool open = ImGui::BeginCombo("##version", shown.c_str(), ImGuiComboFlags_HeightLarge);
  if (open) {
    drawPopup(input, output, stage);
    ImGui::EndCombo();
  } else {
    versionTooltip(version);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) choose(input, output, stage, "");
  }
  ImGui::PopID();
}

float stageLabelWidth(std::span<const Stage> stages) {
  constexpr float kLeast = 68, kRoom = 8;
  float width = kLeast;
  for (const Stage stage : stages) width = std::max(width, ImGui::CalcTextSize(std::string(tr(stageInfo(stage).title)).c_str()).x);
  return width + kRoom;
}

void drawVersions(const PanelInput& input, PanelOutput& output) {
  const std::vector<Stage> stages = input.session.job.stages();
  for (const Stage stage : stages) drawVersion(input, output, stage, tr(stageInfo(stage).title), kPadding + stageLabelWidth(stages));
}

}  // namespace arete
