// The stepping bar: buttons, where we are, speed, and a history that can be scrubbed.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <vector>

#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/focus.h"
#include "ui/numbers.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

static constexpr double kSlowest = 0.5, kFastest = 240;  ///< steps per second

static bool lastOfItsKind(const std::vector<StepRecord>& history, size_t step, bool ended) {
  if (step + 1 == history.size()) return ended;
  return history[step + 1].round != history[step].round || history[step + 1].stage != history[step].stage;
}

/// What a stage is called along the way: shorter than its title where that says little.
static std::string_view shortName(Stage stage) {
  switch (stage) {
    case Stage::super_points: return tr("Points");
    case Stage::ridge_shift: return tr("Shift");
    case Stage::spanner: return tr("Join");
    default: return tr(stageInfo(stage).title);
  }
}

static size_t lastOfRun(const std::vector<StepRecord>& history, size_t step) {
  while (!lastOfItsKind(history, step, true)) ++step;
  return step;
}

std::string describeStep(const Frame& frame, uint32_t step) {
  const std::vector<StepRecord>& history = *frame.history;
  const StepRecord& record = history[step];
  std::string text(shortName(record.stage));
  if (record.round == 0) return text;
  const size_t last = lastOfRun(history, step);
  const bool known = lastOfItsKind(history, last, frame.finished);
  const bool chains = frame.job.curveKind() == CurveKind::chains;
  if (chains || history[last].inRound > 1)
    text += ' ' + (known ? filled(tr("%1 of %2"), formatCount(record.inRound), formatCount(history[last].inRound)) : formatCount(record.inRound));
  if (!chains) return text;
  return (record.smoothing ? std::string(tr("Smoothing")) : filled(tr("Round %1"), formatCount(record.round))) + " · " + text;
}

std::string describeWhere(const Frame& frame) {
  const std::string where = filled(tr("step %1 of %2"), formatCount(frame.step), formatCount(frame.history->size() - 1));
  return !frame.finished ? where : filled(frame.converged ? tr("finished · %1") : tr("stopped at the limit · %1"), where);
}

void stepTooltip(const Frame& frame, uint32_t step) {
  const StepRecord& record = (*frame.history)[step];
  const bool chains = frame.job.curveKind() == CurveKind::chains;
  std::string text = filled(tr("Step %1"), formatCount(step));
  const auto add = [&](const char* pattern, const std::string& value) { text += "\n" + filled(pattern, value); };
  add(chains ? tr("Chosen points %1") : tr("Nodes %1"), formatCount(record.chosen));
  const StepEffect effect = stageInfo(record.stage).effect;
  if (effect == StepEffect::moves) add(tr("Moved %1"), formatCount(record.moved));
  if (record.lookedAt > 0) add(tr("Rechecked %1"), formatCount(record.lookedAt));
  if (record.edges > 0) add(tr("Edges %1"), formatCount(record.edges));
  if (effect == StepEffect::removes) add(tr("Removed %1"), formatCount(record.removed));
  add(tr("Time %1"), formatMilliseconds(record.milliseconds));
  if (record.device_ms > 0) add(tr("On the GPU %1"), formatMilliseconds(record.device_ms));
  tooltip(describeStep(frame, step), text);
}

/// How the buttons fit into the bar: closer together where there is little room, and without words where those would be cut off.
struct ButtonFit {
  float icon = 1.15f, play = 1.6f, gap = 4;  ///< widths in row heights; pixels
  bool words = true;
};

static ButtonFit fitButtons(float width) {
  constexpr int kIcons = 5, kButtons = 8;
  const auto needed = [&](const ButtonFit& fit) {
    float sum = kRowHeight * (kIcons * fit.icon + fit.play) + float(kButtons - 1) * fit.gap;
    for (const char* word : {tr("Thinning"), tr("Round")}) sum += ImGui::CalcTextSize(word).x + 2 * ImGui::GetStyle().FramePadding.x;
    return sum;
  };
  if (const ButtonFit roomy; needed(roomy) <= width) return roomy;
  ButtonFit tight{1, 1.3f, 2};
  tight.words = needed(tight) <= width;
  return tight;
}

