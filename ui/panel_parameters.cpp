// Every parameter comes from its ParamInfo; only those of the section Find have their own place, because everything depends on them.
#include <algorithm>
#include <cfloat>
#include <iterator>
#include <utility>

#include "compute/network/rules/network_params.h"
#include "compute/network/tracks/tracks.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/parameter_words.h"

namespace arete {

static constexpr float kLabelShare = 0.44f, kLargestLabelShare = 0.5f;
static constexpr double kSliderSteps = 4096;  ///< whole numbers with a wider range are typed rather than dragged, on a logarithmic scale

/// What a parameter took that is left to the program; "" where that is not known.
static std::string_view takenBy(const PanelInput& input, const ParamInfo& info) {
  const auto found = std::ranges::find(input.cloud.automatic, &info, &AutomaticValue::info);
  return found == input.cloud.automatic.end() ? std::string_view() : found->text;
}

/// "Auto (map)", "Auto (8)": what is left to the program, and what it took.
static std::string automatic(std::string_view taken) { return filled(tr("Auto (%1)"), tr(taken)); }

static std::string shownValue(const ParamInfo& info, double value, std::string_view taken) {
  if (value == info.defaultValue && !taken.empty()) return automatic(taken);
  if (value == 0 && !info.zeroText.empty()) return std::string(tr(info.zeroText));
  return withUnit(formatNumber(value, kParameterDigits), tr(info.unit));
}

void accept(const PanelInput& input, PanelOutput& output, const ParamInfo& info, double value, WidgetEdit edit) {
  if (edit.changed) edited(input, output).job.params.set(info, value);
  if (edit.finished) output.editFinished = true;
}

static std::string defaultText(const ParamInfo& info, std::string_view taken) {
  if (!taken.empty()) return automatic(taken);
  if (info.kind == ParamKind::choice) return choiceText(info, size_t(info.defaultValue));
  return info.defaultValue == 0 && !info.zeroText.empty() ? std::string(tr(info.zeroText)) : ParamValues().text(info);
}

static std::string helpWithDefault(const ParamInfo& info, std::string_view taken) {
  std::string help = helpText(info);
  help.append("\n").append(filled(tr("Default: %1 (right-click sets it)."), defaultText(info, taken)));
  if (info.kind == ParamKind::real || info.kind == ParamKind::integer) help.append(" ").append(tr("Ctrl+click to type."));
  if (!info.zeroText.empty() && taken.empty()) help.append(" ").append(filled("0: %1.", tr(info.zeroText)));
  return help;
}

static WidgetEdit choiceWidget(const ParamInfo& info, double& value, std::string_view taken) {
  WidgetEdit edit;
  const auto chosen = std::min(size_t(value), info.choices.size() - 1);
  const std::string shown = value == info.defaultValue && !taken.empty() ? automatic(taken) : choiceText(info, chosen);
  constexpr float kPopupWidth = 210;  // the words, and at the right the id, where they differ
  ImGui::SetNextWindowSizeConstraints({kPopupWidth, 0}, {FLT_MAX, FLT_MAX});
  if (!ImGui::BeginCombo("##value", shown.c_str())) return edit;
  for (size_t i = 0; i < info.choices.size(); ++i) {
    const std::string words = choiceText(info, i), id(info.choices[i]);
    if (ImGui::Selectable(words.c_str(), i == chosen) && i != chosen) value = double(i), edit = {true, true};
    if (i == chosen) ImGui::SetItemDefaultFocus();  // where keys begin
    if (words.size() == id.size() && words.substr(1) == id.substr(1)) continue;
    ImGui::PushFont(font(FontRole::small));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(id.c_str()).x);
    coloured(palette().dim, id);
    ImGui::PopFont();
  }
  ImGui::EndCombo();
  return edit;
}

static SliderRange rangeOf(const PanelInput& input, const ParamInfo& info) {
  const bool integer = info.kind == ParamKind::integer;
  if (&info == &kLinkRadiusParam) return radiusRange(input, info);
  const bool logarithmic = info.logarithmic || (integer && info.maximum - info.minimum > kSliderSteps);
  return {info.minimum, info.maximum, info.minimum, info.maximum, logarithmic, integer};
}

static WidgetEdit widgetOf(const PanelInput& input, const ParamInfo& info, double& value) {
  const std::string_view taken = takenBy(input, info);
  if (info.kind == ParamKind::choice) return choiceWidget(info, value, taken);
  if (info.kind == ParamKind::toggle) {
    bool on = value != 0;
    if (!ImGui::Checkbox("##value", &on)) return {};
    value = on ? 1 : 0;
    return {true, true};
  }
  return valueSlider("##value", value, rangeOf(input, info), shownValue(info, value, taken));
}

