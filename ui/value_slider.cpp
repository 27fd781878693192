// Dear ImGui's own logarithmic slider takes its smallest step from the printed digits, so it cannot reach a radius of 1e-6.
#include <algorithm>
#include <cmath>

#define IMGUI_DEFINE_MATH_OPERATORS
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/focus.h"
#include "ui/palette.h"
#include "ui/widgets.h"

namespace arete {

static constexpr int kSliderDigits = 3;        // of a dragged value
static constexpr double kZeroShare = 0.03;     // of a logarithmic slider from 0: the part that means 0
static constexpr double kDecadesFromZero = 6;  // and where its scale begins, below the maximum
static constexpr float kGrabWidth = 3;

static double lowestPositive(const SliderRange& range) { return range.minimum > 0 ? range.minimum : range.maximum * std::pow(10, -kDecadesFromZero); }

static double shareOf(double value, const SliderRange& range) {
  if (!range.logarithmic) return std::clamp((value - range.minimum) / (range.maximum - range.minimum), 0.0, 1.0);
  const double low = lowestPositive(range), zero = range.minimum > 0 ? 0 : kZeroShare;
  if (value < low) return range.minimum > 0 ? 0 : value > 0 ? zero : 0;
  return std::clamp(zero + (1 - zero) * std::log(value / low) / std::log(range.maximum / low), 0.0, 1.0);
}

static double roundedTo(double value, int digits) {
  if (value == 0) return 0;
  const double step = std::pow(10, std::floor(std::log10(std::abs(value))) - (digits - 1));
  return step < 1 ? std::round(value / step) / std::round(1 / step)
                  : std::round(value / step) * step;  // 1/step is an integer: no 0.30000000000000004
}

static double valueAt(double share, const SliderRange& range) {
  const double low = lowestPositive(range), zero = range.minimum > 0 ? 0 : kZeroShare;
  double value = range.minimum + share * (range.maximum - range.minimum);
  if (range.logarithmic) value = share < zero ? 0 : low * std::pow(range.maximum / low, (share - zero) / (1 - zero));
  value = range.integer ? std::round(value) : roundedTo(value, kSliderDigits);
  return std::clamp(value, range.minimum, range.maximum);
}

/// The next value by the arrow keys: a hundredth of the slider, a tenth with Shift; at least one where values are whole.
static double stepped(double value, int direction, const SliderRange& range) {
  constexpr double kStep = 0.01, kLargeStep = 0.1;
  const double next = valueAt(std::clamp(shareOf(value, range) + direction * (ImGui::GetIO().KeyShift ? kLargeStep : kStep), 0.0, 1.0), range);
  return range.integer && next == value ? std::clamp(value + direction, range.minimum, range.maximum) : next;
}

/// The field fills up to the value; the handle stays below the number, which it would otherwise hide.
static void draw(const ImRect& box, float share, bool hot, bool on, const std::string& shown) {
  constexpr float kLine = 3, kHandleWidth = 5, kHandleHeight = 7;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Palette& colours = palette();
  const auto faded = [alpha = ImGui::GetStyle().Alpha](ImU32 colour) {
    return alpha < 1 ? ImGui::GetColorU32(ImGui::ColorConvertU32ToFloat4(colour)) : colour;
  };
  list.AddRectFilled(box.Min, box.Max, faded(on ? colours.fieldOn : hot ? colours.fieldHot : colours.field), kRounding);
  const float x = box.Min.x + kGrabWidth + share * (box.GetWidth() - 2 * kGrabWidth);
  list.PushClipRect(box.Min, {x, box.Max.y}, true);
  list.AddRectFilled(box.Min, box.Max, faded(colours.accentSoft), kRounding);
  list.PopClipRect();
  list.PushClipRect({box.Min.x, box.Max.y - kLine}, {x, box.Max.y}, true);
  list.AddRectFilled(box.Min, box.Max, faded(colours.accent), kRounding);
  list.PopClipRect();
  const float half = (hot || on ? kHandleWidth + 2 : kHandleWidth) / 2;
  list.AddRectFilled({x - half, box.Max.y - kHandleHeight + 1}, {x + half, box.Max.y + 1}, faded(colours.accent), half);
  const ImVec2 size = ImGui::CalcTextSize(shown.c_str());
  list.AddText({std::round(box.GetCenter().x - size.x / 2), std::round(box.GetCenter().y - size.y / 2 - 1)}, faded(colours.text), shown.c_str());
}

/// The number field over a slider. What is typed counts when the field is left, so that "0.05" is not first 0, then 0.0, then 0.05.
static WidgetEdit typed(const ImRect& box, ImGuiID itemId, const char* id, double& value, const SliderRange& range) {
  static struct {
    ImGuiID item = 0;
    double value = 0;
  } pending;
  if (!ImGui::TempInputIsActive(itemId)) pending = {itemId, value};
  for (ImWchar& each : ImGui::GetIO().InputQueueCharacters)
    if (each == ',') each = '.';  // numbers have a point everywhere, and a comma is taken for it
  ImGui::TempInputScalar(box, itemId, id, ImGuiDataType_Double, &pending.value, "%.7g");
  if (!ImGui::IsItemDeactivated()) return {};
  double given = std::isfinite(pending.value) ? std::clamp(pending.value, range.typedMinimum, range.typedMaximum) : value;
  if (range.integer) given = std::round(given);
  if (given == value) return {};
  value = given;
  return {true, true};
}

WidgetEdit valueSlider(const char* id, double& value, const SliderRange& range, const std::string& shown) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (window->SkipItems) return {};
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiID itemId = window->GetID(id);
  const ImVec2 corner = window->DC.CursorPos;
  const ImRect box(corner, corner + ImVec2(ImGui::CalcItemWidth(), kRowHeight));
  const bool wasTyping = ImGui::TempInputIsActive(itemId);
  ImGui::ItemSize(box);
  if (!ImGui::ItemAdd(box, itemId, &box, ImGuiItemFlags_Inputable)) return {};
  const bool hot = ImGui::ItemHoverable(box, itemId), clicked = hot && g.IO.MouseClicked[0];
  if (wasTyping || (clicked && g.IO.KeyCtrl) || g.NavActivateInputId == itemId ||
      (g.LastItemData.StatusFlags & ImGuiItemStatusFlags_FocusedByTabbing))
    return typed(box, itemId, id, value, range);

  if (clicked) {
    ImGui::SetActiveID(itemId, window);
    ImGui::SetFocusID(itemId, window);
    ImGui::FocusWindow(window);
  }
  WidgetEdit edit;
  const bool on = g.ActiveId == itemId;
  if (on && !g.IO.MouseDown[0]) ImGui::ClearActiveID();
  if (on && g.IO.MouseDown[0]) {
    const double dragged = valueAt(std::clamp((g.IO.MousePos.x - box.Min.x - kGrabWidth) / (box.GetWidth() - 2 * kGrabWidth), 0.0f, 1.0f), range);
    if (dragged != value) {
      value = dragged;
      edit.changed = true;
      ImGui::MarkItemEdited(itemId);
    }
  }
  edit.finished = ImGui::IsItemDeactivatedAfterEdit();
  if (const int direction = arrowsOnItem(); direction != 0) {
    value = stepped(value, direction, range);
    edit = {true, true};
  }
  draw(box, float(shareOf(value, range)), hot, on, shown);
  return edit;
}

}  // namespace arete
