// Every parameter comes from its ParamInfo; only the two radii have their own place, because everything depends on them.
#include <algorithm>
#include <iterator>
#include <utility>

#include "compute/core/track_columns.h"
#include "compute/network/tracks/tracks.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr float kLabelShare = 0.44f, kLargestLabelShare = 0.48f;
static constexpr int kParameterDigits = 4;
static constexpr double kSliderSteps = 4096;  ///< whole numbers with a wider range are typed rather than dragged, on a logarithmic scale

static std::string shownValue(const ParamInfo& info, double value) {
  if (value == 0 && !info.zeroText.empty()) return std::string(info.zeroText);
  return withUnit(formatNumber(value, kParameterDigits), info.unit);
}

/// Applies an edit: the new value goes into the session, its end becomes one undo entry.
static void accept(const PanelInput& input, PanelOutput& output, const ParamInfo& info, double value, WidgetEdit edit) {
  if (edit.changed) edited(input, output).job.params.set(info, value);
  if (edit.finished) output.editFinished = true;
}

static std::string helpWithDefault(const ParamInfo& info) {
  std::string help(info.help);
  ParamValues defaults;
  const bool zero = info.defaultValue == 0 && !info.zeroText.empty();
  help.append("\nDefault: ").append(zero ? std::string(info.zeroText) : defaults.text(info)).append(" (right-click sets it).");
  if (info.kind == ParamKind::real || info.kind == ParamKind::integer) help.append(" Ctrl+click to type.");
  if (!info.zeroText.empty()) help.append(" 0: ").append(info.zeroText).append(".");
  return help;
}

static WidgetEdit choiceWidget(const ParamInfo& info, double& value) {
  WidgetEdit edit;
  const auto chosen = std::min(size_t(value), info.choices.size() - 1);
  if (!ImGui::BeginCombo("##value", std::string(info.choices[chosen]).c_str())) return edit;
  for (size_t i = 0; i < info.choices.size(); ++i) {
    if (ImGui::Selectable(std::string(info.choices[i]).c_str(), i == chosen) && i != chosen) value = double(i), edit = {true, true};
    if (i == chosen) ImGui::SetItemDefaultFocus();  // where keys begin
  }
  ImGui::EndCombo();
  return edit;
}

/// Radii are positive; 0 stands for "not set" or "linked" and is never what a slider gives.
static SliderRange radiusRange(const PanelInput& input, const ParamInfo& info) {
  const double low = std::max(input.radius.smallest, 1e-30), high = std::max(input.radius.largest, low * 2);
  return {low, high, std::min(low, 1e-30), info.maximum, true, false};
}

static SliderRange rangeOf(const PanelInput& input, const ParamInfo& info) {
  const bool integer = info.kind == ParamKind::integer;
  if (&info == &kLinkRadiusParam) return radiusRange(input, info);
  const bool logarithmic = info.logarithmic || (integer && info.maximum - info.minimum > kSliderSteps);
  return {info.minimum, info.maximum, info.minimum, info.maximum, logarithmic, integer};
}

static WidgetEdit widgetOf(const PanelInput& input, const ParamInfo& info, double& value) {
  if (info.kind == ParamKind::choice) return choiceWidget(info, value);
  if (info.kind == ParamKind::toggle) {
    bool on = value != 0;
    if (!ImGui::Checkbox("##value", &on)) return {};
    value = on ? 1 : 0;
    return {true, true};
  }
  return valueSlider("##value", value, rangeOf(input, info), shownValue(info, value));
}

/// Of all labels that parameters may have, so that those of all sections begin their widgets at one place.
static float widestLabel() {
  static std::pair<float, float> measured;  // the size that glyphs have on the screen, and as they were made: scales round differently
  static float widest = 0;
  const std::pair now(ImGui::GetFontSize(), ImGui::GetFont()->FontSize);
  if (measured == now) return widest;
  measured = now, widest = 0;
  for (const ParamInfo* info : allParameters())
    widest = std::max(widest, ImGui::CalcTextSize(info->label.data(), info->label.data() + info->label.size()).x);
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
  clippedText(info.label, column - kPadding - kGap, value == info.defaultValue ? palette().dim : palette().text);
  tooltip(info.label, helpWithDefault(info));
  ImGui::SameLine(column);
  ImGui::SetNextItemWidth(-1);
  WidgetEdit edit = widgetOf(input, info, value);
  tooltip(info.label, helpWithDefault(info));
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right) && value != info.defaultValue) value = info.defaultValue, edit = {true, true};
  accept(input, output, info, value, edit);
  ImGui::PopID();
}