/// Of all labels that parameters may have, so that those of all sections begin their widgets at one place.
static float widestLabel() {
  static std::pair<float, float> measured;  // the size that glyphs have on the screen, and as they were made: scales round differently
  static float widest = 0;
  const std::pair now(ImGui::GetFontSize(), ImGui::GetFont()->FontSize);
  if (measured == now) return widest;
  measured = now, widest = 0;
  for (const ParamInfo* info : allParameters()) widest = std::max(widest, ImGui::CalcTextSize(std::string(tr(info->label)).c_str()).x);
  return widest;
}

float parameterColumn() {
  const float room = ImGui::GetContentRegionAvail().x;
  return kPadding + std::max(room * kLabelShare, std::min(widestLabel() + kGap, room * kLargestLabelShare));
}

void parameterRow(const PanelInput& input, PanelOutput& output, const ParamInfo& info) {
  ImGui::PushID(info.id.data(), info.id.data() + info.id.size());
  double value = input.session.job.params.get(info);
  const float column = parameterColumn();
  ImGui::AlignTextToFramePadding();
  clippedText(tr(info.label), column - kPadding - kGap, value == info.defaultValue ? palette().dim : palette().text);
  tooltip(tr(info.label), helpWithDefault(info, takenBy(input, info)));
  ImGui::SameLine(column);
  const bool changed = value != info.defaultValue;
  constexpr float kBack = 18, kBeside = 3;  // room of the button, also where there is none: a slider that is dragged keeps its width
  ImGui::SetNextItemWidth(-kBack - kBeside);
  WidgetEdit edit = widgetOf(input, info, value);
  tooltip(tr(info.label), helpWithDefault(info, takenBy(input, info)));
  bool back = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  if (changed) {
    ImGui::SameLine(0, kBeside);
    back = iconButton("##back", Icon::restart, false, kBack / kRowHeight) || back;
    tooltip(filled(tr("Back to: %1"), defaultText(info, takenBy(input, info))));
  }
  if (back && changed) value = info.defaultValue, edit = {true, true};
  accept(input, output, info, value, edit);
  ImGui::PopID();
}

SliderRange radiusRange(const PanelInput& input, const ParamInfo& info) {
  const double low = std::max(input.radius.smallest, 1e-30), high = std::max(input.radius.largest, low * 2);
  return {low, high, std::min(low, 1e-30), info.maximum, true, false};
}

static void drawR2(const PanelInput& input, PanelOutput& output) {
  const Job& job = input.session.job;
  const bool linked = job.r2Linked();
  double r2 = job.r2();
  strongText(tr(kR2Param.label));
  tooltip(tr(kR2Param.label), tr(kR2Param.help));
  const char* text = "= 2 × R1";
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x - kGap - ImGui::GetFontSize() - 4);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2, 1));
  bool keep = linked;
  if (ImGui::Checkbox(text, &keep)) {
    edited(input, output).job.params.set(kR2Param, keep ? 0 : r2);
    output.editFinished = true;
  }
  ImGui::PopStyleVar();
  tooltip(tr("Linked"), tr("R2 follows R1: twice as large, as the source has it. Remove the tick to set R2 freely."));
  ImGui::BeginDisabled(linked || !(job.r1() > 0));
  ImGui::SetNextItemWidth(-1);
  const WidgetEdit edit =
      valueSlider("##r2", r2, radiusRange(input, kR2Param), r2 > 0 ? withUnit(formatNumber(r2, kParameterDigits), input.cloud.unit) : tr("not set"));
  ImGui::EndDisabled();
  tooltip(tr("R2, in the cloud's units"), tr(kR2Param.help));
  accept(input, output, kR2Param, r2, edit);
}

static bool hasOwnPlace(const ParamInfo* info) {
  constexpr const ParamInfo* kElsewhere[] = {&kCurveParam,     &kR1Param,     &kR2Param,       &kTileDetectionParam,
                                             &kSmoothingParam, &kTracksParam, &kTrackGapParam, &kProfileParam};
  return std::ranges::find(kElsewhere, info) != std::end(kElsewhere);
}

void drawAdvanced(const PanelInput& input, PanelOutput& output) {
  if (input.session.job.curveKind() == CurveKind::chains) drawR2(input, output);
  std::vector<const ParamInfo*> drawn;
  for (const Stage stage : input.session.job.plan().stages())
    for (const ParamInfo* info : chosenVersion(input.session.job, stage).parameters)
      if (!hasOwnPlace(info) && std::find(drawn.begin(), drawn.end(), info) == drawn.end()) {
        parameterRow(input, output, *info);
        drawn.push_back(info);
      }
}

/// Iterations are those of evolve, which networks do not have.
static bool isOfUse(const Job& job, const ParamInfo* info) { return info != &kMaxIterationsParam || job.curveKind() == CurveKind::chains; }

void drawComputing(const PanelInput& input, PanelOutput& output) {
  for (const ParamInfo* info : jobParameters())
    if (!hasOwnPlace(info) && info != &kGpuParam && isOfUse(input.session.job, info))
      parameterRow(input, output, *info);  // the GPU is a row of the device section
}

}  // namespace arete
