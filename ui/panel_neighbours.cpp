// Neighbours drawn as links: whose, how many, found by which version; and how far and how often points are neighbours.
#include <algorithm>
#include <array>
#include <cmath>

#include "compute/engine/link_finder.h"
#include "compute/text/translate.h"
#include "render/colour.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/style.h"

namespace arete {

static constexpr int kNeighbourDigits = 4;

static ImU32 toImGui(const Colour& colour) { return IM_COL32(colour.r, colour.g, colour.b, colour.a); }

/// The colours of the distances between the nearest and the farthest, with both numbers below.
static void distanceBar(const PanelInput& input, const Links& links) {
  constexpr float kHeight = 8;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton("##distances", {std::max(width, 1.0F), kHeight});
  tooltip(tr("Distances"), tr("Colours of the links, from the nearest pair to the farthest."));
  constexpr int kSteps = 64;
  for (int i = 0; i < kSteps; ++i)
    ImGui::GetWindowDrawList()->AddRectFilled({at.x + width * float(i) / kSteps, at.y}, {at.x + width * float(i + 1) / kSteps, at.y + kHeight},
                                              toImGui(sample(input.session.view.colourMap, (i + 0.5) / kSteps)));
  valueRow(formatNumber(links.nearest, kNeighbourDigits), formatNumber(links.farthest, kNeighbourDigits),
           tr("The shortest and the longest link, in the cloud's units."));
}

static std::string degreesOf(const Links& links, size_t bar) {
  const size_t most = bar * links.degreesPerBar, least = most - links.degreesPerBar + 1;
  return least == most ? formatCount(most) : formatCount(least) + " – " + formatCount(most);
}

/// How many points are a neighbour of one, two, … others.
static void degreeHistogram(const Links& links) {
  constexpr float kHeight = 44, kWidest = 24, kBetween = 1;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const size_t bars = links.degrees.size() - 1;
  const float step = std::min(width / float(bars), kWidest);
  ImGui::InvisibleButton("##degrees", {std::max(width, 1.0F), kHeight});
  const float under = (ImGui::GetIO().MousePos.x - at.x) / step;
  const size_t pointed = ImGui::IsItemHovered() && under >= 0 && under < float(bars) ? size_t(under) + 1 : 0;
  std::string text = tr("How many points have one link that leads to them, two, three … from left to right.");
  if (pointed > 0)
    text = filled(trCount(links.degrees[pointed], "%1 point, to which %2 links lead", "%1 points, to each of which %2 links lead"),
                  formatCount(links.degrees[pointed]), degreesOf(links, pointed)) +
           ".\n" + text;
  tooltip(tr("Degrees"), text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + kHeight}, palette().field, kRounding);
  const float most = float(*std::max_element(links.degrees.begin(), links.degrees.end()));
  for (size_t bar = 1; bar <= bars; ++bar) {
    const float left = at.x + float(bar - 1) * step, height = std::ceil(kHeight * float(links.degrees[bar]) / most);
    list.AddRectFilled({left, at.y + kHeight - height}, {left + step - kBetween, at.y + kHeight},
                       bar == pointed ? palette().accent : palette().evolve);
  }
  valueRow(tr("Links to a point"), bars * links.degreesPerBar == 1 ? "1" : "1 – " + formatCount(bars * links.degreesPerBar), text);
}

/// Whether the links depend on a parameter of them.
static bool matters(const Job& job, const ParamInfo& info) {
  const auto of = LinksOf(int(job.params.get(kLinksOfParam)));
  const bool inBalls = LinksBy(int(job.params.get(kLinksByParam))) == LinksBy::radius;
  if (&info == &kLinksByParam) return of != LinksOf::toChosen;
  if (&info == &kLinkNeighboursParam) return of != LinksOf::toChosen && !inBalls;
  if (&info == &kLinkRadiusParam) return of != LinksOf::toChosen && inBalls;
  if (&info == &kLinkShareParam) return of == LinksOf::toChosen || of == LinksOf::share;
  return &info != &kLinkCellsParam || linkStage(job) == Stage::knn;
}

void drawNeighbours(const PanelInput& input, PanelOutput& output) {
  const Job& job = input.session.job;
  const Stage stage = linkStage(job);
  drawVersion(input, output, stage, tr("Version"), parameterColumn());
  for (const ParamInfo* info : linkParameters())
    if (matters(job, *info)) parameterRow(input, output, *info);
  for (const ParamInfo* info : chosenVersion(job, stage).parameters) parameterRow(input, output, *info);
  if (!input.links) return;
  const Links& links = *input.links;
  if (input.session.job.params.get(kLinkCellsParam) > 0)
    valueRow(tr("Cells"), links.cells.empty() ? std::string(tr("none")) : formatCount(links.cells.size()),
             tr("Boxes of the search structure at this level. Version v9 has those of its k-d tree, the vocabulary tree its own."));
  if (links.distances.empty()) {
    wrapped(palette().dim, links.ball.empty() ? filled(tr("No links: click a point, or choose others in '%1'."), tr(kLinksOfParam.label))
                                              : std::string(tr("No other point lies in the ball.")));
    return;
  }
  ImGui::Dummy({0, 1});
  if (links.radius > 0)
    valueRow(tr("Radius of the balls"), formatNumber(links.radius, kNeighbourDigits),
             tr("How far joined points may be apart, in the cloud's units."));
  valueRow(tr("Links"), formatCount(links.distances.size()),
           links.left.empty() ? std::string(tr("Lines drawn.")) : filled(tr("Lines drawn: %1."), engineText(links.left)));
  valueRow(tr("Found in"), formatMilliseconds(links.milliseconds), tr("Wall time of the search, building what it needs included."));
  if (!input.session.view.style(LayerId::links).colour) distanceBar(input, links);
  if (links.degrees.size() > 1) degreeHistogram(links);
}

}  // namespace arete
