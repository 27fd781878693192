// The result: what the curve is in numbers, what speaks against it, and what can be done with it.
#include <algorithm>
#include <array>
#include <cfloat>
#include <numeric>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/focus.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/window_words.h"

namespace arete {

static constexpr int kResultDigits = 5;

void valueRow(std::string_view label, std::string_view value, std::string_view help) {
  constexpr float kLeastLabelShare = 0.4f;  // of the row, of labels that need as much: a number is worth more than its name
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x, right = left + width;
  const float valueWidth = ImGui::CalcTextSize(value.data(), value.data() + value.size()).x;
  clippedText(label, std::max(width - valueWidth - ImGui::GetStyle().ItemSpacing.x, kLeastLabelShare * width), palette().dim);
  tooltip(label, help);
  ImGui::SameLine();
  const float room = right - ImGui::GetCursorPosX();
  const std::string shown = clipped(value, room);
  ImGui::SetCursorPosX(right - ImGui::CalcTextSize(shown.c_str()).x);
  coloured(palette().text, shown);
}

/// A number above its name.
struct Figure {
  const char* control;  ///< its name as a control, whatever the number and the language
  const char* name;
  uint64_t value;
  std::string help;
};

static float nameWidth(const Figure& figure) {
  const ImFont* const small = font(FontRole::small);
  return small->CalcTextSizeA(small->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0, figure.name).x;
}

static void drawFigure(const Figure& figure, float width) {
  const float scale = ImGui::GetIO().FontGlobalScale;
  ImFont *const strong = font(FontRole::strong), *const small = font(FontRole::small);
  const float strongSize = strong->FontSize * scale, smallSize = small->FontSize * scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(figure.control, {width, strongSize + smallSize + 3});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(strong, strongSize, at, palette().text, formatShortCount(figure.value).c_str());
  list.AddText(small, smallSize, {at.x, at.y + strongSize + 1}, palette().dim, figure.name);
  tooltip(figure.name, figure.help);
}

/// What the curve is made of, side by side.
static void drawFigures(const Curve& curve) {
  const std::array<Figure, 4> figures = {{
      {"lines", trCount(curve.polylines.size(), "line", "lines"), curve.polylines.size(),
       filled(trCount(curve.components, "Between ends and junctions, and closed ones: what is exported. They are %1 separate piece through %2 nodes.",
                      "Between ends and junctions, and closed ones: what is exported. They are %1 separate pieces through %2 nodes."),
              formatCount(curve.components), formatCount(curve.nodes.size()))},
      {"junctions", trCount(curve.junctions, "junction", "junctions"), curve.junctions, tr("Nodes with more than two edges: there lines meet.")},
      {"ends", trCount(curve.ends, "end", "ends"), curve.ends, tr("Nodes with one edge only.")},
      {"loops", trCount(curve.loops, "loop", "loops"), curve.loops, tr("Closed ways that do not follow from others: edges − nodes + pieces.")},
  }};
  std::array<float, 4> widths{};  // of the names; what is left over is shared equally
  std::ranges::transform(figures, widths.begin(), [](const Figure& figure) { return nameWidth(figure); });
  const float left = ImGui::GetContentRegionAvail().x - 3 * kGap - std::reduce(widths.begin(), widths.end());
  for (size_t i = 0; i < figures.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, kGap);
    drawFigure(figures[i], widths[i] + left / float(figures.size()));
  }
}

static void drawCurve(const PanelInput& input) {
  const Frame& frame = *input.frame;
  const bool drawn = showsCurve(frame, input.session.view, {input.size.width, input.size.height, 1});
  const bool has = frame.curveKnown && (frame.finished || !frame.curve.edges.empty());
  if (!has || !drawn)
    valueRow(tr("Nodes"), formatCount(frame.chosen.size()), tr("Points that move towards the ridge and become the nodes of the curve."));
  if (!has) return;
  if (!drawn)
    return wrapped(palette().dim, tr("The lines are drawn once there are few enough to leave the cloud in sight; zoom in to see them now."));
  drawFigures(frame.curve);
  valueRow(tr("Length"), withUnit(formatNumber(frame.curve.length, kResultDigits), input.cloud.unit),
           tr("Sum of the lengths of all edges, in the cloud's units."));
}

/// The one thing to do while there is no finished curve.
static void drawWayToIt(const PanelInput& input, PanelOutput& output) {
  constexpr uint64_t kFewest = 3;
  if (input.activity != Activity::ready || input.playing || (input.cloud.points > 0 && input.cloud.points < kFewest)) return;
  const char* const text = input.session.job.curveKind() == CurveKind::network ? tr("Find the network") : tr("Find the chains");
  if (accentButton(text, {ImGui::GetContentRegionAvail().x, kRowHeight})) output.actions.push_back(Action::toEnd);
  tooltip(Action::toEnd);
}

static void drawActions(PanelOutput& output) {
  static constexpr std::pair<const char*, Action> kActions[] = {
      {mark("Edit"), Action::editCurve}, {mark("Explore R1"), Action::exploreRadius}, {mark("Export…"), Action::exportResult}};
  const float width = (ImGui::GetContentRegionAvail().x - 2 * kGap) / float(std::size(kActions));
  for (const auto& [text, action] : kActions) {
    if (action != kActions[0].second) ImGui::SameLine();
    if (ImGui::Button(tr(text), {width, kRowHeight})) output.actions.push_back(action);
    tooltip(action);
  }
}

/// Chains have no junctions: who wonders is told why, and where there are some.
static void drawJunctionNote(const PanelInput& input, PanelOutput& output) {
  if (input.session.job.curveKind() != CurveKind::chains || !input.frame->finished) return;
  if (textLink(tr("Find a network with junctions"))) {
    edited(input, output).job.params.set(kCurveParam, double(CurveKind::network));
    output.editFinished = true;
  }
  tooltip(tr("Network"),
          tr("Chains have no junctions, by their definition: decimate leaves each point two neighbours at most. A network has junctions, ends and "
             "loops. Undo, or Chains at the top, brings the chains back."));
}

void drawResult(const PanelInput& input, PanelOutput& output) {
  if (input.outdated || !input.frame) {
    wrapped(palette().dim, input.outdated ? whyNoStep(input) + "." : std::string(tr("Nothing is computed yet.")));
    return drawWayToIt(input, output);
  }
  if (!input.frame->doubt.empty()) wrapped(palette().warning, engineText(inWindowWords(input.frame->doubt)));
  drawCurve(input);
  explanationRow(input, output);
  if (input.session.job.curveKind() == CurveKind::network) confidenceRows(input, output);
  input.frame->finished ? drawActions(output) : drawWayToIt(input, output);
  drawJunctionNote(input, output);
}

void drawQuality(const PanelInput& input) {
  for (const QualityLine& row : input.curve.quality)
    valueRow(tr(std::string_view(row.label)), withUnit(formatNumber(row.value, kResultDigits), row.unit), row.help);
}

}  // namespace arete