static void actionButton(PanelOutput& output, Action action, const char* id, Icon icon, const ButtonFit& fit, bool strong = false) {
  if (iconButton(id, icon, strong, strong ? fit.play : fit.icon)) output.actions.push_back(action);
  tooltip(action);
  ImGui::SameLine(0, fit.gap);
}

static void textButton(PanelOutput& output, Action action, const char* label, const ButtonFit& fit) {
  if (!fit.words) return;
  if (ImGui::Button(label, {0, kRowHeight})) output.actions.push_back(action);
  tooltip(action);
  ImGui::SameLine(0, fit.gap);
}

static void speedSlider(const PanelInput& input, PanelOutput& output, float width) {
  double speed = input.stepsPerSecond;
  ImGui::SetNextItemWidth(width);
  const WidgetEdit edit =
      valueSlider("##speed", speed, {kSlowest, kFastest, kSlowest, kFastest, true, false}, filled(tr("%1 steps/s"), formatNumber(speed, 3)));
  if (edit.changed) output.stepsPerSecond = speed;
  tooltip(tr("Playback speed"), tr("[ halves it, ] doubles it."));
}

static void drawButtons(const PanelInput& input, PanelOutput& output, float width) {
  constexpr float kSpeedWidth = 120, kSmallestSpeedWidth = 70;
  const float left = ImGui::GetCursorPosX();
  const Frame* frame = input.frame.get();
  const bool atStart = !input.outdated && (frame == nullptr || frame->step == 0), atEnd = !input.outdated && frame != nullptr && frame->finished;
  const ButtonFit fit = fitButtons(width);
  ImGui::BeginDisabled(atStart);
  actionButton(output, Action::toStart, "##toStart", Icon::toStart, fit);
  actionButton(output, Action::stepBack, "##back", Icon::back, fit);
  ImGui::EndDisabled();
  actionButton(output, Action::playPause, "##play", input.playing ? Icon::pause : Icon::play, fit, true);
  ImGui::BeginDisabled(atEnd);
  actionButton(output, Action::stepForward, "##forward", Icon::forward, fit);
  textButton(output, Action::stepSweep, tr("Thinning"), fit);
  textButton(output, Action::stepRound, tr("Round"), fit);
  actionButton(output, Action::toEnd, "##toEnd", Icon::toEnd, fit);
  ImGui::EndDisabled();
  actionButton(output, Action::restart, "##restart", Icon::restart, fit);
  const float room = left + width - ImGui::GetCursorPosX();
  const float speedWidth = std::min(kSpeedWidth, room);
  ImGui::SetCursorPosX(left + width - speedWidth);
  if (speedWidth >= kSmallestSpeedWidth) speedSlider(input, output, speedWidth);
  else ImGui::NewLine();
}

std::string tooFewPoints(uint64_t points) {
  return formatCount(points, "A curve needs at least three points; the cloud has %1 point. Open another file",
                     "A curve needs at least three points; the cloud has %1 points. Open another file");
}

std::string whyNoStep(const PanelInput& input) {
  constexpr uint64_t kFewest = 3;
  if (input.cloud.points > 0 && input.cloud.points < kFewest) return tooFewPoints(input.cloud.points);
  if (input.session.job.r1() > 0 || input.radius.searching) return tr("Cancelled before the first step");
  const bool suggestsNone = input.radius.suggested == 0 && !input.radius.toBeSearched && !input.radius.because.empty();
  return suggestsNone ? filled(tr("R1 is not set. %1 Set it, or open another file"), input.radius.because) : std::string(tr("R1 is not set"));
}

