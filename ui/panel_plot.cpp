// Counters that are also the switches of the plot under them: one value per step, the present step marked.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/focus.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

struct Series {
  const char* label;
  const char* help;
  float share;                  ///< of the width of all counters
  bool logarithmic, movesOnly;  ///< movesOnly: no other step has a value
  double (*value)(const StepRecord&);
  std::string (*shown)(double);
  bool evolveOnly = false;  ///< networks have no such value
};

static std::string shownCount(double value) { return formatShortCount(uint64_t(std::llround(std::max(value, 0.0)))); }

static constexpr std::array<Series, 4> kSeries = {{
    {mark("Nodes"), mark("Chosen points, or nodes, after the step. Red steps remove some."), 0.24f, false, false,
     [](const StepRecord& record) { return double(record.chosen); }, shownCount},
    {mark("Moved"), mark("Chosen points that moved in this step; iterations of evolve and of the ridge shift end when none does."), 0.23f, true, true,
     [](const StepRecord& record) { return double(record.moved); }, shownCount},
    {mark("Time"), mark("Time of the step: by the GPU's clock where it computes, else wall time."), 0.28f, true, false,
     [](const StepRecord& record) { return record.device_ms > 0 ? record.device_ms : record.milliseconds; }, formatMilliseconds},
    {mark("Rechecked"), mark("Points rechecked: cloud points whose nearest chosen point had to be searched for: the work of an evolve iteration."),
     0.25f, true, true, [](const StepRecord& record) { return double(record.lookedAt); }, shownCount, true},
}};

static StepEffect effectOf(const StepRecord& record) { return stageInfo(record.stage).effect; }

static bool has(const Series& series, const StepRecord& record) {
  if (series.evolveOnly && record.stage != Stage::evolve) return false;
  return !series.movesOnly || effectOf(record) == StepEffect::moves;
}

/// Maps values to pixels, linearly from 0 or logarithmically over whole decades; values without a logarithm are on the bottom line.
struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;

  float share(double value) const {
    if (!logarithmic) return float(std::clamp((value - low) / (high - low), 0.0, 1.0));
    return value <= low ? 0 : float(std::clamp(std::log10(value / low) / std::log10(high / low), 0.0, 1.0));
  }
};

static Axis axisOf(const Series& series, const std::vector<StepRecord>& history) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const StepRecord& record : history) {
    if (!has(series, record)) continue;
    const double value = series.value(record);
    high = std::max(high, value);
    if (value > 0) low = std::min(low, value);
  }
  if (!(high > 0)) return {0, 1, false};
  if (!series.logarithmic) {
    constexpr int kParts = 4;
    const double step = niceStep(high / kParts * 2);
    return {0, std::ceil(high / step) * step, false};
  }
  const double bottom = std::pow(10, std::floor(std::log10(low))), top = std::pow(10, std::ceil(std::log10(high)));
  return {bottom, top > bottom ? top : bottom * 10, true};
}

static ImVec2 smallExtent(const std::string& text) { return font(FontRole::small)->CalcTextSizeA(smallSize(), FLT_MAX, 0, text.c_str()); }

static void smallLabel(ImDrawList& list, ImVec2 at, ImU32 colour, const std::string& text, float alignX) {
  const ImVec2 extent = smallExtent(text);
  list.AddText(font(FontRole::small), smallSize(), {std::round(at.x - alignX * extent.x), std::round(at.y - extent.y / 2)}, colour, text.c_str());
}

/// Horizontal lines with numbers: the ends, and the middle where there is room.
static void drawGrid(ImDrawList& list, const Series& series, const Axis& axis, Area box) {
  constexpr float kLeastGap = 18;
  std::vector<double> ticks = {axis.low, axis.high};
  if (axis.logarithmic) {
    const int decades = int(std::lround(std::log10(axis.high / axis.low))),
              every = std::max(1, int(std::ceil(float(decades) * kLeastGap / box.height)));
    for (int k = every; k < decades; k += every)
      if (float(decades - k) / float(decades) * box.height >= kLeastGap) ticks.push_back(axis.low * std::pow(10, k));
  } else if (box.height >= 2 * kLeastGap) {
    ticks.push_back((axis.low + axis.high) / 2);
  }
  for (const double tick : ticks) {
    const float y = box.bottom() - axis.share(tick) * box.height;
    list.AddLine({box.x, y}, {box.right(), y}, palette().line);
    smallLabel(list, {box.x - 5, y}, palette().dim, series.shown(tick), 1);
  }
}

static void drawSteps(ImDrawList& list, size_t steps, Area box) {
  if (steps < 2) return;
  constexpr float kPerTick = 60;
  const double every = std::max(1.0, niceStep(double(steps - 1) / std::max(1.0f, box.width / kPerTick)) * 2);
  const float y = box.bottom() + 8;
  static constexpr const char* kName = mark("steps");
  const float room = box.right() - smallExtent(tr(kName)).x - kGap;
  for (double step = 0; step <= double(steps - 1); step += every) {
    const float x = box.x + box.width * float(step / double(steps - 1));
    list.AddLine({x, box.bottom()}, {x, box.bottom() + 3}, palette().faint);
    const std::string number = formatCount(uint64_t(step));
    if (x + smallExtent(number).x / 2 < room) smallLabel(list, {x, y}, palette().dim, number, step == 0 ? 0 : 0.5f);
  }
  smallLabel(list, {box.right(), y}, palette().faint, tr(kName), 1);
}

