// The result: the curve in numbers, where the time went, the quality.
#include <algorithm>

#include "render/overlay.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"
#include "ui/window_words.h"

namespace arete {

static constexpr int kResultDigits = 5;
static constexpr size_t kHashDigits = 12;

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

static void hashRow(const std::string& hash) {
  valueRow("Hash", hash.substr(0, kHashDigits) + "…",
           "SHA-256 over the bits of the chosen points and the edges: equal hashes, equal answers. Click to copy it.");
  if (ImGui::IsItemClicked()) ImGui::SetClipboardText(hash.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip("Click to copy", hash);
}

void drawCurveResult(const Frame& frame, bool drawn) {
  const bool network = frame.job.curveKind() == CurveKind::network;
  valueRow(network ? "Nodes" : "Chosen points", formatCount(frame.chosen.size()),
           "Points that move towards the ridge and become the nodes of the curve.");
  if (!frame.doubt.empty()) wrapped(palette().warning, inWindowWords(frame.doubt));
  if (!frame.curveKnown) return wrapped(palette().faint, "The curve is drawn as soon as order has run on this step.");
  if (!drawn)
    wrapped(palette().faint, network ? "Drawn once the spanner has joined the nodes. What the witnesses say would hide the cloud: zoom in to see it."
                                     : "Drawn once decimate has thinned the chosen points. Until then it would hide the cloud: zoom in to see it.");
  const Curve& curve = frame.curve;
  valueRow("Components", formatCount(curve.components), "Separate pieces of curve.");
  valueRow("Loops", formatCount(curve.loops), "Closed ways that do not follow from others: edges − nodes + components.");
  valueRow("Ends", formatCount(curve.ends), "Nodes with one edge only.");
  valueRow("Junctions", formatCount(curve.junctions), "Nodes with more than two edges: there polylines split.");
  valueRow("Polylines", formatCount(curve.polylines.size()), "Lines that are exported: chains between ends and junctions, and closed ones.");
  valueRow("Length", formatNumber(curve.length, kResultDigits), "Sum of the lengths of all edges, in the cloud's units.");
  if (!frame.hash.empty()) hashRow(frame.hash);
}

/// A line of the table: name, bar in proportion, time; the tooltip says how much of it was the GPU's.
static void drawTime(const TimeRow& row, const Frame& frame, float labelWidth) {
  const double milliseconds = frame.times[row.what], onDevice = frame.deviceTimes[row.what], total = frame.times.total();
  constexpr float kValueWidth = 68, kBarHeight = 6;
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  coloured(palette().dim, row.id);
  tooltip(row.id,
          std::string(row.help) + (onDevice > 0 ? "\nOn the GPU, between CUDA events: " + formatMilliseconds(onDevice) + "." : std::string()));
  ImGui::SameLine(left + labelWidth);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(0.0f, width - labelWidth - kValueWidth), share = total > 0 ? float(std::clamp(milliseconds / total, 0.0, 1.0)) : 0;
  const float y = at.y + (ImGui::GetTextLineHeight() - kBarHeight) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, y}, {at.x + room, y + kBarHeight}, palette().field, kBarHeight / 2);
  if (share > 0) list.AddRectFilled({at.x, y}, {at.x + std::max(kBarHeight, share * room), y + kBarHeight}, palette().evolve, kBarHeight / 2);
  const std::string value = formatMilliseconds(milliseconds);
  ImGui::SetCursorPosX(left + width - ImGui::CalcTextSize(value.c_str()).x);
  coloured(palette().text, value);
}

void drawTimes(const Frame& frame) {
  const float labelWidth = stageLabelWidth(frame.plan.stages());
  for (const TimeRow& row : timeRows(frame.plan))
    if (row.use != StageUse::tiles || frame.times[row.what] > 0) drawTime(row, frame, labelWidth);
  ImGui::Separator();
  valueRow("Together", formatMilliseconds(frame.times.total()), "Wall time spent up to the furthest step computed.");
  if (const double onDevice = frame.deviceTimes.total(); onDevice > 0)
    valueRow("On the GPU", formatMilliseconds(onDevice), "The part between CUDA events around the stages; the rest is the host's.");
  if (!frame.device.empty()) wrapped(palette().faint, frame.device);
}

void drawQuality(const PanelInput& input) {
  for (const QualityLine& row : input.curve.quality) valueRow(row.label, withUnit(formatNumber(row.value, kResultDigits), row.unit), row.help);
}

}  // namespace arete