/// Text that can be clicked, at the right end of the line.
static bool linkAtEnd(const char* text) {
  const float width = ImGui::CalcTextSize(text).x;
  ImGui::SameLine(kPadding + ImGui::GetWindowContentRegionMax().x - kPadding - width);
  return textLink(text);
}

static void drawSuggestion(const PanelInput& input, PanelOutput& output) {
  const RadiusAdvice& advice = input.radius;
  if (advice.searching) {
    const char* const text = "searching…";
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x);
    coloured(palette().faint, text);
    return tooltip("Searching R1", "Networks are made at radii from coarse to fine. A change of parameters ends it.");
  }
  if (advice.suggested == 0 && !advice.toBeSearched) return;
  if (linkAtEnd("suggest")) output.actions.push_back(Action::suggestR1);
  if (advice.toBeSearched)
    tooltip("Suggest R1",
            "Searches for it: networks are made from most of the points, and the radius is taken whose networks explain the rest best. "
            "It takes as long as about ten detections. Ctrl+G");
  else tooltip("Suggest R1", "Set " + formatNumber(advice.suggested, kParameterDigits) + ". " + advice.because + " Ctrl+G");
}

static void drawR1(const PanelInput& input, PanelOutput& output) {
  double r1 = input.session.job.r1();
  strongText(kR1Param.label);
  tooltip(kR1Param.label, kR1Param.help);
  drawSuggestion(input, output);
  ImGui::SetNextItemWidth(-1);
  const WidgetEdit edit = valueSlider("##r1", r1, radiusRange(input, kR1Param), r1 > 0 ? formatNumber(r1, kParameterDigits) : "not set");
  tooltip("R1, in the cloud's units",
          std::string(kR1Param.help) + "\nDrag: the picture follows. Ctrl+click to type. Up and Down change it by a tenth.");
  accept(input, output, kR1Param, r1, edit);
}

static void drawR2(const PanelInput& input, PanelOutput& output) {
  const Job& job = input.session.job;
  const bool linked = job.r2Linked();
  double r2 = job.r2();
  strongText(kR2Param.label);
  tooltip(kR2Param.label, kR2Param.help);
  const char* text = "= 2 × R1";
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x - kGap - ImGui::GetFontSize() - 4);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2, 1));
  bool keep = linked;
  if (ImGui::Checkbox(text, &keep)) {
    edited(input, output).job.params.set(kR2Param, keep ? 0 : r2);
    output.editFinished = true;
  }
  ImGui::PopStyleVar();
  tooltip("Linked", "R2 follows R1: twice as large, as the source has it. Remove the tick to set R2 freely.");
  ImGui::BeginDisabled(linked || !(job.r1() > 0));
  ImGui::SetNextItemWidth(-1);
  const WidgetEdit edit = valueSlider("##r2", r2, radiusRange(input, kR2Param), r2 > 0 ? formatNumber(r2, kParameterDigits) : "not set");
  ImGui::EndDisabled();
  tooltip("R2, in the cloud's units", kR2Param.help);
  accept(input, output, kR2Param, r2, edit);
}

static bool hasOwnPlace(const ParamInfo* info) {
  constexpr const ParamInfo* kElsewhere[] = {&kCurveParam,     &kR1Param,     &kR2Param,      &kTileDetectionParam,
                                             &kSmoothingParam, &kTracksParam, &kTrackGapParam};
  return std::ranges::find(kElsewhere, info) != std::end(kElsewhere);
}

/// What is searched for decides which other parameters there are.
static void drawCurveKind(const PanelInput& input, PanelOutput& output) {
  static constexpr Choice kKinds[] = {
      {"Chains", "Finds lines without branches: the thesis's ridge detection, with all its versions."},
      {"Network", "Finds junctions, ends and loops, in two or three dimensions. Nodes look farther where the points are sparse."}};
  static_assert(std::size(kKinds) == size_t(CurveKind::network) + 1);
  auto kind = size_t(input.session.job.curveKind());
  if (segments(kKinds, kind)) accept(input, output, kCurveParam, double(kind), {true, true});
}

/// Whether what a network is made of can be chosen.
static bool hasTracks(const PanelInput& input) {
  return input.session.job.curveKind() == CurveKind::network && input.frame && input.frame->cloud.dimension() == 2 &&
         trackColumns(input.frame->cloud);
}

void drawParameters(const PanelInput& input, PanelOutput& output) {
  drawCurveKind(input, output);
  ImGui::Dummy({0, 1});
  drawR1(input, output);
  ImGui::Dummy({0, 1});
  if (input.session.job.curveKind() == CurveKind::chains) {
    drawR2(input, output);
    ImGui::Dummy({0, 1});
  }
  if (hasTracks(input))
    for (const ParamInfo* info : {&kTracksParam, &kTrackGapParam}) parameterRow(input, output, *info);
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
