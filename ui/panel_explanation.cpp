// What the curve explains of the cloud, in a row that shows the points that it does not explain.
#include <algorithm>
#include <cmath>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

/// "38 %"; "0.4 %" where whole ones would say nothing.
static std::string percent(uint64_t part, uint64_t of) {
  const double share = of > 0 ? 100 * double(part) / double(of) : 0;
  const double digits = share > 0 && share < 1 ? 10 : 1;
  const double rounded = std::round(digits * share) / digits;
  const bool rare = part > 0 && rounded == 0;
  return rare ? std::string(tr("less than 0.1\u2009%")) : formatNumber(rounded) + "\u2009%";
}

std::string explanationSentence(const ExplanationReport& report) {
  return filled(tr("%1 of the points are farther than %2\u2009R1 from the curve."), percent(report.beyond, report.points),
                formatNumber(report.reachInR1));
}

static std::string byComponent(const ExplanationReport& report) {
  std::string text = explanationSentence(report) + "\n" + tr("By component, of the points that are nearest to it:");
  for (size_t i = 0; i < report.components.size(); ++i)
    text += "\n" + filled(trCount(report.components[i].points, "%1: %2 of %3 point", "%1: %2 of %3 points"), std::to_string(i + 1),
                          percent(report.components[i].beyond, report.components[i].points), formatCount(report.components[i].points));
  if (report.otherComponents > 0) text += "\n" + filled(tr("and %1 more"), formatCount(report.otherComponents));
  return text;
}

void explanationRow(const PanelInput& input, PanelOutput& output) {
  const ExplanationReport& report = input.curve.explanation;
  if (!report.known) {
    if (report.searching) valueRow(tr("Explained"), "…", tr("Finding out how far the points are from the curve."));
    return;
  }
  const float left = ImGui::GetCursorPosX();
  valueRow(tr("Explained"), filled(tr("%1 of the points"), percent(report.points - report.beyond, report.points)), byComponent(report));
  tooltip(tr("What the curve explains"), byComponent(report));
  if (report.beyond == 0 && !report.shown) return;
  ImGui::SameLine(left + ImGui::CalcTextSize(tr("Explained")).x + 2 * kGap);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - kLinkPadding);
  if (textLink(report.shown ? tr("hide the rest") : tr("show the rest"))) output.actions.push_back(Action::toggleUnexplained);
  tooltip(Action::toggleUnexplained);
}

}  // namespace arete
