// What the curve explains of the cloud, in a row that shows the points that it does not explain.
#include <algorithm>
#include <cmath>

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
  return (rare ? std::string("less than 0.1") : formatNumber(rounded)) + "\u2009%";
}

std::string explanationSentence(const ExplanationReport& report) {
  return percent(report.beyond, report.points) + " of the points are farther than " + formatNumber(report.reachInR1) + "\u2009R1 from the curve.";
}

static std::string byComponent(const ExplanationReport& report) {
  std::string text = explanationSentence(report) + "\nBy component, of the points that are nearest to it:";
  for (size_t i = 0; i < report.components.size(); ++i)
    text += "\n" + std::to_string(i + 1) + ": " + percent(report.components[i].beyond, report.components[i].points) + " of " +
            formatCount(report.components[i].points, "point");
  if (report.otherComponents > 0) text += "\nand " + formatCount(report.otherComponents) + " more";
  return text;
}

void explanationRow(const PanelInput& input, PanelOutput& output) {
  const ExplanationReport& report = input.curve.explanation;
  if (!report.known) {
    if (report.searching) valueRow("Explained", "…", "Finding out how far the points are from the curve.");
    return;
  }
  const float left = ImGui::GetCursorPosX();
  valueRow("Explained", percent(report.points - report.beyond, report.points) + " of the points", byComponent(report));
  tooltip("What the curve explains", byComponent(report));
  if (report.beyond == 0 && !report.shown) return;
  ImGui::SameLine(left + ImGui::CalcTextSize("Explained").x + 2 * kGap);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - kLinkPadding);
  if (textLink(report.shown ? "hide the rest" : "show the rest")) output.actions.push_back(Action::toggleUnexplained);
  tooltip(Action::toggleUnexplained);
}

}  // namespace arete
