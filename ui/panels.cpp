#include "ui/panels.h"

#include <algorithm>
#include <cmath>

#include "compute/text/translate.h"
#include "ui/focus.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/style.h"

namespace arete {

static constexpr float kSmallestRight = 220, kLargestRightShare = 0.5f, kSmallestBottom = 76, kSmallestWithPlot = 118, kLargestBottomShare = 0.5f;
static constexpr float kFoldedRight = 26, kFoldedBottom = 26, kEdge = 5;  ///< edge: what can be dragged
static constexpr ImGuiWindowFlags kPanelFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                                ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                                ImGuiWindowFlags_NoCollapse;

PanelLayout& editedLayout(const PanelInput& input, PanelOutput& output) {
  if (!output.layout) output.layout = input.layout;
  return *output.layout;
}

/// The layout: the panels take what they need and leave the rest to the picture.
struct Areas {
  Area right, bottom, free;
};

static Areas areasOf(const PanelInput& input, bool panels) {
  const auto width = float(input.size.width), height = float(input.size.height);
  Areas areas{{}, {}, {0, 0, width, height}};
  if (!panels) return areas;
  const float wantedRight = std::clamp(float(input.layout.rightWidth), kSmallestRight, std::max(kSmallestRight, width * kLargestRightShare));
  constexpr float kLowPicture = 640;  // there nobody who has not asked for it gets the plot, but more of the picture
  const bool low = input.layout.bottomHeight == PanelLayout().bottomHeight && height < kLowPicture;
  const float wantedBottom =
      std::clamp(low ? kSmallestBottom : float(input.layout.bottomHeight), kSmallestBottom, std::max(kSmallestBottom, height * kLargestBottomShare));
  const float right = std::min(input.layout.rightOpen ? wantedRight : kFoldedRight, width);
  const float bottom = std::min(input.layout.bottomOpen ? wantedBottom : kFoldedBottom, height);
  areas.bottom = {0, height - bottom, width, bottom};
  areas.right = {width - right, 0, right, height - bottom};
  areas.free = {0, 0, width - right, height - bottom};
  return areas;
}

static bool beginPanel(const char* name, Area area, ImVec2 padding, ImGuiWindowFlags flags = 0) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  const bool open = ImGui::Begin(name, nullptr, kPanelFlags | flags);
  ImGui::PopStyleVar(2);
  return open;
}

/// A strip on the inner edge of a panel that is dragged to resize it; returns the distance.
static float edgeDrag(const char* id, Area strip, ImGuiMouseCursor cursor, bool across) {
  ImGui::SetCursorScreenPos({strip.x, strip.y});
  ImGui::InvisibleButton(id, {strip.width, strip.height});
  const bool active = ImGui::IsItemActive();
  if (ImGui::IsItemHovered() || active) {
    ImGui::SetMouseCursor(cursor);
    ImGui::GetWindowDrawList()->AddRectFilled({strip.x, strip.y}, {strip.x + (across ? 2 : strip.width), strip.y + (across ? strip.height : 2)},
                                              palette().accent);
  }
  if (!active) return 0;
  return across ? -ImGui::GetIO().MouseDelta.x : -ImGui::GetIO().MouseDelta.y;
}

static void line(ImVec2 from, ImVec2 to) { ImGui::GetWindowDrawList()->AddLine(from, to, palette().line); }

/// A line on the edge of a panel, where its padding would cut it off.
static void border(ImVec2 from, ImVec2 to) {
  ImGui::GetWindowDrawList()->PushClipRectFullScreen();
  line(from, to);
  ImGui::GetWindowDrawList()->PopClipRect();
}

/// The square in a corner of a panel that folds it.
static bool foldButton(const char* id, Area square, Icon icon, const char* help) {
  ImGui::SetCursorScreenPos({square.x, square.y});
  const bool pressed = ImGui::InvisibleButton(id, {square.width, square.height});
  const ImU32 colour = ImGui::IsItemHovered() ? palette().text : palette().faint;
  drawIcon(*ImGui::GetWindowDrawList(), icon, {square.x + square.width / 2, square.y + square.height / 2}, 11, colour);
  tooltip(help);
  return pressed;
}

