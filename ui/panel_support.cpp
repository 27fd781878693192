// The confidence in a network: what bootstrap runs say of it, and what of it is shown.
#include <algorithm>
#include <cmath>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr int kSupportDigits = 3;

static std::string percent(double share) { return formatNumber(std::round(100 * share)) + "\u2009%"; }

static std::string runsText(const SupportReport& report) {
  return filled(tr("%1 of %2 runs"), formatCount(report.known), formatCount(report.wanted));
}

/// What is hidden is not deleted.
static void drawLeastSupport(const PanelInput& input, PanelOutput& output) {
  double least = input.session.view.leastSupport;
  static constexpr const char* kHelp = mark("Edges with less confidence are not drawn. They stay in the network; a consensus leaves them out of it.");
  const float column = parameterColumn();
  ImGui::PushID("least_support");
  ImGui::AlignTextToFramePadding();
  clippedText(tr("Hide below"), column - kPadding - kGap, least == 0 ? palette().dim : palette().text);
  tooltip(tr("Hide below a confidence"), tr(kHelp));
  ImGui::SameLine(column);
  ImGui::SetNextItemWidth(-1);
  const WidgetEdit edit = valueSlider("##value", least, {0, 1, 0, 1, false, false}, least == 0 ? std::string(tr("off")) : percent(least));
  tooltip(tr("Hide below a confidence"), tr(kHelp));
  if (edit.changed) edited(input, output).view.leastSupport = std::clamp(least, 0.0, 1.0);
  if (edit.finished) output.editFinished = true;
  ImGui::PopID();
}

void confidenceRows(const PanelInput& input, PanelOutput& output) {
  const SupportReport& report = input.curve.support;
  if (report.wanted == 0) return;
  const bool all = report.known >= report.wanted;
  const std::string value = report.known == 0 ? std::string("…") : percent(report.meanSupport) + (all ? "" : " · " + runsText(report));
  valueRow(
      tr("Confidence"), value,
      tr("Share of the bootstrap runs that have an edge, on average over the length. Each run resamples the points and finds a network in the same "
         "way. Runs go on while nothing else computes."));
  drawLeastSupport(input, output);
}

static void drawFigures(const SupportReport& report) {
  valueRow(tr("Low-confidence length"), percent(report.doubtedShare),
           tr("Share of the length that less than half of the runs have: drawn as uncertain."));
  if (report.junctions > 0)
    valueRow(tr("Low-confidence junctions"), filled(tr("%1 of %2"), formatCount(report.doubtedJunctions), formatCount(report.junctions)),
             tr("Junctions that less than half of the runs have within 2 R1."));
  valueRow(tr("Spread, median"), formatNumber(report.medianSpread, kSupportDigits),
           tr("Half of the length lies nearer than that to the networks of the runs, by the root mean square; in the cloud's units."));
  valueRow(tr("Spread, 75th percentile"), formatNumber(report.upperSpread, kSupportDigits),
           tr("A quarter of the length is spread wider. Most errors are there."));
}

void drawConfidence(const PanelInput& input, PanelOutput& output) {
  const SupportReport& report = input.curve.support;
  if (report.wanted == 0) wrapped(palette().dim, tr("Known once the network is finished."));
  else
    valueRow(tr("Bootstrap runs"), report.running || report.known >= report.wanted ? runsText(report) : filled(tr("%1, waiting"), runsText(report)),
             tr("Networks of resampled points, compared with the one on the picture."));
  if (report.known > 0) drawFigures(report);
  for (const ParamInfo* info : bootstrapParameters()) parameterRow(input, output, *info);
}

}  // namespace arete
