// What the curve explains of the cloud, in a sentence that shows the points that it does not explain; and why chains have no junctions.
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
  std::string text = "By component, of the points that are nearest to it:";
  for (size_t i = 0; i < report.components.size(); ++i)
    text += "\n" + std::to_string(i + 1) + ": " + percent(report.components[i].beyond, report.components[i].points) + " of " +
            formatCount(report.components[i].points, "point");
  if (report.otherComponents > 0) text += "\nand " + formatCount(report.otherComponents) + " more";
  return text;
}

void drawExplanation(const PanelInput& input, PanelOutput& output) {
  const ExplanationReport& report = input.curve.explanation;
  if (!report.known) {
    if (report.searching) wrapped(palette().faint, "Finding out how far the points are from the curve…");
    return;
  }
  wrapped(palette().text, explanationSentence(report));
  tooltip("What the curve explains", byComponent(report));
  if (textLink(report.shown ? "Colours as before" : "Show them")) output.actions.push_back(Action::toggleUnexplained);
  tooltip(Action::toggleUnexplained);
}

void drawJunctionNote(const PanelInput& input, PanelOutput& output) {
  if (input.session.job.curveKind() != CurveKind::chains || !input.frame->finished) return;
  wrapped(palette().faint, "Chains have no junctions, by their definition: decimate leaves each point two neighbours at most.");
  if (textLink("Find a network with junctions")) {
    edited(input, output).job.params.set(kCurveParam, double(CurveKind::network));
    output.editFinished = true;
  }
  tooltip("Network", "Finds curves that branch: junctions, ends and loops. Undo, or Chains at the top, brings the chains back.");
}

}  // namespace arete