static void drawWhere(const PanelInput& input, float width) {
  const float left = ImGui::GetCursorPosX();
  if (input.outdated) return coloured(palette().warning, whyNoStep(input));
  if (input.frame == nullptr) return coloured(palette().dim, tr("Nothing computed yet"));
  const Frame& frame = *input.frame;
  strongText(describeStep(frame, frame.step));
  tooltip(tr(info(Action::stepForward).help));
  const std::string where = describeWhere(frame);
  const float textWidth = ImGui::CalcTextSize(where.c_str()).x;
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() + textWidth > left + width) return ImGui::NewLine();
  ImGui::SetCursorPosX(left + width - textWidth);
  coloured(frame.finished ? (frame.converged ? palette().good : palette().warning) : palette().dim, where);
  if (frame.finished)
    tooltip(frame.converged ? tr("Finished") : tr("Stopped"),
            frame.converged ? tr("In the last round nothing changed any more.") : tr("The largest number of iterations was reached."));
}

void drawStepping(const PanelInput& input, PanelOutput& output, float width, bool oneRow) {
  constexpr float kBarHeight = 22, kButtonsShare = 0.62f, kBeside = 20;
  if (oneRow) {  // where we are stands beside the buttons
    const ImVec2 corner = ImGui::GetCursorPos();
    const float buttons = width * kButtonsShare;
    drawButtons(input, output, buttons);
    const ImVec2 next = ImGui::GetCursorPos();
    ImGui::SetCursorPos({corner.x + buttons + kBeside, corner.y + (kRowHeight - ImGui::GetTextLineHeight()) / 2});
    drawWhere(input, width - buttons - kBeside);
    ImGui::SetCursorPos(next);
  } else {
    drawButtons(input, output, width);
    ImGui::Dummy({0, 0});
    drawWhere(input, width);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().y;
  drawHistoryBar(input, output, {at.x, at.y, width, std::clamp(room, kBarHeight, 2 * kBarHeight)});
}

/// Where steps are along the bar. Steps of one kind in a row take little more room the more they are: forty shifts are one thing to the reader.
class StepScale {
 public:
  StepScale(const std::vector<StepRecord>& history, float left, float width) : left_(left) {
    places_.push_back(0);
    for (size_t first = 1; first < history.size();) {
      const size_t last = lastOfRun(history, first);
      const auto count = float(last - first + 1);
      const float start = places_.back(), room = 1 + std::log2(count);
      for (float i = 1; i <= count; ++i) places_.push_back(start + room * i / count);
      first = last + 1;
    }
    unit_ = width / std::max(places_.back(), 1.0F);
  }
  float at(size_t step) const { return left_ + unit_ * places_[std::min(step, places_.size() - 1)]; }
  /// The step that is nearest to a place.
  uint32_t stepAt(float x) const {
    const float place = (x - left_) / unit_;
    const auto after = std::ranges::lower_bound(places_, place);
    if (after == places_.begin()) return 0;
    if (after == places_.end()) return uint32_t(places_.size() - 1);
    return uint32_t(after - places_.begin()) - (place - after[-1] < *after - place ? 1 : 0);
  }

 private:
  std::vector<float> places_;  // by step, in units of a single one
  float left_, unit_ = 1;
};

/// What begins at a place of the bar, and how many steps it takes.
struct Run {
  float x;
  std::string text;
  size_t steps;
};

/// Rounds of chains, or stages of networks by name.
static std::vector<Run> runsOf(const Frame& frame, const StepScale& scale) {
  const std::vector<StepRecord>& history = *frame.history;
  const bool chains = frame.job.curveKind() == CurveKind::chains;
  std::vector<Run> runs;
  for (size_t first = 1, next = 1; first < history.size(); first = next) {
    if (chains)
      while (next < history.size() && history[next].round == history[first].round) ++next;
    else next = lastOfRun(history, first) + 1;
    Run run{scale.at(first - 1), chains ? filled(tr("Round %1"), formatCount(history[first].round)) : std::string(shortName(history[first].stage)),
            next - first};
    if (!chains && run.steps > 1) run.text += " × " + formatCount(run.steps);
    runs.push_back(std::move(run));
  }
  return runs;
}

/// The words of as many as there is room for, long ones first; a line where each begins.
static void drawRuns(ImDrawList& list, std::vector<Run> runs, Area area, float track) {
  constexpr float kInset = 4;
  std::ranges::stable_sort(runs, std::ranges::greater(), &Run::steps);
  std::vector<Area> taken;
  for (const Run& run : runs) {
    const float width = font(FontRole::small)->CalcTextSizeA(smallSize(), FLT_MAX, 0, run.text.c_str()).x + 2 * kInset;
    const bool fits = run.x + width <= area.right() &&
                      std::ranges::none_of(taken, [&](const Area& other) { return run.x < other.right() && other.x < run.x + width; });
    list.AddLine({run.x, fits ? area.y + 1 : track - kInset}, {run.x, track}, palette().line);
    if (!fits) continue;
    taken.push_back({run.x, area.y, width, 1});
    list.AddText(font(FontRole::small), smallSize(), {run.x + kInset, area.y - 1}, palette().dim, run.text.c_str());
  }
}

/// What the steps are; those that remove as red ticks on the track, as long as they do not overlap.
static void drawMarks(ImDrawList& list, const Frame& frame, const StepScale& scale, Area area, float track) {
  constexpr float kLeastGap = 3;
  drawRuns(list, runsOf(frame, scale), area, track);
  float lastTick = -kLeastGap;
  for (size_t step = 1; step < frame.history->size(); ++step) {
    const float x = scale.at(step);
    if (stageInfo((*frame.history)[step].stage).effect != StepEffect::removes || x - lastTick < kLeastGap) continue;
    list.AddRectFilled({x - 1, track - 4}, {x + 1, track + 4}, palette().decimate);
    lastTick = x;
  }
}

void drawHistoryBar(const PanelInput& input, PanelOutput& output, Area area) {
  constexpr float kTrack = 4, kKnob = 6;
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::InvisibleButton("##history", {area.width, area.height});
  focusStop();
  const bool byKeys = focusedByKeys();
  const int arrow = arrowsOnItem();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = area.bottom() - kKnob - 1;
  const Area inner{area.x + kKnob, area.y, area.width - 2 * kKnob, area.height};
  list.AddRectFilled({inner.x, y - kTrack / 2}, {inner.right(), y + kTrack / 2}, palette().field, kTrack / 2);
  if (input.frame == nullptr) return tooltip(tr("History"), tr("Every step that was computed; drag to go back and forth."));
  const std::vector<StepRecord>& history = *input.frame->history;
  const StepScale scale(history, inner.x, inner.width);
  const float x = scale.at(input.frame->step);
  list.AddRectFilled({inner.x, y - kTrack / 2}, {x, y + kTrack / 2}, palette().evolve, kTrack / 2);
  drawMarks(list, *input.frame, scale, inner, y);
  list.AddCircleFilled({x, y}, ImGui::IsItemActive() ? kKnob : kKnob - 1, palette().accent);
  if (ImGui::IsItemActive() && history.size() > 1)
    if (const uint32_t step = scale.stepAt(ImGui::GetIO().MousePos.x); step != input.frame->step) output.goTo = step;
  if (arrow != 0) output.actions.push_back(arrow < 0 ? Action::stepBack : Action::stepForward);
  if (!byKeys && (ImGui::IsItemHovered() || ImGui::IsItemActive())) {
    const uint32_t step = scale.stepAt(ImGui::GetIO().MousePos.x);
    const float hover = scale.at(step);
    list.AddLine({hover, y - kKnob}, {hover, y + kKnob}, palette().dim);
    stepTooltip(*input.frame, step);
  }
}

}  // namespace arete
