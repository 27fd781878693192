// How sure a network is: what resamples say of it, and what of it is shown.
#include <algorithm>
#include <cmath>

#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr int kSupportDigits = 3;

static std::string percent(double share) { return formatNumber(std::round(100 * share)) + "\u2009%"; }

static void drawProgress(const SupportReport& report) {
  if (report.wanted == 0) return wrapped(palette().faint, "Known once the network is finished.");
  const std::string of = formatCount(report.known) + " of " + formatCount(report.wanted);
  valueRow(
      "Resamples made", of + (report.running || report.known >= report.wanted ? "" : ", waiting"),
      "The points are drawn anew, a network is made of them in the same way, and compared with the one on the picture. It goes on while nothing else "
      "computes. Where Resamples, below, says none, 100 are made to look at.");
}

/// What is hidden is not deleted: exports hold the whole network, with the support of each edge.
static void drawLeastSupport(const PanelInput& input, PanelOutput& output) {
  double least = input.session.view.leastSupport;
  static constexpr const char* kHelp =
      "Edges that fewer of the resamples have are not drawn. Exports hold them all the same, with their support; a consensus leaves them out.";
  const float column = parameterColumn();
  ImGui::PushID("least_support");
  ImGui::AlignTextToFramePadding();
  clippedText("Hide below", column - kPadding - kGap, least == 0 ? palette().dim : palette().text);
  tooltip("Hide below a support", kHelp);
  ImGui::SameLine(column);
  ImGui::SetNextItemWidth(-1);
  const WidgetEdit edit = valueSlider("##value", least, {0, 1, 0, 1, false, false}, least == 0 ? "nothing hidden" : percent(least));
  tooltip("Hide below a support", kHelp);
  if (edit.changed) edited(input, output).view.leastSupport = std::clamp(least, 0.0, 1.0);
  if (edit.finished) output.editFinished = true;
  ImGui::PopID();
}

static void drawFigures(const SupportReport& report) {
  valueRow("Support, mean", percent(report.meanSupport), "Share of the resamples that have an edge, on average over the length.");
  valueRow("Doubted length", percent(report.doubtedShare), "Share of the length that less than half of the resamples have: orange in the picture.");
  valueRow("Spread, median", formatNumber(report.medianSpread, kSupportDigits),
           "Half of the length lies nearer than that to the networks of the resamples, by the root mean square; in the cloud's units.");
  valueRow("Spread, upper quarter", "from " + formatNumber(report.upperSpread, kSupportDigits),
           "A quarter of the length is spread wider. Most errors are there.");
  if (report.junctions == 0) return;
  valueRow("Doubted junctions", formatCount(report.doubtedJunctions) + " of " + formatCount(report.junctions),
           "Junctions that less than half of the resamples have within 2 R1: orange discs.");
}

void drawSupport(const PanelInput& input, PanelOutput& output) {
  drawProgress(input.curve.support);
  if (input.curve.support.known > 0) drawFigures(input.curve.support);
  ImGui::Dummy({0, 1});
  drawLeastSupport(input, output);
  for (const ParamInfo* info : bootstrapParameters()) parameterRow(input, output, *info);
}

}  // namespace arete