bool section(const PanelInput& input, PanelOutput& output, Section section, const char* title) {
  const bool open = (input.layout.foldedSections & bitOf(section)) == 0;
  if (ImGui::GetCursorPosY() > ImGui::GetCursorStartPos().y) {  // not the first one
    ImGui::Dummy({0, 1});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    line({at.x, at.y}, {at.x + ImGui::GetContentRegionAvail().x, at.y});
    ImGui::Dummy({0, 0});
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight() + 4;
  if (ImGui::InvisibleButton(title, {ImGui::GetContentRegionAvail().x, height})) editedLayout(input, output).foldedSections ^= bitOf(section);
  focusStop();
  drawIcon(*ImGui::GetWindowDrawList(), open ? Icon::down : Icon::right, {at.x + 5, at.y + height / 2}, 10,
           ImGui::IsItemHovered() ? palette().text : palette().faint);
  ImGui::PushFont(font(FontRole::strong));
  ImGui::GetWindowDrawList()->AddText({at.x + 18, at.y + 2}, palette().text, title);
  ImGui::PopFont();
  return open;
}

/// What is searched for and what came of it: nothing stands between the two.
static void drawCurveTab(const PanelInput& input, PanelOutput& output) {
  const bool network = input.session.job.curveKind() == CurveKind::network;
  if (section(input, output, Section::find, tr("Find"))) drawFind(input, output);
  if (section(input, output, Section::result, tr("Result"))) drawResult(input, output);
  if (input.session.view.style(LayerId::links).visible && section(input, output, Section::neighbours, tr("Neighbours")))
    drawNeighbours(input, output);
  if (!input.curve.quality.empty() && section(input, output, Section::quality, tr("Quality"))) drawQuality(input);
  if (network && section(input, output, Section::confidence, tr("Confidence"))) drawConfidence(input, output);
  if (section(input, output, Section::advanced, tr("Advanced"))) drawAdvanced(input, output);
}

static void drawLabTab(const PanelInput& input, PanelOutput& output) {
  drawLabTools(output);
  if (section(input, output, Section::versions, tr("Versions"))) drawVersions(input, output);
  if (input.session.job.curveKind() == CurveKind::chains && section(input, output, Section::tiles, tr("Tiles"))) drawTiles(input, output);
  if (section(input, output, Section::computing, tr("Computing"))) drawComputing(input, output);
  if (input.frame && section(input, output, Section::times, tr("Times"))) drawTimes(*input.frame);
  if (section(input, output, Section::device, tr("Device"))) drawDevice(input, output);
}

/// The names of the tabs over the sections, the shown one underlined.
static void drawTabs(const PanelInput& input, PanelOutput& output, Area row) {
  static constexpr struct {
    PanelTab tab;
    const char *name, *help;
  } kTabs[] = {{PanelTab::curve, mark("Curve"), mark("What is searched for, and what was found.")},
               {PanelTab::lab, mark("Lab"), mark("How it is computed: versions, tiles, threads, times, device, races.")}};
  constexpr float kBeside = 10, kLine = 2;
  float x = row.x;
  ImGui::PushFont(font(FontRole::strong));
  for (const auto& [tab, english, help] : kTabs) {
    const char* const name = tr(english);
    const ImVec2 size = ImGui::CalcTextSize(name);
    const bool shown = input.layout.tab == tab;
    ImGui::SetCursorScreenPos({x, row.y});
    if (ImGui::InvisibleButton(name, {size.x + 2 * kBeside, row.height})) editedLayout(input, output).tab = tab;
    const ImU32 colour = shown || ImGui::IsItemHovered() ? palette().text : palette().dim;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({x + kBeside, row.y + (row.height - size.y) / 2}, colour, name);
    if (shown) list.AddRectFilled({x + kBeside, row.bottom() - kLine}, {x + kBeside + size.x, row.bottom()}, palette().accent);
    x += size.x + 2 * kBeside;
    ImGui::PopFont();
    tooltip(tr(help));
    ImGui::PushFont(font(FontRole::strong));
  }
  ImGui::PopFont();
  line({row.x, row.bottom()}, {row.right(), row.bottom()});
}

static void drawRight(const PanelInput& input, PanelOutput& output, Area area) {
  constexpr float kSquare = 24, kTabHeight = 28;
  const bool open = input.layout.rightOpen;
  if (beginPanel("##right", area, {0, 0}, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    border({area.x, area.y}, {area.x, area.bottom()});
    if (!open) {
      if (foldButton("##unfold", {area.x, area.y, area.width, area.height}, Icon::left, tr("Parameters and results")))
        editedLayout(input, output).rightOpen = true;
    } else {
      const float drag = edgeDrag("##edge", {area.x, area.y, kEdge, area.height}, ImGuiMouseCursor_ResizeEW, true);
      if (drag != 0) editedLayout(input, output).rightWidth = area.width + drag;
      drawTabs(input, output, {area.x + kEdge, area.y, area.width - kEdge, kTabHeight});
      if (foldButton("##fold", {area.right() - kSquare - 4, area.y + 2, kSquare, kSquare}, Icon::right, tr("Fold this panel")))
        editedLayout(input, output).rightOpen = false;
      ImGui::SetCursorScreenPos({area.x + kEdge, area.y + kTabHeight + 1});
      ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(kPadding - kEdge + 3, kGap + 2));
      if (ImGui::BeginChild(input.layout.tab == PanelTab::lab ? "sections of the lab" : "sections", {0, 0}, false,
                            ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NavFlattened)) {
        input.layout.tab == PanelTab::lab ? drawLabTab(input, output) : drawCurveTab(input, output);
        ImGui::Dummy({0, kGap});
      }
      ImGui::EndChild();
      ImGui::PopStyleVar();
    }
  }
  ImGui::End();
}

/// The plot gets the right part of the bottom panel; less where there is little room.
static float plotWidth(float width) {
  constexpr float kShare = 0.36f, kSmallest = 250, kLargest = 620;
  return std::clamp(width * kShare, kSmallest, kLargest);
}

static void drawBottom(const PanelInput& input, PanelOutput& output, Area area) {
  constexpr float kSquare = 20, kBetween = 20;
  if (beginPanel("##bottom", area, {kPadding, kGap}, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    border({area.x, area.y}, {area.right(), area.y});
    if (!input.layout.bottomOpen) {
      if (foldButton("##unfold", area, Icon::up, tr("Steps and plot"))) editedLayout(input, output).bottomOpen = true;
      ImGui::SetCursorScreenPos({area.x + kPadding, area.y + (area.height - ImGui::GetTextLineHeight()) / 2});
      if (input.frame) coloured(palette().dim, describeStep(*input.frame, input.frame->step));
    } else {
      const float drag = edgeDrag("##edge", {area.x, area.y, area.width, kEdge}, ImGuiMouseCursor_ResizeNS, false);
      if (drag != 0) editedLayout(input, output).bottomHeight = area.height + drag;
      const bool withPlot = area.height >= kSmallestWithPlot;
      const float plot = withPlot ? plotWidth(area.width) : 0, left = area.width - plot - 2 * kPadding - (withPlot ? kBetween : 0) - kSquare;
      const Area stepping{area.x + kPadding, area.y + kPadding, left, area.height - 2 * kPadding};
      ImGui::SetCursorScreenPos({stepping.x, stepping.y});
      ImGui::BeginChild("stepping", {stepping.width, stepping.height}, false,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NavFlattened);
      drawStepping(input, output, left, !withPlot);
      ImGui::EndChild();
      const float x = stepping.right() + kBetween;
      if (withPlot) {
        line({x - kBetween / 2, area.y + kPadding}, {x - kBetween / 2, area.bottom() - kPadding});
        drawPlot(input, output, {x, area.y + kPadding - 2, plot, area.height - 2 * kPadding + 4});
      }
      if (foldButton("##fold", {area.right() - kSquare - 4, area.y + kPadding - 4, kSquare, kSquare}, Icon::down, tr("Fold this panel")))
        editedLayout(input, output).bottomOpen = false;
    }
  }
  ImGui::End();
}

PanelOutput drawPanels(const PanelInput& input) {
  PanelOutput output;
  if (input.size.width <= 0 || input.size.height <= 0) return output;
  applyStyle(input.session.view.theme);
  beginFocus();
  const bool panels = input.visible && (input.frame != nullptr || input.activity == Activity::ready || input.activity == Activity::running);
  const Areas areas = areasOf(input, panels);
  const LegendAreas legend = drawLegend(input, areas.free);
  drawMeasure(input);
  drawArea(input, areas.free);
  drawCallouts(input, legend);
  if (panels) {
    drawRight(input, output, areas.right);
    drawBottom(input, output, areas.bottom);
  }
  drawState(input, output, areas.free);
  endFocus(input);
  output.coveredRight = areas.right.width;
  output.coveredBottom = std::max<double>(output.coveredBottom, areas.bottom.height);  // the card of a file that is loading is there too
  if (const std::optional<double> next = nextOfTooltip()) output.animating = output.animating || *next == 0, output.drawAgainIn = *next;
  return output;
}

}  // namespace arete