/// One line per column of pixels at most: lowest to highest value of the steps that fall on it.
static void drawCurveOf(ImDrawList& list, const Series& series, const Axis& axis, const std::vector<StepRecord>& history, Area box) {
  const auto last = float(std::max<size_t>(history.size() - 1, 1));
  const auto xAt = [&](size_t step) { return box.x + box.width * float(step) / last; };
  constexpr float kDot = 1.5f, kDenseFrom = 4;  // dots only where steps are that far apart
  const bool dots = box.width / last >= kDenseFrom;
  bool first = true;
  ImVec2 before;
  for (size_t step = 0; step < history.size();) {
    const float column = std::floor(xAt(step));
    float low = 2, high = -1, lastShare = 0;
    bool removes = false;
    for (; step < history.size() && std::floor(xAt(step)) == column; ++step) {
      if (!has(series, history[step])) continue;
      lastShare = axis.share(series.value(history[step]));
      low = std::min(low, lastShare), high = std::max(high, lastShare);
      removes = removes || effectOf(history[step]) == StepEffect::removes;
    }
    if (high < 0) continue;
    const ImVec2 here(column + 0.5f, box.bottom() - lastShare * box.height);
    if (!first) list.AddLine(before, {here.x, box.bottom() - (before.y < here.y ? low : high) * box.height}, palette().evolve, 1.5f);
    if (high > low) list.AddLine({here.x, box.bottom() - low * box.height}, {here.x, box.bottom() - high * box.height}, palette().evolve, 1.5f);
    if (removes || dots) list.AddCircleFilled(here, removes ? kDot + 1 : kDot, removes ? palette().decimate : palette().evolve, 8);
    before = here, first = false;
  }
}

/// A counter: name and present value; pressed, the plot shows it.
static bool counter(const Series& series, const std::string& value, bool on, ImVec2 size) {
  ImGui::PushID(series.label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("##counter", size);
  const Palette& colours = palette();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || ImGui::IsItemHovered()) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, on ? colours.field : colours.fieldHot, kRounding);
  if (on) list.AddRectFilled({at.x + 8, at.y + size.y - 2}, {at.x + size.x - 8, at.y + size.y}, colours.accent);
  list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  const float scale = ImGui::GetIO().FontGlobalScale;
  list.AddText(font(FontRole::small), font(FontRole::small)->FontSize * scale, {at.x + 8, at.y + 3}, on ? colours.text : colours.dim,
               tr(series.label));
  list.AddText(font(FontRole::strong), font(FontRole::strong)->FontSize * scale, {at.x + 8, at.y + 16}, colours.text, value.c_str());
  list.PopClipRect();
  tooltip(tr(series.label), tr(series.help));
  ImGui::PopID();
  return pressed;
}

static const StepRecord* lastWith(const Series& series, const Frame& frame) {
  for (size_t step = frame.step + size_t(1); step-- > 0;)
    if (has(series, (*frame.history)[step])) return &(*frame.history)[step];
  return nullptr;
}

static size_t drawCounters(const PanelInput& input, Area area, float height) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("##series");
  float x = area.x;
  for (size_t i = 0; i < kSeries.size(); ++i) {
    const StepRecord* record = input.frame ? lastWith(kSeries[i], *input.frame) : nullptr;
    const float width = kSeries[i].share * area.width;
    ImGui::SetCursorScreenPos({x, area.y});
    x += width;
    const std::string value = record ? kSeries[i].shown(kSeries[i].value(*record)) : "–";
    if (counter(kSeries[i], value, size_t(storage.GetInt(key)) == i, {width - 2, height})) storage.SetInt(key, int(i));
  }
  return std::min(size_t(std::max(storage.GetInt(key), 0)), kSeries.size() - 1);
}

void drawPlot(const PanelInput& input, PanelOutput& output, Area area) {
  constexpr float kCounterHeight = 34, kLeft = 46, kRight = 6, kTop = 10, kBottom = 16;
  const Series& series = kSeries[drawCounters(input, area, kCounterHeight)];
  const Area box{area.x + kLeft, area.y + kCounterHeight + kTop, area.width - kLeft - kRight, area.height - kCounterHeight - kTop - kBottom};
  if (box.height < kTop || box.width < kLeft) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (input.frame == nullptr) return smallLabel(list, {box.x + box.width / 2, box.y + box.height / 2}, palette().dim, tr("No steps yet"), 0.5f);
  const std::vector<StepRecord>& history = *input.frame->history;
  const Axis axis = axisOf(series, history);
  drawGrid(list, series, axis, box);
  drawSteps(list, history.size(), box);
  drawCurveOf(list, series, axis, history, box);
  const auto last = float(std::max<size_t>(history.size() - 1, 1));
  const float x = box.x + box.width * float(input.frame->step) / last;
  list.AddLine({x, box.y - 3}, {x, box.bottom()}, palette().accent, 1.5f);

  ImGui::SetCursorScreenPos({box.x, box.y - kTop / 2});
  ImGui::InvisibleButton("##plot", {box.width, box.height + kTop});
  if ((!ImGui::IsItemHovered() && !ImGui::IsItemActive()) || focusedByKeys()) return;  // the history bar is for keys
  const float share = std::clamp((ImGui::GetIO().MousePos.x - box.x) / box.width, 0.0f, 1.0f);
  const auto step = uint32_t(std::lround(share * float(history.size() - 1)));
  const float hover = box.x + box.width * float(step) / last;
  list.AddLine({hover, box.y}, {hover, box.bottom()}, palette().dim);
  if (has(series, history[step])) list.AddCircle({hover, box.bottom() - axis.share(series.value(history[step])) * box.height}, 4, palette().text);
  if (ImGui::IsItemActive() && step != input.frame->step) output.goTo = step;
  stepTooltip(*input.frame, step);
}

}  // namespace arete
