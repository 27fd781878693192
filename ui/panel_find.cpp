// What is searched for: the kind of curve, what the points show, R1.
#include "compute/core/track_columns.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/tracks/tracks.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

/// Text that can be clicked, at the right end of the line.
static bool linkAtEnd(const char* text) {
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x);
  return textLink(text);
}

static void textAtEnd(ImU32 colour, const char* text) {
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x);
  coloured(colour, text);
}

static void drawSuggestion(const PanelInput& input, PanelOutput& output) {
  const RadiusAdvice& advice = input.radius;
  if (advice.searching) {
    textAtEnd(palette().dim, tr("searching…"));
    return tooltip(tr("Searching R1"), tr("Networks are made at radii from coarse to fine. A change of parameters ends it."));
  }
  if (advice.suggested == 0 && !advice.toBeSearched) return;
  const std::string value = formatNumber(advice.suggested, kParameterDigits);
  if (!advice.toBeSearched && input.session.job.r1() == advice.suggested) {
    textAtEnd(palette().good, tr("✓ suggested"));
    return tooltip(tr("R1 is as suggested"), value + ". " + advice.because);
  }
  if (linkAtEnd(tr("suggest"))) output.actions.push_back(Action::suggestR1);
  if (advice.toBeSearched)
    tooltip(tr("Suggest R1"),
            tr("Searches for it: networks are made from most of the points, and the radius is taken whose networks explain the rest best. "
               "It takes as long as about ten detections. Ctrl+G"));
  else tooltip(tr("Suggest R1"), filled(tr("Set %1. %2 Ctrl+G"), value, advice.because));
}

static void drawR1(const PanelInput& input, PanelOutput& output) {
  double r1 = input.session.job.r1();
  strongText(tr(kR1Param.label));
  tooltip(tr(kR1Param.label), tr(kR1Param.help));
  drawSuggestion(input, output);
  ImGui::SetNextItemWidth(-1);
  const std::string shown = r1 > 0 ? withUnit(formatNumber(r1, kParameterDigits), input.cloud.unit) : tr("not set");
  const WidgetEdit edit = valueSlider("##r1", r1, radiusRange(input, kR1Param), shown);
  tooltip(tr("R1, in the cloud's units"),
          std::string(tr(kR1Param.help)) + "\n" +
              tr("Smaller finds more detail and more noise. Drag: the picture follows. Ctrl+click to type. Up and Down change it by a tenth."));
  accept(input, output, kR1Param, r1, edit);
  if (!input.radius.said.empty()) wrapped(palette().good, input.radius.said);
}

/// What is searched for decides which other parameters there are.
static void drawCurveKind(const PanelInput& input, PanelOutput& output) {
  static constexpr Choice kKinds[] = {
      {mark("Chains"), mark("Finds lines without branches: the thesis's ridge detection, with all its versions.")},
      {mark("Network"), mark("Finds junctions, ends and loops, in two or three dimensions. Nodes look farther where the points are sparse.")}};
  static_assert(std::size(kKinds) == size_t(CurveKind::network) + 1);
  auto kind = size_t(input.session.job.curveKind());
  if (segments(kKinds, kind)) accept(input, output, kCurveParam, double(kind), {true, true});
}

/// Whether what a network is made of can be chosen.
static bool hasTracks(const PanelInput& input) { return input.frame && input.frame->cloud.dimension() == 2 && trackColumns(input.frame->cloud); }

void drawFind(const PanelInput& input, PanelOutput& output) {
  drawCurveKind(input, output);
  if (input.session.job.curveKind() == CurveKind::network) {
    parameterRow(input, output, kProfileParam);
    if (hasTracks(input))
      for (const ParamInfo* info : {&kTracksParam, &kTrackGapParam}) parameterRow(input, output, *info);
  }
  drawR1(input, output);
}

}  // namespace arete
